import type { TestCounts } from "../../../domain/test-run.ts";
import { setupError } from "../cause/causes.ts";
import { python } from "../cause/python.ts";
import type { Framework, Output, Phase, ReadCase, Reading, ReadLoad } from "../framework.ts";
import { countsOfAll } from "../read/counts-of-all.ts";
import type { JunitCase } from "../read/junit.ts";
import { readJunit } from "../read/junit.ts";
import { relativeTo, reportOf } from "../read/paths.ts";

/** pytest: JUnit through PYTEST_ADDOPTS, which also reaches tox-like wrappers; text for the summary. */
export const pytest: Framework = {
  name: "pytest",
  runs: /\bpytest\b|\bpy\.test\b/,
  detect(facts) {
    const configured =
      facts.files.includes("pytest.ini") ||
      /\[tool\.pytest|pytest/.test(facts.text("pyproject.toml") ?? "") ||
      /\[(?:tool:)?pytest\]/.test(`${facts.text("setup.cfg") ?? ""}${facts.text("tox.ini") ?? ""}`);
    const tests = facts.files.some((path) =>
      /(?:^|\/)(?:test_[^/]+|[^/]+_test|conftest)\.py$/.test(path),
    );
    return configured || tests ? "python3 -m pytest" : null;
  },
  instrument(command, reportDir) {
    const options = `--junitxml=${reportDir}/report.xml -o junit_family=xunit1 -p no:cacheprovider`;
    return { command, env: { PYTEST_ADDOPTS: options, PYTHONDONTWRITEBYTECODE: "1" } };
  },
  instrumentMany: (command) => ({
    command,
    env: { PYTEST_ADDOPTS: "-rA -p no:cacheprovider", PYTHONDONTWRITEBYTECODE: "1" },
  }),
  read(output) {
    const report = reportOf(output.reports, /\.xml$/);
    const junit = report === null ? null : readJunit(report.text);
    const printed = readText(output);
    if (junit === null) return printed;
    return {
      cases: merge(
        junit.cases.filter((test) => !isLoad(test)).map((test) => fromJunit(test, output)),
      ),
      loads: junit.cases
        .filter(isLoad)
        .map((test) => ({ file: moduleFile(test.name), text: test.text })),
      counts: printed?.counts ?? null,
      passing: junit.cases.some((test) => isFixed(test.message, test.text)),
      source: "report",
      cut: junit.cut,
      ended: !junit.cut,
    };
  },
  printsSummary: true,
  rules: python,
};

/** A file that could not be collected is a test case without a class. */
function isLoad(test: JunitCase): boolean {
  return test.classname === "" && test.status === "failed";
}

function moduleFile(name: string): string {
  return name.endsWith(".py") ? name : `${name.replaceAll(".", "/")}.py`;
}

function fromJunit(test: JunitCase, output: Output): ReadCase {
  const parts = test.classname.split(".");
  const firstClass = parts.findIndex((part, at) => at > 0 && /^[A-Z]/.test(part));
  const end = firstClass === -1 ? parts.length : firstClass;
  const file = test.file === "" ? `${parts.slice(0, end).join("/")}.py` : test.file;
  const classes = test.file === "" ? parts.slice(end) : classesAfter(test.file, parts);
  const hook = /^failed on (?:setup|teardown) with /.test(test.message);
  return {
    id: [relativeTo(output.dir, file), ...classes, test.name].join("::"),
    file: relativeTo(output.dir, file),
    outcome: isFixed(test.message, test.text) ? "passed" : test.status,
    text: whatFailed(test.message, test.text),
    phase: hook ? "hook" : "test",
  };
}

/** Marked as an expected failure, strictly, and passing. */
function isFixed(message: string, text: string): boolean {
  return `${message}${text}`.startsWith("[XPASS(strict)]");
}

function classesAfter(file: string, parts: readonly string[]): readonly string[] {
  const module = file.replace(/\.py$/, "").split("/").length;
  return parts.slice(module);
}

/** The marked lines when there are any: around them stand source code and captured output. */
function whatFailed(message: string, section: string): string {
  const marked = errorLines(section);
  return marked === "" ? `${message}\n${section}` : `${message}\n${marked}\n${placeIn(section)}`;
}

/** `tests/test_x.py:12: ValueError`, the innermost frame, is the section's last word. */
function placeIn(section: string): string {
  return [...section.matchAll(/^\S+\.py:\d+: .*$/gm)]
    .map((match) => match[0])
    .reverse()
    .join("\n");
}

/** Lines that pytest marks with `E` are the error; all others are source code. */
function errorLines(text: string): string {
  return text
    .split("\n")
    .filter((line) => /^E {2,}/.test(line))
    .map((line) => line.slice(1).trim())
    .join("\n");
}

/** A test whose teardown fails is written twice: the failure is what counts. */
function merge(cases: readonly ReadCase[]): ReadCase[] {
  const byId = new Map<string, ReadCase>();
  for (const test of cases) {
    if (byId.get(test.id)?.outcome !== "failed") byId.set(test.id, test);
  }
  return [...byId.values()];
}

function readText(output: Output): Reading | null {
  const summaries = summariesIn(output.stdout);
  const started = /^=+ test session starts =+$/m.test(output.stdout);
  const conftest = loadErrors(output);
  if (summaries.length === 0 && !started && conftest.length === 0) return null;
  const lines = [
    ...output.stdout.matchAll(/^(FAILED|ERROR) ([^\s:]+?\.py)(::.*?)?(?: - (.*))?$/gm),
  ];
  const sections = sectionsIn(output.stdout);
  const cases = [
    ...lines.filter((line) => line[3] !== undefined).map((line) => fromLine(line, sections)),
    ...passedIn(output),
  ];
  const counts = countsOfAll(summaries, cases.length);
  return {
    cases,
    loads: [
      ...lines
        .filter((line) => line[3] === undefined)
        .map((line) => collectionError(line, sections)),
      ...conftest,
    ],
    counts,
    source: "text",
    cut: false,
    ended: counts !== null || conftest.length > 0,
  };
}

/** A conftest that cannot be imported ends everything before the session starts. */
function loadErrors(output: Output): ReadLoad[] {
  const match = /^ImportError while loading conftest '([^']+)'\.$/m.exec(output.stderr);
  if (match === null) return [];
  return [{ file: relativeTo(output.dir, match[1] ?? ""), text: output.stderr.slice(match.index) }];
}

