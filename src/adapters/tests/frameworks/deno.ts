import type { TestCounts } from "../../../domain/test-run.ts";
import { crash, misconfigured, missingDependency } from "../cause/causes.ts";
import { javascript } from "../cause/javascript.ts";
import type { Framework, Output, ReadCase, ReadLoad } from "../framework.ts";
import { relativeTo } from "../read/paths.ts";
import { lastMatch, numberBefore } from "../read/summary.ts";

/** Deno: type errors and uncaught module errors are in no report, so that the text is read. */
export const deno: Framework = {
  name: "deno",
  runs: /\bdeno (?:test|task)\b/,
  detect: (facts) => (facts.files.some((path) => /^deno\.jsonc?$/.test(path)) ? "deno test" : null),
  instrument: () => null,
  read(output) {
    const counts = countsIn(output.stdout);
    const loads = [...uncaught(output), ...notChecked(output)];
    const none = /^error: No test modules found$/m.test(output.stderr);
    const started = /^running \d+ tests? from /m.test(output.stdout);
    if (counts === null && loads.length === 0 && !none && !started) return null;
    return {
      cases: [...failuresIn(output), ...linesIn(output.stdout)],
      loads,
      counts: counts ?? (none || loads.length > 0 ? { passed: 0, failed: 0, skipped: 0 } : null),
      source: "text",
      cut: false,
      ended: counts !== null || none || (loads.length > 0 && isCheckWhole(output)),
    };
  },
  rules: [
    [/Leaks detected|Test case is leaking|leaking resources|leaking async ops/i, () => crash],
    [/Import "([^"\n]+)" not a dependency/, (m) => missingDependency(m[1])],
    [/deno\.jsonc?|Unable to parse config|Failed to parse/i, () => misconfigured],
    ...javascript,
  ],
};

function errorsSection(stdout: string): string {
  const from = lastMatch(stdout, /^ ERRORS $/gm)?.index;
  if (from === undefined) return "";
  return stdout.slice(from).split(/^ FAILURES $/m)[0] ?? "";
}

function failuresIn(output: Output): ReadCase[] {
  const heads = [
    ...errorsSection(output.stdout).matchAll(/^(.+) => (\.\/\S+|file:\S+):\d+:\d+$/gm),
  ];
  const text = errorsSection(output.stdout);
  return heads.map((head, at) => ({
    id: (head[1] ?? "").replaceAll(" ... ", " > "),
    file: relativeTo(output.dir, head[2] ?? ""),
    outcome: "failed",
    text: text.slice(head.index + head[0].length, heads[at + 1]?.index),
    phase: "test",
  }));
}

/** A module that threw while it loaded, or that ended the process. */
function uncaught(output: Output): ReadLoad[] {
  const section = errorsSection(output.stdout);
  const thrown = section
    .split(/^(?=\S+ \(uncaught error\)$)/m)
    .slice(1)
    .map((block): ReadLoad => {
      const file = block.split(" ")[0] ?? "";
      const own = block.split(/^This error was not caught/m)[0] ?? block;
      return { file: relativeTo(output.dir, file), text: own };
    });
  const text = `${output.stdout}\n${output.stderr}`;
  const exits = text.matchAll(/^(?:error|note) (\S+) called `Deno\.exit\(.*$/gm);
  return [
    ...thrown,
    ...[...exits].map((match) => ({
      file: relativeTo(output.dir, match[1] ?? ""),
      text: match[0],
      cause: crash,
    })),
  ];
}

/** Type check and module graph come before every test: one error a block. */
function notChecked(output: Output): ReadLoad[] {
  if (/^running \d+ test/m.test(output.stdout)) return [];
  const blocks = output.stderr
    .split(/^(?=TS\d+ \[ERROR\]|error: (?!Test failed|Type checking failed|No test modules))/m)
    .slice(1);
  const problems = blocks.filter((block) =>
    /^TS\d+|Module not found|Cannot (?:find|resolve)|remote specifier|could not be parsed|Relative import|npm package|JSR package|Import /.test(
      block,
    ),
  );
  return problems.map((block) => {
    const files = [...block.matchAll(/at (file:\/\/\S+?):\d+:\d+/g)].map((match) => match[1] ?? "");
    return { file: relativeTo(output.dir, files[0] ?? ""), text: block };
  });
}

/** Behind several type errors deno says so, or how many they are. */
function isCheckWhole({ stderr }: Output): boolean {
  return !/^TS\d+ \[ERROR\]/m.test(stderr) || TYPES_SEEN.test(stderr);
}

const TYPES_SEEN = /^error: Type checking failed|^Found \d+ errors/m;

function linesIn(stdout: string): ReadCase[] {
  const found: ReadCase[] = [];
  let file = "";
  for (const line of stdout.split("\n")) {
    file = /^running \d+ tests? from (?:\.\/)?(\S+)$/.exec(line)?.[1] ?? file;
    const match = /^(\S.*) \.\.\. (ok|ignored)\b/.exec(line);
    if (match === null) continue;
    const outcome = match[2] === "ok" ? "passed" : "skipped";
    found.push({ id: match[1] ?? "", file, outcome, text: "", phase: "test" });
  }
  return found;
}

function countsIn(stdout: string): TestCounts | null {
  const line = lastMatch(stdout, /^(?:ok|FAILED) \| \d+ passed.*$/gm)?.[0];
  if (line === undefined) return null;
  const skipped = numberBefore(line, "ignored(?! step)") + numberBefore(line, "filtered out");
  return { passed: numberBefore(line, "passed"), failed: numberBefore(line, "failed"), skipped };
}
