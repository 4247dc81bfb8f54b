import { crash } from "../cause/causes.ts";
import { shell } from "../cause/scripted.ts";
import type { Framework, Output, ReadCase } from "../framework.ts";

/** bats prints TAP when nobody looks; why a test failed stands in the `#` lines under it. */
export const bats: Framework = {
  name: "bats",
  runs: /\bbats\b/,
  detect: (facts) => {
    const files = facts.files.filter((path) => path.endsWith(".bats"));
    const dir = files[0]?.split("/").slice(0, -1).join("/");
    return files.length === 0 ? null : `bats ${dir === undefined || dir === "" ? "." : dir}`;
  },
  instrument: () => null,
  read(output) {
    const plan = /^1\.\.(\d+)$/m.exec(output.stdout);
    const missing = /^Error: Test file ".*" does not exist$/m.test(output.stderr);
    if (plan === null && !missing) return null;
    const cases = casesIn(output);
    return {
      cases,
      loads: [],
      counts: countsOf(cases),
      source: "text",
      cut: false,
      ended: missing || plan?.[1] === "0" || cases.length > 0,
    };
  },
  rules: shell,
};

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
      .filter((one) => one.startsWith("#"))
      .map((one) => one.replace(/^# ?/, ""))
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
