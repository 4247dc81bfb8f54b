import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import type {
  CanaryRun,
  ObservedRun,
  ProofEvidence,
  TreeMutation,
} from "../../domain/proof-evidence.ts";
import type { TestRun } from "../../domain/test-run.ts";
import { isTestPath } from "../../domain/test-surface.ts";
import type { Version } from "../../gates/change-set.ts";
import { makeCanary } from "../../gates/tamper/canary.ts";
import { countDeclaredTests } from "../../gates/tamper/declared-tests.ts";
import { wasNoticed } from "../../gates/tamper/judge-canary.ts";
import { brokenElsewhere, judgeMainRun } from "../../gates/tamper/judge-run.ts";
import { mutationsThatCount } from "../../gates/tamper/run-mutations.ts";
import type { Checkout, Furnishing } from "./gate-checkout.ts";
import { layOutTree } from "./gate-checkout.ts";
import { otherDay } from "./gate-other-day.ts";
import { readBlobs } from "./gate-trees.ts";
import type { Git } from "./git.ts";

/** Runs the test command in a directory under the sandbox. */
export type RunTests = (dir: string, env: Readonly<Record<string, string>>) => Promise<ObservedRun>;

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
 * run itself beside RED's, then, side by side, CI and another day, held-out tests, and an assertion
 * that must fail. The later runs are made only when the first one is in order. Judges nothing for
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
    return { red, evidence: { ...first, elsewhere: null, holdout: null, canaries: [] } };
  }
  const [there, holdout, canaries] = await Promise.all([
    runElsewhere(trial, red, now),
    runHoldout(trial),
    runCanaries(trial, now),
  ]);
  const { observed, shaky } = there;
  const all = [...mutated, ...there.mutated];
  const evidence = { ...first, mutated: all, elsewhere: { observed, shaky }, holdout, canaries };
  return { red, evidence };
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

/** How often another assertion is tried before the referee is called bent. */
const ATTEMPTS = 3;

async function runCanaries(trial: TreeTrial, main: ObservedRun) {
  const attempts: CanaryRun[] = [];
  let inPlace = false;
  for (let pick = 0; pick < ATTEMPTS; pick += 1) {
    await using checkout = await lay(trial);
    const turned = await turnAssertions(trial, checkout.dir, pick, inPlace);
    if (turned.length === 0) break;
    const attempt = { observed: await trial.runTests(checkout.dir, {}), turned };
    if (!inPlace && namesTooFew(main, attempt.observed)) {
      inPlace = true;
      pick -= 1;
      continue;
    }
    attempts.push(attempt);
    if (wasNoticed(main, attempt)) break;
  }
  return attempts;
}

/** Under another name a file may not be run at all: the command or a list names it. */
function namesTooFew({ run: main }: ObservedRun, { run }: ObservedRun): boolean {
  const count = (of: typeof main): number => (of.kind === "finished" ? of.cases.length : 0);
  return count(run) < count(main);
}

/** The names under which files with a turned assertion now stand. */
async function turnAssertions(
  trial: TreeTrial,
  dir: string,
  pick: number,
  inPlace: boolean,
): Promise<string[]> {
  const paths = [...trial.red].flatMap(([path, version]) =>
    version !== null && isTestPath(path, trial.testFiles) ? [path] : [],
  );
  const turned: string[] = [];
  for (const path of paths) {
    const canary = makeCanary(await readFile(join(dir, path), "utf8"), trial.freshWord(), pick);
    if (canary === null) continue;
    const name = inPlace || !isAlone(path) ? path : renamed(path, trial.freshWord());
    await rm(join(dir, path));
    await writeFile(join(dir, name), canary.text);
    turned.push(name);
  }
  return turned;
}

/** Languages whose test files do not know their own names. */
function isAlone(path: string): boolean {
  return /^[.]([cm]?[jt]sx?|py)$/.test(extname(path));
}

/** `slug.test.js` becomes `WORD.test.js`, `test_slug.py` becomes `test_WORD.py`. */
function renamed(path: string, word: string): string {
  const name = basename(path);
  const stem = /^(test_)?(.*?)((_test|_spec)?([.][^.]+)*)$/.exec(name);
  const prefix = stem?.[1] ?? "";
  return join(dirname(path), `${prefix}${word}${stem?.[3] ?? extname(name)}`);
}
