import { diffLines } from "diff";
import type { Command, Task } from "../domain/command.ts";
import type { Fact } from "../domain/fact.ts";
import type { Result, ResultOf } from "../domain/result.ts";
import { digestOutput } from "../domain/test-digest.ts";
import { findFacts } from "../gates/facts/find-facts.ts";
import { lostLines } from "../gates/red/lost-lines.ts";
import type { Folded } from "../loop/fold.ts";
import type { Snapshot, TurnSite, Workspace } from "../ports.ts";
import type { Performing } from "./performing.ts";
import { turnPrompt } from "./turn-prompt.ts";

type TakeTurn = Extract<Command, { kind: "take_turn" }>;

/**
 * One turn of a fresh agent: it gets a clean site and its prompt, works, and what it left is taken
 * as a tree. What it says of its work is kept, and believed nowhere.
 */
export async function takeTurn(
  command: TakeTurn,
  folded: Folded,
  performing: Performing,
): Promise<Result> {
  const { ports, signal } = performing;
  const { task, id } = command;
  const site = await ports.workspace.beginTurn(task.tree, signal);
  const facts = task.role === "critic" ? await factsOf(task, folded, ports.workspace) : undefined;
  const prompt = await turnPrompt(task, folded, performing, facts);
  const reply = await ports.agent.takeTurn(
    {
      role: task.role,
      attempt: task.attempt,
      ...prompt,
      dir: site.dir,
      mayWrite: task.mayWrite,
      runTests: task.mayWrite.length === 0 ? null : () => tryTests(site, folded, performing),
    },
    signal,
  );
  const walls = reply.sandbox === undefined ? {} : { sandbox: reply.sandbox };
  if (reply.kind === "failed") {
    const { why, detail, spend } = reply;
    return { kind: "turn_failed", command: id, role: task.role, why, detail, spend, ...walls };
  }
  const snapshot = await site.snapshot();
  return {
    kind: "turn_taken",
    command: id,
    role: task.role,
    tree: snapshot.tree,
    changes: [...snapshot.changes],
    offences: [...snapshot.offences],
    testTexts: task.role === "writer" ? await testTexts(task.tree, snapshot, ports.workspace) : {},
    answer: reply.answer,
    spend: reply.spend,
    ...walls,
    ...(facts === undefined ? {} : { facts }),
  };
}

/** What the static rules see in the change that is to be reviewed. */
async function factsOf(
  { diff }: Task,
  { state }: Folded,
  workspace: Pick<Workspace, "diff">,
): Promise<Fact[]> {
  if (diff === null) return [];
  return findFacts(await workspace.diff(diff.from, diff.to), state.request.config.testFiles);
}

/** What the agent has now, run by the loop where the agent cannot reach; it gets the failing tests. */
async function tryTests(
  site: TurnSite,
  folded: Folded,
  { bench, signal }: Performing,
): Promise<string> {
  const { tree, offences } = await site.snapshot();
  const [first] = offences;
  if (first !== undefined) return `The tests were not run. ${first.path}: ${first.fix}`;
  const { run } = await bench.tryTree(tree, folded, signal);
  return digestOutput(run);
}

/** What the writer wrote, and which of it is new: only new lines are judged as its work. */
async function testTexts(
  before: string,
  { tree, changes }: Snapshot,
  workspace: Workspace,
): Promise<TestTexts> {
  const texts: TestTexts = {};
  for (const { path, status } of changes) {
    if (status === "deleted") continue;
    const text = await workspace.readFile(tree, path);
    if (text === null) continue;
    const old = (await workspace.readFile(before, path)) ?? "";
    texts[path] = { text, added: addedLines(old, text), lost: lostLines(old, text) };
  }
  return texts;
}

type TestTexts = ResultOf<"turn_taken">["testTexts"];

/** Numbers, from 1, of the lines of `after` that `before` does not have. */
function addedLines(before: string, after: string): number[] {
  const added: number[] = [];
  let line = 1;
  for (const part of diffLines(before, after)) {
    if (part.removed) continue;
    if (part.added) added.push(...Array.from({ length: part.count }, (_, i) => line + i));
    line += part.count;
  }
  return added;
}
