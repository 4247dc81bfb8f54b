import { describe, expect, it } from "vitest";
import type { Command } from "../../../src/domain/command.ts";
import type { Result } from "../../../src/domain/result.ts";
import { canResume } from "../../../src/loop/fold.ts";
import type { PlayedSteps, StepsWorld } from "../../support/play-steps.ts";
import { playSteps, stepsRequest } from "../../support/play-steps.ts";

const ordered = { steps: [{ id: "one" }, { id: "two" }, { id: "three" }] };

function turnsOf({ commands }: PlayedSteps) {
  return commands.flatMap((command) => (command.kind === "take_turn" ? [command.task] : []));
}

function committed({ commands }: PlayedSteps): readonly string[] {
  return commands.flatMap((command) => (command.kind === "commit" ? [command.message] : []));
}

function conclusionOf({ state }: PlayedSteps) {
  return state.phase === "done" ? state.conclusion : null;
}

/** The check of these steps fails, so many times. */
function failing(times: Readonly<Record<string, number>>): NonNullable<StepsWorld["check"]> {
  const left = { ...times };
  return ({ purpose, step }) => {
    if (purpose === "red") return 1;
    const more = left[step] ?? 0;
    left[step] = more - 1;
    return more > 0 ? 1 : 0;
  };
}

describe("steps in order", () => {
  it("are worked one at a time, each proven and committed before the next begins (S1-1, S1-27, S1-46)", () => {
    const played = playSteps(stepsRequest(ordered));

    expect(conclusionOf(played)).toEqual({ kind: "success" });
    expect(committed(played)).toEqual([
      "tdd-loop(demo): step one passed",
      "tdd-loop(demo): step two passed",
      "tdd-loop(demo): step three passed",
    ]);
    expect(turnsOf(played).map((task) => task.step?.id)).toEqual(["one", "two", "three"]);
    expect(turnsOf(played)[1]?.tree).toContain("src/one.js");
  });

  it("take tests and code in the same turn of one role (S1-25)", () => {
    const played = playSteps(stepsRequest({}));

    expect(new Set(turnsOf(played).map((task) => task.role))).toEqual(new Set(["developer"]));
    expect(Object.keys(played.files)).toEqual(["src/demo.js", "src/old.js", "test/demo.test.js"]);
  });
});

describe("a failing check", () => {
  it("sends its output, word for word, into the next prompt of the same step (S1-27, S1-65)", () => {
    const output = () => "AssertionError: 3 is not 4";
    const played = playSteps(stepsRequest(ordered), { check: failing({ two: 1 }), output });
    const again = turnsOf(played).filter((task) => task.step?.id === "two");

    expect(again).toHaveLength(2);
    expect(again[1]?.feedback.join()).toContain("AssertionError: 3 is not 4");
    expect(again[1]?.feedback.join()).not.toContain("verifyOutputPattern");
    expect(again[1]?.step?.changes.map(({ path }) => path)).toContain("src/two.js");
  });

  it("stops a single step after 5 attempts in all, not after 3 (S1-11, S1-57)", () => {
    const played = playSteps(stepsRequest({}), { check: failing({ demo: 9 }) });

    expect(turnsOf(played)).toHaveLength(5);
    expect(conclusionOf(played)).toMatchObject({ kind: "blocked", reason: "attempts_exhausted" });
    expect(committed(played)).toEqual([]);
  });

  it("stops a plan after 3 attempts at one step, and keeps what was done (S1-39)", () => {
    const played = playSteps(stepsRequest(ordered), { check: failing({ two: 9 }) });

    expect(turnsOf(played).map((task) => task.step?.id)).toEqual(["one", "two", "two", "two"]);
    expect(committed(played)).toEqual(["tdd-loop(demo): step one passed"]);
    expect(conclusionOf(played)).toMatchObject({
      failed: expect.stringContaining("two") as string,
    });
    expect(canResume(played.journal)).toBe(false);
  });

  it("ends the run at maxIterations, whatever is left per step (S1-12)", () => {
    const request = stepsRequest({ ...ordered, maxIterations: 4 });
    const played = playSteps(request, { check: failing({ one: 2, two: 2 }) });

    expect(turnsOf(played)).toHaveLength(4);
    expect(conclusionOf(played)).toMatchObject({ reason: "attempts_exhausted" });
  });

  it("leaves no more than 50 iterations, whatever the profile's rules say", () => {
    const steps = Array.from({ length: 30 }, (_, i) => ({ id: `s${i}` }));
    const played = playSteps(stepsRequest({ steps, attempts: 50 }), {
      check: ({ step, purpose }) => (step === "s29" || purpose === "red" ? 1 : 0),
    });

    expect(turnsOf(played)).toHaveLength(50);
  });
});

