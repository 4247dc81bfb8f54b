import type { StepAnswer } from "../../src/domain/answers.ts";
import type { Change } from "../../src/domain/change.ts";
import type { Command } from "../../src/domain/command.ts";
import type { Event } from "../../src/domain/event.ts";
import type { JournalEntry } from "../../src/domain/journal-entry.ts";
import type { Result } from "../../src/domain/result.ts";
import type { ProfileName, Rules } from "../../src/domain/rules.ts";
import type { RunRequest } from "../../src/domain/run-request.ts";
import { foldJournal } from "../../src/loop/fold.ts";
import { next, start } from "../../src/loop/next.ts";
import { rulesOf } from "../../src/loop/profiles.ts";
import type { RunState } from "../../src/loop/state.ts";
import { makeRequest, spend } from "./make.ts";

type CommandOf<K extends Command["kind"]> = Extract<Command, { kind: K }>;
type TakeTurn = CommandOf<"take_turn">;
type RunCheck = CommandOf<"run_check">;

/** How the world answers; whatever it leaves out goes well. */
export interface StepsWorld {
  /** What a turn leaves; null when it fails. */
  readonly turn?: (step: string, task: TakeTurn["task"]) => Partial<StepTurn> | null;
  /** Exit code of a command on a tree, which is a JSON object of path to blob. */
  readonly check?: (command: RunCheck, files: Record<string, string>) => number;
  readonly output?: (command: RunCheck) => string;
  readonly answer?: (command: Command) => Result | null;
  /** Which of the pending commands comes back next, from 0. */
  readonly pick?: (pending: readonly Command[]) => number;
}

export interface StepTurn {
  readonly edits: Readonly<Record<string, string | null>>;
  readonly report: Partial<StepAnswer>;
}

export interface PlayedSteps {
  readonly state: RunState;
  readonly events: readonly Event[];
  readonly commands: readonly Command[];
  readonly journal: readonly JournalEntry[];
  /** Files of the last commit. */
  readonly files: Readonly<Record<string, string>>;
}

export function stepsRequest(spec: object, more: Partial<RunRequest> = {}): RunRequest {
  const reading = rulesOf("steps" satisfies ProfileName, {} as Partial<Rules>);
  if (reading.kind !== "rules") throw new Error(reading.why);
  const whole = { name: "demo", validationCommand: "", autoCommitAddUntracked: true, ...spec };
  return makeRequest({
    profile: "steps",
    rules: reading.rules,
    loopSpec: { path: "demo.json", text: JSON.stringify(whole) },
    ...more,
  });
}

/** Plays a run by a loop spec: no port, no disk; a tree is the JSON of its files. */
export function playSteps(request: RunRequest, world: StepsWorld = {}): PlayedSteps {
  let { state, commands, events } = start(request);
  const all: Event[] = [...events];
  const seen: Command[] = [...commands];
  const journal: JournalEntry[] = [{ type: "requested", at: 0, request }];
  let files: Record<string, string> = baseFiles;
  for (let round = 0; state.phase !== "done"; round += 1) {
    if (round > 2_000) throw new Error("the loop has no end");
    const { pending } = state;
    const command = pending[world.pick?.(pending) ?? 0];
    if (command === undefined) throw new Error(`nothing is pending in ${state.phase}`);
    const result = world.answer?.(command) ?? answerTo(command, world);
    if (command.kind === "commit" && result.kind === "committed") files = filesOf(command.tree);
    journal.push({ type: "resulted", at: round, result });
    ({ state, commands, events } = next(state, result));
    all.push(...events);
    seen.push(...commands);
  }
  return { state, events: all, commands: seen, journal, files };
}

/** What a resume reads off a journal that was cut off. */
export function refolded(journal: readonly JournalEntry[]): RunState {
  const folded = foldJournal(journal);
  if (folded === null) throw new Error("no journal");
  return folded.state;
}

export const baseFiles: Record<string, string> = { "src/old.js": "old" };

/** Path to blob. */
export function filesOf(tree: string): Record<string, string> {
  return JSON.parse(tree) as Record<string, string>;
}

function treeOf(files: Record<string, string>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(files).sort()));
}

function withChanges(tree: string, changes: readonly Change[]): Record<string, string> {
  const files = { ...filesOf(tree) };
  for (const { path, blob } of changes) {
    if (blob === null) delete files[path];
    else files[path] = blob;
  }
  return files;
}

/** How the world answers a command. */
export function answerTo(command: Command, world: StepsWorld): Result {
  const base = { command: command.id } as const;
  switch (command.kind) {
    case "open_workspace":
      return {
        ...base,
        kind: "workspace_opened",
        baseRef: "origin/main",
        baseSha: "base-sha",
        baseTree: treeOf(baseFiles),
        branch: command.branch,
        existing: command.paths.filter((path) => path in baseFiles),
        testCommand: "npm test",
        framework: null,
        lookedAt: [],
        testLocations: [],
      };
    case "take_lock":
      return { ...base, kind: "lock_taken", digest: "d1" };
    case "take_turn":
      return turnOf(command, world);
    case "run_check":
      return checkOf(command, world);
    case "commit":
      return { ...base, kind: "committed", sha: `sha ${command.message}`, tree: command.tree };
    case "push":
      return { ...base, kind: "pushed", sha: command.sha, url: "https://example.test/x" };
    case "ask":
      return { ...base, kind: "asked", answer: "waiting", by: "nobody" };
    case "publish":
      return { ...base, kind: "published", pullRequest: null };
    default:
      throw new Error(`no answer to ${command.kind}`);
  }
}

function turnOf({ id, task }: TakeTurn, world: StepsWorld): Result {
  const step = task.step?.id ?? "";
  const left = world.turn === undefined ? {} : world.turn(step, task);
  const base = { command: id, role: task.role, spend } as const;
  if (left === null)
    return { ...base, kind: "turn_failed", why: "gave_up", detail: "It is too hard." };
  const plain = step.replace(/[^a-z]/g, "");
  const edits = left.edits ?? { [`src/${plain}.js`]: step, [`test/${plain}.test.js`]: step };
  const began = withChanges(task.tree, task.step?.changes ?? []);
  const changes = Object.entries(edits).map(([path, text]) => changeOf(path, text, began));
  return {
    ...base,
    kind: "turn_taken",
    tree: treeOf(withChanges(treeOf(began), changes)),
    changes,
    offences: [],
    testTexts: {},
    answer: {
      kind: "step",
      step: {
        summary: `Did ${step}.`,
        blocked: false,
        nextPrompt: "",
        artifacts: Object.keys(edits),
        taskId: null,
        lessonsLearned: [],
        cannot: null,
        ...left.report,
      },
    },
  };
}

function changeOf(path: string, text: string | null, before: Record<string, string>): Change {
  if (text === null) return { path, status: "deleted", mode: null, blob: null };
  return { path, status: path in before ? "modified" : "added", mode: "100644", blob: text };
}

/** Unless the world says otherwise, the check of the tests alone fails and all else passes. */
function checkOf(command: RunCheck, world: StepsWorld): Result {
  const files = withChanges(command.tree, command.changes);
  const code = world.check?.(command, files) ?? (command.purpose === "red" ? 1 : 0);
  const output = world.output?.(command) ?? "1 passed";
  const { id, purpose, step, pattern } = command;
  return {
    command: id,
    kind: "check_ran",
    ...{ purpose, step, output },
    tree: treeOf(files),
    exit: { kind: "exited", code },
    matched: pattern === null ? null : new RegExp(pattern, "m").test(output),
    durationMs: 1,
    sandbox: "none",
  };
}
