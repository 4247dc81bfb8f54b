import { describe, expect, it } from "vitest";
import type { Command } from "../../src/domain/command.ts";
import type { Result } from "../../src/domain/result.ts";
import { canResume, foldJournal } from "../../src/loop/fold.ts";
import { foldProof } from "../../src/report/proof.ts";
import type { World } from "../support/play.ts";
import type { Repo, Script } from "../support/play-cycles.ts";
import {
  cycleRequest,
  finds,
  makesIt,
  objects,
  playCycles,
  stands,
  testsAnswer,
  writes,
} from "../support/play-cycles.ts";

const tasks = (commands: readonly Command[], role: string) =>
  commands.flatMap((c) => (c.kind === "take_turn" && c.task.role === role ? [c.task] : []));
const disputed = (task: { cycle?: { about: string } | undefined }) =>
  task.cycle?.about === "dispute";
const wrong = "The test wants 4, the issue says 3.";

/** The implementer objects in its first \`times\` turns; \`tester\` says what a fresh tester does then. */
function disputes(times: number, tester: (repo: Repo) => ReturnType<Script>): Script {
  return (task, repo, nth) => {
    if (task.role === "implementer" && nth <= times) return objects(wrong);
    return task.role === "writer" && disputed(task) ? tester(repo) : null;
  };
}

function amends({ can }: Repo) {
  return {
    repo: { can, tests: { old: "old", "proves C1 rightly": "C1" } },
    answer: {
      kind: "tests",
      tests: testsAnswer({
        coverage: [{ criterion: "C1", tests: ["proves C1 rightly"], preserved: false }],
        summary: "It does C1, rightly.",
      }),
    },
  } as const;
}

