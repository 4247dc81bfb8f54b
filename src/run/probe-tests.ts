import type { Task } from "../domain/command.ts";
import type { Fact } from "../domain/fact.ts";
import type { FinishedRun, TestRun } from "../domain/test-run.ts";
import { isTestPath } from "../domain/test-surface.ts";
import { addedLines } from "../gates/facts/added-lines.ts";
import { isCode } from "../gates/facts/find-facts.ts";
import type { Mutant } from "../gates/mutation/make-mutants.ts";
import { chooseMutants, makeMutants } from "../gates/mutation/make-mutants.ts";
import type { Folded } from "../loop/fold.ts";
import type { Ports } from "../ports.ts";
import type { TestBench } from "./test-bench.ts";

interface Probing {
  readonly ports: Pick<Ports, "workspace" | "views" | "clock">;
  readonly bench: Pick<TestBench, "tryTree">;
  readonly signal: AbortSignal;
}

/** No probe begins later than this after the first, in milliseconds: a slow suite is not run for minutes. */
const LONGEST = 120_000;

/**
 * Runs the tests on copies of the finished tree with one small change each (S4-28): a change of the new code
 * that no test notices is a fact for the reviewer, who decides whether anything was promised about it. What
 * does not compile or end is noticed. Nothing is tried where no test of the tree passes.
 * @returns one fact for each change that went by, behind one that says how many were tried
 */
export async function probeTests(
  { diff }: Pick<Task, "diff">,
  folded: Folded,
  probing: Probing,
): Promise<readonly Fact[]> {
  const most = folded.state.request.rules.mutationProbes ?? 0;
  if (most === 0 || diff === null) return [];
  const mutants = chooseMutants(await mutantsOf(diff, folded, probing.ports), most);
  const [first] = mutants;
  if (first === undefined) return [];
  const { run: whole } = await probing.bench.tryTree(diff.to, folded, probing.signal);
  if (whole.kind !== "finished" || passedIn(whole).size === 0) return [];
  const tried = await tryEach(mutants, { tree: diff.to, whole }, folded, probing);
  const unnoticed = tried.filter(({ isNoticed }) => !isNoticed).map(({ mutant }) => mutant);
  return [summary(first, tried.length, unnoticed.length), ...unnoticed.map(factOf)];
}

/** Milliseconds that any probe has, besides five times what the suite took. */
const SHORTEST = 10_000;

interface Tried {
  readonly mutant: Mutant;
  readonly isNoticed: boolean;
}

async function tryEach(
  mutants: readonly Mutant[],
  { tree, whole }: { readonly tree: string; readonly whole: FinishedRun },
  folded: Folded,
  { ports, bench, signal }: Probing,
): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  const began = ports.clock.now();
  for (const mutant of mutants) {
    if (signal.aborted || (tried.length > 0 && ports.clock.now() - began > LONGEST)) break;
    const changed = await ports.views.put(tree, { [mutant.path]: mutant.text });
    // A loop that never ends any more is noticed long before the tests' own limit.
    const patience = AbortSignal.timeout(SHORTEST + 5 * whole.durationMs);
    const { run } = await bench.tryTree(changed.tree, folded, AbortSignal.any([signal, patience]));
    tried.push({ mutant, isNoticed: isOther(run, whole) });
  }
  return tried;
}

async function mutantsOf(
  { from, to }: NonNullable<Task["diff"]>,
  folded: Folded,
  { workspace }: Pick<Ports, "workspace">,
): Promise<Mutant[]> {
  const globs = folded.state.request.config.testFiles;
  const lines = new Map<string, Set<number>>();
  for (const { path, line } of addedLines(await workspace.diff(from, to))) {
    if (isCode(path) && !isTestPath(path, globs))
      lines.set(path, (lines.get(path) ?? new Set()).add(line));
  }
  const found = await Promise.all(
    [...lines].map(async ([path, added]) => {
      const text = await workspace.readFile(to, path);
      return text === null ? [] : makeMutants(path, text, added);
    }),
  );
  return found.flat();
}

/** Something that passed does not any more. What failed before may fail on: a base can have failures. */
function isOther(run: TestRun, whole: FinishedRun): boolean {
  if (run.kind !== "finished" || run.exitCode !== whole.exitCode) return true;
  if (run.loadFailures.length > whole.loadFailures.length) return true;
  const passed = passedIn(run);
  return [...passedIn(whole)].some((id) => !passed.has(id));
}

function passedIn({ cases }: FinishedRun): ReadonlySet<string> {
  return new Set(cases.flatMap(({ id, outcome }) => (outcome.kind === "passed" ? [id] : [])));
}

function summary({ path, line }: Mutant, tried: number, unnoticed: number): Fact {
  const what = `probes: of ${tried} small changes to the new code, tried one at a time, the tests noticed ${tried - unnoticed}`;
  return { rule: "mutation_probes", path, line, what };
}

function factOf({ path, line, from, to }: Mutant): Fact {
  const what = `probe: no test fails when \`${short(from)}\` is \`${short(to)}\` here`;
  return { rule: "mutation_unnoticed", path, line, what };
}

function short(code: string): string {
  return code.length <= 60 ? code : `${code.slice(0, 57)}…`;
}
