import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Command, Task } from "../../src/domain/command.ts";
import type { StepsState } from "../../src/loop/state.ts";
import type { PromptName } from "../../src/run/prompt-names.ts";
import { createPrompts } from "../../src/run/prompts.ts";
import type { ShownFile } from "../../src/run/shown-files.ts";
import { developerInput } from "../../src/run/step-prompt.ts";
import type { StepsWorld } from "../support/play-steps.ts";
import { playSteps, refolded, stepsRequest } from "../support/play-steps.ts";

const directory = new URL("../../prompts/", import.meta.url);
const prompts = createPrompts((name: PromptName) =>
  readFileSync(new URL(`${name}.md`, directory), "utf8"),
);

interface Taken {
  readonly state: StepsState;
  readonly task: Task;
}

/** The turns of a run, each with the state that it was begun in. */
function turnsOf(asked: object, world: StepsWorld = {}): Taken[] {
  const { journal, commands } = playSteps(stepsRequest(asked), world);
  const turns = commands.filter((command) => command.kind === "take_turn");
  return turns.map((command) => ({ task: command.task, state: stateAt(command, journal) }));
}

function stateAt({ id }: Command, journal: Parameters<typeof refolded>[0]): StepsState {
  for (let end = 1; end <= journal.length; end += 1) {
    const state = refolded(journal.slice(0, end));
    if (state.phase === "loop_steps" && state.pending.some((command) => command.id === id))
      return state;
  }
  throw new Error(`no state with ${id}`);
}

function promptOf({ task, state }: Taken, isAgain = false, shown: ShownFile[] = []): string {
  const more = { changes: "", guidance: "", shown, isAgain };
  return prompts.developer(developerInput(task, state, more)).task;
}

const spec = {
  goal: "People can log in",
  attempts: 4,
  validationCommand: "npm run audit",
  verifyOutputPattern: "[1-9] passed",
  finalCheck: "npm test",
  steps: [
    {
      id: "empty",
      name: "Refuses an empty token",
      check: "npm test -- empty",
      prompt: "Mind null.",
    },
    { id: "expired", name: "Refuses an expired token", check: "npm test -- expired" },
  ],
};

describe("an iteration's prompt (S1-29)", () => {
  it("holds loop, goal, step, check, attempts, plan with marks, and what else decides", () => {
    const [, second] = turnsOf(spec);
    const text = second === undefined ? "" : promptOf(second);

    for (const part of [
      "The loop `demo`",
      "People can log in",
      "Refuses an expired token (expired)",
      "attempt 1 of 4",
      "2 of at most 12",
      "[done] empty: Refuses an empty token — check: npm test -- empty",
      "[current] expired",
      "[pending] final check of the whole — check: npm test",
      "`npm run audit`",
      "[1-9] passed",
    ])
      expect(text).toContain(part);
  });

  it("holds the step's own words, and the agent's note on what comes next", () => {
    let failed = false;
    const [first, again] = turnsOf(spec, {
      check: ({ purpose, step }) => {
        if (purpose === "red") return 1;
        const fails = step === "empty" && !failed;
        failed ||= fails;
        return fails ? 1 : 0;
      },
      turn: () => ({ report: { nextPrompt: "Look at the cookie." } }),
    });

    expect(first && promptOf(first)).toContain("Mind null.");
    expect(again && promptOf(again)).toMatch(/Mind null\.[\s\S]*Look at the cookie\./);
    expect(again && promptOf(again)).toContain("attempt 2 of 4");
  });

  it("of a DAG names what is ready, what is suggested, and how another is chosen", () => {
    const steps = ["a", "b", "c"].map((id) => ({ id, dependsOn: id === "c" ? ["a"] : [] }));
    const turns = turnsOf({ steps, parallelism: 2 }, { pick: (pending) => pending.length - 1 });

    const [first] = turns;
    const isAlone = (one: Taken) => one.state.lanes.filter(({ step }) => step === "a");
    const alone = first && { ...first, state: { ...first.state, lanes: isAlone(first) } };

    expect(alone && promptOf(alone)).toContain("Ready now: a, b. Suggested: a; to take another");
    expect(first && promptOf(first)).not.toContain("Suggested");
    expect(turns[1] && promptOf(turns[1])).toContain("Others work on a at this moment");
    expect(turns[1] && promptOf(turns[1])).toContain("[in other hands] a");
  });

  it("names the step's own place and branch with task worktrees (S1-50)", () => {
    const steps = [{ id: "a", dependsOn: [] }];
    const [turn] = turnsOf({ steps, taskWorktrees: true });

    expect(turn && promptOf(turn)).toContain("calc.tdd-run-1-a");
    expect(turn && promptOf(turn)).toContain("tdd-loop/demo/run-1/a");
  });

  it("names the files that are the step's own (S1-52)", () => {
    const [turn] = turnsOf({ steps: [{ id: "a", files: ["src/a.js", "test/**/a*.js"] }] });

    expect(turn && promptOf(turn)).toContain("Yours are only: `src/a.js`, `test/**/a*.js`");
    expect(turn?.task.mayWrite).toEqual(["src/a.js", "test/"]);
  });

  it("says once which files are the step's own, and shows those that exist", () => {
    const [turn] = turnsOf({ steps: [{ id: "a", files: ["src/a.js", "test/a.test.js"] }] });
    const shown = [{ path: "src/a.js", text: "export const a = 1;", lines: 1 }];
    const text = turn === undefined ? "" : promptOf(turn, false, shown);

    expect(text).toMatch(/now\n\n`src\/a\.js`:\n\n```text\nexport const a = 1;/);
    expect(text.split("test/a.test.js")).toHaveLength(2);
  });

  it("shows the last 10 iterations and how many more there were (S1-30)", () => {
    const steps = Array.from({ length: 14 }, (_, i) => ({ id: `s${i}` }));
    const last = turnsOf({ steps }).at(-1);
    const text = last === undefined ? "" : promptOf(last);

    expect(text).toContain("(3 earlier iterations are left out)");
    expect(text).not.toContain("s2, attempt 1");
    expect(text).toContain("s3, attempt 1: passed. Did s3.");
  });

  it("says that the turn was begun before, when a run was taken up again (S1-41)", () => {
    const [turn] = turnsOf(spec);

    expect(turn && promptOf(turn, true)).toContain("begun once before and cut off");
    expect(turn && promptOf(turn)).not.toContain("cut off");
  });
});

describe("the rules of a developer", () => {
  const { system } = prompts.developer(
    developerInput(
      ...(((first) => [
        first?.task,
        first?.state,
        { changes: "", guidance: "", shown: [], isAgain: false },
      ])(turnsOf(spec)[0]) as Parameters<typeof developerInput>),
    ),
  );

  it.each([
    ["name the one behaviour", /Name the one behaviour/],
    ["list how it can fail", /the boundary, the empty and the invalid input/],
    ["test through the public interface", /one test that goes through the public interface/],
    ["see it fail for the expected reason, or adjust, or explain", /when it passes at once/i],
    ["make the smallest change", /smallest change that makes it pass/],
  ])("ask to %s (S1-28)", (_name, words) => {
    expect(system).toMatch(words);
  });

  it.each([
    ["whether the test would fail on the old behaviour", /fail on the old behaviour/],
    ["whether it holds on to the implementation", /hold on to the implementation/],
    ["which edge cases were left out", /edge cases of your list did you leave out/],
  ])("ask before the report %s (S1-26)", (_name, words) => {
    expect(system).toMatch(words);
  });

  it("say that exit codes decide and words do not (S1-27)", () => {
    expect(system).toContain("You never decide that a step is done");
  });
});
