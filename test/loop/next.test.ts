import { describe, expect, it } from "vitest";
import type { Command } from "../../src/domain/command.ts";
import type { Result } from "../../src/domain/result.ts";
import { failed, finished, makeChange, makeConfig, makeRequest, passed } from "../support/make.ts";
import type { World } from "../support/play.ts";
import { greenRun, play, wellBehaved } from "../support/play.ts";

function kinds(commands: readonly Command[]): string[] {
  return commands.map((c) => {
    if (c.kind === "take_turn") return `turn:${c.task.role}`;
    return c.kind === "run_tests" ? `tests:${c.purpose}` : c.kind;
  });
}

function conclusionOf(world: World, request = makeRequest()) {
  const { state } = play(world, request);
  if (state.phase !== "done") throw new Error(`the run ended in ${state.phase}`);
  return state.conclusion;
}

/** The well-behaved answer of one command, changed. */
function but(
  match: (command: Command, nth: number) => boolean,
  change: (result: Result) => Partial<Result> & object,
): World {
  return (command, nth) => {
    if (!match(command, nth)) return null;
    const usual = wellBehaved(command);
    return { ...usual, ...change(usual) } as Result;
  };
}

const runs = (purpose: string) => (c: Command) => c.kind === "run_tests" && c.purpose === purpose;
const turns = (role: string) => (c: Command) => c.kind === "take_turn" && c.task.role === role;

describe("the strict loop", () => {
  it("goes from the lock over RED and GREEN to the critic and the pull request", () => {
    const { state, commands } = play();

    expect(kinds(commands)).toEqual([
      "open_workspace",
      "take_lock",
      "publish",
      "tests:baseline",
      "turn:writer",
      "tests:red",
      "commit",
      "push",
      "publish",
      "turn:implementer",
      "tests:green",
      "commit",
      "push",
      "turn:critic",
      "prove",
      "publish",
    ]);
    expect(state).toMatchObject({ phase: "done", conclusion: { kind: "success" } });
  });

  it("commits RED on the base and GREEN on RED, and pushes with what the remote must hold", () => {
    const { commands } = play();
    const commits = commands.filter((c) => c.kind === "commit");
    const pushes = commands.filter((c) => c.kind === "push");

    expect(commits.map((c) => [c.phase, c.parent, c.message.split("\n")[0]])).toEqual([
      ["red", "base-sha", "red: failing tests for Add numbers"],
      ["green", "sha-of-red", "green: Add numbers"],
    ]);
    expect(pushes.map((c) => [c.branch, c.expected])).toEqual([
      ["tdd/7-add-numbers", null],
      ["tdd/7-add-numbers", "sha-of-red"],
    ]);
  });

  it("lets the writer write tests only and the implementer the allowlist only", () => {
    const tasks = play().commands.flatMap((c) => (c.kind === "take_turn" ? [c.task] : []));

    expect(tasks.map((task) => [task.role, task.mayWrite])).toEqual([
      ["writer", ["test/add.test.js"]],
      ["implementer", ["src/add.js"]],
      ["critic", []],
    ]);
  });

  it("scaffolds a promised module once and wants the tests to run then", () => {
    const missing = { kind: "missing_target", target: "module", name: "src/add.js" } as const;
    const load = { file: "test/add.test.js", cause: missing, message: "Cannot find module" };
    const world: World = (c, nth) =>
      runs("red")(c) && nth === 1
        ? ({
            ...wellBehaved(c),
            run: finished([passed("old")], { loadFailures: [load], exitCode: 1 }),
          } as Result)
        : null;
    const { commands, state } = play(world);

    expect(kinds(commands).slice(4, 9)).toEqual([
      "turn:writer",
      "tests:red",
      "turn:scaffolder",
      "tests:red",
      "commit",
    ]);
    expect(state).toMatchObject({ conclusion: { kind: "success" } });
  });

  it("sends two debuggers, the second with both failures", () => {
    const red = finished([passed("old"), failed("adds"), passed("adds zero")]);
    const world = but(runs("green"), () => ({ run: red }) as Partial<Result>);
    const { commands } = play(world);
    const tasks = commands.flatMap((c) => (c.kind === "take_turn" ? [c.task] : []));
    const debuggers = tasks.filter((task) => task.role === "debugger");

    expect(debuggers.map((task) => task.feedback.length)).toEqual([1, 2]);
    expect(conclusionOf(world)).toMatchObject({ kind: "blocked", reason: "debug_exhausted" });
  });

  it("runs the linter on the touched files before each commit", () => {
    const request = makeRequest({ config: makeConfig({ lintCommand: "eslint" }) });
    const lints = play(() => null, request).commands.filter((c) => c.kind === "run_lint");

    expect(lints.map((c) => c.files)).toEqual([["test/add.test.js"], ["src/add.js"]]);
  });
});

