import { crash, runnerMissing, timeout } from "../cause/causes.ts";
import { cpp } from "../cause/compiled.ts";
import type { Framework, Output, ReadCase, Reading } from "../framework.ts";
import { notBuilt } from "../read/compile-errors.ts";

/** ctest: one test for each `add_test`, whose own output says why it failed. */
export const ctest: Framework = {
  name: "ctest",
  runs: /\bctest\b|\bmake\s+(?:-\S+\s+)*(?:check|test)\b/,
  mayBeSilent: true,
  detect: (facts) =>
    facts.files.includes("CMakeLists.txt") &&
    /enable_testing|add_test|include\(CTest\)/.test(facts.text("CMakeLists.txt") ?? "")
      ? "cmake -S . -B build && cmake --build build && ctest --test-dir build --output-on-failure"
      : null,
  instrument: (command) => ({ command, env: { CTEST_OUTPUT_ON_FAILURE: "1" } }),
  read: (output) => readCtest(output) ?? notBuilt(output),
  rules: cpp,
};

export function readCtest(output: Output): Reading | null {
  const text = output.stdout;
  if (!/^Test project /m.test(text)) return null;
  const none = /^No tests were found!!!/m.test(`${output.stderr}\n${text}`);
  const ended = /^\d+% tests passed, \d+ tests? failed out of \d+/m.test(text);
  const cases = casesIn(text);
  const counts = countsOf(cases);
  return { cases, loads: [], counts, source: "text", cut: false, ended: ended || none };
}

function casesIn(text: string): ReadCase[] {
  const lines = [
    ...text.matchAll(
      /^ *\d+\/\d+ Test +#\d+: (\S+) \.*(?: *(Passed|Skipped)|.*?\*\*\*(\S[^\d]*?)) +[\d.]+ sec.*$/gm,
    ),
  ];
  return lines.map((line, at) => {
    const outcome = OUTCOMES[line[2] ?? line[3]?.trim() ?? ""] ?? "failed";
    const body = text.slice(line.index, lines[at + 1]?.index ?? text.search(/^\d+% tests passed/m));
    return {
      id: line[1] ?? "",
      file: "",
      outcome,
      text: body,
      phase: "test",
      ...causeOf(line[3] ?? ""),
    };
  });
}

const OUTCOMES: Readonly<Record<string, ReadCase["outcome"]>> = {
  Passed: "passed",
  Skipped: "skipped",
};

function causeOf(end: string): Pick<ReadCase, "cause"> {
  if (/Exception|aborted/.test(end)) return { cause: crash };
  if (/Not Run/.test(end)) return { cause: runnerMissing };
  return /Timeout/.test(end) ? { cause: timeout } : {};
}

function countsOf(cases: readonly ReadCase[]): Reading["counts"] {
  const of = (outcome: string): number => cases.filter((test) => test.outcome === outcome).length;
  return { passed: of("passed"), failed: of("failed"), skipped: of("skipped") };
}
