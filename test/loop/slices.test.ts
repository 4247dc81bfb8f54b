import { describe, expect, it } from "vitest";
import type { Command } from "../../src/domain/command.ts";
import type { Result } from "../../src/domain/result.ts";
import { foldJournal } from "../../src/loop/fold.ts";
import { start } from "../../src/loop/next.ts";
import { foldProof } from "../../src/report/proof.ts";
import { finished, makeRequest, passed } from "../support/make.ts";
import type { World } from "../support/play.ts";
import { wellBehaved } from "../support/play.ts";
import { makeSlice, playSlices, sliceRequest, threeSlices } from "../support/play-slices.ts";

const kinds = (commands: readonly Command[]) =>
  commands.map((c) => {
    if (c.kind === "take_turn") return `turn:${c.task.role}`;
    return c.kind === "run_tests" ? `tests:${c.purpose}` : c.kind;
  });
const tasks = (commands: readonly Command[], role: string) =>
  commands.flatMap((c) => (c.kind === "take_turn" && c.task.role === role ? [c.task] : []));
const oneSlice = [makeSlice(1, "domain")];

describe("a run in slices", () => {
  it("asks for the decomposition, locks what all slices may touch, and works them inside out", () => {
    const { commands, state } = playSlices(threeSlices);

    expect(state).toMatchObject({ phase: "done", conclusion: { kind: "success" } });
    expect(kinds(commands).slice(0, 7)).toEqual([
      ...["open_workspace", "tests:baseline", "turn:decomposer"],
      ...["ask", "take_lock", "publish", "tests:baseline"],
    ]);
    const one = ["turn:writer", "tests:red", "commit", "push", "publish"];
    const two = ["turn:implementer", "tests:green", "commit", "push", "turn:refiner"];
    expect(kinds(commands).slice(7)).toEqual([
      ...[1, 2, 3].flatMap(() => [...one, ...two]),
      ...["prove", "publish"],
    ]);
    expect(tasks(commands, "writer").map((task) => task.mayWrite)).toEqual([
      ["test/f1.test.js"],
      ["test/f2.test.js"],
      ["test/f3.test.js"],
    ]);
  });

  it("lets each slice begin where the one before ended, and holds it to its own files", () => {
    const { commands } = playSlices(threeSlices);
    const commits = commands.filter((c) => c.kind === "commit");
    const pushes = commands.filter((c) => c.kind === "push");
    const lock = commands.flatMap((c) => (c.kind === "take_lock" ? [c.lock] : []))[0];

    expect(commits.map((c) => c.message.split("\n")[0])).toEqual([
      ...["red: failing tests for Behaviour 1", "green: Behaviour 1"],
      ...["red: failing tests for Behaviour 2", "green: Behaviour 2"],
      ...["red: failing tests for Behaviour 3", "green: Behaviour 3"],
    ]);
    for (const [at, commit] of commits.entries())
      expect(commit.parent).toBe(at === 0 ? "base-sha" : pushes[at - 1]?.sha);
    expect(pushes.map((c) => c.expected)).toEqual([null, ...pushes.slice(0, -1).map((c) => c.sha)]);
    expect(lock?.allowlist).toHaveLength(3);
    expect(tasks(commands, "implementer").map((task) => task.mayWrite)).toEqual([
      ["src/domain/f1.js"],
      ["src/application/f2.js"],
      ["src/infrastructure/f3.js"],
    ]);
  });

  it("seals the tests of all slices so far, and proves the finished tree against every one", () => {
    const { commands } = playSlices(threeSlices);
    const proof = commands.find((c) => c.kind === "prove");

    expect(proof).toMatchObject({
      redFiles: ["test/f1.test.js", "test/f2.test.js", "test/f3.test.js"],
    });
  });

  it("folds to the same state from its journal, wherever that ends", () => {
    const played = playSlices(threeSlices);
    for (let length = 1; length <= played.journal.length; length += 1) {
      const folded = foldJournal(played.journal.slice(0, length));
      expect(folded?.state.phase).toBeTypeOf("string");
    }
    expect(foldJournal(played.journal)?.state).toEqual(played.state);
  });

  it("takes an issue in prose: a person approves what it comes to", () => {
    const prose = { ...sliceRequest(), body: "It crashes on an empty list. It should not." };

    expect(start(prose).state).toMatchObject({ phase: "opening" });
    expect(start({ ...prose, rules: makeRequest().rules }).state).toMatchObject({
      phase: "concluding",
    });
  });

  it("skips a slice whose behaviour is there already, and commits nothing of it", () => {
    const passing: World = (c, nth) =>
      c.kind === "run_tests" && c.purpose === "red" && nth === 2
        ? withRun(c, [passed("old"), passed("test of S1"), passed("test of S2")])
        : null;
    const { commands, events, state } = playSlices(threeSlices, passing);

    expect(events).toContainEqual(expect.objectContaining({ type: "slice.skipped", id: "S2" }));
    expect(commands.filter((c) => c.kind === "commit")).toHaveLength(4);
    expect(state).toMatchObject({ conclusion: { kind: "success" } });
    const proof = foldProof(events.map((event) => ({ at: 0, event })));
    expect(proof.criteria.map((one) => [one.criterion.id, one.wasThere])).toEqual([
      ...[
        ["S1", false],
        ["S2", true],
        ["S3", false],
      ],
    ]);
  });

  it("never takes a test that did not run for behaviour that is there", () => {
    const nothingNew: World = (c) =>
      c.kind === "run_tests" && c.purpose === "red" ? withRun(c, [passed("old")]) : null;
    const { events, commands } = playSlices(oneSlice, nothingNew);

    expect(events.filter((event) => event.type === "slice.skipped")).toEqual([]);
    expect(tasks(commands, "writer")).toHaveLength(3);
  });

  it("ends with a question when every slice is there already", () => {
    const passing: World = (c) =>
      c.kind === "run_tests" && c.purpose === "red"
        ? withRun(c, [passed("old"), passed("test of S1")])
        : null;
    const { state } = playSlices(oneSlice, passing);

    expect(state).toMatchObject({ conclusion: { kind: "blocked", reason: "red_wrong_reason" } });
  });
});

