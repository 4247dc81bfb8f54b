import type { TestCounts } from "../../../domain/test-run.ts";
import { assertion } from "../cause/causes.ts";
import { ruby } from "../cause/ruby.ts";
import type { Framework, Output, ReadCase, ReadLoad } from "../framework.ts";
import { takesArguments } from "../read/command-line.ts";
import { lastMatch, numberBefore, testFileIn } from "../read/summary.ts";

/** Minitest has text only; `-v`, which rake passes on from TESTOPTS, names the tests that pass. */
export const minitest: Framework = {
  name: "minitest",
  runs: /\bminitest\b|\brake(?: +-\S+)*(?: +test\b| *$)|\bruby\b.*\b[iI]?tests?\b|\brails test\b/,
  mayBeSilent: true,
  detect(facts) {
    const tests = facts.files.some((path) => /(?:^|\/)(?:test_\w+|\w+_test)\.rb$/.test(path));
    if (!tests) return null;
    return facts.files.includes("Rakefile")
      ? "rake test"
      : "ruby -Ilib -Itest -e 'Dir[\"./test/**/*_test.rb\"].sort.each { |f| require f }' -- -v";
  },
  instrument: (command) => ({ command: verbose(command), env: { TESTOPTS: "-v" } }),
  read(output) {
    const counts = countsIn(output.stdout);
    const loads = loadErrors(output);
    const started = /^# Running:$|^Run options: /m.test(output.stdout);
    if (counts === null && loads.length === 0 && !started) return null;
    return {
      cases: [...failuresIn(output), ...linesIn(output.stdout)],
      loads,
      counts,
      source: "text",
      cut: false,
      ended: counts !== null || loads.length > 0,
    };
  },
  rules: ruby,
};

/** Ruby itself gets no option of ours: behind a script, or behind `--`. */
function verbose(command: string): string {
  const asked = /(?:^|\s)(?:-v|--verbose)\b/.test(command);
  if (asked || !/^\s*(?:bundle exec )?ruby\s/.test(command) || !takesArguments(command))
    return command;
  const dashes = /\s-e\s/.test(command) && !/\s--\s/.test(command);
  return `${command}${dashes ? " --" : ""} -v`;
}

/** A file that does not load ends the process before anything is printed. */
function loadErrors(output: Output): ReadLoad[] {
  if (
    !/\((?:LoadError|SyntaxError|NameError|NoMethodError|\w*Error)\)|syntax errors? found/.test(
      output.stderr,
    )
  )
    return [];
  if (/^# Running:$/m.test(output.stdout) || /rake aborted!\nNo Rakefile/.test(output.stderr))
    return [];
  return [{ file: testFileIn(output.stderr, output.dir, "rb"), text: output.stderr }];
}

/** `  1) Failure:` blocks after the `Finished in` line; a test may have printed some before it. */
function failuresIn(output: Output): ReadCase[] {
  const from = lastMatch(output.stdout, /^Finished in [\d.]+s.*$/gm)?.index ?? 0;
  const blocks = output.stdout
    .slice(from)
    .split(/^ {2}\d+\) (?=Failure:|Error:)/m)
    .slice(1);
  return blocks.map((block) => {
    const kind = block.startsWith("Failure") ? "Failure" : "Error";
    const body = block.slice(kind.length + 2);
    const head = /^([\s\S]*?)(?: \[([^\]\n]+):\d+\])?:\n/.exec(body);
    const text = body.slice(head?.[0].length ?? 0).replace(/^\d+ runs, [\s\S]*/m, "");
    return {
      id: head?.[1] ?? body.split("\n")[0] ?? "",
      file: (head?.[2] ?? "").replace(`${output.dir}/`, "") || testFileIn(text, output.dir, "rb"),
      outcome: "failed",
      text,
      phase: /in [`'](?:\w+#)?(?:setup|teardown|before_\w+|after_\w+)'/.test(text)
        ? "hook"
        : "test",
      ...(kind === "Failure" ? { cause: assertion } : {}),
    };
  });
}

function linesIn(stdout: string): ReadCase[] {
  const lines = stdout.matchAll(/^([A-Z]\S*#[\s\S]*?) = [\d.]+ s = ([.S])$/gm);
  return [...lines].map((line) => ({
    id: line[1] ?? "",
    file: "",
    outcome: line[2] === "." ? "passed" : "skipped",
    text: "",
    phase: "test",
  }));
}

function countsIn(stdout: string): TestCounts | null {
  const line = lastMatch(
    stdout,
    /^\d+ (?:runs|tests), \d+ assertions, \d+ failures, \d+ errors(?:, \d+ (?:skips|pendings))?.*$/gm,
  )?.[0];
  if (line === undefined) return null;
  const runs = Number(/^\d+/.exec(line)?.[0] ?? 0);
  const failed = numberBefore(line, "failures") + numberBefore(line, "errors");
  const skipped = numberBefore(line, "skips");
  return { passed: Math.max(0, runs - failed - skipped), failed, skipped };
}
