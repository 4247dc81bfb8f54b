import { describe, expect, it } from "vitest";
import type { Command, Task } from "../../src/domain/command.ts";
import type { Result } from "../../src/domain/result.ts";
import { failed, finished, makeChange, makeRequest, passed } from "../support/make.ts";
import type { World } from "../support/play.ts";
import { play, redRun, wellBehaved } from "../support/play.ts";

const isRed = (c: Command) => c.kind === "run_tests" && c.purpose === "red";
const isTurn = (role: string) => (c: Command) => c.kind === "take_turn" && c.task.role === role;

const unloaded = finished([passed("old")], {
  exitCode: 1,
  loadFailures: [
    {
      file: "test/add.test.js",
      cause: { kind: "missing_target", target: "module", name: "src/add.js" },
      message: "Cannot find module",
    },
  ],
});
const tooGood = finished([passed("old"), passed("adds"), failed("adds zero")]);

/** The tests want `src/add.js`; `turns` says what each scaffolder leaves, `runs` what is seen then. */
function world(runs: readonly Result[], texts: readonly string[] = []): World {
  return (command, nth) => {
    if (isRed(command)) return { ...(runs[nth - 1] ?? {}), ...of(command) } as Result;
    const text = isTurn("scaffolder")(command) ? texts[nth - 1] : undefined;
    if (text === undefined) return null;
    const added = text.split("\n").map((_, at) => at + 1);
    return { ...wellBehaved(command), sourceTexts: { "src/add.js": { text, added } } } as Result;
  };
}

function of({ id }: Command) {
  return { command: id };
}

function ran(run: unknown): Result {
  return { kind: "tests_ran", purpose: "red", tree: "t", run, sandbox: "none" } as Result;
}

function tasks(commands: readonly Command[], role: string): Task[] {
  return commands.flatMap((c) => (c.kind === "take_turn" && c.task.role === role ? [c.task] : []));
}

const bare = 'export function add() {\n  throw new Error("not implemented");\n}\n';
const vague = "export const add = undefined;\n";

