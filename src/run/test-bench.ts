import type { Command } from "../domain/command.ts";
import type { TreeMutation } from "../domain/proof-evidence.ts";
import type { Result } from "../domain/result.ts";
import type { RanTests } from "../domain/test-run.ts";
import { mutationsThatCount } from "../gates/tamper/run-mutations.ts";
import type { Folded } from "../loop/fold.ts";
import type { Ports } from "../ports.ts";
import type { CheckBench } from "./check-bench.ts";
import { createChecks } from "./check-bench.ts";
import { howTested } from "./how-tested.ts";

type RunTests = Extract<Command, { kind: "run_tests" }>;
type RunLint = Extract<Command, { kind: "run_lint" }>;

/** The one place where tests run, one run at a time, and never twice for the same tree and command. */
export interface TestBench extends CheckBench {
  runTests(command: RunTests, folded: Folded, signal: AbortSignal): Promise<Result>;
  lint(command: RunLint, signal: AbortSignal): Promise<Result>;
  /** A run that an agent asked for; what it learns is the loop's own run of that tree. */
  tryTree(tree: string, folded: Folded, signal: AbortSignal): Promise<BenchRun>;
}

/** A run, and what it did to the tree it ran in. */
interface BenchRun extends RanTests {
  readonly mutated: readonly TreeMutation[];
}

/** Kept with a run; one is enough to refuse it. */
const mostMutations = 50;

export function createTestBench({ workspace, tests }: Ports): TestBench {
  const known = new Map<string, BenchRun>();
  let last: Promise<unknown> = Promise.resolve();

  /** There is one test site: whoever comes second waits. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  }

  async function run(asked: Omit<RunTests, "id" | "kind">, folded: Folded, signal: AbortSignal) {
    const repeat = asked.repeat === undefined ? {} : { repeat: asked.repeat };
    const key = `${asked.tree} ${asked.repeat ?? 0} ${asked.testCommand}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const { dir, changes } = await workspace.testSite(asked.tree, signal);
    const { testCommand: command, purpose } = asked;
    const globs = folded.state.request.config.testFiles;
    const what = { command, purpose, ...howTested(folded) };
    const report = await tests.run({ dir, ...what, ...repeat }, signal);
    const mutated = signal.aborted ? [] : mutationsThatCount(await changes(), globs);
    const ran: BenchRun = { ...report, mutated: mutated.slice(0, mostMutations) };
    if (!signal.aborted) known.set(key, ran);
    return ran;
  }

  return {
    async runTests(command, folded, signal) {
      const ran = await inTurn(() => run(command, folded, signal));
      const { id, purpose, tree } = command;
      const { run: testRun, sandbox } = ran;
      const mutated = [...ran.mutated];
      return { kind: "tests_ran", command: id, purpose, tree, run: testRun, sandbox, mutated };
    },
    ...createChecks({ workspace, tests, inTurn }),
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

/** `{files}` in the command, or else its end, takes the touched paths, each quoted for a shell. */
function withFiles(command: string, files: readonly string[]): string {
  const quoted = files.map((path) => `'./${path.replaceAll("'", "'\\''")}'`).join(" ");
  return command.includes("{files}")
    ? command.replaceAll("{files}", quoted)
    : `${command} ${quoted}`;
}
