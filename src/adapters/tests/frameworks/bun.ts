import type { TestCounts } from "../../../domain/test-run.ts";
import { crash, misconfigured, setupError, syntaxError } from "../cause/causes.ts";
import { javascript } from "../cause/javascript.ts";
import type { Framework, ReadCase, ReadLoad } from "../framework.ts";
import { lastMatch } from "../read/summary.ts";

/** Bun: its JUnit file leaves out what did not load, so that the text on stderr is read. */
export const bun: Framework = {
  name: "bun",
  runs: /\bbun test\b/,
  detect: (facts) =>
    facts.files.some((path) => /^bun\.lockb?$|^bunfig\.toml$/.test(path)) &&
    facts.files.some((path) => /[._](?:test|spec)\.[cm]?[jt]sx?$/.test(path))
      ? "bun test"
      : null,
  instrument: () => null,
  read(output) {
    const text = `${output.stdout}\n${output.stderr}`;
    const counts = countsIn(text);
    const none =
      /^No tests found!|did not match any test files|^error: regex .* matched 0 tests/m.test(text);
    if (counts === null && !none && !/^bun test v/m.test(text)) return null;
    const { cases, loads } = readLines(text);
    return {
      cases,
      loads,
      counts: counts ?? (none ? { passed: 0, failed: 0, skipped: 0 } : null),
      source: "text",
      cut: false,
      ended: counts !== null || none,
    };
  },
  rules: [
    [/preload not found|failed to load bunfig/, () => misconfigured],
    [
      /^error: (?:Unexpected|Expected (?:["'`;)\]}]|\S+ but found)|Syntax Error|Unterminated)/m,
      () => syntaxError,
    ],
    ...javascript,
  ],
};

interface State {
  readonly cases: ReadCase[];
  readonly loads: ReadLoad[];
  file: string;
  /** Marks seen in the current file. */
  marks: number;
  block: string[];
}

/** An error stands before the line of its test; a file's name before both. */
function readLines(text: string): State {
  const state: State = { cases: [], loads: [], file: "", marks: 0, block: [] };
  for (const line of text.split("\n")) take(line, state);
  return state;
}

const MARK = /^(?:\((pass|fail|skip|todo)\)|([✓✗»✎])) (.+?)(?: \[[\d.]+m?s\])?$/u;
const SIGNS: Readonly<Record<string, string>> = {
  "✓": "pass",
  "✗": "fail",
  "»": "skip",
  "✎": "todo",
};

function take(line: string, state: State): void {
  const header = /^(\S+\.[cm]?[jt]sx?):$/.exec(line);
  const mark = MARK.exec(line);
  if (header !== null) startFile(header[1] ?? "", state);
  else if (/^-{20,}$/.test(line)) endOfError(state);
  else if (mark === null) state.block.push(line);
  else {
    state.cases.push(toCase(mark, state));
    state.block = [];
    state.marks += 1;
  }
}

function startFile(file: string, state: State): void {
  state.file = file;
  state.marks = 0;
  state.block = [];
}

/** Between two rules stands an error that belongs to no test. */
function endOfError(state: State): void {
  const opens = state.block.some((line) => line.startsWith("# Unhandled error between tests"));
  if (opens) {
    state.block = [RULE];
    return;
  }
  if (state.block[0] !== RULE) return;
  const text = state.block.slice(1).join("\n");
  const late = state.marks > 0;
  state.loads.push({ file: state.file, text, ...(late ? { cause: crash } : {}) });
  state.block = [];
}

const RULE = "(error between tests)";

function toCase(mark: RegExpExecArray, state: State): ReadCase {
  const sign = mark[1] ?? SIGNS[mark[2] ?? ""] ?? "";
  const name = mark[3] ?? "";
  const unnamed = name.endsWith("(unnamed)");
  const text = state.block.filter((line) => !/^\d+ \| /.test(line)).join("\n");
  return {
    id: name.replaceAll(/ >\s+/g, " > "),
    file: state.file,
    outcome: OUTCOMES[sign] ?? "skipped",
    text,
    phase: unnamed ? "hook" : "test",
    ...(unnamed && text.trim() === "" ? { cause: setupError } : {}),
  };
}

const OUTCOMES: Readonly<Record<string, ReadCase["outcome"]>> = { pass: "passed", fail: "failed" };

function countsIn(text: string): TestCounts | null {
  const of = (word: string): number =>
    Number(lastMatch(text, new RegExp(`^ (\\d+) ${word}$`, "gm"))?.[1] ?? 0);
  if (!/^Ran \d+ tests? across \d+ files?\./m.test(text)) return null;
  return { passed: of("pass"), failed: of("fail"), skipped: of("skip") + of("todo") };
}
