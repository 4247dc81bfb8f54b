import type { Command, Task } from "../domain/command.ts";
import type { Fact } from "../domain/fact.ts";
import type { Result } from "../domain/result.ts";
import { findFacts } from "../gates/facts/find-facts.ts";
import type { Folded } from "../loop/fold.ts";
import { stepOf } from "../loop/steps/final-step.ts";
import type { Snapshot, TurnSite, Workspace } from "../ports.ts";
import { changedTexts } from "./changed-texts.ts";
import { openSite } from "./isolation/open-site.ts";
import type { Performing } from "./performing.ts";
import { probeTests } from "./probe-tests.ts";
import { scansOf } from "./scans.ts";
import { stubsOf } from "./stubs-of.ts";
import { tryCheck } from "./try-check.ts";
import { tryTests } from "./try-tests.ts";
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
  isAgain = false,
): Promise<Result> {
  const { ports, signal } = performing;
  const { task, id } = command;
  const { workspace } = ports;
  const site = await openSite(task, folded, performing);
  const facts = ["critic", "reviewer"].includes(task.role)
    ? await factsOf(task, folded, performing)
    : undefined;
  const prompt = await turnPrompt(task, folded, performing, { facts, isAgain });
  const mayRun = task.mayWrite.length > 0 && site.runsTests;
  const reply = await ports.agent.takeTurn(
    {
      role: task.role,
      attempt: task.attempt,
      ...prompt,
      dir: site.dir,
      mayWrite: task.mayWrite,
      ...(task.step === undefined ? {} : { step: task.step.id }),
      runTests: mayRun ? () => tryOut(task, site, folded, performing) : null,
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
    testTexts: await testTextsOf(task, snapshot, workspace),
    ...(await stubsOf(task, folded, snapshot, workspace)),
    answer: reply.answer,
    spend: reply.spend,
    ...walls,
    ...(facts === undefined ? {} : { facts }),
    ...(await scansOf(task, folded, snapshot, ports)),
  };
}

/** Tests that are amended are held against what was there before this run wrote any. */
function testTextsOf({ role, tree, since }: Task, snapshot: Snapshot, workspace: Workspace) {
  return role === "writer" ? changedTexts(since ?? tree, snapshot, workspace) : {};
}

/** What the static rules see in the change that is to be reviewed, and what its tests do not notice. */
async function factsOf(task: Task, folded: Folded, performing: Performing): Promise<Fact[]> {
  const { diff, cycle } = task;
  if (diff === null) return [];
  const { workspace } = performing.ports;
  const { testFiles } = folded.state.request.config;
  const found = findFacts(await workspace.diff(diff.from, diff.to), testFiles);
  // At a direction check half of the tests are still to come.
  if (cycle?.scope === "direction") return found;
  return [...found, ...(await probeTests(task, folded, performing))];
}

/** A step is tried by its own check; everything else by the tests. */
function tryOut(task: Task, site: TurnSite, folded: Folded, performing: Performing) {
  const { state } = folded;
  if (task.step === undefined || state.phase !== "loop_steps")
    return tryTests(task.role, site, folded, performing);
  const { check } = stepOf(state.loop, task.step.id);
  return tryCheck(check, state.loop.timeoutMs, site, performing);
}
