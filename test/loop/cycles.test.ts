import { describe, expect, it } from "vitest";
import type { Command } from "../../src/domain/command.ts";
import type { Result } from "../../src/domain/result.ts";
import { foldJournal } from "../../src/loop/fold.ts";
import { failed, finished, passed } from "../support/make.ts";
import type { World } from "../support/play.ts";
import { wellBehaved } from "../support/play.ts";
import type { Repo, Script } from "../support/play-cycles.ts";
import { cycleRequest, makesIt, playCycles, testsAnswer, writes } from "../support/play-cycles.ts";

const kinds = (commands: readonly Command[]) =>
  commands.map((c) => {
    if (c.kind === "take_turn") return `turn:${c.task.role}`;
    return c.kind === "run_tests" ? `tests:${c.purpose}` : c.kind;
  });
const tasks = (commands: readonly Command[], role: string) =>
  commands.flatMap((c) => (c.kind === "take_turn" && c.task.role === role ? [c.task] : []));

const cycle = [
  ...["turn:writer", "tests:red", "commit", "publish"],
  ...["turn:implementer", "tests:green", "commit"],
];

describe("a run in cycles", () => {
  it("goes RED and GREEN for one behaviour after the other, and commits once, after the final review", () => {
    const { commands, state } = playCycles();

    expect(state).toMatchObject({ phase: "done", conclusion: { kind: "success" } });
    expect(kinds(commands)).toEqual([
      ...["open_workspace", "take_lock", "publish", "tests:baseline"],
      ...[...cycle, "turn:reviewer", ...cycle, ...cycle],
      ...["turn:reviewer", "prove", "commit", "push", "publish"],
    ]);
  });

  it("pushes one commit on the base whose body has the behaviour and the tests of each cycle", () => {
    const { commands } = playCycles();
    const pushes = commands.filter((c) => c.kind === "push");
    const commit = commands.filter((c) => c.kind === "commit").at(-1);

    expect(pushes).toHaveLength(1);
    expect(pushes[0]).toMatchObject({ expected: null });
    expect(commit).toMatchObject({ parent: "base-sha" });
    const message = (commit?.message ?? "").replaceAll(/\s+/g, " ");
    for (const id of ["C1", "C2", "C3"]) expect(message).toContain(`Tests: proves ${id}.`);
    expect(message).toMatch(/^Add numbers /);
    expect(message).toContain("Refs #7");
  });

  it("keeps the commits in between in no branch: each begins where the one before ended", () => {
    const { commands } = playCycles();
    const kept = commands.filter((c) => c.kind === "commit").slice(0, -1);

    expect(kept.map((c) => c.phase)).toEqual(["red", "green", "red", "green", "red", "green"]);
    expect(kept[0]?.parent).toBe("base-sha");
    for (const [at, commit] of kept.entries())
      if (at > 0) expect(commit.parent).toMatch(at % 2 === 1 ? /^sha-red/ : /^sha-green/);
  });

  it("tells a tester which criteria are done, the number of its cycle and the limit", () => {
    const { commands } = playCycles();

    expect(tasks(commands, "writer").map((task) => task.cycle)).toMatchObject([
      { number: 1, of: 6, covered: [], about: "behaviour", said: [] },
      { number: 2, of: 6, covered: ["C1"] },
      { number: 3, of: 6, covered: ["C1", "C2"] },
    ]);
  });

  it("seals the tests of all cycles so far, and proves the finished tree against them", () => {
    const { commands } = playCycles();

    expect(commands.find((c) => c.kind === "prove")).toMatchObject({
      redFiles: ["test/new.test.js"],
    });
  });

  it("folds to the same state from its journal, wherever that ends", () => {
    const played = playCycles();
    for (const [at, entry] of played.journal.entries()) {
      if (entry.type !== "resulted" || at % 3 > 0) continue;
      const pending = foldJournal(played.journal.slice(0, at))?.state.pending ?? [];
      expect(pending.map(({ id }) => id)).toContain(entry.result.command);
    }
    expect(foldJournal(played.journal)?.state).toEqual(played.state);
  });

  it("begins no cycle beyond the limit, and tells what is done and what remains", () => {
    const { state, commands } = playCycles(() => null, cycleRequest({ maxCycles: 2 }));

    expect(state).toMatchObject({
      conclusion: { kind: "blocked", reason: "attempts_exhausted" },
    });
    const said =
      "conclusion" in state && "failed" in state.conclusion ? state.conclusion.failed : "";
    expect(said).toMatch(/limit of 2 cycles.*It does C1.*It does C2.*C3: three/s);
    expect(commands.some((c) => c.kind === "push")).toBe(false);
  });
});

