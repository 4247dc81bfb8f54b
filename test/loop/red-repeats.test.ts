import { describe, expect, it } from "vitest";
import type { Command } from "../../src/domain/command.ts";
import type { Result } from "../../src/domain/result.ts";
import { failed, finished, makeRequest, passed } from "../support/make.ts";
import type { World } from "../support/play.ts";
import { play, wellBehaved } from "../support/play.ts";

const isRed = (c: Command) => c.kind === "run_tests" && c.purpose === "red";

function asking(redRuns: number) {
  const request = makeRequest();
  return { ...request, rules: { ...request.rules, redRuns } };
}

function repeats(commands: readonly Command[]) {
  return commands.flatMap((c) => (c.kind === "run_tests" && isRed(c) ? [c.repeat ?? 0] : []));
}

describe("RED seen more than once", () => {
  it("is seen once when nothing asks for more", () => {
    expect(repeats(play().commands)).toEqual([0]);
  });

  it("is seen as often as the rules say, each time as another repeat of the same tree", () => {
    const { commands, state } = play(() => null, asking(3));

    expect(repeats(commands)).toEqual([0, 1, 2]);
    expect(new Set(commands.flatMap((c) => (isRed(c) && "tree" in c ? [c.tree] : []))).size).toBe(
      1,
    );
    expect(state).toMatchObject({ conclusion: { kind: "success" } });
  });

  it("names a test that does not fail again, and asks for another one", () => {
    const lucky = finished([passed("old"), failed("adds"), passed("adds zero")]);
    const world: World = (c, nth) =>
      isRed(c) && nth === 2 ? ({ ...wellBehaved(c), run: lucky } as Result) : null;
    const { commands, events } = play(world, asking(2));
    const judged = events.flatMap((e) => (e.type === "red.judged" ? [e.verdict] : []));

    expect(judged[0]).toMatchObject({ verdict: "wrong_reason", reason: "flaky" });
    expect(judged[0]?.fix).toContain("adds zero");
    expect(commands.filter((c) => c.kind === "take_turn" && c.task.role === "writer")).toHaveLength(
      2,
    );
  });

  it("does not blame the new tests for an old one that is flaky", () => {
    const shaken = finished([failed("old"), failed("adds"), failed("adds zero")]);
    const world: World = (c, nth) =>
      isRed(c) && nth === 2 ? ({ ...wellBehaved(c), run: shaken } as Result) : null;

    expect(play(world, asking(2)).state).toMatchObject({ conclusion: { kind: "success" } });
  });

  it("is seen three times when the new tests ask for chance, time or network", () => {
    const world: World = (c) => {
      if (c.kind !== "take_turn" || c.task.role !== "writer") return null;
      const text = 'test("adds", () => {\n  assert.equal(add(Math.random(), 0), 1);\n});\n';
      const testTexts = { "test/add.test.js": { text, added: [1, 2, 3] } };
      return { ...wellBehaved(c), testTexts } as Result;
    };

    expect(repeats(play(world).commands)).toEqual([0, 1, 2]);
  });

  it("names the clock where the new tests ask for the time and do not end alike", () => {
    const lucky = finished([passed("old"), failed("adds"), passed("adds zero")]);
    const world: World = (c, nth) => {
      if (isRed(c) && nth === 2) return { ...wellBehaved(c), run: lucky } as Result;
      if (c.kind !== "take_turn" || c.task.role !== "writer") return null;
      const text = 'test("adds zero", () => {\n  assert.equal(add(Date.now(), 0), 1);\n});\n';
      return {
        ...wellBehaved(c),
        testTexts: { "test/add.test.js": { text, added: [2] } },
      } as Result;
    };
    const { events } = play(world);
    const judged = events.flatMap((e) => (e.type === "red.judged" ? [e.verdict] : []));

    expect(judged[0]).toMatchObject({ verdict: "wrong_reason", reason: "clock_dependent" });
  });
});