describe("an implementer that holds a test to be wrong", () => {
  it("changes nothing: a fresh tester gets its words, and amends the test to a new RED", () => {
    const { commands, events, state } = playCycles(disputes(1, amends));
    const [first, judge] = tasks(commands, "writer");

    expect(judge).toMatchObject({ attempt: 1, cycle: { about: "dispute", said: [wrong] } });
    expect(judge?.since).toBe(first?.tree);
    expect(judge?.mayWrite).toEqual(first?.mayWrite);
    expect(events).toContainEqual(
      expect.objectContaining({ type: "dispute.settled", outcome: "amended" }),
    );
    expect(state).toMatchObject({ conclusion: { kind: "success" } });
    const commits = commands.filter((c) => c.kind === "commit");
    expect(commits.map((c) => c.parent).slice(0, 2)).toEqual(["base-sha", "base-sha"]);
  });

  it("keeps what the tests beside an amended one prove", () => {
    const script: Script = (task, repo, nth) => {
      if (task.role === "writer" && !disputed(task) && nth === 1)
        return writes(repo, { "one side": "C1", "wrong side": "C1" }, ["C1"]);
      return disputes(1, ({ can }) => ({
        ...amends(repo),
        repo: { can, tests: { old: "old", "one side": "C1", "proves C1 rightly": "C1" } },
      }))(task, repo, nth);
    };
    const { state, events } = playCycles(script);
    const timed = events.map((event) => ({ at: 0, event }));
    const [first] = foldProof(timed).criteria;

    expect(state).toMatchObject({ conclusion: { kind: "success" } });
    expect(first?.tests.map(({ id, green }) => [id, green])).toEqual([
      ["one side", "passed"],
      ["proves C1 rightly", "passed"],
    ]);
  });

  it("is told why when the test is upheld, and goes on where it stood", () => {
    const { commands, events } = playCycles(disputes(1, () => stands("The issue says four.")));
    const [, again] = tasks(commands, "implementer");

    expect(again?.attempt).toBe(1);
    expect(again?.feedback.join()).toContain("The issue says four.");
    expect(events).toContainEqual(
      expect.objectContaining({ type: "dispute.settled", outcome: "upheld", by: "tester" }),
    );
    expect(commands.filter((c) => c.kind === "ask")).toEqual([]);
  });

  it("has a person decide when it objects again after one uphold", () => {
    const { state, commands } = playCycles(disputes(9, () => stands("It stands.")));

    expect(tasks(commands, "writer").filter(disputed)).toHaveLength(1);
    expect(state).toMatchObject({
      conclusion: { kind: "action_required", command: "/tdd approve" },
    });
    const question =
      "conclusion" in state && "question" in state.conclusion ? state.conclusion.question : "";
    expect(question).toContain(wrong);
    expect(question).toContain("/tdd answer");
    expect(question).toContain("test/new.test.js");
  });

  const answering =
    (answer: Partial<Extract<Result, { kind: "asked" }>>): World =>
    (command) =>
      command.kind === "ask"
        ? { kind: "asked", command: command.id, answer: "approved", by: "mona", ...answer }
        : null;

  it("goes on with the test that a person lets stand", () => {
    const script = disputes(2, () => stands("It stands."));
    const { state, events } = playCycles(script, cycleRequest(), answering({}));

    expect(events).toContainEqual(
      expect.objectContaining({ type: "dispute.settled", outcome: "upheld", by: "mona" }),
    );
    expect(state).toMatchObject({ conclusion: { kind: "success" } });
  });

  it("has a fresh tester amend the test as a person says", () => {
    let looked = 0;
    const script = disputes(2, (repo) => {
      looked += 1;
      return looked === 1 ? stands("It stands.") : amends(repo);
    });
    const world = answering({ answer: "revised", said: "Three is right." });
    const { state, commands } = playCycles(script, cycleRequest(), world);

    expect(tasks(commands, "writer").filter(disputed)[1]?.cycle?.said.join()).toContain(
      "Three is right.",
    );
    expect(state).toMatchObject({ conclusion: { kind: "success" } });
  });

  it("ends the run when a person refuses, or when it objects to what a person decided", () => {
    const refused = answering({ answer: "refused" });
    const script = disputes(9, () => stands("It stands."));

    for (const world of [refused, answering({})])
      expect(playCycles(script, cycleRequest(), world).state).toMatchObject({
        conclusion: { kind: "blocked", reason: "contradiction" },
      });
  });

  it("waits for the person across a resume, with its budget as it was", () => {
    const { journal } = playCycles(disputes(9, () => stands("It stands.")));
    const answer = { answer: "approved", by: "mona" } as const;
    const resumed = foldJournal([...journal, { type: "resumed", at: 99, answer }]);

    expect(canResume(journal)).toBe(true);
    expect(resumed?.state).toMatchObject({
      phase: "green",
      attempt: 1,
      cycling: { disputes: 2, isUpheld: true },
    });
  });

  it("asks a person instead when it finds the issue itself unclear", () => {
    const unsure: Script = (task) =>
      task.role === "implementer"
        ? {
            answer: {
              kind: "edit",
              edit: { summary: "", cannot: { kind: "unclear", question: "Which?" } },
            },
          }
        : null;

    expect(playCycles(unsure).state).toMatchObject({
      conclusion: { kind: "blocked", reason: "criteria_unclear", decision: "Which?" },
    });
  });
});

