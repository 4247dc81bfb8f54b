import { timeout } from "../cause/causes.ts";
import { javascript } from "../cause/javascript.ts";
import type { Framework, Output, ReadCase, Reading } from "../framework.ts";
import { hasDependency, hasScript } from "../read/package-json.ts";
import { testFileIn } from "../read/summary.ts";

/** nodeunit prints a line for each test below the name of its module, and counts assertions only. */
export const nodeunit: Framework = {
  name: "nodeunit",
  runs: /\bnodeunit\b/,
  mayBeSilent: true,
  detect(facts) {
    if (hasScript(facts, /\bnodeunit\b/)) return "npm test";
    return hasDependency(facts, "nodeunit") ? "npx nodeunit test" : null;
  },
  instrument: () => null,
  read(output) {
    const cases = [...printedCases(output), ...undone(output.stdout)];
    const ended = /^(?:OK|FAILURES): /m.test(output.stdout);
    if (cases.length === 0 && !ended) return null;
    return { cases, loads: [], counts: null, source: "text", cut: false, ended } satisfies Reading;
  },
  rules: javascript,
};

const MARKED = /^([✔✖]) (.+)$/;

function printedCases(output: Output): ReadCase[] {
  const lines = output.stdout.split("\n");
  let module = "";
  return lines.flatMap((line, at) => {
    if (isHeading(lines, at)) module = line.trim();
    const match = MARKED.exec(line);
    return match === null ? [] : [toCase(match, module, textBehind(lines, at), output)];
  });
}

/** A module's name stands directly above its first test. */
function isHeading(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  return /^\S/.test(line) && !MARKED.test(line) && MARKED.test(lines[at + 1] ?? "");
}

function textBehind(lines: readonly string[], at: number): string {
  const rest = lines.slice(at + 1);
  const end = rest.findIndex(
    (line, i) => MARKED.test(line) || isHeading(rest, i) || /^(?:OK|FAILURES): /.test(line),
  );
  return (end === -1 ? rest : rest.slice(0, end)).join("\n").trim();
}

function toCase(match: RegExpExecArray, module: string, text: string, { dir }: Output): ReadCase {
  const name = match[2] ?? "";
  const passed = match[1] === "✔";
  return {
    id: module === "" ? name : `${module} > ${name}`,
    file: passed ? "" : testFileIn(text, dir, "[cm]?[jt]sx?"),
    outcome: passed ? "passed" : "failed",
    text: passed ? "" : text,
    phase: "test",
  };
}

/** Tests that never called `test.done()` are only listed when the process has nothing left to do. */
function undone(stdout: string): ReadCase[] {
  const list = /^FAILURES: Undone tests[^\n]*\n((?:- .*\n)+)/m.exec(stdout)?.[1] ?? "";
  return [...list.matchAll(/^- (.+)$/gm)].map((line) => ({
    id: line[1] ?? "",
    file: "",
    outcome: "failed",
    text: "the test never called done",
    phase: "test",
    cause: timeout,
  }));
}
