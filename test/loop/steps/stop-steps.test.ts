import { describe, expect, it } from "vitest";
import type { Command } from "../../../src/domain/command.ts";
import type { Result } from "../../../src/domain/result.ts";
import { canResume } from "../../../src/loop/fold.ts";
import type { PlayedSteps } from "../../support/play-steps.ts";
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

describe("a fuzzy spec", () => {
  const fuzzy = { ...ordered, shape: "fuzzy" };

  it("writes the checker first, then stops for a person (S1-5)", () => {
    const played = playSteps(stepsRequest(fuzzy));

    expect(turnsOf(played).map((task) => task.step?.id)).toEqual(["one"]);
    expect(conclusionOf(played)).toMatchObject({
      kind: "action_required",
      command: "/tdd approve",
    });
  });

  it("goes on when the checker is approved, and asks only once", () => {
    const approve = (command: Command): Result | null =>
      command.kind === "ask"
        ? { kind: "asked", command: command.id, answer: "approved", by: "mona" }
        : null;
    const played = playSteps(stepsRequest(fuzzy), { answer: approve });

    expect(committed(played)).toHaveLength(3);
    expect(played.commands.filter(({ kind }) => kind === "ask")).toHaveLength(1);
  });
});

describe("an abort during a check (S1-34)", () => {
  it("records, commits and advances nothing; the same report is judged after a resume", () => {
    const abort = (command: Command): Result | null =>
      command.kind === "run_check" && command.step === "two"
        ? { kind: "aborted", command: command.id, by: "signal" }
        : null;
    const played = playSteps(stepsRequest(ordered), { answer: abort });

    expect(conclusionOf(played)).toEqual({ kind: "cancelled", by: "signal" });
    expect(committed(played)).toEqual(["tdd-loop(demo): step one passed"]);
    expect(canResume(played.journal)).toBe(true);
  });
});

describe("a plan that a person wants to see first", () => {
  const planned = stepsRequest(ordered, { planOnly: true });

  it("is shown with its steps, their checks and the files, and nothing is begun", () => {
    const played = playSteps(planned);

    expect(turnsOf(played)).toEqual([]);
    expect(conclusionOf(played)).toMatchObject({
      kind: "action_required",
      question: expect.stringMatching(/- one: one \(npm test\)[\s\S]*may change: \*\*/) as string,
      command: "/tdd approve",
    });
  });

  it("is worked when it is approved, with what was allowed besides", () => {
    let asked = 0;
    const played = playSteps(planned, {
      answer: (command) => {
        if (command.kind !== "ask") return null;
        asked += 1;
        const answer = asked === 1 ? "widened" : "approved";
        return { kind: "asked", command: command.id, answer, by: "mona", paths: ["docs/a.md"] };
      },
    });

    expect(committed(played)).toHaveLength(3);
    expect(played.events.some((event) => event.type === "scope.widened")).toBe(true);
  });
});