describe("a scaffold", () => {
  it("is refused when tests pass with it, and asked for again from the writer's own tree", () => {
    const seen = world([ran(unloaded), ran(tooGood), ran(redRun)], [vague, bare]);
    const { commands, state } = play(seen);
    const [first, second] = tasks(commands, "scaffolder");

    expect(tasks(commands, "writer")).toHaveLength(1);
    expect([first?.tree, second?.tree]).toEqual(["red-tree", "red-tree"]);
    expect(second?.feedback.join()).toContain('With the stubs these tests pass: "adds"');
    expect(state).toMatchObject({ conclusion: { kind: "success" } });
  });

  it("is refused without a run when its text returns a result", () => {
    const working = "export function add(a, b) {\n  return a + b;\n}\n";
    const { commands } = play(world([ran(unloaded), ran(redRun)], [working, bare]));

    expect(commands.filter(isRed)).toHaveLength(2);
    expect(tasks(commands, "scaffolder")[1]?.feedback.join()).toContain(
      "src/add.js:2: return a + b;",
    );
  });

  it("ends the run with a question about itself when it implements every time, and the writer is not blamed", () => {
    const { commands, state } = play(
      world([ran(unloaded), ran(tooGood), ran(tooGood), ran(tooGood)], [vague, vague, vague]),
    );

    expect(tasks(commands, "writer")).toHaveLength(1);
    expect(state).toMatchObject({ conclusion: { kind: "blocked", reason: "red_wrong_reason" } });
    expect(JSON.stringify(state)).toContain("the role `scaffolder`");
  });

  it("is not blamed for a test that passes over bare stubs: that test proves nothing", () => {
    const { commands } = play(
      world([ran(unloaded), ran(tooGood), ran(unloaded), ran(redRun)], [bare, bare]),
    );
    const [, second] = tasks(commands, "writer");

    expect(second?.feedback.join()).toContain("names that exist and do nothing but raise an error");
    expect(second?.diff).toEqual({ from: "base-tree", to: "red-tree" });
  });

  it("is asked for again when names are still missing, then the writer is", () => {
    const { commands } = play(
      world([unloaded, unloaded, unloaded, unloaded, redRun].map(ran), [bare, bare, bare]),
    );

    expect(tasks(commands, "scaffolder")[1]?.feedback.join()).toContain(
      "still miss module src/add.js",
    );
    expect(tasks(commands, "writer")).toHaveLength(2);
  });

  it("may give empty values when what it raises ends the run, and is refused for that alone", () => {
    const cut = finished([failed("adds", { kind: "not_implemented" })]);
    const empty = "func Add(a, b int) int {\n\treturn 0\n}\n";
    const seen = world([ran(unloaded), ran(cut), ran(redRun)], [bare, empty]);
    const { commands, state } = play(seen);
    const [, second] = tasks(commands, "scaffolder");

    expect(second?.feedback.join()).toContain('ends before these tests: "old"');
    expect(tasks(commands, "writer")).toHaveLength(1);
    expect(state).toMatchObject({ conclusion: { kind: "success" } });
  });

  it("leaves a test that passes over empty values to its writer", () => {
    const cut = finished([failed("adds", { kind: "not_implemented" })]);
    const empty = "func Add(a, b int) int {\n\treturn 0\n}\n";
    const { commands } = play(
      world([ran(unloaded), ran(cut), ran(tooGood), ran(redRun)], [bare, empty]),
    );

    expect(tasks(commands, "writer")[1]?.feedback.join()).toContain(
      "nothing but give empty values",
    );
  });

  it("is told the names that the run stumbled over and those that the writer declared", () => {
    const { commands } = play(world([ran(unloaded), ran(redRun)], [bare]));

    expect(tasks(commands, "scaffolder")[0]?.scaffold).toEqual([
      "module src/add.js",
      "symbol add (the tests use it, as their writer says)",
    ]);
  });

  it("stays within the promised files: what it did elsewhere is thrown away and told to it", () => {
    const seen = world([ran(unloaded), ran(redRun)], [bare, bare]);
    const { commands, state } = play((command, nth) =>
      isTurn("scaffolder")(command) && nth === 1
        ? ({ ...wellBehaved(command), changes: [makeChange("src/other.js")] } as Result)
        : seen(command, nth),
    );

    expect(tasks(commands, "scaffolder")[1]?.feedback.join()).toContain("src/other.js");
    expect(tasks(commands, "writer")).toHaveLength(1);
    expect(state).toMatchObject({ conclusion: { kind: "success" } });
  });

  it("that cannot be made asks the person", () => {
    const cannot = { kind: "unclear", question: "Class or function?" } as const;
    const { state } = play((command, nth) =>
      isTurn("scaffolder")(command)
        ? ({
            ...wellBehaved(command),
            answer: { kind: "edit", edit: { summary: "", cannot } },
          } as Result)
        : world([ran(unloaded)])(command, nth),
    );

    expect(state).toMatchObject({
      conclusion: {
        reason: "criteria_unclear",
        decision: "Class or function?",
      },
    });
  });

  it("is committed with the tests, and its tree is where the implementer begins", () => {
    const { commands } = play(world([ran(unloaded), ran(redRun)], [bare]));
    const red = commands.find((c) => c.kind === "commit" && c.phase === "red");

    expect(red).toMatchObject({ tree: "scaffolder-tree-1" });
    expect(tasks(commands, "implementer")[0]?.tree).toBe("scaffolder-tree-1");
  });
});

describe("stubs that are left when the tests are green", () => {
  const leftStubs = [{ path: "src/add.js", line: 9, text: 'throw new Error("not implemented");' }];
  const leaving: World = (command) =>
    isTurn("implementer")(command) ? ({ ...wellBehaved(command), leftStubs } as Result) : null;

  it("send a debugger, who is told where they are", () => {
    const { commands, state } = play(leaving);

    expect(tasks(commands, "debugger")[0]?.feedback.join()).toContain("src/add.js:9");
    expect(state).toMatchObject({ conclusion: { kind: "success" } });
  });

  it("are left to the critic where the issue itself speaks of what is not implemented", () => {
    const { body } = makeRequest();
    const request = makeRequest({ body: `Raise NotImplementedError for the rest.\n\n${body}` });

    expect(tasks(play(leaving, request).commands, "debugger")).toEqual([]);
  });
});
