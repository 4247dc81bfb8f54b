import type { TestCounts } from "../../../domain/test-run.ts";
import { crash } from "../cause/causes.ts";
import { cpp } from "../cause/compiled.ts";
import type { Framework, Output, ReadCase, Reading } from "../framework.ts";
import { notBuilt } from "../read/compile-errors.ts";
import { lastMatch } from "../read/summary.ts";
import { readCtest } from "./ctest.ts";

/** googletest prints every test between `[ RUN` and its end; compilers come before it. */
export const gtest: Framework = {
  name: "gtest",
  runs: /--gtest_|\bgtest\b|\w*_tests?\b(?=.*--gtest)/,
  mayBeSilent: true,
  detect: () => null,
  instrument: () => null,
  read(output) {
    return readCtest(output) ?? readGtest(output) ?? notBuilt(output);
  },
  rules: cpp,
};

export function readGtest(output: Output): Reading | null {
  const text = output.stdout;
  if (!/^\[={10}\] Running/m.test(text)) return null;
  const end = /^\[={10}\] \d+ tests? from .* ran\./m.test(text);
  const cases = casesIn(text);
  const green = end && !cases.some((test) => test.outcome === "failed");
  const late = green && output.exitCode !== 0 ? sanitizerIn(output) : [];
  return {
    cases,
    loads: late,
    counts: end ? countsIn(text) : null,
    source: "text",
    cut: false,
    ended: end,
  };
}

/** Sanitizers speak when the program ends, after the last test. */
function sanitizerIn(output: Output): Reading["loads"] {
  const said = /ERROR: (\w+Sanitizer): .*/.exec(output.stderr);
  return said === null ? [] : [{ file: "", text: said[0], cause: crash }];
}

function casesIn(text: string): ReadCase[] {
  const runs = [...text.matchAll(/^\[ RUN {6}\] (.+)$/gm)];
  return runs.flatMap((run, at) => {
    const id = run[1] ?? "";
    const body = text.slice(run.index + run[0].length, runs[at + 1]?.index ?? text.length);
    const end = lastMatch(
      body,
      /^(?:.*?)\[ {2}(?: {5}OK|FAILED {1,2}|SKIPPED) ?\] .*\(\d+(?:\.\d+)? ms(?: total)?\)$/gm,
    );
    if (end === null) return [];
    const outcome = outcomeOf(end[0]);
    const said = body.slice(0, end.index);
    const from = said.search(/\S*(?::\d+|unknown file): (?:Failure|Skipped)/);
    const own = from === -1 ? said : said.slice(from);
    return [
      {
        id,
        file: fileIn(own),
        outcome,
        text: own,
        phase: /thrown in (?:SetUp|TearDown)/.test(own) ? "hook" : "test",
      },
    ];
  });
}

function outcomeOf(line: string): ReadCase["outcome"] {
  if (line.includes("OK ]")) return "passed";
  return line.includes("FAILED") ? "failed" : "skipped";
}

function fileIn(text: string): string {
  return /(?:^|\/)((?:\w+\/)?\w+\.(?:cpp|cc|cxx)):\d+: Failure/m.exec(text)?.[1] ?? "";
}

function countsIn(text: string): TestCounts {
  const of = (word: string): number =>
    Number(lastMatch(text, new RegExp(`^\\[ {2}${word} *\\] (\\d+) tests?[.,]`, "gm"))?.[1] ?? 0);
  return { passed: of("PASSED"), failed: of("FAILED"), skipped: of("SKIPPED") };
}
