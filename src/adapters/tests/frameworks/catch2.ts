import type { TestCounts } from "../../../domain/test-run.ts";
import { cpp } from "../cause/compiled.ts";
import type { Framework, Output, ReadCase, Reading } from "../framework.ts";
import { notBuilt } from "../read/compile-errors.ts";
import { readJunit } from "../read/junit.ts";
import { reportOf } from "../read/paths.ts";
import { lastMatch, numberBefore } from "../read/summary.ts";

/** Catch2: test cases are counted, sections and assertions are not. Silence is a death. */
export const catch2: Framework = {
  name: "catch2",
  runs: /\bcatch2?\b/i,
  mayBeSilent: true,
  detect: () => null,
  instrument: () => null,
  read(output) {
    const text = output.stdout;
    const none = /^No tests? (?:ran|cases matched)|^No test cases matched/m.test(text);
    const counts = countsIn(text) ?? xmlCounts(text);
    if (counts === null && !none) return notBuilt(output) ?? silence(output);
    const failed = text.includes("<Catch") ? xmlFailures(text) : failuresIn(text);
    return {
      cases: [...failed, ...passedIn(output, failed)],
      loads: [],
      counts: counts ?? ZERO,
      source: "text",
      cut: false,
      ended: true,
    };
  },
  rules: cpp,
};

const ZERO: TestCounts = { passed: 0, failed: 0, skipped: 0 };

/** The program always prints a summary, unless it did not come to its end. */
function silence(output: Output): Reading | null {
  const spoke = `${output.stdout}${output.stderr}`.trim() !== "";
  if (output.exitCode !== 0 || spoke) return null;
  return { cases: [], loads: [], counts: null, source: "text", cut: false, ended: false };
}

/** A failing section prints its whole path again: the first line is the test case. */
function failuresIn(text: string): ReadCase[] {
  const blocks = text.split(/^-{79}$/m);
  const found = new Map<string, string>();
  for (let at = 1; at + 1 < blocks.length; at += 2) {
    const name = (blocks[at] ?? "").trim().split("\n")[0] ?? "";
    const body = blocks[at + 1] ?? "";
    if (/FAILED:|unexpected exception|FAILED$/m.test(body))
      found.set(name, `${found.get(name) ?? ""}${body}`);
  }
  return [...found].map(([id, body]) => ({
    id,
    file: /^(\S+):\d+$/m.exec(body)?.[1] ?? "",
    outcome: "failed",
    text: body.split(/^={79}$/m)[0] ?? body,
    phase: "test",
  }));
}

function passedIn(output: Output, failed: readonly ReadCase[]): ReadCase[] {
  const report = reportOf(output.reports, /\.xml$/);
  const cases = report === null ? [] : (readJunit(report.text)?.cases ?? []);
  const top = new Set(cases.map((test) => test.name.split("/")[0] ?? test.name));
  const names = new Set(failed.map((test) => test.id));
  const passed = [...top].filter((name) => ![...names].some((one) => one.startsWith(name)));
  return passed.map((id) => ({ id, file: "", outcome: "passed", text: "", phase: "test" }));
}

function xmlFailures(text: string): ReadCase[] {
  const tests = text.matchAll(/<TestCase name="([^"]*)"[\s\S]*?<\/TestCase>/g);
  return [...tests]
    .filter((test) => /<OverallResult success="false"/.test(test[0]))
    .map((test) => ({
      id: decoded(test[1] ?? ""),
      file: "",
      outcome: "failed",
      text: `FAILED\n${test[0]}`,
      phase: "test",
    }));
}

function decoded(name: string): string {
  return name
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

function xmlCounts(text: string): TestCounts | null {
  const line = /<OverallResultsCases successes="(\d+)" failures="(\d+)"/.exec(text);
  return line === null ? null : { passed: Number(line[1]), failed: Number(line[2]), skipped: 0 };
}

function countsIn(text: string): TestCounts | null {
  const all = lastMatch(text, /^All tests passed \(\d+ assertions? in (\d+) test cases?\)$/gm);
  if (all !== null) return { passed: Number(all[1]), failed: 0, skipped: 0 };
  const line = lastMatch(text, /^test cases: +\d+ \|.*$/gm)?.[0];
  if (line === undefined) return null;
  return {
    passed: numberBefore(line, "passed"),
    failed: numberBefore(line, "failed(?! as)"),
    skipped: numberBefore(line, "skipped"),
  };
}
