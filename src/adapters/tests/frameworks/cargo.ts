import type { TestCounts } from "../../../domain/test-run.ts";
import { crash } from "../cause/causes.ts";
import { rust } from "../cause/compiled.ts";
import type { Framework, Output, ReadCase, ReadLoad } from "../framework.ts";
import { compileErrors } from "../read/compile-errors.ts";

/** cargo test: stable libtest prints text only. `--no-fail-fast` lets every test binary run. */
export const cargo: Framework = {
  name: "cargo",
  runs: /\bcargo\s+(?:\+\S+\s+)?(?:test|t|nextest)\b/,
  detect: (facts) => (facts.files.includes("Cargo.toml") ? "cargo test" : null),
  instrument(command) {
    const more = /--no-fail-fast|nextest/.test(command)
      ? command
      : command.replace(
          /\bcargo\s+(?:\+\S+\s+)?(?:test|t)\b/,
          (start) => `${start} --no-fail-fast`,
        );
    return { command: more, env: { CARGO_TERM_COLOR: "never", RUST_BACKTRACE: "0" } };
  },
  read(output) {
    const errors = errorsIn(output);
    const binaries = output.stdout.split(/^running \d+ tests?$/m).slice(1);
    const results = binaries.flatMap((text) => [...text.matchAll(RESULT)].slice(-1));
    const none = /^error: no (?:test|example|bin|bench) target named/m.test(output.stderr);
    const running = binaries.length;
    if (errors.length === 0 && running === 0 && !none) return null;
    const died = running > results.length ? [deathIn(output)] : [];
    return {
      cases: binaries.flatMap((text) => casesIn(text, output.stderr)),
      loads: [...errors, ...died],
      counts: sum(results),
      source: "text",
      cut: false,
      ended: !stopsInErrors(errors, output),
    };
  },
  rules: rust,
};

const RESULT = /^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm;

function sum(results: readonly RegExpExecArray[]): TestCounts {
  const of = (group: number): number =>
    results.reduce((total, result) => total + Number(result[group] ?? 0), 0);
  return { passed: of(1), failed: of(2), skipped: of(3) };
}

/** Errors of the compiler; what cargo itself says about them is not one. */
function errorsIn(output: Output): ReadLoad[] {
  const text = `${output.stderr}\n${/^ +Compiling |^error: could not compile/m.test(output.stdout) ? output.stdout : ""}`;
  const errors = compileErrors(text, output, {
    head: /^(?:error(?:\[E\d+\])?: |warning: )/,
    place: /^ *--> ([^\s:]+):\d+/m,
  });
  return errors.filter((error) => !NOT_COMPILER.test(error.text));
}

/** Behind the compiler's last error cargo says what could not be compiled, and how many there were. */
function stopsInErrors(errors: readonly ReadLoad[], output: Output): boolean {
  const isCompiler = errors.some((error) => /^error\[E\d+\]|^ *--> /m.test(error.text));
  return isCompiler && !/^error: could not compile /m.test(`${output.stderr}\n${output.stdout}`);
}

const NOT_COMPILER =
  /^warning: |^error: (?:could not compile|test failed|\d+ targets? failed|aborting due to|no (?:test|example|bin|bench) target|build failed|doctest failed|process didn't exit)/;

/** A binary that began and printed no result: an abort, a signal, or an exit call in a test. */
function deathIn(output: Output): ReadLoad {
  const why =
    /process didn't exit successfully: .*|has overflowed its stack|memory allocation of/.exec(
      output.stderr,
    );
  return { file: "", text: why?.[0] ?? "a test binary ended before its result", cause: crash };
}

/** The names listed at the end are the ones that failed, whatever tests printed before. */
function casesIn(text: string, stderr: string): ReadCase[] {
  const list = text
    .split(/^failures:$/m)
    .slice(1)
    .at(-1);
  const listed = new Set([...(list ?? "").matchAll(/^ {4}(\S.*)$/gm)].map((line) => line[1] ?? ""));
  const lines = [...text.matchAll(/^test (.+?) \.\.\. (?:.*?\b)?(ok|FAILED|ignored)(?:, .*)?$/gm)];
  const named = lines.map((line) =>
    caseOf(line[1] ?? "", OUTCOMES[line[2] ?? ""] ?? "skipped", text, stderr),
  );
  const known = named.filter((test) => test.outcome !== "failed" || listed.has(bare(test.id)));
  const quiet = [...listed].filter((name) => !known.some((test) => bare(test.id) === name));
  return [...known, ...quiet.map((name) => caseOf(name, "failed", text, stderr))];
}

function bare(name: string): string {
  return name.replace(/ - should panic$/, "");
}

function caseOf(id: string, outcome: ReadCase["outcome"], text: string, stderr: string): ReadCase {
  const said = outcome === "failed" ? sectionOf(text, bare(id)) || panicOf(stderr, bare(id)) : "";
  return {
    id,
    file: /panicked at (\S+?):\d+/.exec(said)?.[1] ?? "",
    outcome,
    text: said,
    phase: "test",
  };
}

/** With --nocapture a panic is on stderr. */
function panicOf(stderr: string, name: string): string {
  const start = stderr.search(
    new RegExp(`^thread '${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}'`, "m"),
  );
  return start === -1 ? "" : (stderr.slice(start).split(/^note: |^error: /m)[0] ?? "");
}

const OUTCOMES: Readonly<Record<string, ReadCase["outcome"]>> = { ok: "passed", FAILED: "failed" };

function sectionOf(stdout: string, name: string): string {
  const start = stdout.indexOf(`---- ${name} stdout ----`);
  if (start === -1) return "";
  const rest = stdout.slice(start + name.length);
  return rest.split(/^---- .* stdout ----$|^failures:$/m)[0] ?? "";
}
