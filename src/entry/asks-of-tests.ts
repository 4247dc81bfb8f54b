import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Asked } from "../domain/red-verdict.ts";
import type { TestCase, TestRun } from "../domain/test-run.ts";
import { asksOf } from "../gates/red/asks-of.ts";
import { flakyTests } from "../gates/red/flaky.ts";

/**
 * What the files of the tests in doubt ask of clock, chance and network: those of tests that did not end
 * alike, else those of tests that failed. A file that is not found says nothing.
 * @param dir where the tests ran
 */
export async function asksOfTests(dir: string, runs: readonly TestRun[]): Promise<Asked[]> {
  const cases = runs.flatMap((run) => (run.kind === "finished" ? run.cases : []));
  const flaky = new Set(flakyTests(runs));
  const isInDoubt = ({ id, outcome }: TestCase) =>
    flaky.size > 0 ? flaky.has(id) : outcome.kind === "failed";
  const files = new Set(cases.filter(isInDoubt).map(({ file }) => file));
  files.delete("");
  const asked = await Promise.all(
    [...files].map(async (file) => {
      const text = await readFile(join(dir, file), "utf8").catch(() => "");
      return asksOf(file, text).map(({ what }) => what);
    }),
  );
  return [...new Set(asked.flat())];
}
