import { mayBeAllowed, unsafePath } from "../domain/safe-path.ts";
import type { LayerMap, Slice } from "../domain/slice.ts";
import { layerOf, layerRank } from "../domain/slice.ts";
import { isTestPath } from "../domain/test-surface.ts";
import type { Verdict } from "../domain/verdict.ts";
import { judgeSlicePlan } from "./slice-plan.ts";

export interface DecompositionEvidence {
  readonly slices: readonly Slice[];
  /** The issue's own list of files, which no slice leaves; null when it has none. */
  readonly listed: readonly string[] | null;
  /** Places for tests that the issue names. */
  readonly testLocations: readonly string[];
  readonly testGlobs: readonly string[];
  readonly layers: LayerMap;
}

/** A decomposition before a person sees it: it can be ordered, and each slice holds to its layer and files. */
export function judgeDecomposition(evidence: DecompositionEvidence): Verdict {
  const { slices } = evidence;
  const plan = judgeSlicePlan(
    slices.map(({ id, files, after }) => ({ id, after, files: files.map((file) => file.path) })),
  );
  if (plan.kind !== "pass") return plan;
  for (const slice of slices) {
    const problem = fileProblem(slice, evidence) ?? layerProblem(slice, evidence);
    if (problem !== null) return problem;
  }
  return { kind: "pass" };
}

/**
 * The slices in the order of work: inside out by layer, then each behind those that it builds on, then as
 * they were given (S3-13). The plan has been judged: it has no cycle, and nothing waits for an outer layer.
 */
export function insideOut(slices: readonly Slice[]): readonly Slice[] {
  const left = [...slices].sort((a, b) => layerRank(a.layer) - layerRank(b.layer));
  const ordered: Slice[] = [];
  while (left.length > 0) {
    const done = new Set(ordered.map((slice) => slice.id));
    const at = left.findIndex((slice) => slice.after.every((id) => done.has(id)));
    ordered.push(...left.splice(Math.max(at, 0), 1));
  }
  return ordered;
}

function fileProblem(slice: Slice, evidence: DecompositionEvidence): Verdict | null {
  const { testFile } = slice;
  const paths = slice.files.map((file) => file.path);
  if (paths.length === 0)
    return invalid(slice, "changes no file", "Name the source files that it needs.");
  for (const path of paths) {
    const flaw = pathFlaw(path, evidence);
    if (flaw !== null) return invalid(slice, `would change \`${path}\`, which ${flaw}`, takeOff);
  }
  const flaw = unsafePath(testFile);
  if (flaw !== null)
    return invalid(slice, `has its test in \`${testFile}\`, which ${flaw}`, takeOff);
  if (isTestFile(testFile, evidence)) return null;
  return invalid(
    slice,
    `has its test in \`${testFile}\`, which is no test file by its name or place`,
    "Name a file where this repository's tests are, and that its runner picks up.",
  );
}

const takeOff = "Take it off, or plan the slice with other files.";

function pathFlaw(
  path: string,
  { listed, testGlobs }: Pick<DecompositionEvidence, "listed" | "testGlobs">,
): string | null {
  const unsafe = unsafePath(path);
  if (unsafe !== null) return unsafe;
  if (listed !== null) return listed.includes(path) ? null : "is not on the issue's list of files";
  if (isTestPath(path, [...testGlobs])) return "is a test file: tests are named under testFile";
  return mayBeAllowed(path) ? null : "decides how the project is built, run or judged";
}

function isTestFile(path: string, { testLocations, testGlobs }: DecompositionEvidence): boolean {
  const isNamed = testLocations.some((place) =>
    place.endsWith("/") ? path.startsWith(place) : path === place,
  );
  return isNamed || isTestPath(path, [...testGlobs]);
}

/** Settled question 7: a slice carries the outermost layer that it touches, and waits for no outer one. */
function layerProblem(slice: Slice, { slices, layers }: DecompositionEvidence): Verdict | null {
  const rank = layerRank(slice.layer);
  for (const { path } of slice.files) {
    const layer = layerOf(path, layers);
    if (layer === null || layerRank(layer) <= rank) continue;
    return invalid(
      slice,
      `is of the ${slice.layer} layer and would change \`${path}\`, which is ${layer}`,
      "Give it the outermost layer that it touches, or move that file to a slice of its own.",
    );
  }
  const outer = slices.find(
    (other) => slice.after.includes(other.id) && layerRank(other.layer) > rank,
  );
  if (outer === undefined) return null;
  return invalid(
    slice,
    `is of the ${slice.layer} layer and waits for ${outer.id}, which is ${outer.layer}`,
    "Work goes inside out: let the inner slice define what it needs (a port), and the outer one fulfil it.",
  );
}

function invalid({ id }: Slice, what: string, fix: string): Verdict {
  const reason = `Slice ${id} ${what}.`;
  return { kind: "fail", gate: "slice-plan", code: "PLAN_INVALID", reason, fix, paths: [] };
}
