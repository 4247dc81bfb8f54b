import type { TestCounts } from "../../../domain/test-run.ts";
import { crash, setupError } from "../cause/causes.ts";
import { javascript } from "../cause/javascript.ts";
import type { Framework, Output, ReadCase, Reading, ReadLoad } from "../framework.ts";
import { countsOfAll } from "../read/counts-of-all.ts";
import type { JunitCase } from "../read/junit.ts";
import { readJunit } from "../read/junit.ts";
import { hasScript } from "../read/package-json.ts";
import { relativeTo, reportOf } from "../read/paths.ts";
import type { TapPoint } from "../read/tap.ts";
import { readTap } from "../read/tap.ts";
import type { SpecLine } from "./node-spec.ts";
import { readSpecLines } from "./node-spec.ts";

/**
 * Node's own runner. Its JUnit report says which tests failed; why a *file* did not load is only in
 * the printed text, so that both are read. `--test-reporter` reaches npm scripts by NODE_OPTIONS.
 */
export const nodeTest: Framework = {
  name: "node:test",
  runs: /\bnode\b[^|&;]*\s--test\b/,
  detect: (facts) => (hasScript(facts, /\bnode\b.*--test\b/) ? "npm test" : null),
  instrument(command, reportDir) {
    const reporters = [
      "--test-reporter=spec",
      "--test-reporter-destination=stdout",
      "--test-reporter=junit",
      `--test-reporter-destination=${reportDir}/report.xml`,
    ];
    if (/--test-reporter/.test(command)) return null;
    const options = [...reporters, `--require=${reportDir}/exits.cjs`];
    return {
      command,
      env: { NODE_OPTIONS: options.join(" ") },
      files: { "exits.cjs": exitsNoted(`${reportDir}/exits.txt`) },
    };
  },
  read(output) {
    const printed = readPrinted(output);
    const report = reportOf(output.reports, /\.xml$/);
    const junit = report === null ? null : readJunit(report.text);
    if (junit === null) return printed;
    const cases = junit.cases.map((test) => fromJunit(test, output, printed));
    const empty = emptyFiles(cases);
    const left = filesThatLeft(output).filter((file) => empty.includes(file));
    return {
      cases: cases.filter((test) => !isFile(test.id)),
      loads: [...loadsOf(cases, output), ...left.map(loadThatLeft)],
      empty: empty.filter((file) => !left.includes(file)),
      counts: printed?.counts ?? null,
      source: "report",
      cut: junit.cut,
      ended: !junit.cut,
    };
  },
  printsSummary: true,
  emptyFilePasses: true,
  rules: javascript,
};

/**
 * A file that calls `process.exit(0)` stands in the report as one that passed and has no tests. Who
 * called it is noted by the process itself; a program that a test starts is none of its files.
 */
function exitsNoted(path: string): string {
  return `const { appendFileSync } = require("node:fs");
const leave = process.exit;
process.exit = function exit(code) {
  try {
    if (process.env.NODE_TEST_CONTEXT) appendFileSync(${JSON.stringify(path)}, process.argv[1] + "\\n");
  } catch {}
  return leave.call(process, code);
};
`;
}

function filesThatLeft(output: Output): string[] {
  const noted = reportOf(output.reports, /^exits\.txt$/)?.text.split("\n") ?? [];
  return [...new Set(noted)]
    .filter((path) => path !== "")
    .map((path) => relativeTo(output.dir, path));
}

function loadThatLeft(file: string): ReadLoad {
  return { file, text: "process.exit was called before the tests had ended", cause: crash };
}

/** A file stands in the report as a test of that name, when it did not load or has no tests. */
function isFile(id: string): boolean {
  return /^[^>]*\.[cm]?[jt]sx?$/.test(id);
}

function fromJunit(test: JunitCase, output: Output, printed: Reading | null): ReadCase {
  const name = isFile(unescapeTwice(test.name)) ? relativeTo(output.dir, test.name) : test.name;
  const id = unescapeTwice([...test.suites, name].join(" > "));
  const hook = test.type === "hookFailed" || test.type === "cancelledByParent";
  const said = printed?.cases.find((other) => other.id === id)?.text ?? "";
  return {
    id,
    file: isFile(id) ? id : fileIn(`${test.text}\n${said}`, output.dir),
    outcome: test.type === "todo" ? "skipped" : test.status,
    text: hook ? `${test.text}\n${said}` : test.text,
    phase: hook ? "hook" : "test",
    ...(test.type === "cancelledByParent" && said === "" ? { cause: setupError } : {}),
  };
}

/** Node 20 escapes quotes twice. */
function unescapeTwice(name: string): string {
  return name.replaceAll("&quot;", '"').replaceAll("&apos;", "'").replaceAll("&amp;", "&");
}

