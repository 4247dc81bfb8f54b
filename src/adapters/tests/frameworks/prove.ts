import type { TestCounts } from "../../../domain/test-run.ts";
import { misconfigured } from "../cause/causes.ts";
import { perl } from "../cause/scripted.ts";
import type { Framework, Output, ReadCase, ReadLoad } from "../framework.ts";
import { lastMatch } from "../read/summary.ts";

/** prove: its summary counts files and points; the harness keeps each file's own TAP on request. */
export const prove: Framework = {
  name: "prove",
  runs: /\bprove\b/,
  detect: (facts) => (facts.files.some((path) => /^t\/.*\.t$/.test(path)) ? "prove -l -r t" : null),
  instrument: (command, reportDir) => ({ command, env: { PERL_TEST_HARNESS_DUMP_TAP: reportDir } }),
  read(output) {
    const total = lastMatch(output.stdout, /^Files=(\d+), Tests=(\d+),.*$/gm);
    const bail = /^(?:Bailout called|FAILED--Further testing stopped|Bail out!).*$/m.exec(
      `${output.stdout}\n${output.stderr}`,
    );
    if (total === null && bail === null && !/^\S+\.t \.+/m.test(output.stdout)) return null;
    if (total?.[1] === "0" && output.stderr !== "") return null;
    const files = failedFiles(output.stdout);
    const failed = files.flatMap((file) => failuresIn(file, output));
    return {
      cases: [...failed, ...othersIn(output)],
      loads: [
        ...files.flatMap((file) => loadOf(file, output)),
        ...(bail === null ? [] : [{ file: "", text: `Bail out! ${bail[0]}` }]),
      ],
      empty: emptyFiles(output),
      counts: countsOf(total === null ? null : Number(total[2]), files, output.stdout),
      source: "text",
      cut: files.some((file) => isUnexplained(file, output)),
      ended: total !== null || bail !== null,
    };
  },
  rules: perl,
};

interface FailedFile {
  readonly name: string;
  readonly tests: number;
  readonly failed: readonly number[];
  /** Its process exited with 0. */
  readonly endedWell: boolean;
  readonly text: string;
}

/** `t/x.t (Wstat: 512 … Tests: 2 Failed: 2)` and the indented lines under it. */
function failedFiles(stdout: string): FailedFile[] {
  const summary = stdout.slice(
    lastMatch(stdout, /^Test Summary Report$/gm)?.index ?? stdout.length,
  );
  const found = summary.matchAll(
    /^(\S+) +\(Wstat: (\d+) .*Tests: (\d+) Failed: \d+\)\n((?: {2}.*\n)*)/gm,
  );
  return [...found].map((match) => ({
    name: match[1] ?? "",
    tests: Number(match[3]),
    endedWell: match[2] === "0",
    failed: numbers(/Failed tests?: +([\d, -]+)/.exec(match[4] ?? "")?.[1] ?? ""),
    text: match[4] ?? "",
  }));
}

function numbers(list: string): number[] {
  return list
    .split(",")
    .filter((part) => part.trim() !== "")
    .flatMap((part) => {
      const [from, to] = part.trim().split("-").map(Number);
      if (from === undefined || Number.isNaN(from)) return [];
      return Array.from({ length: (to ?? from) - from + 1 }, (_, at) => from + at);
    });
}

/** Neither Test::More nor the TAP says what failed: some words were lost. */
function isUnexplained(file: FailedFile, output: Output): boolean {
  const isTold = ownBlocks(file, output).length >= file.failed.length;
  return !isTold && file.failed.some((number) => pointName(file.name, number, output) === null);
}

