import { describe, expect, it } from "vitest";
import type { Role } from "../../src/domain/config.ts";
import type { TestRun } from "../../src/domain/test-run.ts";
import { next, start } from "../../src/loop/next.ts";
import { judgeTry } from "../../src/loop/phases/judge-try.ts";
import type { RunState } from "../../src/loop/state.ts";
import { failed, finished, makeRequest, passed } from "../support/make.ts";
import { greenRun, redRun, wellBehaved } from "../support/play.ts";

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
