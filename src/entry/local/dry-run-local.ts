import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Task } from "../../domain/command.ts";
import type { Conclusion } from "../../domain/conclusion.ts";
import type { Role } from "../../domain/config.ts";
import type { Folded } from "../../loop/fold.ts";
import { commandFor } from "../../loop/issue-command.ts";
import { newTask } from "../../loop/phases/turn.ts";
import type { RunState } from "../../loop/state.ts";
import { finalText } from "../../report/final-text.ts";
import { noLinks } from "../../report/links.ts";
import { foldReport } from "../../report/report.ts";
import { createPrompts } from "../../run/prompts.ts";
import { turnPrompt } from "../../run/turn-prompt.ts";
import { exitCodes } from "../exit-codes.ts";
import { promptText } from "../prompt-texts.ts";
import { openedState } from "../run/opened-state.ts";
import { planFacts } from "../run/plan-text.ts";
import type { Ended, RunOptions } from "../run-options.ts";
import type { Terminal } from "../terminal.ts";
import { openLocalRepository } from "../wire-local.ts";
import { addressed } from "../wire-prompt.ts";
import type { WiredRun } from "../wire-run.ts";
import { wireRun } from "../wire-run.ts";
import { dryRunCast } from "./dry-run-cast.ts";
import { toFirstSlice } from "./dry-run-slices.ts";
import { exitCodeOf } from "./finish-run.ts";
import { playersOf } from "./local-choice.ts";
import type { PromptPlan } from "./prompt-plan.ts";
import { asFacts, dryRunText, estimate } from "./prompt-plan.ts";
import { requestOf } from "./run-local.ts";
import { showSlices } from "./show-slices.ts";
import { checkStartingPoint } from "./starting-point.ts";

/**
 * `--dry-run`: spec, lock and prompts as they would be; nothing is changed. In slices the base is tested,
 * and an agent that was named cuts the issue; else no agent is asked.
 */
export async function dryRunLocal(
  options: RunOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Ended> {
  const repository = await openLocalRepository(options, terminal);
  const { request, path } = await requestOf(options, repository, terminal);
  await checkStartingPoint(request, { ...options, spec: path }, repository, terminal);
  const isCut = request.rules.redUnit === "slice";
  const cast = await dryRunCast(options, request, repository, terminal);
  const stateDir = await mkdtemp(join(tmpdir(), "tdd-loop-dry-"));
  try {
    const wired = await wireRun({
      config: request.config,
      issue: 0,
      stateDir,
      workDir: stateDir,
      remote: { kind: "path", path: repository.root },
      // Only a run in slices runs the tests of the base, and those need what is installed.
      carryFrom: isCut ? repository.root : null,
      hidden: [],
      agent: cast.agent,
      usesCommandAgent: cast.usesCommandAgent,
      github: null,
      approvals: { ask: async () => ({ answer: "waiting", by: "dry run" }) },
      links: noLinks,
      env: terminal.env,
      secrets: [],
      clock: { now: () => Date.now() },
      signal,
    });
    const folded = await openedState(request, wired);
    if (!isCut) return await show(folded, wired, options, terminal);
    const cut = await toFirstSlice(folded, wired, cast.cuts);
    return "slicing" in cut.state
      ? await showSlices(cut.state, wired, { drafted: !cast.cuts, json: options.json }, terminal)
      : await show(cut, wired, options, terminal);
  } finally {
    await rm(stateDir, { recursive: true, force: true });
  }
}

async function show(
  folded: Folded,
  wired: WiredRun,
  options: RunOptions,
  terminal: Terminal,
): Promise<Ended> {
  const { state } = folded;
  if (state.phase === "concluding") {
    const conclusion = withoutResume(state);
    terminal.print(options.json ? JSON.stringify(conclusion) : endText(folded, conclusion));
    return { exitCode: exitCodeOf(conclusion) };
  }
  const prompts = await promptsOf(folded, wired, options);
  if (options.json)
    terminal.print(JSON.stringify({ ...planFacts(state), prompts: prompts.map(asFacts) }));
  else terminal.print(dryRunText(state, prompts));
  return { exitCode: exitCodes.success };
}

/** There is no run behind this: a line that asks for it anew stands, one that goes on with it does not. */
function withoutResume({ conclusion, request }: Extract<RunState, { phase: "concluding" }>) {
  if (!("command" in conclusion)) return conclusion;
  const goesOn = [commandFor(request, "resume"), commandFor(request, "approve")];
  return goesOn.includes(conclusion.command) ? { ...conclusion, command: "" } : conclusion;
}

function endText({ events }: Folded, conclusion: Conclusion): string {
  const asked = events.find(({ event }) => /^turn[.](taken|failed)$/.test(event.type));
  const when =
    asked === undefined
      ? "before any agent is asked"
      : "here, with what the agent named for it said";
  const text = finalText({ ...foldReport(events), conclusion }, noLinks).trimEnd();
  return `Dry run: this issue would end ${when}.\n${text}`;
}

async function promptsOf(
  { state, events }: Folded,
  wired: WiredRun,
  options: RunOptions,
): Promise<PromptPlan[]> {
  const tree = "ground" in state ? state.ground.baseTree : "";
  const performing = { ports: wired.ports, prompts: createPrompts(promptText) };
  const { agent: kind, ...rest } = playersOf(options, state.request.local);
  const choice = { ...rest, kind, config: state.request.config };
  return Promise.all(
    tasksOf(state, tree).map(async (task) => {
      const { role } = task;
      const writable = task.mayWrite;
      const prompt = await turnPrompt(task, { state, events }, performing);
      const { who, model, text } = addressed(choice, { role, mayWrite: writable, ...prompt });
      const tokens = Math.ceil(text.length / 4);
      const before = [prompt.system, prompt.shared, prompt.sealed]
        .filter(Boolean)
        .join("\n\n").length;
      const dollars = model === null ? null : estimate(role, tokens, model);
      return { role, who, characters: text.length, tokens, dollars, text, own: text.slice(before) };
    }),
  );
}

/** The first turn of each role; for a loop spec those that would begin at once. */
function tasksOf(state: RunState, tree: string): Task[] {
  if (state.phase === "loop_steps")
    return state.pending.flatMap((command) => (command.kind === "take_turn" ? [command.task] : []));
  const { review } = state.request.rules;
  const judge = review === "reviewer" ? review : "critic";
  const roles: Role[] = "lock" in state ? ["writer", "implementer", judge] : ["planner"];
  return roles.map((role) => newTask({ role, attempt: 1, tree, mayWrite: mayWrite(role, state) }));
}

function mayWrite(role: Role, state: RunState): readonly string[] {
  if (!("lock" in state)) return [];
  if (role === "writer") return state.lock.testFiles;
  return role === "implementer" ? state.lock.allowlist.map((file) => file.path) : [];
}
