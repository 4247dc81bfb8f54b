import type { TimedEvent } from "../domain/event.ts";
import type { JournalEntry } from "../domain/journal-entry.ts";
import type { Result } from "../domain/result.ts";
import { next, start } from "./next.ts";
import type { RunState } from "./state.ts";

export interface Folded {
  readonly state: RunState;
  readonly events: readonly TimedEvent[];
}

/**
 * State is the fold of `next` over the journal's Results. A resumed run forgets the command that
 * broke, was aborted, had no model to ask or waited for a person, and what followed it; those commands are pending again.
 * @returns null for a journal without its first line
 */
export function foldJournal(entries: readonly JournalEntry[]): Folded | null {
  const [first, ...rest] = entries;
  if (first?.type !== "requested") return null;
  const opening = start(first.request);
  let state = opening.state;
  const events: TimedEvent[] = opening.events.map((event) => ({ at: first.at, event }));
  for (const { at, result } of effectiveResults(rest)) {
    if (!state.pending.some((command) => command.id === result.command)) continue;
    const decision = next(state, result);
    state = decision.state;
    events.push(...decision.events.map((event) => ({ at, event })));
  }
  return { state, events };
}

interface TimedResult {
  readonly at: number;
  readonly result: Result;
}

function effectiveResults(entries: readonly JournalEntry[]): readonly TimedResult[] {
  let kept: TimedResult[] = [];
  for (const entry of entries) {
    if (entry.type === "resulted") kept.push({ at: entry.at, result: entry.result });
    if (entry.type === "resumed") kept = takeUp(kept, entry);
  }
  return kept;
}

function takeUp(
  results: readonly TimedResult[],
  entry: Extract<JournalEntry, { type: "resumed" }>,
): TimedResult[] {
  const index = results.findIndex(({ result }) => stopsShort(result));
  const stopped = results[index]?.result;
  if (stopped === undefined) return [...results];
  const before = results.slice(0, index);
  if (entry.answer === null || stopped.kind !== "asked") return before;
  const answered: Result = { kind: "asked", command: stopped.command, ...entry.answer };
  return [...before, { at: entry.at, result: answered }];
}

function stopsShort(result: Result): boolean {
  if (result.kind === "asked") return result.answer === "waiting";
  if (result.kind === "turn_failed") return result.why === "unreachable";
  return result.kind === "broken" || result.kind === "aborted";
}