describe("exit 0 alone", () => {
  it("does not count where the pattern is not in the output, and the reason says so (S1-20, S1-59)", () => {
    const request = stepsRequest({ verifyOutputPattern: "[1-9]\\d* passed" });
    const outputs = ["0 passed", "2 passed"];
    const played = playSteps(request, { output: () => outputs.shift() ?? "2 passed" });

    expect(turnsOf(played)).toHaveLength(2);
    expect(turnsOf(played)[1]?.feedback[0]).toContain("verifyOutputPattern");
    expect(conclusionOf(played)).toEqual({ kind: "success" });
  });

  it("does not count before the validation ended with 0 as well; its output is fed back (S1-17)", () => {
    const request = stepsRequest({ validationCommand: "npm run audit" });
    let runs = 0;
    const played = playSteps(request, {
      check: ({ purpose }) => {
        if (purpose === "validation") runs += 1;
        return purpose === "red" || (purpose === "validation" && runs === 1) ? 1 : 0;
      },
      output: ({ purpose }) => (purpose === "validation" ? "unused export" : ""),
    });

    expect(turnsOf(played)[1]?.feedback[0]).toMatch(/npm run audit[\s\S]*unused export/);
    expect(committed(played)).toHaveLength(1);
  });

  it("leaves the default validation out where it is not installed, and says so aloud (S1-17)", () => {
    const request = stepsRequest({ validationCommand: undefined });
    const played = playSteps(request, {
      check: ({ purpose }) => (purpose === "validation" ? 127 : Number(purpose === "red")),
    });
    const skipped = played.events.flatMap((e) => (e.type === "check.ran" ? (e.skipped ?? []) : []));

    expect(conclusionOf(played)).toEqual({ kind: "success" });
    expect(skipped).toEqual([expect.stringContaining("not installed")]);
  });

  it("is told apart from a check that passes without the code", () => {
    const always = playSteps(stepsRequest({}), { check: () => 0 });
    const seen = playSteps(stepsRequest({}));
    const redOf = ({ events }: PlayedSteps) =>
      events.flatMap((e) => (e.type === "check.ran" && e.purpose === "red" ? e.passed : []));

    expect(redOf(always)).toEqual([true]);
    expect(redOf(seen)).toEqual([false]);
  });
});

describe("the final check", () => {
  const spec = { ...ordered, finalCheck: "npm run all" };

  it("runs when all steps are done, and sends back to work on the whole when it fails (S1-38)", () => {
    const played = playSteps(stepsRequest(spec), { check: failing({ "(final)": 1 }) });
    const last = turnsOf(played).at(-1);

    expect(last?.step?.id).toBe("(final)");
    expect(last?.feedback[0]).toContain("npm run all");
    expect(committed(played).at(-1)).toBe("tdd-loop(demo): final check passed");
    expect(conclusionOf(played)).toEqual({ kind: "success" });
  });

  it("has a counter of its own (S1-38)", () => {
    const played = playSteps(stepsRequest({ ...spec, attempts: 2, maxIterations: 20 }), {
      check: failing({ one: 1, "(final)": 9 }),
    });

    expect(turnsOf(played).filter((task) => task.step?.id === "(final)")).toHaveLength(1);
    expect(conclusionOf(played)).toMatchObject({ reason: "attempts_exhausted" });
  });

  it("can be tried again in a DAG, where no task is ready any more (S1-58)", () => {
    const steps = [
      { id: "one", dependsOn: [] },
      { id: "two", dependsOn: ["one"] },
    ];
    const played = playSteps(stepsRequest({ steps, finalCheck: "npm run all" }), {
      check: failing({ "(final)": 2 }),
    });

    expect(conclusionOf(played)).toEqual({ kind: "success" });
  });
});

