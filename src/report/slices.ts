import type { Event, TimedEvent } from "../domain/event.ts";
import type { Slice } from "../domain/slice.ts";

/** How far one slice of the approved decomposition is. */
export interface SliceView {
  readonly slice: Slice;
  /** From 1, and how many there are. */
  readonly number: number;
  readonly of: number;
  readonly state: "pending" | "red" | "green" | "done" | "skipped";
  /** Turns of implementers until it was green, or so far. */
  readonly attempts: number;
  /** Refactorings that stayed, and those that were taken back. */
  readonly applied: number;
  readonly reverted: number;
}

/** The slices in the order of work; none where the issue is one unit. */
export function foldSlices(events: readonly TimedEvent[]): readonly SliceView[] {
  const planned = events.findLast(({ event }) => event.type === "slices.planned")?.event;
  if (planned?.type !== "slices.planned") return [];
  const of = planned.slices.length;
  const begun = events.flatMap(({ event }, at) => (event.type === "slice.begun" ? [at] : []));
  return planned.slices.map((slice, index) => {
    const from = begun[index];
    const own = from === undefined ? [] : events.slice(from, begun[index + 1]);
    const isOver = begun[index + 1] !== undefined || own.some(({ event }) => isProof(event));
    return {
      slice,
      number: index + 1,
      of,
      ...standing(
        own.map(({ event }) => event),
        isOver,
      ),
    };
  });
}

function isProof(event: Event): boolean {
  return event.type === "proof.taken";
}

function standing(own: readonly Event[], isOver: boolean) {
  const count = (matches: (event: Event) => boolean): number => own.filter(matches).length;
  return {
    state: stateOf(own, isOver),
    attempts: count((event) => event.type === "turn.taken" && event.role === "implementer"),
    applied: count((event) => event.type === "commit.created" && event.phase === "refactor"),
    reverted: count((event) => event.type === "change.reverted"),
  };
}

function stateOf(own: readonly Event[], isOver: boolean): SliceView["state"] {
  if (own.some((event) => event.type === "slice.skipped")) return "skipped";
  if (own.length === 0) return "pending";
  const isGreen = own.some((event) => event.type === "commit.created" && event.phase === "green");
  if (!isGreen) return "red";
  return isOver ? "done" : "green";
}

/** One line for each step that a slice has behind it, as it happens (S3-2); null for every other event. */
export function sliceLine(events: readonly TimedEvent[]): string | null {
  const last = events.at(-1)?.event;
  const views = foldSlices(events);
  if (last === undefined || views.length === 0) return null;
  const now = views.findLast((view) => view.state !== "pending");
  switch (last.type) {
    case "slice.begun":
    case "proof.taken":
      return refactorLine(last.type === "proof.taken" ? now : views[last.number - 2]);
    case "slice.skipped":
      return now === undefined ? null : `RED      ${placeOf(now)} is there already, skipped`;
    case "commit.created":
      return now === undefined ? null : commitLine(last.phase, now);
    default:
      return null;
  }
}

function commitLine(phase: string, view: SliceView): string | null {
  if (phase === "red") return `RED      ${placeOf(view)} failing as expected`;
  if (phase === "green") return `GREEN    ${placeOf(view)} passing (attempt ${view.attempts})`;
  return null;
}

function refactorLine(view: SliceView | undefined): string | null {
  if (view === undefined || view.state !== "done") return null;
  return `REFACTOR ${placeOf(view)} ${view.applied} applied, ${view.reverted} skipped`;
}

function placeOf({ number, of, slice }: SliceView): string {
  return `slice ${number}/${of} ${JSON.stringify(slice.title)}:`;
}
