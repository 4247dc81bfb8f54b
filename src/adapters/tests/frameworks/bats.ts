import { crash } from "../cause/causes.ts";
import { shell } from "../cause/scripted.ts";
import type { Framework, Output, ReadCase } from "../framework.ts";
import { addArguments } from "../read/command-line.ts";
import { lastMatch } from "../read/summary.ts";

/** bats prints TAP when nobody looks; why a test failed stands in the `#` lines under it. */
export const bats: Framework = {
  name: "bats",
  runs: /\bbats\b/,
  detect: (facts) => {
    const files = facts.files.filter((path) => path.endsWith(".bats"));
    const dir = files[0]?.split("/").slice(0, -1).join("/");
    return files.length === 0 ? null : `bats ${dir === undefined || dir === "" ? "." : dir}`;
  },
  /** The pretty formatter needs a terminal; the last formatter named is the one that prints. */
  instrument: (command) =>
    /\s(?:-p|--pretty|-F|--formatter)\b/.test(command)
      ? { command: addArguments(command, ["--formatter", "tap"]), env: {} }
      : null,
  read(printed) {
    const output = { ...printed, stdout: asTap(printed.stdout) };
    const plan = /^1\.\.(\d+)$/m.exec(output.stdout);
    const missing = /^Error: Test file ".*" does not exist$/m.test(output.stderr);
    if (plan === null && !missing) return null;
    const cases = casesIn(output);
    return {
      cases,
      loads: [],
      counts: countsOf(cases),
      source: "text",
      cut: isCut(output, cases, Number(plan?.[1] ?? 0)),
      ended: missing || plan?.[1] === "0" || cases.length > 0,
    };
  },
  rules: shell,
};

/** `   name3/7 ✗ name`, as the pretty formatter writes over its own line. */
const PRETTY = /^ {3}.*?\d+\/(\d+) ([✓✗-]) (.*?)(?: \[\d+\]| \(skipped(?:: (.*))?\))?$/u;

/** What the pretty formatter prints, as the TAP that it is made of. */
function asTap(stdout: string): string {
  const total = lastMatch(stdout, /^(\d+) tests?, \d+ failures?.*$/gm)?.[1];
  if (total === undefined || /^1\.\.\d+$/m.test(stdout)) return stdout;
  let at = 0;
  const lines = stdout.split("\n").map((line) => {
    const mark = PRETTY.exec(line);
    if (mark === null) return line.startsWith("   ") ? `# ${line.slice(3)}` : "";
    at += 1;
    const result = mark[2] === "✗" ? "not ok" : "ok";
    return `${result} ${at} ${mark[3]}${mark[2] === "-" ? ` # skip ${mark[4] ?? ""}` : ""}`;
  });
  return [`1..${total}`, ...lines].join("\n");
}

function casesIn(output: Output): ReadCase[] {
  const lines = [
    ...output.stdout.matchAll(
      /^(not ok|ok) \d+ (.*?)(?: # in \d+ (?:ms|sec))?( # (?:skip|timeout).*)?$/gm,
    ),
  ];
  return lines.map((line, at) => {
    const body = output.stdout.slice(line.index + line[0].length, lines[at + 1]?.index);
    const said = body
      .split("\n")
      .filter((one) => /^#|^ {4}/.test(one))
      .map((one) => one.replace(/^# ?|^ {4}/, ""))
      .join("\n");
    const outcome = outcomeOf(line[1] ?? "", line[3] ?? "");
    const test: ReadCase = {
      id: line[2] ?? "",
      file: /in test file (\S+), line/.exec(said)?.[1] ?? "",
      outcome,
      text: `${line[3] ?? ""}\n${said}\n${warningsFor(said, output.stderr)}`,
      phase: /from function `(?:setup|teardown)(?:_file|_suite)?'|^setup_file failed/m.test(
        `${line[2]}\n${said}`,
      )
        ? "hook"
        : "test",
    };
    return diedIn(output) && outcome === "failed" ? { ...test, cause: crash } : test;
  });
}

/** Each planned test has a result, and each failure its reason, in whole lines. */
function isCut({ stdout }: Output, cases: readonly ReadCase[], planned: number): boolean {
  const last = cases.at(-1);
  if (last === undefined) return false;
  const isSilent = last.outcome === "failed" && last.text.trim() === "";
  return cases.length < planned || isSilent || !stdout.endsWith("\n");
}

function outcomeOf(result: string, directive: string): ReadCase["outcome"] {
  if (directive.startsWith(" # skip")) return "skipped";
  return result === "ok" ? "passed" : "failed";
}

/** `run` hides a command that is not there; bats warns of it apart, with the test's file. */
function warningsFor(said: string, stderr: string): string {
  const file = /in test file (\S+), line/.exec(said)?.[1];
  const warnings = stderr.split(/^(?=BW\d+: )/m).filter((one) => one.startsWith("BW01"));
  return warnings.filter((one) => file !== undefined && one.includes(file)).join("\n");
}

function diedIn(output: Output): boolean {
  return /bats-exec-\w+: line \d+: +\d+ (?:Segmentation fault|Aborted|Killed|Bus error)/.test(
    output.stderr,
  );
}

function countsOf(cases: readonly ReadCase[]): { passed: number; failed: number; skipped: number } {
  const of = (outcome: string): number => cases.filter((test) => test.outcome === outcome).length;
  return { passed: of("passed"), failed: of("failed"), skipped: of("skipped") };
}
