import { describe, expect, it } from "vitest";
import type { Command } from "../../src/domain/command.ts";
import type { Result } from "../../src/domain/result.ts";
import { failed, finished, makeChange, passed, spend } from "../support/make.ts";
import type { World } from "../support/play.ts";
import { wellBehaved } from "../support/play.ts";
import { makeSlice, playSlices, sliceRequest } from "../support/play-slices.ts";

const tasks = (commands: readonly Command[], role: string) =>
  commands.flatMap((c) => (c.kind === "take_turn" && c.task.role === role ? [c.task] : []));
const oneSlice = [makeSlice(1, "domain")];

describe("GREEN of a slice", () => {
  const stillRed = [passed("old"), failed("test of S1")];
  const broken = [failed("old"), passed("test of S1")];

  it("has five attempts, each a fresh implementer, and ends with the ways out", () => {
    const { commands, state } = playSlices(oneSlice, greenRuns(stillRed));

    expect(tasks(commands, "implementer").map((task) => task.attempt)).toEqual([1, 2, 3, 4, 5]);
    expect(state).toMatchObject({ conclusion: { kind: "blocked", reason: "debug_exhausted" } });
  });

  it("has three rounds for what it broke, apart from the attempts", () => {
    const { commands, state } = playSlices(oneSlice, greenRuns(broken));

    expect(tasks(commands, "implementer")).toHaveLength(4);
    expect(state).toMatchObject({ conclusion: { kind: "blocked", reason: "debug_exhausted" } });
  });

  it("takes back an answer that touches a layer further out, whatever else is right of it", () => {
    const slices = [
      makeSlice(1, "domain", {
        files: [
          { path: "src/domain/f1.js", isNew: true },
          { path: "src/f1.js", isNew: true },
        ],
      }),
    ];
    const outward: World = (c) =>
      c.kind === "take_turn" && c.task.role === "implementer" && c.task.attempt === 1
        ? ({
            ...(wellBehaved(c) as object),
            tree: "outward",
            changes: [makeChange("src/domain/f1.js")],
            breaches: [
              { path: "src/domain/f1.js", line: 1, kind: "outer_import", what: "imports db" },
            ],
          } as unknown as Result)
        : null;
    const { commands, events } = playSlices(slices, outward);

    expect(tasks(commands, "implementer").map((task) => task.tree)).toEqual([
      "writer-S1-1",
      "writer-S1-1",
    ]);
    expect(JSON.stringify(events)).toContain("LAYER_IMPORT");
  });
});

describe("the refactoring of a slice", () => {
  const suggestion = (description: string, priority: "high" | "medium" | "low") => ({
    ...{ description, priority },
    edits: [{ path: "src/domain/f1.js", old: "a", new: description }],
  });
  const three = [suggestion("low", "low"), suggestion("high", "high"), suggestion("mid", "medium")];

  it("tries one suggestion at a time, high first, and takes back what breaks a test", () => {
    const { commands, events, state } = playSlices(oneSlice, suggesting(three, 2));
    const tried = commands.flatMap((c) => (c.kind === "apply_edits" ? [c] : []));

    expect(tried.map((c) => c.edits[0]?.new)).toEqual(["high", "mid", "low"]);
    expect(tried.map((c) => c.tree)).toEqual([
      ...["implementer-S1-1", "applied-high", "applied-high"],
    ]);
    expect(events.filter((event) => event.type === "change.reverted")).toMatchObject([
      { finding: "mid" },
    ]);
    expect(state).toMatchObject({ conclusion: { kind: "success" } });
  });

  it("skips a suggestion that does not fit, or that leaves the files of the slices so far", () => {
    const { events, commands } = playSlices(oneSlice, (c, nth) => {
      if (c.kind !== "apply_edits") return suggesting(three, 0)(c, nth);
      const base = { kind: "edits_applied", command: c.id, tree: c.tree } as const;
      if (nth === 1) return { ...base, changes: [], misfit: "stands 2 times" };
      return { ...base, changes: [makeChange("package.json")], misfit: null };
    });

    expect(events.filter((event) => event.type === "change.reverted")).toHaveLength(3);
    expect(commands.filter((c) => c.kind === "commit" && c.phase === "refactor")).toEqual([]);
  });

  it("is over with a refiner that cannot finish: nothing of the slice is lost", () => {
    const { state } = playSlices(oneSlice, (c) =>
      c.kind === "take_turn" && c.task.role === "refiner" ? gaveUp(c) : null,
    );

    expect(state).toMatchObject({ conclusion: { kind: "success" } });
  });
});

describe("checkpoints", () => {
  it("wait for a person after RED and after GREEN where the rules say so", () => {
    const asked: string[] = [];
    const request = sliceRequest({ approvals: ["slices", "red", "green"] });
    const { state } = playSlices(
      oneSlice,
      (c) => {
        if (c.kind === "ask") asked.push(c.what);
        return null;
      },
      request,
    );

    expect(asked).toEqual(["slices", "red", "green"]);
    expect(state).toMatchObject({ conclusion: { kind: "success" } });
  });
});

function withRun(command: Command, cases: Parameters<typeof finished>[0]): Result {
  return {
    ...(wellBehaved(command) as Extract<Result, { kind: "tests_ran" }>),
    run: finished(cases),
  };
}

function greenRuns(cases: Parameters<typeof finished>[0]): World {
  return (c) => (c.kind === "run_tests" && c.purpose === "green" ? withRun(c, cases) : null);
}

function gaveUp(command: Extract<Command, { kind: "take_turn" }>): Result {
  const { role } = command.task;
  return {
    kind: "turn_failed",
    command: command.id,
    role,
    why: "gave_up",
    detail: "no",
    spend,
  };
}

/** A refiner with these suggestions; the suite breaks with the nth that is tried. */
function suggesting(suggestions: readonly object[], breaks: number): World {
  return (c, nth) => {
    if (c.kind === "take_turn" && c.task.role === "refiner")
      return {
        ...(wellBehaved(c) as object),
        answer: { kind: "suggestions", refinement: { suggestions, summary: "" } },
      } as Result;
    if (c.kind === "apply_edits") {
      const tree = `applied-${c.edits[0]?.new}`;
      const changes = [makeChange("src/domain/f1.js", { status: "modified" })];
      return { kind: "edits_applied", command: c.id, tree, changes, misfit: null };
    }
    if (c.kind === "run_tests" && c.purpose === "refactor" && nth === breaks)
      return withRun(c, [failed("old"), passed("test of S1")]);
    return null;
  };
}