/** What Test::More says of each failure, on stderr, in the order of the failures. */
function ownBlocks(file: FailedFile, output: Output): string[] {
  const blocks = output.stderr
    .split(/^(?=# {3}Failed (?:\(TODO\) )?test)/m)
    .filter((block) => block.startsWith("#   Failed test"));
  return blocks.filter((block) =>
    new RegExp(`at ${file.name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")} line`).test(block),
  );
}

function failuresIn(file: FailedFile, output: Output): ReadCase[] {
  const own = ownBlocks(file, output);
  const isWhole = own.length >= file.failed.length;
  return file.failed.map((number, at) => {
    const block = (isWhole ? own[at] : undefined) ?? "";
    const said = block.split(/^# Looks like /m)[0] ?? "";
    const name =
      /^# {3}Failed test '(.*)'$/m.exec(block)?.[1] ?? pointName(file.name, number, output);
    return {
      id:
        name === null || name === ""
          ? `${file.name} ${number}`
          : `${file.name} ${number} - ${name}`,
      file: file.name,
      outcome: "failed",
      text: said === "" ? "Failed test" : said,
      phase: "test",
    };
  });
}

/** What the TAP calls a failed point; null when it does not hold it. */
function pointName(file: string, number: number, output: Output): string | null {
  const tap = tapTexts(output).find(([name]) => name === file)?.[1] ?? "";
  const line = new RegExp(`^not ok ${number}\\b(?: - (.*?))?( # .*)?$`, "m").exec(tap);
  return line === null ? null : (line[1] ?? "");
}

/** A file with fewer points than planned, or that died, beside or without failed points. */
function loadOf(file: FailedFile, output: Output): ReadLoad[] {
  const died = /Non-zero exit status|Non-zero wait status|Parse errors|No plan found/.test(
    file.text,
  );
  if (file.failed.length > 0 && !/Parse errors: Bad plan/.test(file.text)) return [];
  if (!died || emptyFiles(output).includes(file.name)) return [];
  const said = output.stderr.replace(/^#.*\n?/gm, "");
  return [
    {
      file: file.name,
      text: `${said}\n${file.text}`,
      ...(withoutOwnLib(said, output) ? { cause: misconfigured } : {}),
    },
  ];
}

/** Files that the harness passes over, or that ran no test. */
function emptyFiles(output: Output): string[] {
  const skipped = [...output.stdout.matchAll(/^(\S+\.t) \.+ skipped: /gm)].map(
    (line) => line[1] ?? "",
  );
  const none = /^# No tests run!$/m.test(output.stderr);
  const without = failedFiles(output.stdout).filter(
    (file) => file.tests === 0 && (none || file.endedWell),
  );
  return [...skipped, ...without.map((file) => file.name)];
}

/** Nothing of the repository is in @INC: `-l` was forgotten, and an existing module looks missing. */
function withoutOwnLib(said: string, output: Output): boolean {
  const inc = /Can't locate \S+ in @INC .*\(@INC (?:contains|entries checked): ([^)]*)\)/.exec(
    said,
  )?.[1];
  if (inc === undefined) return false;
  return !inc.split(" ").some((path) => path.startsWith(output.dir) || !path.startsWith("/"));
}

/** Points that pass, from `-v` or from the TAP that the harness kept. */
function othersIn(output: Output): ReadCase[] {
  return tapTexts(output).flatMap(([file, text]) =>
    [...text.matchAll(/^ok (\d+)(?: - (.*?))?( # (?:skip|TODO).*)?$/gim)].map((line): ReadCase => {
      const name = line[2] === undefined ? "" : ` - ${line[2]}`;
      const outcome = line[3] === undefined ? "passed" : "skipped";
      return { id: `${file} ${line[1]}${name}`, file, outcome, text: "", phase: "test" };
    }),
  );
}

/** The TAP of each file. */
function tapTexts(output: Output): readonly (readonly [string, string])[] {
  const kept = [...output.reports].filter(([name]) => name.endsWith(".t"));
  return kept.length > 0 ? kept : verboseFiles(output.stdout);
}

function verboseFiles(stdout: string): (readonly [string, string])[] {
  const heads = [...stdout.matchAll(/^(\S+\.t) \.+ *$/gm)];
  return heads.map(
    (head, at) =>
      [head[1] ?? "", stdout.slice(head.index, heads[at + 1]?.index ?? stdout.length)] as const,
  );
}

/** Skipped and todo points are counted only where the TAP itself is printed. */
function countsOf(tests: number | null, files: readonly FailedFile[], stdout: string): TestCounts {
  const failed = files.reduce((sum, file) => sum + file.failed.length, 0);
  const skipped = [...stdout.matchAll(/^(?:not )?ok \d+.* # (?:skip|TODO)\b.*$/gim)].length;
  const skippedFiles = [...stdout.matchAll(/^\S+\.t \.+ skipped: (?!\(no reason)/gm)].length;
  const passed = [...stdout.matchAll(/^ok \d+(?!.* # (?:skip|TODO)\b).*$/gim)].length;
  const counted = tests === null ? passed : Math.max(0, tests - failed - skipped);
  return { passed: counted, failed, skipped: skipped + skippedFiles };
}
