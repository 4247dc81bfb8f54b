import type { Command } from "../../domain/command.ts";
import type { Result } from "../../domain/result.ts";
import type { Slice } from "../../domain/slice.ts";
import type { Folded } from "../../loop/fold.ts";
import { next } from "../../loop/next.ts";
import { newTask } from "../../loop/phases/turn.ts";
import type { Baselined } from "../../loop/state.ts";
import { unitOf } from "../../loop/unit.ts";
import type { IsolatedRole, Told } from "../../run/isolation/boundaries.ts";
import { boundaries } from "../../run/isolation/boundaries.ts";
import { isolatedPrompt } from "../../run/isolation/isolated-prompt.ts";
import { documentationFor, publicApi } from "../../run/isolation/public-part.ts";
import { createPrompts } from "../../run/prompts.ts";
import { tellingOf } from "../../run/turn-prompt.ts";
import { promptText } from "../prompt-texts.ts";
import type { WiredRun } from "../wire-run.ts";
import { draftAnswer } from "./draft-slices.ts";

/** What a dry run in slices found out and would send. */
export interface SlicesRehearsed {
  readonly state: Baselined;
  /** Lines of the public API and of the documents that writers would be shown. */
  readonly apiLines: number;
  readonly documentLines: number;
  readonly slices: readonly SliceRehearsed[];
}

interface SliceRehearsed {
  readonly slice: Slice;
  readonly prompts: readonly { readonly role: IsolatedRole; readonly text: string }[];
}

/** What stands where a run would have had something by then (S3-3). */
const fixed: Readonly<Partial<Record<Told, string>>> = {
  failingTest: "(dry run: here stands the test that the writer wrote)",
  failure: "(dry run: no test output)",
  greenOutput: "(dry run: no test output)",
  allTests: "(dry run: here stand the tests of the writer)",
  allSources: "(dry run: here stands the code of the implementer)",
};

const roles: readonly IsolatedRole[] = ["writer", "implementer", "refiner"];

/**
 * The way of a run in slices up to its first writer: the base, the cut, the lock drawn up, the baseline run
 * for real. Nobody is asked to write, nothing is kept.
 * @param asksDecomposer whether an agent may cut the issue; else every criterion is a slice of its own
 * @returns the state that it came to; not yet at RED when it ended before
 */
export async function toFirstSlice(
  opened: Folded,
  wired: WiredRun,
  asksDecomposer: boolean,
): Promise<Folded> {
  let folded = opened;
  for (;;) {
    const [command] = folded.state.pending;
    if (command === undefined || isWork(command) || folded.state.phase === "concluding")
      return folded;
    const result =
      rehearsed(command, folded, asksDecomposer) ?? (await wired.perform(command, folded));
    const { state, events } = next(folded.state, result);
    folded = { state, events: [...folded.events, ...events.map((event) => ({ at: 0, event }))] };
  }
}

function isWork(command: Command): boolean {
  return command.kind === "take_turn" && command.task.role !== "decomposer";
}

/** The answers that a rehearsal gives itself; null where it asks the outside world. */
function rehearsed(command: Command, { state }: Folded, asksDecomposer: boolean): Result | null {
  const { id } = command;
  switch (command.kind) {
    case "take_turn":
      return asksDecomposer ? null : draftAnswer(id, command.task, state);
    case "ask":
      return { kind: "asked", command: id, answer: "approved", by: "dry run" };
    case "take_lock":
      return { kind: "lock_taken", command: id, digest: "dry run" };
    case "publish":
      return { kind: "published", command: id, pullRequest: null };
    default:
      return null;
  }
}

/** Every prompt of every slice, with real variables where there are some already. */
export async function rehearseSlices(state: Baselined, wired: WiredRun): Promise<SlicesRehearsed> {
  const { slicing } = state;
  if (slicing === null) throw new Error("Bug: a rehearsal without slices.");
  const slices: SliceRehearsed[] = [];
  for (const [index, slice] of slicing.slices.entries()) {
    const at = { ...state, slicing: { ...slicing, index } };
    const prompts = await Promise.all(
      roles.map(async (role) => ({ role, text: await promptOf(role, at, wired) })),
    );
    slices.push({ slice, prompts });
  }
  const telling = tellingFor("writer", state, wired);
  const documents = await documentationFor(telling);
  return {
    state,
    apiLines: (await publicApi(telling)).split("\n").length,
    documentLines: documents === "" ? 0 : documents.split("\n").length,
    slices,
  };
}

function tellingFor(role: IsolatedRole, state: Baselined, wired: WiredRun) {
  const { lock, base } = unitOf(state);
  const sources = lock.allowlist.map((file) => file.path);
  const mayWrite: Readonly<Partial<Record<IsolatedRole, readonly string[]>>> = {
    writer: lock.testFiles,
    implementer: sources,
  };
  const task = newTask({ role, attempt: 1, tree: base.tree, mayWrite: mayWrite[role] ?? [] });
  return tellingOf(task, { ...state, phase: "baseline" }, wired.ports);
}

async function promptOf(role: IsolatedRole, state: Baselined, wired: WiredRun): Promise<string> {
  const prompts = createPrompts(promptText);
  const telling = tellingFor(role, state, wired);
  const { system, task } = await isolatedPrompt(boundaries[role], telling, prompts, fixed);
  return `${system}\n\n${task}`;
}