describe("a reviewer", () => {
  const reviewing =
    (first: ReturnType<Script>, more: Script = () => null): Script =>
    (task, repo, nth) => {
      if (task.role === "reviewer" && task.cycle?.scope === "final" && task.attempt === 1)
        return first;
      return more(task, repo, nth);
    };
  const ofTest = { side: "test", file: "test/new.test.js", problem: "No test of nought." } as const;
  const ofCode = { side: "implementation", problem: "It fails for -0." } as const;

  it.each([
    ["auto", ["direction", "final"]],
    ["end", ["final"]],
    ["first_cycle", ["direction", "final"]],
    ["every_cycle", ["direction", "direction", "direction", "final"]],
  ] as const)("is asked as `reviewWhen: %s` says", (reviewWhen, scopes) => {
    const { commands } = playCycles(() => null, cycleRequest({ reviewWhen }));

    expect(tasks(commands, "reviewer").map((task) => task.cycle?.scope)).toEqual(scopes);
  });

  it("checks no direction in `auto` when one cycle was all", () => {
    const body = "One.\n\n### Acceptance criteria\n- [ ] one\n\n### Files\n- `src/add.js` (new)\n";
    const { commands } = playCycles(() => null, cycleRequest({}, body));

    expect(tasks(commands, "reviewer").map((task) => task.cycle?.scope)).toEqual(["final"]);
  });

  it("has findings on code mended by an implementer, and looks once more", () => {
    const { commands, state } = playCycles(reviewing(finds(ofCode)));
    const mender = tasks(commands, "implementer").at(-1);

    expect(mender?.feedback.join()).toContain("1. src/add.js: It fails for -0.");
    expect(tasks(commands, "reviewer").at(-1)).toMatchObject({ attempt: 2 });
    expect(state).toMatchObject({ conclusion: { kind: "success" } });
  });

  it("has findings on tests amended by a tester: what passes then is settled", () => {
    const tightened: Script = (task, repo) =>
      task.role === "writer" && task.cycle?.about === "findings"
        ? {
            repo: { ...repo, tests: { ...repo.tests, "proves nought": "C1" } },
            answer: { kind: "tests", tests: testsAnswer({ summary: "Nought, too." }) },
          }
        : null;
    const { commands, state } = playCycles(reviewing(finds(ofTest), tightened));

    expect(tasks(commands, "writer").at(-1)?.cycle).toMatchObject({
      about: "findings",
      said: ["1. test/new.test.js: No test of nought."],
    });
    expect(tasks(commands, "implementer")).toHaveLength(3);
    expect(state).toMatchObject({ conclusion: { kind: "success" } });
  });

  it("sends amended tests that fail to an implementer, together with what was found in the code", () => {
    const demanding: Script = (task, repo) =>
      task.role === "writer" && task.cycle?.about === "findings"
        ? {
            repo: { ...repo, tests: { ...repo.tests, "proves nought": "nought" } },
            answer: { kind: "tests", tests: testsAnswer({ summary: "Nought, too." }) },
          }
        : null;
    const { commands, state } = playCycles(reviewing(finds(ofTest, ofCode), demanding));
    const mender = tasks(commands, "implementer").at(-1);

    expect(mender?.testOutput).toContain("proves nought");
    expect(mender?.feedback.join()).toContain("2. src/add.js: It fails for -0.");
    expect(state).toMatchObject({ conclusion: { kind: "success" } });
  });

  it("lets a tester rename or drop a test of the run, never one of the base", () => {
    const renaming =
      (tests: Repo["tests"]): Script =>
      (task, repo) =>
        task.role === "writer" && task.cycle?.about === "findings"
          ? {
              repo: { ...repo, tests },
              answer: { kind: "tests", tests: testsAnswer({ summary: "Said in another way." }) },
            }
          : null;
    const kept = { old: "old", all: "C1" };
    const lost = { all: "C1" };

    expect(playCycles(reviewing(finds(ofTest), renaming(kept))).state).toMatchObject({
      conclusion: { kind: "success" },
    });
    expect(playCycles(reviewing(finds(ofTest), renaming(lost))).state).toMatchObject({
      conclusion: { kind: "blocked" },
    });
  });

  it("is reported to a person when a second round still has findings, each with its side", () => {
    const always: Script = (task, repo) => {
      if (task.role === "reviewer") return finds(ofCode, ofTest);
      if (task.role === "writer" && task.cycle?.about === "findings") return stands("Fine as is.");
      return task.role === "implementer" ? makesIt({ ...repo, can: [...repo.can, "x"] }) : null;
    };
    const { state, commands } = playCycles(always, cycleRequest({ reviewWhen: "end" }));

    expect(state).toMatchObject({ conclusion: { kind: "blocked", reason: "critic_exhausted" } });
    const failed =
      "conclusion" in state && "failed" in state.conclusion ? state.conclusion.failed : "";
    expect(failed).toMatch(/1\. src\/add.js: It fails for -0. \(implementation-side\)/);
    expect(failed).toMatch(/2\. test\/new.test.js: No test of nought. \(test-side\)/);
    expect(commands.some((c) => c.kind === "push")).toBe(false);
  });
});
