import type { TestCounts } from "../../../domain/test-run.ts";
import { javascript } from "../cause/javascript.ts";
import type { Framework, Output, ReadCase, Reading } from "../framework.ts";
import { addArguments } from "../read/command-line.ts";
import { readTree } from "../read/indented-tree.ts";
import { isEmptySuite, readJestJson } from "../read/jest-json.ts";
import { hasDependency, hasScript } from "../read/package-json.ts";
import { reportOf } from "../read/paths.ts";

/** Jest, with or without ts-jest: JSON for the facts, stderr for people. */
export const jest: Framework = {
  name: "jest",
  runs: /\bjest\b|\breact-scripts test\b/,
  detect(facts) {
    if (hasScript(facts, /\bjest\b/)) return "npm test";
    const configured = facts.files.some((path) => /^jest\.config\.(?:[cm]?[jt]s|json)$/.test(path));
    return configured || hasDependency(facts, "jest") ? "npx jest" : null;
  },
  instrument(command, reportDir) {
    const flags = ["--json", `--outputFile=${reportDir}/report.json`];
    return { command: addArguments(command, flags), env: { CI: "true" } };
  },
  read(output) {
    const report = reportOf(output.reports, /\.json$/);
    const json = report === null ? null : readJestJson(report.text, output);
    if (json !== null && !json.cut) return json;
    const printed = readText(output);
    if (json === null) return printed ?? silent(output);
    return printed === null ? json : { ...printed, cut: true };
  },
  printsSummary: true,
  rules: javascript,
};

/** Jest always reports: without a word about tests, an exit code of 0 is a death. */
function silent(output: Output): Reading | null {
  if (output.exitCode !== 0) return null;
  return { cases: [], loads: [], counts: null, source: "text", cut: false, ended: false };
}

function readText(output: Output): Reading | null {
  const text = `${output.stderr}\n${output.stdout}`;
  const counts = countsIn(text);
  const blocks = failBlocks(text);
  if (counts === null && blocks.length === 0) return null;
  return {
    cases: [...blocks.flatMap(toCase), ...passedIn(text)],
    empty: blocks
      .filter((block) => isLoad(block) && isEmptySuite(block.text))
      .map(({ file }) => file),
    loads: blocks
      .filter((block) => isLoad(block) && !isEmptySuite(block.text))
      .map((block) => ({ file: block.file, text: `${block.title}\n${block.text}` })),
    counts,
    source: "text",
    cut: false,
    ended: counts !== null,
  };
}

interface Block {
  readonly title: string;
  readonly file: string;
  readonly text: string;
}

/** `● suite › test` blocks; the `FAIL file` line above tells the file. */
function failBlocks(text: string): Block[] {
  const summary = text.search(/^Summary of all failing tests$/m);
  const body = summary === -1 ? text : text.slice(0, summary);
  const heads = [...body.matchAll(/^(?:(FAIL|PASS) +(\S+).*| {2}● (.+))$/gm)];
  let file = "";
  const blocks: Block[] = [];
  for (const [at, head] of heads.entries()) {
    if (head[1] !== undefined) file = head[2] ?? "";
    const until = heads[at + 1]?.index ?? body.length;
    if (head[3] === undefined || head[3].startsWith("Console")) continue;
    blocks.push({ title: head[3], file, text: body.slice(head.index + head[0].length, until) });
  }
  return blocks;
}

function isLoad(block: Block): boolean {
  return /^(?:Test suite failed to run| *process\.exit called)/.test(block.title);
}

function toCase(block: Block): ReadCase[] {
  if (isLoad(block)) return [];
  const id = block.title.split(" › ").join(" > ");
  return [{ id, file: block.file, outcome: "failed", text: block.text, phase: "test" }];
}

/** `--verbose` prints a tree. */
function passedIn(text: string): ReadCase[] {
  const lines = readTree(text, /[✓○✎] /).map((line): ReadCase => {
    const outcome = line.mark === "✓" ? "passed" : "skipped";
    return { id: line.path.join(" > "), file: "", outcome, text: "", phase: "test" };
  });
  return lines;
}

function countsIn(text: string): TestCounts | null {
  const line = [...text.matchAll(/^Tests: +(.*)$/gm)].at(-1)?.[1];
  if (line === undefined) {
    return /^No tests found/m.test(text) ? { passed: 0, failed: 0, skipped: 0 } : null;
  }
  const of = (word: string): number => Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0);
  return { passed: of("passed"), failed: of("failed"), skipped: of("skipped") + of("todo") };
}
