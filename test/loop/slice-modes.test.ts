import { describe, expect, it } from "vitest";
import type { Command } from "../../src/domain/command.ts";
import type { Result } from "../../src/domain/result.ts";
import type { TestCase } from "../../src/domain/test-run.ts";
import { failed, finished, makeChange, passed } from "../support/make.ts";
import type { World } from "../support/play.ts";
import { wellBehaved } from "../support/play.ts";
import { makeSlice, playSlices, sliceRequest } from "../support/play-slices.ts";

const tasks = (commands: readonly Command[], role: string) =>
  commands.flatMap((c) => (c.kind === "take_turn" && c.task.role === role ? [c.task] : []));
const oneSlice = [makeSlice(1, "domain")];

/** Runs of the untouched base, one behind the other; the last stays. */
function bases(...runs: readonly TestCase[][]): World {
  return (c, nth) => {
    if (c.kind !== "run_tests" || c.purpose !== "baseline") return null;
    const run = finished(runs[Math.min(nth, runs.length) - 1] ?? []);
    return { ...(wellBehaved(c) as Extract<Result, { kind: "tests_ran" }>), run };
  };
}

describe("a base that is not green", () => {
  it("ends the run before anybody is asked, and names what fails", () => {
    const { commands, state } = playSlices(oneSlice, bases([passed("old"), failed("broken")]));

    expect(tasks(commands, "decomposer")).toEqual([]);
    expect(state).toMatchObject({
      conclusion: { kind: "blocked", failed: expect.stringContaining('"broken"') as string },
    });
  });

  it("is run once more, and is told as flaky when another test fails then", () => {
    const world = bases([passed("old"), failed("shaky")], [passed("old"), passed("shaky")]);
    const { commands, state } = playSlices(oneSlice, world);

    expect(commands.filter((c) => c.kind === "run_tests")).toMatchObject([{}, { repeat: 1 }]);
    expect(state).toMatchObject({
      conclusion: { kind: "blocked", failed: expect.stringContaining("flaky") as string },
    });
  });
});

describe("a new project", () => {
  it("goes on without a test, when no test can start because there is none", () => {
    const empty: World = (c) => {
      if (c.kind === "open_workspace")
        return {
          ...(wellBehaved(c) as object),
          testLocations: [],
          layers: {},
        } as unknown as Result;
      if (c.kind !== "run_tests" || c.purpose !== "baseline") return null;
      const cause = { kind: "no_tests" } as const;
      const run = { kind: "did_not_start", framework: "x", cause, why: "no tests", output: "" };
      return { ...(wellBehaved(c) as object), run } as unknown as Result;
    };
    const { commands } = playSlices(oneSlice, empty);

    expect(tasks(commands, "writer").length).toBeGreaterThan(0);
  });
});

describe("tests that a person has written already", () => {
  const body = `Two numbers.

### Acceptance criteria
- [ ] the tests pass

### Files
- \`src/domain/f1.js\` (new)
- tests: \`test/mine.test.js\`
`;
  const mine = "test/mine.test.js";
  const red = [passed("old"), failed("wanted", { kind: "assertion" }, mine)];
  const green = [passed("old"), passed("wanted", mine)];
  const world: World = (c, nth) => {
    if (c.kind === "open_workspace")
      return { ...(wellBehaved(c) as object), testPaths: [mine], layers: {} } as unknown as Result;
    if (c.kind === "run_tests" && c.purpose === "green")
      return {
        ...(wellBehaved(c) as Extract<Result, { kind: "tests_ran" }>),
        run: finished(green),
      };
    if (c.kind === "take_turn" && c.task.role === "implementer")
      return {
        ...(wellBehaved(c) as object),
        tree: "mine-green",
        changes: [makeChange("src/domain/f1.js")],
      } as Result;
    return bases(red)(c, nth);
  };
  const request = { ...sliceRequest(), body };

  it("are taken as they are: straight to GREEN, on the base, with nothing to approve", () => {
    const { commands, state } = playSlices([], world, request);
    const kinds = commands.map((c) => (c.kind === "take_turn" ? c.task.role : c.kind));

    expect(
      kinds.filter((kind) => kind === "writer" || kind === "ask" || kind === "decomposer"),
    ).toEqual([]);
    expect(commands.filter((c) => c.kind === "commit")).toMatchObject([
      { phase: "green", parent: "base-sha" },
    ]);
    expect(commands.filter((c) => c.kind === "push")).toMatchObject([{ expected: null }]);
    expect(commands.find((c) => c.kind === "prove")).toMatchObject({ redFiles: [mine] });
    expect(state.phase).toBe("done");
  });

  it("are nobody's to change", () => {
    const touching: World = (c, nth) =>
      c.kind === "take_turn" && c.task.role === "implementer"
        ? ({
            ...(wellBehaved(c) as object),
            changes: [makeChange(mine, { status: "modified" })],
          } as Result)
        : world(c, nth);
    const { events } = playSlices([], touching, request);

    expect(JSON.stringify(events)).toContain("TEST_MODIFIED");
  });

  it("end the run when they cannot even run: that is their author's to mend", () => {
    const broken: World = (c, nth) =>
      c.kind === "run_tests" && c.purpose === "baseline"
        ? bases([passed("old"), failed("wanted", { kind: "syntax_error" }, mine)])(c, nth)
        : world(c, nth);
    const { state } = playSlices([], broken, request);

    expect(state).toMatchObject({ conclusion: { kind: "blocked", reason: "red_wrong_reason" } });
  });
});
