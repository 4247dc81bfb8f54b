import type { TestCounts } from "../../../domain/test-run.ts";
import { assertion, crash, misconfigured, timeout } from "../cause/causes.ts";
import { javascript } from "../cause/javascript.ts";
import type { Framework, Output, ReadCase, Reading, ReadLoad } from "../framework.ts";
import { hasDependency, hasScript } from "../read/package-json.ts";
import { lastMatch } from "../read/summary.ts";
import type { TapPoint } from "../read/tap.ts";
import { readTap } from "../read/tap.ts";
import { filesNoted, withFiles } from "./ava-files.ts";

/**
 * AVA: its text says more than its TAP, which counts uncaught errors as tests.
 */
export const ava: Framework = {
  name: "ava",
  runs: /\bava\b/,
  detect(facts) {
    if (hasScript(facts, /\bava\b/)) return "npm test";
    return hasDependency(facts, "ava") ? "npx ava" : null;
  },
  instrument(command, reportDir) {
    return {
      command,
      env: { NODE_OPTIONS: `--require=${reportDir}/ava-files.cjs` },
      files: { "ava-files.cjs": filesNoted(`${reportDir}/ava-files.txt`) },
    };
  },
  read(output) {
    const isTap = /^TAP version/m.test(output.stdout);
    return withFiles(isTap ? fromTap(output) : fromText(output.stdout), output);
  },
  rules: [
    [/without running any assertions/, () => misconfigured],
    [/never resolved/, () => timeout],
    ...javascript,
    [/Difference(?: \(|:)|Value (?:is|must)|Function returned|Values are/, () => assertion],
  ],
};

const NONE = /Couldn[’']t find any (?:files to test|matching tests)/;

function fromText(text: string): Reading | null {
  const cases = [...failuresIn(text), ...passedIn(text)];
  const loads = [...uncaught(text), ...pending(text), ...exits(text)];
  const none = NONE.test(text);
  if (cases.length === 0 && loads.length === 0 && !none) return null;
  return {
    cases,
    loads: unique(loads),
    empty: [...text.matchAll(/No tests found in (\S+?)(?:,|$)/gm)]
      .map((match) => match[1] ?? "")
      .filter((file) => !loads.some((load) => load.file === file)),
    counts: countsIn(text, cases),
    source: "text",
    cut: false,
    ended: none || /^ {2}─$/m.test(text),
  };
}

/** One file can be told of several times; its first load failure is why. */
function unique(loads: readonly ReadLoad[]): ReadLoad[] {
  return loads.filter((load, at) => loads.findIndex((other) => other.file === load.file) === at);
}

function uncaught(text: string): ReadLoad[] {
  const blocks = text.split(/^ {2}(?=(?:Uncaught exception|Unhandled rejection) in )/m).slice(1);
  return blocks.map((block) => {
    const late = block.startsWith("Unhandled");
    const file = /^\S+ \S+ in (\S+)/.exec(block)?.[1] ?? "";
    return {
      file,
      text: block.split(/^ {2}[✔✘─]/m)[0] ?? block,
      ...(late ? { cause: crash } : {}),
    };
  });
}

function exits(text: string): ReadLoad[] {
  const lines = text.matchAll(
    /^ {2}✘ (?:(\S+) exited (?:due to|with).*|Exiting due to process\.exit\(\) when running (\S+))$/gm,
  );
  return [...lines].map((line) => ({
    file: line[1] ?? line[2] ?? "",
    text: line[0],
    cause: crash,
  }));
}

function pending(text: string): ReadLoad[] {
  if (!/^ {2}✘ Timed out while running tests$/m.test(text)) return [];
  const names = [...text.matchAll(/^ {2}◌ (.+)$/gm)].map((match) => idOf(match[1] ?? ""));
  return (names.length > 0 ? names : [""]).map((file) => ({
    file,
    text: "timed out",
    cause: timeout,
  }));
}

function idOf(title: string): string {
  return title.split(" › ").join(" > ");
}

/** The `[fail]` line ends with the error's first line; the block below has the bare title. */
function failuresIn(text: string): ReadCase[] {
  const lines = [...text.matchAll(/^ {2}✘ \[fail\]: (.+)$/gm)].map((match) => match[1] ?? "");
  const details = text.slice(text.search(/^ {2}─$/m));
  return lines.map((line) => {
    const block = blockFor(line, details);
    const title = block?.title ?? line;
    return {
      id: idOf(title),
      file: "",
      outcome: "failed",
      text: `${line}\n${withoutCode(block?.text ?? "")}`,
      phase: /(?:before|after)(?:Each)?(?:\.always)? hook/.test(line) ? "hook" : "test",
    };
  });
}

/** The excerpt of the test's own code, line numbers in front. */
function withoutCode(text: string): string {
  return text.replace(/^ +\d+: .*$/gm, "");
}

function blockFor(line: string, details: string): { title: string; text: string } | null {
  const heads = [...details.matchAll(/^ {2}(\S.*)$/gm)].filter((head) =>
    line.startsWith(head[1] ?? "\n"),
  );
  const longest = heads.sort((a, b) => (b[1] ?? "").length - (a[1] ?? "").length)[0];
  if (longest === undefined) return null;
  const rest = details.slice(longest.index + longest[0].length);
  return { title: longest[1] ?? "", text: rest.split(/\n{4,} {2}(?=\S)|^ {2}─$/m)[0] ?? "" };
}

function passedIn(text: string): ReadCase[] {
  const lines = text.matchAll(
    /^ {2}(✔|- \[(?:skip|todo)\]) (?!\[expected fail\])(.+?)(?: \([\d.]+m?s\))?$/gm,
  );
  return [...lines].map((line) => ({
    id: idOf(line[2] ?? ""),
    file: "",
    outcome: line[1] === "✔" ? "passed" : "skipped",
    text: "",
    phase: "test",
  }));
}

/** The summary has no line for what passes beside failures: the lines are counted. */
function countsIn(text: string, cases: readonly ReadCase[]): TestCounts {
  const of = (words: string): number =>
    Number(lastMatch(text, new RegExp(`^ {2}(\\d+) tests? ${words}$`, "gm"))?.[1] ?? 0);
  const count = (outcome: string): number =>
    cases.filter((test) => test.outcome === outcome).length;
  return { passed: count("passed"), failed: count("failed"), skipped: of("skipped") + of("todo") };
}

function fromTap(output: Output): Reading | null {
  const tap = readTap(output.stdout);
  if (tap === null) return null;
  const files = tap.points.filter(isFile);
  const cases = tap.points.filter((point) => !isFile(point)).map(tapCase);
  const count = (outcome: string): number =>
    cases.filter((test) => test.outcome === outcome).length;
  return {
    cases,
    loads: files.length === 0 ? [] : [fileLoad(files)],
    counts: { passed: count("passed"), failed: count("failed"), skipped: count("skipped") },
    source: "text",
    cut: false,
    ended: tap.plan !== "none",
  };
}

/** What is no test but an error beside them, or the end of a file's process. */
function isFile(point: TapPoint): boolean {
  const name = point.path.join(" ");
  return !point.ok && /exited (?:with|due to)|^\w*Error\b.*:|^file:\/\/|^Uncaught/.test(name);
}

function fileLoad(points: readonly TapPoint[]): ReadLoad {
  const text = points.map((point) => `${point.path.join(" ")}\n${point.diagnostics}`).join("\n");
  return { file: /(\S+\.[cm]?[jt]sx?) exited/.exec(text)?.[1] ?? "", text };
}

function tapCase(point: TapPoint): ReadCase {
  const name = idOf(point.path.at(-1) ?? "");
  const ran = point.ok ? "passed" : "failed";
  return {
    id: name,
    file: "",
    outcome: point.skip || point.todo ? "skipped" : ran,
    text: `${point.diagnostics}`,
    phase: / hook$| hook for /.test(name) ? "hook" : "test",
  };
}
