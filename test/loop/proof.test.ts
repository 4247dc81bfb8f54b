import { describe, expect, it } from "vitest";
import type { ProofEvidence } from "../../src/domain/proof-evidence.ts";
import { observedRun } from "../../src/domain/proof-evidence.ts";
import type { Result } from "../../src/domain/result.ts";
import { foldJournal } from "../../src/loop/fold.ts";
import { failed, finished, makeChange, makeRequest, passed } from "../support/make.ts";
import { greenRun, play, redRun, soundProof, wellBehaved } from "../support/play.ts";

function proofOf(evidence: Partial<ProofEvidence>) {
  return play((command) =>
    command.kind === "prove"
      ? ({ ...wellBehaved(command), evidence: { ...soundProof, ...evidence } } as Result)
      : null,
  );
}

function pushesOf({ commands }: ReturnType<typeof play>): readonly string[] {
  return commands.flatMap((command) => (command.kind === "push" ? [command.sha] : []));
}

const oneFails = finished([passed("old"), failed("adds"), passed("adds zero")]);

describe("the proof of the finished tree", () => {
  it("is asked for once, of the last tree, with the files that RED sealed", () => {
    const { commands } = play();
    expect(commands.filter((command) => command.kind === "prove")).toMatchObject([
      { tree: "implementer-tree-1", redTree: "red-tree", redFiles: ["test/add.test.js"] },
    ]);
  });

  it.each([
    [
      "a false assertion passes",
      {
        canaries: [
          {
            observed: observedRun(greenRun),
            turned: ["test/add.test.js"],
            owners: {},
            appended: false,
          },
        ],
      },
      /CANARY_SURVIVED/,
    ],
    [
      "a test passes only here and today",
      { elsewhere: { observed: observedRun(oneFails), shaky: [] } },
      /ENV_DEPENDENT/,
    ],
    ["a test of RED did not run", { declared: 5 }, /COUNT/],
    [
      "the run changed the tree",
      { mutated: [{ path: "test/add.test.js", how: "changed" as const }] },
      /RUN_MUTATED_TREE/,
    ],
  ])("ends BLOCKED, with no pull request, when %s", (_name, evidence, words) => {
    const played = proofOf(evidence);

    expect(played.state).toMatchObject({
      phase: "done",
      conclusion: { kind: "blocked", reason: "proof_failed" },
    });
    expect(played.state).toMatchObject({
      conclusion: { failed: expect.stringMatching(words) as string },
    });
    expect(pushesOf(played)).toEqual(["sha-of-red", "sha-of-green"]);
  });

  it("spares what is not the work's fault: unsteady at RED, or changed by the base's own run", () => {
    const unsteady = { observed: observedRun(oneFails), shaky: ["adds"] };
    expect(proofOf({ elsewhere: unsteady }).state).toMatchObject({
      conclusion: { kind: "success" },
    });
    const mutated = [{ path: "out.txt", how: "changed" as const }];
    const restless = play((command) => {
      if (command.kind === "run_tests") return { ...wellBehaved(command), mutated } as Result;
      if (command.kind !== "prove") return null;
      return { ...wellBehaved(command), evidence: { ...soundProof, mutated } } as Result;
    });
    expect(restless.state).toMatchObject({ conclusion: { kind: "success" } });
  });

  it("holds a suite that failed on the untouched base to nothing more than before", () => {
    const world = (run: ReturnType<typeof finished>) =>
      finished([...run.cases, failed("known")], { exitCode: 1 });
    const { state } = play((command) => {
      if (command.kind === "run_tests") {
        const usual = wellBehaved(command) as Extract<Result, { kind: "tests_ran" }>;
        return { ...usual, run: world(usual.run as ReturnType<typeof finished>) };
      }
      if (command.kind !== "prove") return null;
      const elsewhere = { observed: observedRun(world(greenRun)), shaky: [] };
      const canaries = [
        {
          observed: observedRun(world(redRun)),
          turned: ["test/add.test.js"],
          owners: {},
          appended: false,
        },
      ];
      return {
        ...wellBehaved(command),
        evidence: { ...soundProof, elsewhere, canaries },
      } as Result;
    });
    expect(state).toMatchObject({ conclusion: { kind: "success" } });
  });

  it("is kept in the journal: a folded run comes to the same end", () => {
    const { journal, state } = proofOf({ declared: 5 });
    expect(foldJournal(journal)?.state).toEqual(state);
  });
});

describe("test runs of the loop", () => {
  it.each(["red", "green"])("are refused at %s when they change the tree", (purpose) => {
    const mutated = [{ path: "test/old.test.js", how: "changed" as const }];
    const { state, commands } = play((command) =>
      command.kind === "run_tests" && command.purpose === purpose
        ? ({ ...wellBehaved(command), mutated } as Result)
        : null,
    );
    expect(state).toMatchObject({ conclusion: { kind: "blocked" } });
    expect(JSON.stringify(state)).toContain("RUN_MUTATED_TREE");
    expect(commands.some((command) => command.kind === "prove")).toBe(false);
  });

  it("are refused when the report does not agree with what was printed", () => {
    const { state } = play((command) =>
      command.kind === "run_tests" && command.purpose === "green"
        ? ({ ...wellBehaved(command), run: { ...greenRun, disputed: "2 or 5?" } } as Result)
        : null,
    );
    expect(state).toMatchObject({
      conclusion: {
        reason: "debug_exhausted",
        failed: expect.stringContaining("2 or 5?") as string,
      },
    });
  });

  it("are refused as RED when the writer's tests break one that it did not touch", () => {
    const broken = finished([
      failed("old", { kind: "assertion" }, "test/old.test.js"),
      failed("adds"),
      failed("adds zero"),
    ]);
    const { state } = play((command) =>
      command.kind === "run_tests" && command.purpose === "red"
        ? ({ ...wellBehaved(command), run: broken } as Result)
        : null,
    );
    expect(state).toMatchObject({
      conclusion: {
        reason: "red_wrong_reason",
        failed: expect.stringContaining("tests that passed before the new ones") as string,
      },
    });
  });

  it("take a changed old test of the writer's own file for RED", () => {
    const changed = makeChange("test/add.test.js", { status: "modified" });
    const run = finished([failed("old"), failed("adds"), failed("adds zero")]);
    const { state } = play((command) => {
      if (command.kind === "take_turn" && command.task.role === "writer")
        return { ...wellBehaved(command), changes: [changed] } as Result;
      return command.kind === "run_tests" && command.purpose === "red"
        ? ({ ...wellBehaved(command), run } as Result)
        : null;
    }, makeRequest());
    expect(state).toMatchObject({ conclusion: { kind: "success" } });
  });

  it("are refused when a test file runs and none of its tests does", () => {
    const run = { ...greenRun, emptyFiles: ["test/other.test.js"] };
    const { state } = play((command) =>
      command.kind === "run_tests" && command.purpose === "green"
        ? ({ ...wellBehaved(command), run } as Result)
        : null,
    );
    expect(state).toMatchObject({
      conclusion: { failed: expect.stringContaining("without any of its tests") as string },
    });
  });
});
