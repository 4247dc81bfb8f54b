import type { Command } from "../domain/command.ts";
import type { Result } from "../domain/result.ts";
import type { Folded } from "../loop/fold.ts";
import type { Ports, RanTests } from "../ports.ts";

type RunTests = Extract<Command, { kind: "run_tests" }>;
type RunLint = Extract<Command, { kind: "run_lint" }>;

/** The one place where tests run, one run at a time, and never twice for the same tree and command. */
export interface TestBench {
  runTests(command: RunTests, folded: Folded, signal: AbortSignal): Promise<Result>;
  lint(command: RunLint, signal: AbortSignal): Promise<Result>;
  /** A run that an agent asked for; what it learns is the loop's own run of that tree. */
  tryTree(tree: string, folded: Folded, signal: AbortSignal): Promise<RanTests>;
}

export function createTestBench({ workspace, tests }: Ports): TestBench {
  const known = new Map<string, RanTests>();
  let last: Promise<unknown> = Promise.resolve();

  /** There is one test site: whoever comes second waits. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  }

  async function run(asked: Omit<RunTests, "id" | "kind">, folded: Folded, signal: AbortSignal) {
    const condition = asked.purpose === "final" ? "ci" : "plain";
    const repeat = asked.repeat === undefined ? {} : { repeat: asked.repeat };
    const key = `${asked.tree} ${condition} ${asked.repeat ?? 0} ${asked.testCommand}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const { dir } = await workspace.testSite(asked.tree, signal);
    const framework = frameworkOf(folded);
    const { testCommand: command, purpose } = asked;
    const ran = await tests.run({ dir, command, framework, purpose, ...repeat }, signal);
    if (!signal.aborted) known.set(key, ran);
    return ran;
  }

  return {
    async runTests(command, folded, signal) {
      const { run: testRun, sandbox } = await inTurn(() => run(command, folded, signal));
      const { id, purpose, tree } = command;
      return { kind: "tests_ran", command: id, purpose, tree, run: testRun, sandbox };
    },
    async lint({ id, tree, lintCommand, files }, signal) {
      const { passed, output } = await inTurn(async () => {
        const { dir } = await workspace.testSite(tree, signal);
        return tests.lint(dir, withFiles(lintCommand, files), signal);
      });
      return { kind: "lint_ran", command: id, passed, output };
    },
    tryTree(tree, folded, signal) {
      const { state } = folded;
      const testCommand = "lock" in state ? state.lock.testCommand : "";
      return inTurn(() => run({ purpose: "green", tree, testCommand }, folded, signal));
    },
  };
}

function frameworkOf({ state }: Folded): string | null {
  const configured = state.request.config.framework;
  if (configured !== undefined) return configured;
  return "ground" in state ? state.ground.framework : null;
}

/** `{files}` in the command, or else its end, takes the touched paths, each quoted for a shell. */
function withFiles(command: string, files: readonly string[]): string {
  const quoted = files.map((path) => `'./${path.replaceAll("'", "'\\''")}'`).join(" ");
  return command.includes("{files}")
    ? command.replaceAll("{files}", quoted)
    : `${command} ${quoted}`;
}
