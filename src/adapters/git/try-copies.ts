import { readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import type { CanaryRun, ObservedRun, TwinRun } from "../../domain/proof-evidence.ts";
import { isTestPath } from "../../domain/test-surface.ts";
import type { Version } from "../../gates/change-set.ts";
import { makeCanary, numberFrom, ownersOf } from "../../gates/tamper/canary.ts";
import { countDeclaredTests } from "../../gates/tamper/declared-tests.ts";
import { appendFalseTests } from "../../gates/tamper/false-test.ts";
import { wasNoticed } from "../../gates/tamper/judge-canary.ts";
import { brokenInTwin } from "../../gates/tamper/judge-twin.ts";
import { makeTwin, namesItself } from "../../gates/tamper/twin.ts";
import type { Checkout } from "./gate-checkout.ts";

/** Runs the test command in a directory under the sandbox. */
export type RunTests = (dir: string, env: Readonly<Record<string, string>>) => Promise<ObservedRun>;

export interface CopyTrial {
  /** The files that RED sealed. */
  readonly red: ReadonlyMap<string, Version>;
  readonly testFiles: readonly string[];
  /** The run of the tree as it is. */
  readonly main: ObservedRun;
  readonly lay: () => Promise<Checkout>;
  readonly runTests: RunTests;
  readonly freshWord: () => string;
}

/**
 * Which assertions of a file are tried before the referee is called bent. No test comes after the
 * last one, so that none can fail for what it left undone.
 */
const PICKS = [0, 1, -1];

/** Runs with one assertion a file turned false, until one of them is noticed. */
export async function runCanaries(trial: CopyTrial): Promise<CanaryRun[]> {
  const attempts: CanaryRun[] = [];
  let inPlace = false;
  for (const pick of PICKS) {
    let attempt = await runCanary(trial, pick, inPlace);
    if (attempt !== null && !inPlace && namesTooFew(trial.main, attempt.observed)) {
      inPlace = true;
      attempt = await runCanary(trial, pick, inPlace);
    }
    if (attempt === null) break;
    attempts.push(attempt);
    if (wasNoticed(trial.main, attempt)) break;
  }
  return attempts;
}

async function runCanary(trial: CopyTrial, pick: number, inPlace: boolean) {
  await using checkout = await trial.lay();
  const found = await turnAssertions(trial, checkout.dir, pick, inPlace);
  const appended = Object.keys(found).length === 0;
  const owners = appended ? await appendToEach(trial, checkout.dir) : found;
  const turned = Object.keys(owners);
  if (turned.length === 0) return null;
  return { observed: await trial.runTests(checkout.dir, {}), turned, owners, appended };
}

/** Under another name a file may not be run at all: the command or a list names it. */
function namesTooFew({ run: main }: ObservedRun, { run }: ObservedRun): boolean {
  const count = (of: typeof main): number => (of.kind === "finished" ? of.cases.length : 0);
  return count(run) < count(main);
}

function copyable({ red, testFiles }: CopyTrial): string[] {
  return [...red].flatMap(([path, version]) =>
    version !== null && isTestPath(path, testFiles) ? [path] : [],
  );
}

/** Files with a turned assertion by the names under which they stand now, and whose it is. */
async function turnAssertions(
  trial: CopyTrial,
  dir: string,
  pick: number,
  inPlace: boolean,
): Promise<Record<string, string[]>> {
  const owners: Record<string, string[]> = {};
  for (const path of copyable(trial)) {
    const text = await readFile(join(dir, path), "utf8");
    const canary = makeCanary(text, trial.freshWord(), pick);
    if (canary === null) continue;
    const name = inPlace || !isAlone(path) ? path : renamed(path, trial.freshWord());
    await rm(join(dir, path));
    await writeFile(join(dir, name), canary.text);
    owners[name] = ownersOf(path, text, canary.line);
  }
  return owners;
}

/** Files with false tests of ours at their end, under their own names. */
async function appendToEach(trial: CopyTrial, dir: string): Promise<Record<string, string[]>> {
  const owners: Record<string, string[]> = {};
  for (const path of copyable(trial)) {
    const text = await readFile(join(dir, path), "utf8");
    if (countDeclaredTests(text) === 0) continue;
    const number = numberFrom(trial.freshWord());
    const changed = appendFalseTests(path, text, trial.freshWord(), number);
    if (changed === null) continue;
    await rm(join(dir, path));
    await writeFile(join(dir, path), changed.text);
    owners[path] = [...changed.names];
  }
  return owners;
}

/**
 * Runs copies of RED's files that nothing is turned in, under other names where they can have some.
 * What comes out otherwise is run once more: a test may be unsteady.
 */
export async function runTwins(trial: CopyTrial): Promise<TwinRun[]> {
  const first = await runTwin(trial, false);
  if (first === null) return [];
  const inPlace = namesTooFew(trial.main, first.observed);
  const twin = inPlace ? await runTwin(trial, true) : first;
  if (twin === null || brokenInTwin(trial.main, twin).length === 0) return twin ? [twin] : [];
  const again = await runTwin(trial, inPlace);
  return again === null ? [twin] : [twin, again];
}

async function runTwin(trial: CopyTrial, inPlace: boolean): Promise<TwinRun | null> {
  await using checkout = await trial.lay();
  const copies: TwinRun["copies"] = [];
  for (const path of copyable(trial)) {
    const text = await readFile(join(checkout.dir, path), "utf8");
    const twin = makeTwin(path, text, trial.freshWord());
    if (twin === null) continue;
    const stays = inPlace || !isAlone(path) || namesItself(text, basename(path, extname(path)));
    const copy = { path, ...(stays ? sameName(path) : otherName(path, trial.freshWord())) };
    await rm(join(checkout.dir, path));
    await writeFile(join(checkout.dir, copy.name), twin);
    copies.push(copy);
  }
  if (copies.length === 0) return null;
  return { observed: await trial.runTests(checkout.dir, {}), copies };
}

function sameName(path: string) {
  return { name: path, word: "", stem: "" };
}

function otherName(path: string, word: string) {
  return { name: renamed(path, word), word, stem: stemOf(path)[1] };
}

/** Languages whose test files do not know their own names. */
function isAlone(path: string): boolean {
  return /^[.]([cm]?[jt]sx?|py)$/.test(extname(path));
}

/** `slug.test.js` becomes `WORD.test.js`, `test_slug.py` becomes `test_WORD.py`. */
function renamed(path: string, word: string): string {
  const [prefix, , end] = stemOf(path);
  return join(dirname(path), `${prefix}${word}${end}`);
}

/** A file's name in three: what marks a test, the word of its own, what marks a test or a language. */
function stemOf(path: string): [string, string, string] {
  const [, prefix = "", stem = "", end = extname(path)] =
    /^(test_)?(.*?)((?:_test|_spec)?(?:[.][^.]+)*)$/.exec(basename(path)) ?? [];
  return [prefix, stem, end];
}