describe("what a tester hands in", () => {
  const covering: Script = (task, repo, nth) =>
    task.role === "writer" && nth === 1 ? writes(repo, { "is there": "old" }, ["C1"]) : null;

  it("is COVERED when its tests pass: nothing is kept of it, and another behaviour is chosen", () => {
    const { commands, events, state } = playCycles(covering);

    expect(events).toContainEqual(
      expect.objectContaining({ type: "cycle.covered", criteria: ["C1"] }),
    );
    expect(tasks(commands, "writer")[1]).toMatchObject({
      tree: "base-tree",
      cycle: { number: 1, covered: ["C1"] },
    });
    expect(tasks(commands, "implementer")).toHaveLength(2);
    expect(state).toMatchObject({ conclusion: { kind: "success" } });
  });

  it("is COVERED, too, when it names tests that exist and pass, and not on its word alone", () => {
    const claim =
      (tests: string[]): Script =>
      (task, _repo, nth) =>
        task.role === "writer" && nth === 1
          ? {
              answer: {
                kind: "tests",
                tests: testsAnswer({ coverage: [{ criterion: "C1", tests, preserved: true }] }),
              },
            }
          : null;

    expect(playCycles(claim(["old"])).events).toContainEqual(
      expect.objectContaining({ type: "cycle.covered" }),
    );
    const unproven = playCycles(claim(["made up"]));
    expect(unproven.events.some(({ type }) => type === "cycle.covered")).toBe(false);
    expect(tasks(unproven.commands, "writer")[1]?.feedback).toHaveLength(1);
  });

  it("finishes no criterion of which more remains", () => {
    const partly: Script = (task, repo, nth) => {
      if (task.role !== "writer" || nth !== 1) return null;
      const move = writes(repo, { "half of C1": "half" }, ["C1: a part"]);
      return move;
    };
    const { commands } = playCycles(partly);

    expect(tasks(commands, "writer").map((task) => task.cycle?.covered)).toEqual([
      ...[[], [], ["C1"], ["C1", "C2"]],
    ]);
  });

  it("is bounced with the sentence quoted when its words speak of the implementation", () => {
    const contaminated: Script = (task, repo, nth) => {
      if (task.role !== "writer" || nth !== 1) return null;
      const move = writes(repo, { "proves C1": "C1" }, ["C1"]);
      const summary = "The total is returned. It uses a reduce over the items.";
      return {
        ...move,
        answer: { kind: "tests", tests: testsAnswer({ summary, coverage: [] }) },
      };
    };
    const { commands, state } = playCycles(contaminated);

    expect(tasks(commands, "writer")[1]?.feedback[0]).toContain(
      '"It uses a reduce over the items."',
    );
    expect(state).toMatchObject({ conclusion: { kind: "success" } });
  });

  it("has three attempts at GREEN, each a fresh implementer, and then a person decides", () => {
    const lazy: Script = (task, repo) =>
      task.role === "implementer"
        ? { repo: more(repo), answer: { kind: "edit", edit: { summary: "x", cannot: null } } }
        : null;
    const { commands, state } = playCycles(lazy);

    expect(tasks(commands, "implementer").map((task) => task.attempt)).toEqual([1, 2, 3]);
    expect(tasks(commands, "debugger")).toEqual([]);
    expect(state).toMatchObject({ conclusion: { kind: "blocked", reason: "debug_exhausted" } });
  });
});

describe("beside that", () => {
  it("works beside tests that failed before, and tells every role of them", () => {
    const red = finished([
      passed("old", "test/old.test.js"),
      failed("sick", undefined, "test/x.js"),
    ]);
    const sick: Script = (task, repo) => {
      if (task.role === "implementer") return { ...makesIt(repo), repo: cured(repo) };
      if (task.role !== "writer" || task.tree !== "base-tree") return null;
      const tests = { ...repo.tests, sick: "never" };
      return writes({ ...repo, tests }, { "proves C1": "C1" }, ["C1"]);
    };
    const world: World = (command) =>
      command.kind === "run_tests" && command.purpose === "baseline"
        ? { ...(wellBehaved(command) as Extract<Result, { kind: "tests_ran" }>), run: red }
        : null;
    const { state, events } = playCycles(sick, cycleRequest(), world);

    expect(state).toMatchObject({ conclusion: { kind: "success" } });
    expect(events.filter(({ type }) => type === "cycle.done")).toHaveLength(3);
  });

  it("quotes a change outside of the files that may change to a fresh implementer, and takes it back", () => {
    const astray: Script = (task, repo, nth) =>
      task.role === "implementer" && nth === 1
        ? { ...makesIt(repo), also: ["src/other.js", "test/new.test.js"] }
        : null;
    const { commands, state } = playCycles(astray);
    const [first, second] = tasks(commands, "implementer");

    expect(second).toMatchObject({ attempt: 2, tree: first?.tree });
    expect(second?.feedback.join()).toContain("test/new.test.js");
    expect(state).toMatchObject({ conclusion: { kind: "success" } });
  });

  it("ends the run with a tester's question, be it BLOCKED or BASELINE_FAILED", () => {
    for (const question of ["Which of the two?", "BASELINE_FAILED: the runner is gone."]) {
      const cannot = { kind: "impossible", question } as const;
      const asking: Script = (task) =>
        task.role === "writer"
          ? { answer: { kind: "tests", tests: testsAnswer({ cannot }) } }
          : null;

      expect(playCycles(asking).state).toMatchObject({
        conclusion: { kind: "blocked", decision: question },
      });
    }
  });
});

/** What failed before fails still. */
function cured(repo: Repo): Repo {
  const can = Object.values(repo.tests).filter((demand) => demand !== "never");
  return { ...repo, can: [...new Set([...repo.can, ...can])] };
}

function more(repo: Repo): Repo {
  return { ...repo, can: [...repo.can, `${repo.can.length}`] };
}
