import type { Event, TimedEvent } from "../domain/event.ts";
import type { JournalEntry } from "../domain/journal-entry.ts";
import type { Result } from "../domain/result.ts";
import type { Folded } from "../loop/fold.ts";
import { foldJournal } from "../loop/fold.ts";
import { next } from "../loop/next.ts";
import type { RunState } from "../loop/state.ts";
import type { Ports } from "../ports.ts";
import type { Perform } from "./perform.ts";

export type Watch = (event: TimedEvent) => void;

/**
 * Turns one issue into a pull request; everything the bot does passes through this loop. It performs
 * what is pending, journals each Result before anything moves on, and lets `next` decide. A run that
 * was cut off anywhere goes on from its journal, because pending commands are performed again.
 */
export async function runIssue(
  folded: Folded,
  ports: Pick<Ports, "journal" | "clock">,
  perform: Perform,
  watch: Watch,
): Promise<Folded> {
  let { state, events } = folded;
  const running = new Map<string, Promise<Result>>();
  while (state.phase !== "done") {
    for (const command of state.pending) {
      if (!running.has(command.id)) running.set(command.id, perform(command, { state, events }));
    }
    const result = await Promise.race(running.values());
    running.delete(result.command);
    if (!isPending(state, result)) continue;
    const at = ports.clock.now();
    await ports.journal.append({ type: "resulted", at, result });
    const decision = next(state, result);
    const news = timed(decision.events, at, events, folded);
    state = decision.state;
    events = [...events, ...news];
    for (const event of news) watch(event);
  }
  return { state, events };
}

/** Events of one moment; the very first after a resume ends the pause that came before it. */
function timed(
  news: readonly Event[],
  at: number,
  before: readonly TimedEvent[],
  { events, pausedMs }: Folded,
): TimedEvent[] {
  const isFirst = before === events && pausedMs !== undefined;
  return news.map((event, i) => (isFirst && i === 0 ? { at, event, pausedMs } : { at, event }));
}

/** A command that a conclusion overtook may still come back; its result no longer counts. */
function isPending(state: RunState, result: Result): boolean {
  return state.pending.some((command) => command.id === result.command);
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