function fromLine(line: RegExpExecArray, sections: readonly Section[]): ReadCase {
  const test = (line[3] ?? "").split("::").at(-1) ?? "";
  const section = sectionOf(sections, test.replace(/\[.*$/, ""));
  const phase: Phase = line[1] === "ERROR" ? "hook" : "test";
  return {
    id: `${line[2]}${line[3]}`,
    file: line[2] ?? "",
    outcome: "failed",
    text: whatFailed(line[4] ?? "", section),
    phase,
    ...(phase === "hook" && section === "" ? { cause: setupError } : {}),
  };
}

/** The block under `____ test name ____`. */
function sectionOf(sections: readonly Section[], name: string): string {
  return sections.find(({ title }) => title.includes(name))?.text ?? "";
}

interface Section {
  readonly title: string;
  readonly text: string;
}

/** Each failure looks through them: of a run with more, the rest has its line in the summary alone. */
const SECTIONS_AT_MOST = 2_000;

function sectionsIn(stdout: string): Section[] {
  const bounds = [...stdout.matchAll(/^(?:_{3,} |={3,} |-{5,} generated).*$/gm)];
  const whole = bounds.slice(0, -1).map((bound, at): Section => {
    const text = stdout.slice(bound.index + bound[0].length, bounds[at + 1]?.index);
    return { title: /^_+ (.*) _+$/.exec(bound[0])?.[1] ?? "", text };
  });
  return whole.filter(({ title }) => title !== "").slice(0, SECTIONS_AT_MOST);
}

function collectionError(line: RegExpExecArray, sections: readonly Section[]): ReadLoad {
  const section = sectionOf(sections, `ERROR collecting ${line[2]}`);
  return { file: line[2] ?? "", text: whatFailed("", section) };
}

function passedIn(output: Output): ReadCase[] {
  const lines = output.stdout.matchAll(
    /^(?:\[gw\d+\] \[ *\d+%\] )?(?:([^\s:]+\.py)(::.+?) PASSED|PASSED ([^\s:]+\.py)(::.+)$)/gm,
  );
  return [...lines].map((line) => ({
    id: `${line[1] ?? line[3]}${line[2] ?? line[4]}`,
    file: line[1] ?? line[3] ?? "",
    outcome: "passed",
    text: "",
    phase: "test",
  }));
}

function summariesIn(stdout: string): TestCounts[] {
  const lines = stdout.matchAll(
    /^=* ?((?:no tests ran|\d+ (?:passed|failed|errors?|skipped|deselected|xfailed|xpassed|warnings?))\b.*?) in [\d.:]+.*$/gm,
  );
  return [...lines].map(([, line = ""]) => {
    const of = (word: string): number => Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0);
    return {
      passed: of("passed") + of("xpassed"),
      failed: of("failed") + of("error"),
      skipped: of("skipped") + of("xfailed"),
    };
  });
}
