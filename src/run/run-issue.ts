import type { Command } from "../domain/command.ts";
import type { Event, TimedEvent } from "../domain/event.ts";
import type { JournalEntry } from "../domain/journal-entry.ts";
import type { Result } from "../domain/result.ts";
import type { Folded } from "../loop/fold.ts";
import { foldJournal } from "../loop/fold.ts";
import { next } from "../loop/next.ts";
import type { Ports } from "../ports.ts";
import type { Perform } from "./perform.ts";

export type Watch = (event: TimedEvent) => void;

/**
 * Turns one issue into a pull request; everything the bot does passes through this loop. It performs
 * what is pending, journals each Result before anything moves on, and lets `next` decide. A run that
 * was cut off anywhere goes on from its journal, because pending commands are performed again.
 */
export async function runIssue(
  begun: Folded,
  ports: Pick<Ports, "journal" | "clock">,
  perform: Perform,
  watch: Watch,
): Promise<Folded> {
  return runHere(begun, ports, perform, { watch, isAway: () => false });
}

/** Which commands somebody else performs: the loop goes no further than it comes without them. */
export interface Here {
  readonly watch: Watch;
  readonly isAway: (command: Command) => boolean;
}

/** The same, until the run is done or nothing is left to do but what is done elsewhere. */
export async function runHere(
  begun: Folded,
  ports: Pick<Ports, "journal" | "clock">,
  perform: Perform,
  { watch, isAway }: Here,
): Promise<Folded> {
  let folded = begun;
  const running = new Map<string, Promise<Result>>();
  while (folded.state.phase !== "done") {
    for (const command of folded.state.pending) {
      if (!running.has(command.id) && !isAway(command))
        running.set(command.id, perform(command, folded));
    }
    if (running.size === 0) return folded;
    const result = await Promise.race(running.values());
    running.delete(result.command);
    folded = await takeResult(folded, result, ports, watch);
  }
  return folded;
}

/**
 * Journals what came back, decides, and tells. A command that a conclusion overtook may still come back;
 * its result no longer counts.
 */
export async function takeResult(
  folded: Folded,
  result: Result,
  { journal, clock }: Pick<Ports, "journal" | "clock">,
  watch: Watch,
): Promise<Folded> {
  if (!folded.state.pending.some((command) => command.id === result.command)) return folded;
  const at = clock.now();
  await journal.append({ type: "resulted", at, result });
  const decision = next(folded.state, result);
  const news = timed(decision.events, at, folded);
  for (const event of news) watch(event);
  const { pausedMs } = folded;
  const still = news.length === 0 && pausedMs !== undefined ? { pausedMs } : {};
  return { state: decision.state, events: [...folded.events, ...news], ...still };
}

/** Events of one moment; the very first after a resume ends the pause that came before it. */
function timed(news: readonly Event[], at: number, { pausedMs }: Folded): TimedEvent[] {
  return news.map((event, i) =>
    i === 0 && pausedMs !== undefined ? { at, event, pausedMs } : { at, event },
  );
}

/** Reads the run off its journal, writing the first line when there is none. */
export async function openRun(
  opening: Extract<JournalEntry, { type: "requested" }>,
  ports: Pick<Ports, "journal">,
): Promise<Folded> {
  const before = await ports.journal.read();
  if (before.length === 0) await ports.journal.append(opening);
  // What was written, not what was asked: secrets of the issue's text are gone from it.
  const folded = foldJournal(before.length === 0 ? await ports.journal.read() : before);
  if (folded === null) throw new Error("Bug: the journal does not begin with its request.");
  return folded;
}
