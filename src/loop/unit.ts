import type { Seal } from "../domain/change.ts";
import type { Lock } from "../domain/lock.ts";
import type { Slice } from "../domain/slice.ts";
import type { Spec } from "../domain/spec.ts";
import type { TestRun } from "../domain/test-run.ts";
import type { Cycling } from "./cycle-state.ts";
import type { Baselined } from "./state.ts";

/** What one RED, one GREEN and one refactoring are about: the whole issue, or one slice of it. */
export interface Unit {
  /** Null when the issue is one unit. */
  readonly slice: Slice | null;
  readonly title: string;
  /** The spec, as far as this unit is concerned. */
  readonly spec: Spec;
  /** The lock, as far as this unit may touch what it holds. */
  readonly lock: Lock;
  /** What it begins with: the base, or what the units before left. */
  readonly base: { readonly sha: string; readonly tree: string };
  /** What the remote branch is then; null when it does not exist. */
  readonly remote: string | null;
  /** The suite before the unit. */
  readonly before: TestRun;
  /** Tests that are sealed already. */
  readonly seal: Seal;
}

export function unitOf(state: Baselined): Unit {
  const { slicing, spec, lock, ground, baseline, cycling } = state;
  if (cycling !== undefined) return cycleOf(state, cycling);
  if (slicing === null) {
    const base = { sha: ground.baseSha, tree: ground.baseTree };
    return {
      ...{ slice: null, title: spec.title, spec, lock, base },
      ...{ remote: null, before: baseline, seal: {} },
    };
  }
  const slice = sliceAt(slicing);
  const { last } = slicing;
  const base = last?.head ?? { sha: ground.baseSha, tree: ground.baseTree };
  return {
    slice,
    title: slice.title,
    spec: {
      ...spec,
      files: slice.files,
      criteria: [{ id: slice.id, text: slice.behaviour }],
    },
    lock: { ...lock, allowlist: slice.files, testFiles: [slice.testFile] },
    base: { sha: base.sha, tree: base.tree },
    remote: last?.pushedSha ?? null,
    before: last?.head.run ?? baseline,
    seal: last?.red.seal ?? {},
  };
}

/** A cycle may touch all that the issue may; what came before it counts as the base. */
function cycleOf(state: Baselined, { last, before }: Cycling): Unit {
  const { spec, lock, ground, baseline } = state;
  const { sha, tree } = last?.head ?? { sha: ground.baseSha, tree: ground.baseTree };
  return {
    ...{ slice: null, title: spec.title, spec, lock, base: { sha, tree }, remote: null },
    before: before ?? last?.head.run ?? baseline,
    seal: last?.red.seal ?? {},
  };
}

/** The files that the units up to this one may touch: what a refactoring of them may. */
export function filesSoFar({ slicing, lock }: Baselined): readonly string[] {
  const slices = slicing?.slices.slice(0, slicing.index + 1);
  const files = slices?.flatMap((slice) => slice.files) ?? lock.allowlist;
  return [...new Set(files.map((file) => file.path))];
}

function sliceAt({ slices, index }: NonNullable<Baselined["slicing"]>): Slice {
  const slice = slices[index];
  if (slice === undefined) throw new Error("Bug: there is no such slice.");
  return slice;
}