function fileIn(stack: string, dir: string): string {
  const frames = [...stack.matchAll(/(?:file:\/\/)?(\/[^\s():]+\.[cm]?[jt]sx?):\d+/g)];
  const own = frames.find(
    (frame) => frame[1]?.startsWith(dir) === true && !frame[1].includes("/node_modules/"),
  );
  return own === undefined ? "" : relativeTo(dir, own[1] ?? "");
}

function loadsOf(cases: readonly ReadCase[], output: Output): ReadLoad[] {
  const files = cases.filter((test) => isFile(test.id) && test.outcome === "failed");
  return files.map((test) => {
    const said = whatFilePrinted(output.stdout, test.id);
    // Without a word about an error the file's process was told to exit.
    const silent = !/\b\w*(?:Error|Exception)\b/.test(said);
    const text = `${said}\n${test.text}`;
    return { file: test.id, text, ...(silent ? { cause: crash } : {}) };
  });
}

/** A passing test of a file's own name: the file ran, and nothing in it was a test. */
function emptyFiles(cases: readonly ReadCase[]): string[] {
  return cases.filter((test) => isFile(test.id) && test.outcome === "passed").map(({ id }) => id);
}

/** What a file wrote while it failed to load stands right before its own ✖ or `# Subtest` line. */
function whatFilePrinted(stdout: string, file: string): string {
  const lines = stdout.split("\n");
  const own = lines.findIndex(
    (line) => line.includes(file) && (line.startsWith("✖") || line.startsWith("# Subtest: ")),
  );
  const until = own === -1 ? lines.length : own;
  const from = lines.slice(0, until).findLastIndex((line) => MARK.test(line)) + 1;
  const below = lines.slice(from, until);
  // Indented right below a mark is why that test failed, which is no file's own word.
  const start = below.findIndex((line) => !/^(?:\s|$)/.test(line));
  const said = start === -1 ? [] : below.slice(from === 0 ? 0 : start);
  return said.map((line) => line.replace(/^# ?/, "").replace(/\\#/g, "#")).join("\n");
}

const MARK = /^(?:✖|✔|▶|﹣|(?:not )?ok \d)/;

function readPrinted(output: Output): Reading | null {
  const lines = readSpecLines(output.stdout);
  const cases = lines.length > 0 ? lines.map((line) => fromSpec(line, output)) : tapCases(output);
  const counts = countsOfAll(summariesIn(output.stdout), cases.length);
  if (cases.length === 0 && counts === null) return null;
  return {
    cases: cases.filter((test) => !isFile(test.id)),
    loads: loadsOf(cases, output),
    empty: emptyFiles(cases),
    counts,
    source: "text",
    cut: false,
    ended: counts !== null,
  };
}

function fromSpec(line: SpecLine, output: Output): ReadCase {
  const last = relativeTo(output.dir, line.path.at(-1) ?? "");
  const id = [...line.path.slice(0, -1), last].join(" > ");
  return {
    id,
    file: isFile(id) ? id : fileIn(line.text, output.dir),
    outcome: line.outcome,
    text: line.text,
    phase: /TestHook\.run|hook failed/.test(line.text) ? "hook" : "test",
  };
}

function tapCases(output: Output): ReadCase[] {
  const points = readTap(output.stdout)?.points ?? [];
  const leaves = points.filter((point) => !point.closesSubtest && point.diag["type"] !== "suite");
  return leaves.map((point) => fromTap(point, output));
}

function fromTap(point: TapPoint, output: Output): ReadCase {
  const name = relativeTo(output.dir, point.path.at(-1) ?? "");
  const hook = /hookFailed|cancelledByParent/.test(String(point.diag["failureType"] ?? ""));
  return {
    id: [...point.path.slice(0, -1), name].join(" > "),
    file: fileIn(point.diagnostics, output.dir),
    outcome: tapOutcome(point),
    text: point.diagnostics,
    phase: hook ? "hook" : "test",
  };
}

function tapOutcome(point: TapPoint): ReadCase["outcome"] {
  if (point.skip || point.todo) return "skipped";
  return point.ok ? "passed" : "failed";
}

function summariesIn(stdout: string): TestCounts[] {
  const all = (word: string): number[] =>
    [...stdout.matchAll(new RegExp(`^(?:ℹ|#) ${word} (\\d+)$`, "gm"))].map((found) =>
      Number(found[1]),
    );
  const [failed, cancelled, skipped, todo] = ["fail", "cancelled", "skipped", "todo"].map(all);
  return all("pass").map((passed, at) => ({
    passed,
    failed: (failed?.[at] ?? 0) + (cancelled?.[at] ?? 0),
    skipped: (skipped?.[at] ?? 0) + (todo?.[at] ?? 0),
  }));
}