describe("every way to end BLOCKED (S0-45)", () => {
  const notStarted = {
    run: {
      kind: "did_not_start",
      framework: "node:test",
      cause: { kind: "runner_missing" },
      why: "node: not found",
      output: "",
      durationMs: 1,
    },
  } as unknown as Partial<Result>;
  const outside = {
    changes: [makeChange("src/other.js")],
  } as Partial<Result>;
  const cases: readonly [string, World, string][] = [
    ["the runner does not start", but(runs("baseline"), () => notStarted), "infrastructure"],
    [
      "RED passes already",
      but(runs("red"), () => ({ run: greenRun }) as Partial<Result>),
      "red_wrong_reason",
    ],
    [
      "RED is a syntax error",
      but(
        runs("red"),
        () =>
          ({
            run: finished([passed("old")], {
              exitCode: 1,
              loadFailures: [
                { file: "test/add.test.js", cause: { kind: "syntax_error" }, message: "oops" },
              ],
            }),
          }) as Partial<Result>,
      ),
      "red_wrong_reason",
    ],
    ["the writer leaves the tests", but(turns("writer"), () => outside), "red_wrong_reason"],
    ["an edit is out of scope again and again", editOutside(), "scope"],
    [
      "a RED test is edited",
      (c) =>
        turns("implementer")(c) || turns("debugger")(c)
          ? ({
              ...wellBehaved(c),
              changes: [makeChange("test/add.test.js", { status: "modified", blob: "other" })],
            } as Result)
          : null,
      "scope",
    ],
    [
      "an agent changed a dependency",
      but(
        turns("implementer"),
        () =>
          ({
            offences: [{ code: "DEP_TAMPERED", path: "node_modules/x", fix: "Install it again." }],
          }) as never,
      ),
      "infrastructure",
    ],
    [
      "the push is refused",
      but(
        (c) => c.kind === "push",
        () => ({ kind: "broken", what: "push", detail: "foreign commits", fix: "look" }) as never,
      ),
      "infrastructure",
    ],
    [
      "the writer finds a contradiction",
      but(
        turns("writer"),
        (usual) =>
          ({
            answer: {
              kind: "tests",
              tests: {
                ...(usual as { answer: { tests: object } }).answer.tests,
                cannot: { kind: "contradiction", question: "Which of the two?" },
              },
            },
          }) as never,
      ),
      "contradiction",
    ],
  ];

  it.each(cases)("%s", (_name, world, reason) => {
    expect(conclusionOf(world)).toMatchObject({ kind: "blocked", reason });
  });

  it("asks where tests go, not for clearer criteria, when a writer left the tests", () => {
    const { decision } = conclusionOf(but(turns("writer"), () => outside)) as { decision: string };

    expect(decision).toContain("only test files are written");
  });

  it.each([
    ["an empty body", "", "criteria_unclear"],
    ["no criteria", "Please make it nicer.", "criteria_unclear"],
    [
      "more than five files",
      `### Acceptance criteria\n- [ ] x\n\n### Files\n${[1, 2, 3, 4, 5, 6].map((n) => `- \`src/${n}.js\` (new)`).join("\n")}`,
      "scope",
    ],
    [
      "a listed path that leads out of the repository",
      "### Acceptance criteria\n- [ ] x\n\n### Files\n- `../out.js`",
      "scope",
    ],
    [
      "a listed file that is not there",
      "### Acceptance criteria\n- [ ] x\n\n### Files\n- `src/gone.js`",
      "scope",
    ],
  ])("%s", (_name, body, reason) => {
    const conclusion = conclusionOf(() => null, makeRequest({ body }));

    expect(conclusion).toMatchObject({ kind: "blocked", reason });
  });

  it("always says what was tried, what failed, what to decide and with which command", () => {
    for (const [, world] of cases) {
      const conclusion = conclusionOf(world);
      if (conclusion.kind !== "blocked") throw new Error("not blocked");
      expect(conclusion.failed).not.toBe("");
      expect(conclusion.decision).not.toBe("");
      expect(conclusion.command).toMatch(/^\/tdd /);
    }
  });

  function editOutside(): World {
    return (c) =>
      turns("implementer")(c) || turns("debugger")(c)
        ? ({ ...wellBehaved(c), ...outside } as Result)
        : null;
  }
});
