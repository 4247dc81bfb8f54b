import { describe, expect, it } from "vitest";
import type { Role } from "../../src/domain/config.ts";
import type { TestCase, TestRun } from "../../src/domain/test-run.ts";
import { foldJournal } from "../../src/loop/fold.ts";
import { next, start } from "../../src/loop/next.ts";
import { judgeTry } from "../../src/loop/phases/judge-try.ts";
import type { RunState } from "../../src/loop/state.ts";
import { failed, finished, makeRequest, passed } from "../support/make.ts";
import { greenRun, redRun, wellBehaved } from "../support/play.ts";
import { finds, objects, playCycles, stands } from "../support/play-cycles.ts";

/** The state in which the first turn of a role is taken. */
function stateOf(role: Role): RunState {
  let { state, commands } = start(makeRequest());
  for (;;) {
    const [command] = commands;
    if (command === undefined) throw new Error(`no turn of ${role}`);
    if (command.kind === "take_turn" && command.task.role === role) return state;
    const answers = commands.map(wellBehaved);
    commands = [];
    for (const answer of answers) {
      const decision = next(state, answer);
      state = decision.state;
      commands = [...commands, ...decision.commands];
    }
  }
}

function judge(role: Role, run: TestRun) {
  return judgeTry(role, stateOf(role), {
    run,
    mutated: [],
    written: [{ path: "test/add.test.js", isNew: true }],
  });
}

const missing = { kind: "missing_target", target: "symbol", name: "sum" } as const;

describe("a run that a writer asked for", () => {
  it("is as wanted when new tests fail and none passes", () => {
    expect(judge("writer", redRun)).toMatchObject({ isAsWanted: true });
  });

  it("names what does not exist, to be promised or mended", () => {
    const judged = judge("writer", finished([passed("old"), failed("sums", missing)]));

    expect(judged).toMatchObject({ isAsWanted: true, says: expect.stringContaining("sum. If") });
  });

  it("names new tests that pass already", () => {
    const judged = judge("writer", finished([passed("old"), passed("adds"), failed("adds zero")]));

    expect(judged).toMatchObject({ isAsWanted: false, says: expect.stringContaining('"adds"') });
  });

  it("says the fix of a wrong reason", () => {
    const judged = judge(
      "writer",
      finished([passed("old"), failed("x", { kind: "syntax_error" })]),
    );

    expect(judged?.isAsWanted).toBe(false);
    expect(judged?.says).toContain("Repair the syntax");
  });
});

describe("a run that a writer asked for and that ended at the first error", () => {
  it("asks for tests that each fail by themselves", () => {
    const load = { file: "test/bag.js", cause: missing, message: "bag.take is not a function" };
    const run = finished([passed("old")], { source: "text", loadFailures: [load], exitCode: 1 });

    expect(judge("writer", run)).toMatchObject({
      isAsWanted: false,
      says: expect.stringContaining("test/bag.js stopped at the first error"),
    });
  });
});

describe("a run that a writer asked for and that did not come to its tests", () => {
  it("is as wanted when nothing but a promised name was in the way, as for a compiler", () => {
    const run: TestRun = {
      kind: "did_not_start",
      framework: "go",
      cause: missing,
      why: "undefined: sum",
      output: "",
      durationMs: 1,
    };

    expect(judge("writer", run)).toMatchObject({ isAsWanted: true });
  });
});

describe("a run that an implementer asked for", () => {
  it("is as wanted when the suite is green", () => {
    expect(judge("implementer", greenRun)).toMatchObject({ isAsWanted: true });
  });

  it("names what is still red in the words of the gate", () => {
    expect(judge("implementer", redRun)).toMatchObject({
      isAsWanted: false,
      says: expect.stringContaining("2 of the RED tests do not pass"),
    });
  });
});

describe("a run that a tester of a cycle asked for, with tests before it", () => {
  const proves = (id: string) => (id === "old" ? "test/old.test.js" : "test/new.test.js");
  const ran = (ids: readonly string[], ...more: readonly TestCase[]) =>
    finished([...ids.map((id) => passed(id, proves(id))), ...more]);
  const written = [{ path: "test/new.test.js", isNew: false }];
  const all = ["old", "proves C1", "proves C2", "proves C3"];

  it("is as wanted when the code stands what a review has the tests demand", () => {
    const judged = judgeTry("writer", amending("findings"), {
      ...{ run: ran([...all, "proves nought"]), mutated: [], written },
    });

    expect(judged).toMatchObject({ isAsWanted: true, says: expect.stringContaining("stands") });
  });

  it("is as wanted, too, when one of them fails because behaviour is missing", () => {
    const nought = failed("proves nought", { kind: "assertion" }, "test/new.test.js");

    expect(
      judgeTry("writer", amending("findings"), { run: ran(all, nought), mutated: [], written }),
    ).toMatchObject({ isAsWanted: true });
  });

  it("is not as wanted when a disputed test passes, and is worth nothing where none was changed", () => {
    const state = amending("dispute");
    const run = ran(["old", "proves C1"]);

    expect(judgeTry("writer", state, { run, mutated: [], written })?.isAsWanted).toBe(false);
    expect(judgeTry("writer", state, { run, mutated: [], written: [] })).toBeNull();
  });
});

/** The state in which a tester gets tests that something was said about. */
function amending(about: "dispute" | "findings"): RunState {
  const { journal } = playCycles((task) => {
    if (task.role === "writer" && task.cycle?.about === about) return stands("It stands.");
    if (about === "dispute" && task.role === "implementer") return objects("It is wrong.");
    if (task.role !== "reviewer" || task.cycle?.scope === "direction") return null;
    return finds({ side: "test", file: "test/new.test.js" });
  });
  const asked = about === "dispute" ? "implementer" : "reviewer";
  const answers = journal.flatMap((entry, at) =>
    entry.type === "resulted" && "role" in entry.result && entry.result.role === asked
      ? [at + 1]
      : [],
  );
  const end = about === "dispute" ? answers[0] : answers[1];
  const state = foldJournal(journal.slice(0, end))?.state;
  if (state === undefined) throw new Error(`no tester is asked about ${about}`);
  return state;
}
