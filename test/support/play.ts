import { StepAnswer } from "../../src/domain/answers.ts";
import type { Command } from "../../src/domain/command.ts";
import type { Event } from "../../src/domain/event.ts";
import type { JournalEntry } from "../../src/domain/journal-entry.ts";
import type { ProofEvidence } from "../../src/domain/proof-evidence.ts";
import { observedRun } from "../../src/domain/proof-evidence.ts";
import type { Result } from "../../src/domain/result.ts";
import type { RunRequest } from "../../src/domain/run-request.ts";
import { next, start } from "../../src/loop/next.ts";
import type { RunState } from "../../src/loop/state.ts";
import {
  approved,
  editorAnswer,
  failed,
  finished,
  makeChange,
  makeRequest,
  passed,
  spend,
  writerAnswer,
} from "./make.ts";

/** Answers a command, or leaves it (null) to the well-behaved world below. */
export type World = (command: Command, nth: number) => Result | null;

export interface Played {
  readonly state: RunState;
  readonly events: readonly Event[];
  readonly commands: readonly Command[];
  readonly journal: readonly JournalEntry[];
}

/** Plays a whole run against a world of answers; no port, no clock, no disk. */
export function play(world: World = () => null, request: RunRequest = makeRequest()): Played {
  let { state, commands, events } = start(request);
  const seen: Command[] = [];
  const all: Event[] = [...events];
  const journal: JournalEntry[] = [{ type: "requested", at: 0, request }];
  const queue = [...commands];
  for (let command = queue.shift(); command !== undefined; command = queue.shift()) {
    if (seen.length > 200) throw new Error("the loop has no end");
    seen.push(command);
    const { kind } = command;
    const nth = seen.filter((other) => sort(other) === sort(command as Command)).length;
    const result = world(command, nth) ?? wellBehaved(command);
    if (kind === "stop") continue;
    journal.push({ type: "resulted", at: seen.length, result });
    ({ state, commands, events } = next(state, result));
    all.push(...events);
    queue.push(...commands);
  }
  return { state, events: all, commands: seen, journal };
}

function sort(command: Command): string {
  if (command.kind === "take_turn") return command.task.role;
  return command.kind === "run_tests" ? command.purpose : command.kind;
}

export const redRun = finished([passed("old"), failed("adds"), failed("adds zero")]);
export const greenRun = finished([passed("old"), passed("adds"), passed("adds zero")]);

/** The tests pass in CI and on another day, and a false assertion fails. */
export const soundProof: ProofEvidence = {
  main: null,
  declared: 0,
  mutated: [],
  elsewhere: { observed: observedRun(greenRun), shaky: [] },
  holdout: null,
  canaries: [
    { observed: observedRun(redRun), turned: ["test/add.test.js"], owners: {}, appended: false },
  ],
  twins: [],
};

/** The happy path: one old test, two new ones, green at the first attempt, approved. */
export function wellBehaved(command: Command): Result {
  const base = { command: command.id } as const;
  switch (command.kind) {
    case "open_workspace":
      return {
        ...base,
        kind: "workspace_opened",
        baseRef: "origin/main",
        baseSha: "base-sha",
        baseTree: "base-tree",
        branch: command.branch,
        existing: [],
        testCommand: "npm test",
        framework: "node:test",
        lookedAt: ["package.json"],
        testLocations: ["test/"],
      };
    case "take_turn":
      return turn(command);
    case "ask":
      return { ...base, kind: "asked", answer: "waiting", by: "nobody" };
    case "take_lock":
      return { ...base, kind: "lock_taken", digest: "d1" };
    case "run_tests":
      return {
        ...base,
        kind: "tests_ran",
        purpose: command.purpose,
        tree: command.tree,
        run: runFor(command.purpose),
        sandbox: "none",
      };
    case "prove":
      return { ...base, kind: "proven", tree: command.tree, evidence: soundProof, sandbox: "none" };
    case "run_check":
      return {
        ...base,
        kind: "check_ran",
        purpose: command.purpose,
        step: command.step,
        tree: command.tree,
        exit: { kind: "exited", code: 0 },
        matched: null,
        output: "",
        durationMs: 1,
        sandbox: "none",
      };
    case "run_lint":
      return { ...base, kind: "lint_ran", passed: true, output: "" };
    case "commit":
      return { ...base, kind: "committed", sha: `sha-of-${command.phase}`, tree: command.tree };
    case "push":
      return { ...base, kind: "pushed", sha: command.sha, url: "https://example.test/x" };
    case "publish":
      return {
        ...base,
        kind: "published",
        pullRequest:
          command.stage === "surface" ? { number: 8, url: "https://example.test/8" } : null,
      };
    default:
      return { ...base, kind: "stopped" };
  }
}

function runFor(purpose: string) {
  if (purpose === "baseline") return finished([passed("old")]);
  return purpose === "red" ? redRun : greenRun;
}

type TakeTurn = Extract<Command, { kind: "take_turn" }>;

function turn({ id, task }: TakeTurn): Result {
  const base = {
    command: id,
    kind: "turn_taken",
    role: task.role,
    offences: [] as { code: string; path: string; fix: string }[],
    testTexts: {},
    spend,
  } as const;
  switch (task.role) {
    case "planner":
      return {
        ...base,
        tree: task.tree,
        changes: [],
        answer: {
          kind: "plan",
          plan: {
            criteria: [],
            files: [{ path: "src/add.js", isNew: true }],
            testFiles: ["test/"],
            cannot: null,
          },
        },
      };
    case "writer":
      return {
        ...base,
        tree: "red-tree",
        changes: [makeChange("test/add.test.js")],
        answer: { kind: "tests", tests: writerAnswer },
      };
    case "critic":
      return {
        ...base,
        tree: task.tree,
        changes: [],
        answer: { kind: "review", review: approved },
      };
    case "developer":
      return {
        ...base,
        tree: "step-tree",
        changes: [makeChange("src/add.js")],
        answer: { kind: "step", step: StepAnswer.parse({ artifacts: ["src/add.js"] }) },
      };
    default:
      return {
        ...base,
        tree: `${task.role}-tree-${task.attempt}`,
        changes: [makeChange("src/add.js")],
        answer: { kind: "edit", edit: editorAnswer },
      };
  }
}
