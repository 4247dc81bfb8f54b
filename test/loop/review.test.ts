import { describe, expect, it } from "vitest";
import type { Finding } from "../../src/domain/answers.ts";
import type { Command } from "../../src/domain/command.ts";
import type { Result } from "../../src/domain/result.ts";
import { failed, finished, makeRequest, passed } from "../support/make.ts";
import type { World } from "../support/play.ts";
import { play, wellBehaved } from "../support/play.ts";

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

const finding: Finding = {
  kind: "quality",
  file: "src/add.js",
  line: 1,
  problem: "name is unclear",
  suggestion: "rename",
  replacement: null,
};

const needsWork = (problem: string) =>
  ({
    answer: {
      kind: "review",
      review: { verdict: "NEEDS_WORK", summary: "", findings: [{ ...finding, problem }] },
    },
  }) as Partial<Result>;

describe("the critic", () => {
  it("has its findings addressed one at a time and looks again", () => {
    const world: World = (c, nth) =>
      turns("critic")(c) && nth === 1
        ? ({ ...wellBehaved(c), ...needsWork("unclear name") } as Result)
        : null;
    const { commands, state } = play(world);

    expect(kinds(commands).slice(13)).toEqual([
      "turn:critic",
      "turn:refactorer",
      "tests:refactor",
      "commit",
      "turn:critic",
      "prove",
      "push",
      "publish",
    ]);
    expect(state).toMatchObject({ conclusion: { kind: "success" } });
  });

  it("sees a refactoring that breaks the suite reverted", () => {
    const world: World = (c, nth) => {
      if (turns("critic")(c) && nth === 1)
        return { ...wellBehaved(c), ...needsWork("unclear name") } as Result;
      const broken = finished([passed("old"), failed("adds"), passed("adds zero")]);
      return runs("refactor")(c) ? ({ ...wellBehaved(c), run: broken } as Result) : null;
    };
    const { events, commands } = play(world);

    expect(events.some((event) => event.type === "change.reverted")).toBe(true);
    expect(commands.filter((c) => c.kind === "commit")).toHaveLength(2);
  });

  it("ends early when it repeats itself", () => {
    const world = but(turns("critic"), () => needsWork("Unclear name!"));

    expect(conclusionOf(world)).toMatchObject({
      reason: "critic_exhausted",
      failed: expect.stringContaining("repeats") as string,
    });
  });

  it("ends after two rounds even with new findings", () => {
    const world: World = (c, nth) =>
      turns("critic")(c) ? ({ ...wellBehaved(c), ...needsWork(`problem ${nth}`) } as Result) : null;

    expect(conclusionOf(world)).toMatchObject({ kind: "blocked", reason: "critic_exhausted" });
  });
});
