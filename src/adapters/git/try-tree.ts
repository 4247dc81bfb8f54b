import { cp } from "node:fs/promises";
import type { ObservedRun, ProofEvidence, TreeMutation } from "../../domain/proof-evidence.ts";
import type { TestRun } from "../../domain/test-run.ts";
import type { Version } from "../../gates/change-set.ts";
import { countDeclaredTests } from "../../gates/tamper/declared-tests.ts";
import { brokenElsewhere, judgeMainRun } from "../../gates/tamper/judge-run.ts";
import { mutationsThatCount } from "../../gates/tamper/run-mutations.ts";
import type { Checkout, Furnishing } from "./gate-checkout.ts";
import { layOutTree } from "./gate-checkout.ts";
import { otherDay } from "./gate-other-day.ts";
import { readBlobs } from "./gate-trees.ts";
import type { Git } from "./git.ts";
import type { RunTests } from "./try-copies.ts";
import { runCanaries, runTwins } from "./try-copies.ts";

export interface TreeTrial {
  readonly git: Git;
  /** The tree that is tried, RED's files laid over it. */
  readonly tree: ReadonlyMap<string, Version>;
  /** The whole tree of the RED commit. */
  readonly redTree: ReadonlyMap<string, Version>;
  /** The files that RED sealed. */
  readonly red: ReadonlyMap<string, Version>;
  /** More globs of test files. */
  readonly testFiles: readonly string[];
  readonly baseline: TestRun | null;
  /** Runs that were seen already, of RED and of the tree itself; null: both are made here. */
  readonly known: { readonly red: ObservedRun; readonly now: ObservedRun } | null;
  /** Directory whose files are laid over the checkout; null when no tests were kept back. */
  readonly holdout: string | null;
  /** A directory of ours for checkouts. */
  readonly room: string;
  readonly furnishing: Furnishing;
  readonly runTests: RunTests;
  /** A fresh word of letters and digits each time: names that nobody can have prepared for. */
  readonly freshWord: () => string;
}

export interface TriedTree {
  readonly red: ObservedRun;
  readonly evidence: ProofEvidence;
}

/**
 * Runs the tests in fresh checkouts, RED's files laid over the tree, and tells what they show: the
 * run itself beside RED's, then, side by side, CI and another day, held-out tests, an assertion that
 * must fail, and copies of RED's files that must pass. The later runs are made only when the first one is in order. Judges nothing for
 * good: `judgeProof` does, for `gate --run` and for the loop alike.
 */
export async function tryTree(trial: TreeTrial): Promise<TriedTree> {
  const { red, main, mutated } = await firstRuns(trial);
  const declared = await declaredUnseen(trial, red);
  const now = main ?? trial.known?.now;
  if (now === undefined) throw new Error("Bug: a trial without a run of its tree.");
  const first = { main, declared, mutated };
  const { baseline } = trial;
  if (judgeMainRun({ baseline, red, now, declared, mutated }).length > 0) {
    return { red, evidence: { ...first, elsewhere: null, holdout: null, canaries: [], twins: [] } };
  }
  const copied = { ...trial, main: now, lay: () => lay(trial) };
  const [there, holdout, canaries, twins] = await Promise.all([
    runElsewhere(trial, red, now),
    runHoldout(trial),
    runCanaries(copied),
    runTwins(copied),
  ]);
  const { observed, shaky } = there;
  const all = [...mutated, ...there.mutated];
  const later = { elsewhere: { observed, shaky }, holdout, canaries, twins };
  return { red, evidence: { ...first, mutated: all, ...later } };
}

function lay(trial: TreeTrial, tree: ReadonlyMap<string, Version> = trial.tree): Promise<Checkout> {
  return layOutTree({ git: trial.git, tree, room: trial.room, furnishing: trial.furnishing });
}

interface FirstRuns {
  readonly red: ObservedRun;
  /** Null when it was seen before. */
  readonly main: ObservedRun | null;
  readonly mutated: TreeMutation[];
}

async function firstRuns(trial: TreeTrial): Promise<FirstRuns> {
  if (trial.known !== null) return { red: trial.known.red, main: null, mutated: [] };
  const [red, main] = await Promise.all([runRed(trial, {}), runWatched(trial, {})]);
  return { red, main: main.observed, mutated: main.mutated };
}

async function runRed(trial: TreeTrial, env: Readonly<Record<string, string>>) {
  await using checkout = await lay(trial, trial.redTree);
  return await trial.runTests(checkout.dir, env);
}

/** One run of the tree, and what it did to its checkout. */
async function runWatched(trial: TreeTrial, env: Readonly<Record<string, string>>) {
  await using checkout = await lay(trial);
  const observed = await trial.runTests(checkout.dir, env);
  return { observed, mutated: mutationsThatCount(await checkout.changes(), trial.testFiles) };
}

/** Tests in RED files that RED itself could not load, counted in their text. */
async function declaredUnseen({ git, red }: TreeTrial, before: ObservedRun): Promise<number> {
  const { run } = before;
  const unseen =
    run.kind === "finished"
      ? run.loadFailures.map(({ file }) => file).filter((file) => red.has(file))
      : [...red.keys()];
  const oids = unseen.map((path) => red.get(path)?.oid).filter((oid) => oid !== undefined);
  const texts = await readBlobs(git, oids);
  return texts.reduce((sum, text) => sum + countDeclaredTests(text?.toString("utf8") ?? ""), 0);
}

async function runElsewhere(trial: TreeTrial, red: ObservedRun, main: ObservedRun) {
  const env = await otherDay(trial.room);
  const beside = await runWatched(trial, env);
  if (brokenElsewhere(main, beside.observed).length === 0) return { ...beside, shaky: [] };
  // Something differs. Once more with nothing beside it: runs that share a port or a file may not
  // bear each other. What is older than this work, and differs without it, is not its fault either.
  const alone = await runWatched(trial, env);
  const before = trial.known === null ? await runRed(trial, {}) : red;
  return { ...alone, shaky: brokenElsewhere(before, await runRed(trial, env)) };
}

async function runHoldout(trial: TreeTrial): Promise<ObservedRun | null> {
  if (trial.holdout === null) return null;
  await using checkout = await lay(trial);
  await cp(trial.holdout, checkout.dir, { recursive: true });
  return await trial.runTests(checkout.dir, {});
}
