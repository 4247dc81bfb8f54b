import type { Verdict } from "../domain/verdict.ts";

/** One slice of a plan: what it may change, and which slices it waits for. */
export interface PlannedSlice {
  readonly id: string;
  readonly files: readonly string[];
  readonly after: readonly string[];
}

const MOST_SLICES = 16;

/**
 * Judges a plan of slices before it is locked (cases S01, S08): few enough, each with a name of its
 * own, waiting only for slices that exist and never for itself, and no file in two of them.
 */
export function judgeSlicePlan(slices: readonly PlannedSlice[]): Verdict {
  const ids = new Set(slices.map(({ id }) => id));
  const dangling = slices.flatMap(({ id, after }) =>
    after.filter((other) => !ids.has(other)).map((other) => `${id} → ${other}`),
  );
  if (slices.length === 0) return invalid("It has no slice.", "Plan at least one slice.");
  if (slices.length > MOST_SLICES)
    return invalid(
      `It has ${slices.length} slices.`,
      `Plan at most ${MOST_SLICES} slices; split the issue.`,
    );
  if (ids.size < slices.length)
    return invalid("Two slices have one id.", "Give each slice an id of its own.");
  if (dangling.length > 0)
    return invalid(
      `A slice waits for one that is not there: ${dangling.join(", ")}.`,
      "Name slices of this plan only.",
    );
  const stuck = waitingForThemselves(slices);
  if (stuck.length > 0)
    return invalid(
      `Slices wait for each other: ${stuck.join(", ")}.`,
      "Order the slices so that each can begin.",
    );
  return judgeOverlap(slices);
}

/** Slices that never begin, because what they wait for never ends. */
function waitingForThemselves(slices: readonly PlannedSlice[]): string[] {
  const done = new Set<string>();
  for (let before = -1; before < done.size; ) {
    before = done.size;
    for (const { id, after } of slices) if (after.every((other) => done.has(other))) done.add(id);
  }
  return slices.flatMap(({ id }) => (done.has(id) ? [] : [id]));
}

/**
 * One file in two slices of which neither waits for the other: they could be worked side by side, and then
 * neither could be held to a list of its own. Names are compared as a disk may.
 */
function judgeOverlap(slices: readonly PlannedSlice[]): Verdict {
  const owners = new Map<string, string[]>();
  for (const { id, files } of slices) {
    for (const path of new Set(files.map((file) => file.normalize("NFC").toLowerCase())))
      owners.set(path, [...(owners.get(path) ?? []), id]);
  }
  const before = allBefore(slices);
  const shared = [...owners].filter(([, ids]) => !isChain(ids, before));
  const [first] = shared;
  if (first === undefined) return { kind: "pass" };
  const paths = shared.map(([path]) => path);
  return {
    kind: "fail",
    gate: "slice-plan",
    code: "SLICES_OVERLAP",
    reason: `${first[0]} is on the list of ${first[1].join(" and ")}.`,
    fix: "Give each file to one slice, merge the slices that share it, or let the later one wait for the earlier one (`after`).",
    paths,
  };
}

/** All that each slice waits for, in any number of steps. The plan has no cycle by now. */
function allBefore(slices: readonly PlannedSlice[]): ReadonlyMap<string, ReadonlySet<string>> {
  const of = new Map(slices.map((slice) => [slice.id, slice.after]));
  const collect = (id: string): string[] =>
    (of.get(id) ?? []).flatMap((other) => [other, ...collect(other)]);
  return new Map(slices.map(({ id }) => [id, new Set(collect(id))]));
}

function isChain(
  ids: readonly string[],
  before: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  return ids.every((id, at) =>
    ids
      .slice(at + 1)
      .every((other) => before.get(id)?.has(other) === true || before.get(other)?.has(id) === true),
  );
}

function invalid(reason: string, fix: string): Verdict {
  return { kind: "fail", gate: "slice-plan", code: "PLAN_INVALID", reason, fix, paths: [] };
}