describe("a report", () => {
  it("that says blocked ends the run with the agent's question, and it can go on later (S1-33, S1-41)", () => {
    const played = playSteps(stepsRequest(ordered), {
      turn: (step) =>
        step === "two" ? { report: { blocked: true, summary: "Which currency?" }, edits: {} } : {},
    });

    expect(conclusionOf(played)).toMatchObject({
      kind: "blocked",
      reason: "agent_blocked",
      decision: "Which currency?",
      command: "/tdd resume",
    });
    expect(canResume(played.journal)).toBe(true);
  });

  it("never makes a step done by its words (S1-27)", () => {
    const played = playSteps(stepsRequest({}), {
      check: failing({ demo: 9 }),
      turn: () => ({ report: { summary: "Done. All tests pass." } }),
    });

    expect(conclusionOf(played)).toMatchObject({ kind: "blocked" });
  });

  it("brings the agent's own note and lessons into the next iterations", () => {
    const played = playSteps(stepsRequest({}), {
      check: failing({ demo: 1 }),
      turn: () => ({
        report: { nextPrompt: "Look at the cookies.", lessonsLearned: ["No clock."] },
      }),
    });

    expect(turnsOf(played)[1]?.step?.nextPrompt).toBe("Look at the cookies.");
  });

  it("of an agent that gives up uses up one attempt", () => {
    let turns = 0;
    const played = playSteps(stepsRequest({}), {
      turn: () => {
        turns += 1;
        return turns === 1 ? null : {};
      },
    });

    expect(turnsOf(played)).toHaveLength(2);
    expect(turnsOf(played)[1]?.feedback[0]).toContain("It is too hard.");
  });
});

describe("a commit", () => {
  it("that is refused does not advance, and the step is told why (S1-48, S1-64)", () => {
    let commits = 0;
    const refuse = (command: Command): Result | null => {
      if (command.kind !== "commit") return null;
      commits += 1;
      return commits > 1
        ? null
        : { kind: "commit_refused", command: command.id, why: "pre-commit says no" };
    };
    const played = playSteps(stepsRequest(ordered), { answer: refuse });

    expect(turnsOf(played).map((task) => task.step?.id)).toEqual(["one", "one", "two", "three"]);
    expect(turnsOf(played)[1]?.feedback[0]).toContain("pre-commit says no");
  });

  it("is not made when nothing changed, and the step is done all the same (S1-46)", () => {
    const played = playSteps(stepsRequest({}), { turn: () => ({ edits: {} }) });

    expect(committed(played)).toEqual([]);
    expect(conclusionOf(played)).toEqual({ kind: "success" });
  });

  it("holds the reported files and no others (S1-46, S1-47)", () => {
    const edits = { "src/a.js": "a", "test/a.test.js": "t", "notes.md": "n" };
    const played = playSteps(stepsRequest({}), {
      turn: () => ({ edits, report: { artifacts: ["src/a.js", "./test/a.test.js"] } }),
    });

    expect(Object.keys(played.files).sort()).toEqual(["src/a.js", "src/old.js", "test/a.test.js"]);
    const left = played.events.flatMap((e) => (e.type === "step.completed" ? e.left : []));
    expect(left).toEqual([{ path: "notes.md", why: "it was not reported under `artifacts`" }]);
  });
});

describe("steps whose agent never ends with an answer", () => {
  it("end with the question for the agent, not for smaller steps", () => {
    const spec = { steps: [{ id: "a", check: "npm test" }] };
    const { state } = playSteps(stepsRequest(spec), { turn: () => null });

    expect(state).toMatchObject({
      conclusion: {
        kind: "blocked",
        failed: expect.stringContaining("did not pass in 3 attempts"),
        decision: expect.stringContaining("Does the agent work here?"),
      },
    });
  });
});