describe("the decomposition", () => {
  it("is told why it is refused, and is asked for again", () => {
    const shared = [
      makeSlice(1, "domain"),
      makeSlice(2, "domain", { files: makeSlice(1, "domain").files }),
    ];
    const { commands, state } = playSlices(shared);

    expect(tasks(commands, "decomposer").map((task) => task.feedback.length)).toEqual([0, 1, 2]);
    expect(tasks(commands, "decomposer")[1]?.feedback[0]).toContain(
      "src/domain/f1.js is on the list",
    );
    expect(state).toMatchObject({ conclusion: { kind: "blocked", reason: "scope" } });
  });

  it("waits for a person, with the list by layer and the command that goes on", () => {
    const { state } = playSlices(threeSlices, waiting);

    expect(state).toMatchObject({
      conclusion: { kind: "action_required", command: "/tdd approve" },
    });
    const { conclusion } = state as { conclusion: { question: string } };
    expect(conclusion.question).toMatch(
      /Domain:\n1\. Behaviour 1: .*\n.*test\/f1[\s\S]*Application:\n2\. [\s\S]*Infrastructure:\n3\. [\s\S]*src\/domain\/ is domain/,
    );
  });

  it("is flat in the question where there is one layer", () => {
    const { state } = playSlices([makeSlice(1, "infrastructure")], waiting);
    const { conclusion } = state as { conclusion: { question: string } };

    expect(conclusion.question).not.toContain("Infrastructure:");
    expect(conclusion.question).toContain("pure infrastructure change");
  });

  it("is made again with the person's words, and asked about again", () => {
    const { journal } = playSlices(threeSlices, waiting);
    const answer = { answer: "revised", by: "mona", said: "Leave out the third." } as const;
    const folded = foldJournal([...journal, { type: "resumed", at: 99, answer }]);

    expect(folded?.state.pending).toMatchObject([
      { kind: "take_turn", task: { role: "decomposer" } },
    ]);
    const [command] = folded?.state.pending ?? [];
    const said = command?.kind === "take_turn" ? command.task.feedback.join("\n") : "";
    expect(said).toMatch(/1\. Behaviour 1[\s\S]*Leave out the third\./);
  });

  it("goes on with the lock when it is approved", () => {
    const { journal } = playSlices(threeSlices, waiting);
    const answer = { answer: "approved", by: "mona" } as const;
    const folded = foldJournal([...journal, { type: "resumed", at: 99, answer }]);

    expect(folded?.state.pending).toMatchObject([{ kind: "take_lock" }]);
  });
});

function waiting(command: Command): Result | null {
  return command.kind === "ask" ? wellBehaved(command) : null;
}

function withRun(command: Command, cases: Parameters<typeof finished>[0]): Result {
  return {
    ...(wellBehaved(command) as Extract<Result, { kind: "tests_ran" }>),
    run: finished(cases),
  };
}
