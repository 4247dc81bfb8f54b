import type { ObservedRun, TwinRun } from "../../domain/proof-evidence.ts";
import { isTestPath } from "../../domain/test-surface.ts";
import type { GateFinding } from "./finding.ts";
import { casesOf } from "./judge-run.ts";

/**
 * A copy of RED's files that says the same passes the same tests. When it does not, twice, the code
 * behaves by the name or the bytes of its tests, not by what they call.
 */
export function judgeTwins(main: ObservedRun, twins: readonly TwinRun[]): GateFinding[] {
  const [first, ...more] = twins.map((twin) => brokenInTwin(main, twin));
  const broken = (first ?? []).filter((id) => more.every((ids) => ids.includes(id)));
  if (broken.length === 0) return [];
  const fix =
    "Implement what the tests call: they did not pass from a copy of their file under another name or with a comment added.";
  return [{ code: "COPY_DIFFERS", path: "", detail: broken[0] ?? "", fix }];
}

/** Tests of the copied files that pass in the run of the tree, and do not in that of the copies. */
export function brokenInTwin(main: ObservedRun, { observed, copies }: TwinRun): string[] {
  if (observed.run.kind !== "finished") return ["(run)"];
  const named = (id: string): string =>
    copies.reduce((text, { word, stem }) => (word ? text.replaceAll(word, stem) : text), id);
  const passed = new Set(
    casesOf(observed.run).flatMap(({ id, outcome }) =>
      outcome.kind === "passed" ? [named(id)] : [],
    ),
  );
  const paths = new Set(copies.map(({ path }) => path));
  return casesOf(main.run).flatMap(({ id, file, outcome }) =>
    outcome.kind === "passed" && !passed.has(id) && (paths.has(file) || !isTestPath(file))
      ? [id]
      : [],
  );
}
