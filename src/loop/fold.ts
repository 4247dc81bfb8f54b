import type { TimedEvent } from "../domain/event.ts";
import type { JournalEntry } from "../domain/journal-entry.ts";
import type { Result } from "../domain/result.ts";
import type { RunRequest } from "../domain/run-request.ts";
import { next, start } from "./next.ts";
import type { RunState } from "./state.ts";

export interface Folded {
  readonly state: RunState;
  readonly events: readonly TimedEvent[];
  /** How long the run had stopped before the event that comes next, in milliseconds; none when absent. */
  readonly pausedMs?: number;
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
  for (const { at, result } of effectiveResults(first.request, rest)) {
    if (!state.pending.some((command) => command.id === result.command)) continue;
    const decision = next(state, result);
    state = decision.state;
    events.push(...decision.events.map((event) => ({ at, event })));
  }
  return withPauses({ state, events }, entries);
}

/** Puts each time between a stop and its resume before the first event that came after it. */
function withPauses({ state, events }: Folded, entries: readonly JournalEntry[]): Folded {
  let left = pausesIn(entries);
  const placed = events.map((event, i) => {
    const due = i === 0 ? [] : left.filter(({ until }) => until <= event.at);
    left = left.filter((pause) => !due.includes(pause));
    return due.length === 0 ? event : { ...event, pausedMs: sumOf(due) };
  });
  return { state, events: placed, ...(left.length === 0 ? {} : { pausedMs: sumOf(left) }) };
}

interface Pause {
  readonly until: number;
  readonly ms: number;
}

function pausesIn(entries: readonly JournalEntry[]): readonly Pause[] {
  return entries.flatMap(({ type, at }, i) => {
    const before = entries[i - 1];
    if (type !== "resumed" || before === undefined) return [];
    return [{ until: at, ms: Math.max(0, at - before.at) }];
  });
}

function sumOf(pauses: readonly Pause[]): number {
  return pauses.reduce((sum, { ms }) => sum + ms, 0);
}

/**
 * Whether a resume would go on: unfinished, broken, interrupted, or waiting for an answer. What stopped
 * the run before and was taken up again since does not count.
 */
export function canResume(entries: readonly JournalEntry[]): boolean {
  const [first, ...rest] = entries;
  if (first?.type !== "requested") return false;
  if (foldJournal(entries)?.state.phase !== "done") return true;
  return stopOf(first.request, effectiveResults(first.request, rest)) >= 0;
}

interface TimedResult {
  readonly at: number;
  readonly result: Result;
}

function effectiveResults(
  request: RunRequest,
  entries: readonly JournalEntry[],
): readonly TimedResult[] {
  let kept: TimedResult[] = [];
  for (const entry of entries) {
    if (entry.type === "resulted") kept.push({ at: entry.at, result: entry.result });
    if (entry.type === "resumed") kept = takeUp(request, kept, entry);
  }
  return kept;
}

function takeUp(
  request: RunRequest,
  results: readonly TimedResult[],
  entry: Extract<JournalEntry, { type: "resumed" }>,
): TimedResult[] {
  const index = stopOf(request, results);
  const stopped = results[index]?.result;
  if (stopped === undefined) return [...results];
  const before = results.slice(0, index);
  if (entry.answer === null || stopped.kind !== "asked") return before;
  const answered: Result = { kind: "asked", command: stopped.command, ...entry.answer };
  return [...before, { at: entry.at, result: answered }];
}

/** Index of the result that ended the run short, -1 for none: one that the loop went on after is no stop. */
function stopOf(request: RunRequest, results: readonly TimedResult[]): number {
  let { state } = start(request);
  for (const [index, { result }] of results.entries()) {
    if (!state.pending.some((command) => command.id === result.command)) continue;
    state = next(state, result).state;
    const isOver = state.phase === "concluding" || state.phase === "done";
    if (isOver && stopsShort(result)) return index;
  }
  return -1;
}

function stopsShort(result: Result): boolean {
  if (result.kind === "asked") return result.answer === "waiting";
  if (result.kind === "turn_failed")
    return result.why === "unreachable" || result.why === "bad_answer";
  if (result.kind === "turn_taken" && result.answer.kind === "step") {
    const { blocked, cannot } = result.answer.step;
    return blocked || cannot !== null;
  }
  return result.kind === "broken" || result.kind === "aborted";
}
