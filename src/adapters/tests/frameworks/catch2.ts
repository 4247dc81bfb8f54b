import type { TestCounts } from "../../../domain/test-run.ts";
import { cpp } from "../cause/compiled.ts";
import type { Framework, Output, ReadCase, Reading } from "../framework.ts";
import { addArguments } from "../read/command-line.ts";
import { notBuilt } from "../read/compile-errors.ts";
import { readJunit } from "../read/junit.ts";
import { reportOf } from "../read/paths.ts";
import { lastMatch, numberBefore } from "../read/summary.ts";
import { xmlCases, xmlCounts } from "./catch2-xml.ts";

/** Catch2: test cases are counted, sections and assertions are not. Silence is a death. */
export const catch2: Framework = {
  name: "catch2",
  runs: /\bcatch2?\b/i,
  mayBeSilent: true,
  printsSummary: false,
  detect: () => null,
  /** One reporter only: the XML names the tests that pass, which the printed one does not. */
  instrument(command, reportDir) {
    if (/\s(?:-r|--reporter|-o|--out)\b/.test(command)) return null;
    const more = ["-r", "xml", "-o", `${reportDir}/catch2.xml`];
    return { command: addArguments(command, more), env: {} };
  },
  takesFlags: /^\s*(?:\w+=\S+\s+)*(?:\.{0,2}\/|[\w.-]+\/)\S+/,
  read(output) {
    const report = reportOf(output.reports, /^catch2\.xml$/)?.text ?? null;
    if (report !== null && xmlCounts(report) !== null) return readXml(report, "report");
    const text = output.stdout;
    if (text.includes("<Catch") && xmlCounts(text) !== null) return readXml(text, "text");
    const none = /^No tests? (?:ran|cases matched)|^No test cases matched/m.test(text);
    const counts = countsIn(text);
    if (counts === null && !none) return notBuilt(output) ?? silence(output);
    const failed = failuresIn(text);
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

function readXml(xml: string, source: Reading["source"]): Reading {
  return {
    cases: xmlCases(xml),
    loads: [],
    counts: xmlCounts(xml),
    source,
    cut: !/<\/Catch\w*>\s*$/.test(xml),
    ended: true,
  };
}

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
