import type { TestCounts } from "../../../domain/test-run.ts";
import { misconfigured } from "../cause/causes.ts";
import { elixir } from "../cause/scripted.ts";
import type { Framework, Output, ReadCase, ReadLoad } from "../framework.ts";
import { addArguments, takesArguments } from "../read/command-line.ts";
import { lastMatch, numberBefore } from "../read/summary.ts";

/** ExUnit prints text; a JUnit formatter would be a dependency of the repository. */
export const exunit: Framework = {
  name: "exunit",
  runs: /\bmix\s+(?:\S+\s+)*test\b/,
  detect: (facts) => (facts.files.includes("mix.exs") ? "mix test --no-color" : null),
  /** `--trace` names the tests that pass; it also takes their time limits away, the run's own stays. */
  instrument: (command) => ({
    command: takesArguments(command) ? addArguments(command, ["--trace"]) : command,
    env: { MIX_ENV: "test" },
  }),
  read(output) {
    const counts = countsIn(output.stdout);
    const loads = loadErrors(output);
    const none = /There are no tests to run|test patterns did not match|no test was executed/.test(
      `${output.stdout}${output.stderr}`,
    );
    if (
      counts === null &&
      loads.length === 0 &&
      !none &&
      !/^Compiling \d+ file|^Generated \w+ app|^[.*]+$/m.test(output.stdout)
    )
      return null;
    return {
      cases: [
        ...failuresIn(output.stdout).slice(-(counts?.failed ?? 0) || Number.MAX_SAFE_INTEGER),
        ...tracedIn(output.stdout),
      ],
      loads,
      counts: counts ?? (loads.length > 0 || none ? { passed: 0, failed: 0, skipped: 0 } : null),
      source: "text",
      cut: false,
      ended: counts !== null || loads.length > 0 || none,
    };
  },
  rules: elixir,
};

/** `--trace`: a module's line with its file, then a line a test; those that failed have a block too. */
function tracedIn(stdout: string): ReadCase[] {
  const failed = new Set(failuresIn(stdout).map((test) => test.id));
  let [module, file] = ["", ""];
  return stdout.split("\n").flatMap((line): ReadCase[] => {
    const head = /^([A-Z][\w.]*) \[(\S+\.exs)\]$/.exec(line);
    if (head !== null) [module, file] = [head[1] ?? "", head[2] ?? ""];
    const test = /^ {2}\* (.+) \(([\d.]+ms|skipped|excluded)\) \[L#\d+\]$/.exec(line);
    const id = `${module} ${test?.[1]}`;
    if (test === null || failed.has(id)) return [];
    const outcome = test[2]?.endsWith("ms") ? "passed" : "skipped";
    return [{ id, file, outcome, text: "", phase: "test" }];
  });
}

/** A file that does not compile ends the run, whatever dots were printed before. */
function loadErrors(output: Output): ReadLoad[] {
  const text = `${output.stdout}\n${output.stderr}`;
  const blocks = text.split(/^(?===+ Compilation error in file )/m).slice(1);
  const errors = blocks.map((block) => ({
    file: /in file (\S+)/.exec(block)?.[1] ?? "",
    // Other files' dots may follow.
    text: block.replace(/\n[.*]+\s*$/, "\n"),
  }));
  const bare =
    /^\*\* \((?:SyntaxError|TokenMissingError|CompileError|UndefinedFunctionError|MismatchedDelimiterError)\) (\S+?):\d+[\s\S]*/m.exec(
      text,
    );
  if (errors.length > 0 || bare === null) return errors;
  const file = bare[1] ?? "";
  return [
    { file, text: bare[0], ...(/^mix\.exs$|^config\//.test(file) ? { cause: misconfigured } : {}) },
  ];
}

/** `  1) test name (Module)`; an invalid test is one whose set-up of the whole module failed. */
function failuresIn(stdout: string): ReadCase[] {
  const blocks = stdout.split(/^ {2}\d+\) (?=\S)/m).slice(1);
  return blocks.map((block) => {
    const head = /^([\s\S]*?) \(([\w.]+)\)\n/.exec(block);
    const body = block.slice(head?.[0].length ?? 0).split(/^Finished in /m)[0] ?? "";
    const unwritten = /^\s*\S+\n\s*Not implemented\s*$/m.test(body);
    return {
      id: head === null ? (block.split("\n")[0] ?? "") : `${head[2]} ${head[1]}`,
      file: /^ +(\S+\.exs):\d+/m.exec(body)?.[1] ?? "",
      outcome: "failed",
      text: unwritten ? body : body.replace(/^ +code: .*$/m, ""),
      phase: /__ex_unit_setup|failure on setup_all/.test(block) ? "hook" : "test",
    };
  });
}

function countsIn(stdout: string): TestCounts | null {
  const line = lastMatch(
    stdout,
    /^(?:\d+ (?:doctests?|propert(?:y|ies)), )*\d+ tests?, \d+ failures?.*$/gm,
  )?.[0];
  if (line === undefined) return null;
  const failed = numberBefore(line, "failures?");
  const skipped = numberBefore(line, "skipped") + numberBefore(line, "excluded");
  const all =
    numberBefore(line, "doctests?") +
    numberBefore(line, "propert") +
    numberBefore(line, "tests?(?=,)");
  return { passed: all - failed - skipped - numberBefore(line, "invalid"), failed, skipped };
}
