import type { CriticAnswer, Finding, WriterAnswer } from "../../src/domain/answers.ts";
import type { Command, Task } from "../../src/domain/command.ts";
import { observedRun } from "../../src/domain/proof-evidence.ts";
import type { Answer, Result } from "../../src/domain/result.ts";
import type { RunRequest } from "../../src/domain/run-request.ts";
import type { TestRun } from "../../src/domain/test-run.ts";
import { rulesOf } from "../../src/loop/profiles.ts";
import { approved, failed, finished, makeChange, makeRequest, passed, spend } from "./make.ts";
import type { Played, World } from "./play.ts";
import { play, soundProof, wellBehaved } from "./play.ts";

/** A repository of the fewest parts: tests by name with what they demand, and what the code can do. */
export interface Repo {
  readonly tests: Readonly<Record<string, string>>;
  readonly can: readonly string[];
}

/** What an agent does in a turn; null takes the usual. */
export interface Move {
  readonly repo?: Repo;
  /** Paths that change beside the test or source file. */
  readonly also?: readonly string[];
  readonly answer: Answer;
}
export type Script = (task: Task, repo: Repo, nth: number) => Move | null;

const base: Repo = { tests: { old: "old" }, can: ["old"] };
export const threeCriteria = `Numbers are missing.

### Acceptance criteria
- [ ] one
- [ ] two
- [ ] three

### Files
- \`src/add.js\` (new)
- tests: \`test/\`
`;

/** A request of the profile \`pair\`; \`overrides\` are laid over its rules. */
export function cycleRequest(
  overrides: Partial<RunRequest["rules"]> = {},
  body = threeCriteria,
): RunRequest {
  const reading = rulesOf("pair", overrides);
  if (reading.kind !== "rules") throw new Error(reading.why);
  return makeRequest({ profile: "pair", rules: reading.rules, body });
}

/** Plays a run in cycles: trees hold a repository in words, so that every run follows from its tree. */
export function playCycles(
  script: Script = () => null,
  request = cycleRequest(),
  world: World = () => null,
): Played {
  const turns: Record<string, number> = {};
  return play((command, nth) => {
    const answered = world(command, nth);
    if (answered !== null) return answered;
    if (command.kind !== "take_turn") return usual(command);
    const { task, id } = command;
    const taken = (turns[task.role] ?? 0) + 1;
    turns[task.role] = taken;
    const repo = repoOf(task.tree);
    return turnResult(id, task, script(task, repo, taken) ?? usualMove(task, repo));
  }, request);
}

export function repoOf(tree: string): Repo {
  return tree === "base-tree" ? base : (JSON.parse(tree) as Repo);
}

function usual(command: Command): Result | null {
  switch (command.kind) {
    case "run_tests":
      return {
        ...(wellBehaved(command) as Extract<Result, { kind: "tests_ran" }>),
        run: runOf(repoOf(command.tree)),
      };
    case "commit":
      return {
        ...{ kind: "committed", command: command.id, tree: command.tree },
        sha: `sha-${command.phase}-${command.id}`,
      };
    case "prove": {
      const elsewhere = { observed: observedRun(runOf(repoOf(command.tree))), shaky: [] };
      const evidence = { ...soundProof, elsewhere, canaries: [] };
      return { ...(wellBehaved(command) as Extract<Result, { kind: "proven" }>), evidence };
    }
    default:
      return null;
  }
}

function runOf({ tests, can }: Repo): TestRun {
  return finished(
    Object.entries(tests).map(([id, demand]) => {
      const file = id === "old" ? "test/old.test.js" : "test/new.test.js";
      return can.includes(demand) ? passed(id, file) : failed(id, { kind: "assertion" }, file);
    }),
  );
}

function usualMove(task: Task, repo: Repo): Move {
  switch (task.role) {
    case "writer": {
      const open = ["C1", "C2", "C3"].find((id) => !task.cycle?.covered.includes(id)) ?? "C1";
      return writes(repo, { [`proves ${open}`]: open }, [open]);
    }
    case "reviewer":
      return { answer: { kind: "review", review: approved } };
    default:
      return makesIt(repo);
  }
}

export function writes(repo: Repo, tests: Repo["tests"], criteria: readonly string[]): Move {
  const coverage = criteria.map((criterion) => ({
    ...{ criterion, tests: Object.keys(tests), preserved: false },
  }));
  return {
    repo: { ...repo, tests: { ...repo.tests, ...tests } },
    answer: {
      kind: "tests",
      tests: testsAnswer({ coverage, summary: `It does ${criteria.join()}.` }),
    },
  };
}

export function testsAnswer(more: Partial<WriterAnswer>): WriterAnswer {
  return {
    ...{ coverage: [], promised: { modules: [], symbols: [] }, summary: "It stays.", cannot: null },
    ...more,
  };
}

/** Tests that stay as they are, with the reasoning. */
export function stands(why: string): Move {
  return { answer: { kind: "tests", tests: testsAnswer({ summary: why }) } };
}

export function makesIt(repo: Repo): Move {
  const can = [...new Set([...repo.can, ...Object.values(repo.tests)])];
  return {
    repo: { ...repo, can },
    answer: { kind: "edit", edit: { summary: "made it", cannot: null } },
  };
}

export function objects(question: string): Move {
  const cannot = { kind: "contradiction", question } as const;
  return { answer: { kind: "edit", edit: { summary: "", cannot } } };
}

export function finds(...findings: readonly Partial<Finding>[]): Move {
  const review: CriticAnswer = {
    verdict: "NEEDS_WORK",
    summary: "not yet",
    findings: findings.map((finding) => ({
      ...{ kind: "drift", file: "src/add.js", line: null, problem: "a problem", suggestion: "" },
      ...finding,
    })),
  };
  return { answer: { kind: "review", review } };
}

function turnResult(id: string, task: Task, { repo, also = [], answer }: Move): Result {
  const path = task.role === "writer" ? "test/new.test.js" : "src/add.js";
  const changed = repo === undefined ? [] : [path];
  return {
    command: id,
    kind: "turn_taken",
    role: task.role,
    tree: repo === undefined ? task.tree : JSON.stringify(repo),
    changes: [...changed, ...also].map((one) =>
      makeChange(one, { blob: `${one} of ${JSON.stringify(repo)}` }),
    ),
    offences: [],
    testTexts: {},
    answer,
    spend,
  };
}
