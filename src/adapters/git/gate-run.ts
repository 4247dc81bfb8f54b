import { cp, readFile, rename, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { isProtectedPath } from "../../domain/protected-paths.ts";
import { isTestPath } from "../../domain/test-surface.ts";
import type { Version } from "../../gates/change-set.ts";
import { makeCanary } from "../../gates/tamper/canary.ts";
import { countDeclaredTests } from "../../gates/tamper/declared-tests.ts";
import type { GateFinding } from "../../gates/tamper/finding.ts";
import type { GateLock } from "../../gates/tamper/gate-lock.ts";
import type { CanaryRun, ObservedRun } from "../../gates/tamper/judge-run.ts";
import {
  brokenElsewhere,
  judgeCanary,
  judgeHoldout,
  judgeMainRun,
  judgeOtherEnvironment,
  wasNoticed,
} from "../../gates/tamper/judge-run.ts";
import type { Checkout } from "./gate-checkout.ts";
import { layOutTree } from "./gate-checkout.ts";
import { otherDay } from "./gate-other-day.ts";
import { diffTrees, listTree, readBlobs } from "./gate-trees.ts";
import type { Git } from "./git.ts";

/** Runs the lock's test command in a directory under the sandbox. */
export type RunTests = (dir: string, env: Readonly<Record<string, string>>) => Promise<ObservedRun>;

export interface RunQuestion {
  readonly git: Git;
  readonly top: string;
  readonly lock: GateLock;
  /** The commit that the static gate judged. */
  readonly head: string;
  /** Directory whose files are laid over the checkout; null when no tests were kept back. */
  readonly holdout: string | null;
  /** A directory of ours for checkouts. */
  readonly room: string;
  readonly runTests: RunTests;
  /** A fresh word of letters and digits each time: names that nobody can have prepared for. */
  readonly freshWord: () => string;
}

interface Site extends RunQuestion {
  readonly tree: ReadonlyMap<string, Version>;
  readonly red: ReadonlyMap<string, Version>;
  readonly carried: ReadonlyMap<string, string>;
}

/**
 * Runs the tests in fresh checkouts of the judged commit, RED's files laid over it, and judges what
 * they show: the run itself against RED's, then CI and another day, held-out tests, and an assertion
 * that must fail. The later runs are made only when the first one is in order.
 */
export async function judgeRunByLock(question: RunQuestion): Promise<GateFinding[]> {
  const { git, lock, head, top } = question;
  const redChanges = await diffTrees(git, lock.baseSha, lock.redSha);
  const red = new Map(redChanges.map((change) => [change.path, change.head]));
  const tree = new Map([...(await listTree(git, head)), ...red]);
  const carried = new Map(lock.dependencies.roots.map((root) => [root, join(top, root)]));
  const site = { ...question, tree, red, carried };
  const main = await runMain(site);
  if (main.findings.length > 0) return main.findings;
  const [elsewhere, holdout, canary] = await Promise.all([
    runElsewhere(site, main.now),
    runHoldout(site, main.now),
    runCanary(site, main.now),
  ]);
  return [...elsewhere, ...holdout, ...canary];
}

function lay(site: Site, tree: ReadonlyMap<string, Version> = site.tree): Promise<Checkout> {
  return layOutTree({ git: site.git, tree, room: site.room, carried: site.carried });
}

async function runMain(site: Site): Promise<{ findings: GateFinding[]; now: ObservedRun }> {
  const redTree = await listTree(site.git, site.lock.redSha);
  const runRed = async (): Promise<ObservedRun> => {
    await using checkout = await lay(site, redTree);
    return await site.runTests(checkout.dir, {});
  };
  const runNow = async (): Promise<{ now: ObservedRun; mutated: Mutation[] }> => {
    await using checkout = await lay(site);
    const observed = await site.runTests(checkout.dir, {});
    return { now: observed, mutated: await mutationsOf(checkout, site) };
  };
  const [before, { now, mutated }] = await Promise.all([runRed(), runNow()]);
  const declared = await declaredUnseen(site, before);
  return { findings: judgeMainRun({ red: before, now, declared, mutated }), now };
}

type Mutation = Awaited<ReturnType<Checkout["changes"]>>[number];

/** Changed and deleted files, and new ones where tests or their configuration are looked for. */
async function mutationsOf(checkout: Checkout, { lock }: Site): Promise<Mutation[]> {
  const changes = await checkout.changes();
  return changes.filter(
    ({ path, how }) => how !== "added" || (isTestSource(path, lock.testFiles) && !isLitter(path)),
  );
}

function isTestSource(path: string, globs: readonly string[]): boolean {
  return isTestPath(path, globs) || isProtectedPath(path);
}

/** What runners leave behind of themselves. */
function isLitter(path: string): boolean {
  return /(^|\/)(__pycache__|[.][^/]*_cache|[.]nyc_output|coverage|[.]coverage[^/]*|[.]cache)(\/|$)|[.](pyc|log)$/.test(
    path,
  );
}

/** Tests in RED files that RED itself could not load, counted in their text. */
async function declaredUnseen({ git, red }: Site, before: ObservedRun): Promise<number> {
  const { run } = before;
  const unseen =
    run.kind === "finished"
      ? run.loadFailures.map(({ file }) => file).filter((file) => red.has(file))
      : [...red.keys()];
  const oids = unseen.map((path) => red.get(path)?.oid).filter((oid) => oid !== undefined);
  const texts = await readBlobs(git, oids);
  return texts.reduce((sum, text) => sum + countDeclaredTests(text?.toString("utf8") ?? ""), 0);
}

async function runElsewhere(site: Site, main: ObservedRun): Promise<GateFinding[]> {
  const env = await otherDay(site.room);
  await using checkout = await lay(site);
  const other = await site.runTests(checkout.dir, env);
  if (brokenElsewhere(main, other).length === 0) return [];
  // Something differs. Tests that are older than this work, and differ without it, are not its fault.
  const redTree = await listTree(site.git, site.lock.redSha);
  await using plain = await lay(site, redTree);
  await using shifted = await lay(site, redTree);
  const before = await site.runTests(plain.dir, {});
  const there = await site.runTests(shifted.dir, env);
  return judgeOtherEnvironment(main, other, new Set(brokenElsewhere(before, there)));
}

async function runHoldout(site: Site, main: ObservedRun): Promise<GateFinding[]> {
  if (site.holdout === null) return [];
  await using checkout = await lay(site);
  await cp(site.holdout, checkout.dir, { recursive: true });
  return judgeHoldout(main, await site.runTests(checkout.dir, {}));
}

/** How often another assertion is tried before the referee is called bent. */
const ATTEMPTS = 3;

async function runCanary(site: Site, main: ObservedRun): Promise<GateFinding[]> {
  const attempts: CanaryRun[] = [];
  let inPlace = false;
  for (let pick = 0; pick < ATTEMPTS; pick += 1) {
    await using checkout = await lay(site);
    const turned = await turnAssertions(site, checkout.dir, pick, inPlace);
    if (turned === 0) return [];
    const observed = await site.runTests(checkout.dir, {});
    if (!inPlace && namesTooFew(main, observed)) {
      inPlace = true;
      pick -= 1;
      continue;
    }
    attempts.push({ observed, turned });
    if (wasNoticed(main, observed)) break;
  }
  return judgeCanary(main, attempts);
}

/** Under another name a file may not be run at all: the command or a list names it. */
function namesTooFew({ run: main }: ObservedRun, { run }: ObservedRun): boolean {
  const count = (of: typeof main): number => (of.kind === "finished" ? of.cases.length : 0);
  return count(run) < count(main);
}

async function turnAssertions(
  site: Site,
  dir: string,
  pick: number,
  inPlace: boolean,
): Promise<number> {
  let turned = 0;
  for (const [path, version] of site.red) {
    if (version === null || !isTestPath(path, site.lock.testFiles)) continue;
    const file = join(dir, path);
    const canary = makeCanary(await readFile(file, "utf8"), site.freshWord(), pick);
    if (canary === null) continue;
    await writeFile(file, canary.text);
    turned += 1;
    if (!inPlace && isAlone(path)) await rename(file, join(dir, renamed(path, site.freshWord())));
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
