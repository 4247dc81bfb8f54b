import { describe, expect, it } from "vitest";
import type { Command } from "../../src/domain/command.ts";
import type { Blocked } from "../../src/domain/conclusion.ts";
import { observedRun } from "../../src/domain/proof-evidence.ts";
import type { Result } from "../../src/domain/result.ts";
import type { RunRequest } from "../../src/domain/run-request.ts";
import { noSpend } from "../../src/domain/spend.ts";
import { failed, finished, makeChange, makeConfig, makeRequest, passed } from "../support/make.ts";
import type { World } from "../support/play.ts";
import { greenRun, play, soundProof, wellBehaved } from "../support/play.ts";
import { stepsRequest } from "../support/play-steps.ts";

interface Way {
  readonly world?: World;
  readonly request?: Partial<RunRequest>;
}

const run = (purpose: string) => (c: Command) => c.kind === "run_tests" && c.purpose === purpose;
const turn =
  (...roles: string[]) =>
  (c: Command) =>
    c.kind === "take_turn" && roles.includes(c.task.role);

/** The well-behaved answer of some commands, changed. */
function but(match: (command: Command) => boolean, change: object): World {
  return (c) => (match(c) ? ({ ...wellBehaved(c), ...change } as Result) : null);
}

const cannotStart = (cause: string) => ({
  run: {
    kind: "did_not_start",
    framework: "x",
    cause: { kind: cause },
    why: cause,
    output: "",
    durationMs: 1,
  },
});
const stillRed = finished([passed("old"), failed("adds"), passed("adds zero")]);
const unfinished = (why: string) => ({
  kind: "turn_failed",
  role: "writer",
  why,
  detail: "no",
  spend: noSpend,
});
const wants = {
  answer: {
    kind: "review",
    review: {
      verdict: "NEEDS_WORK",
      summary: "",
      findings: [{ kind: "drift", file: "src/add.js", line: 1, problem: "no", suggestion: "" }],
    },
  },
};
const cannot = (kind: string) => ({
  answer: {
    kind: "tests",
    tests: {
      coverage: [],
      promised: { modules: [], symbols: [], files: [] },
      summary: "",
      cannot: { kind, question: "Which of the two?" },
    },
  },
});
const outside = { changes: [makeChange("src/other.js")] };

const redInCi = {
  evidence: { ...soundProof, elsewhere: { observed: observedRun(stillRed), shaky: [] } },
};

const looped = stepsRequest({});
const blockedReport = {
  answer: {
    kind: "step",
    step: {
      summary: "Which currency?",
      blocked: true,
      nextPrompt: "",
      artifacts: [],
      taskId: null,
      lessonsLearned: [],
      cannot: null,
    },
  },
};

/** Every reason of S0-45, each by at least one way; the type wants a line for each. */
const ways: Readonly<Record<Blocked["reason"], readonly Way[]>> = {
  red_wrong_reason: [
    { world: but(run("red"), { run: greenRun }) },
    { world: but(turn("writer"), outside) },
  ],
  debug_exhausted: [{ world: but(run("green"), { run: stillRed }) }],
  proof_failed: [{ world: but((c) => c.kind === "prove", redInCi) }],
  critic_exhausted: [{ world: but(turn("critic"), wants) }],
  scope: [
    { world: but(turn("implementer", "debugger"), outside) },
    { world: but((c) => c.kind === "ask", { answer: "refused" }), request: { planOnly: true } },
  ],
  criteria_unclear: [
    { request: { body: "Make it nicer." } },
    { world: but(turn("writer"), cannot("unclear")) },
  ],
  infrastructure: [
    { world: but(run("baseline"), cannotStart("runner_missing")) },
    { world: but(run("baseline"), cannotStart("dependency_missing")) },
    {
      world: but((c) => c.kind === "push", { kind: "broken", what: "push", detail: "x", fix: "y" }),
    },
    { world: but(turn("writer"), unfinished("unreachable")) },
  ],
  configuration: [
    {
      world: but((c) => c.kind === "open_workspace", { testCommand: null }),
      request: { config: makeConfig({ testCommand: undefined }) },
    },
  ],
  contradiction: [{ world: but(turn("writer"), cannot("contradiction")) }],
  attempts_exhausted: [
    {
      world: but((c) => c.kind === "run_check", { exit: { kind: "exited", code: 1 } }),
      request: looped,
    },
  ],
  agent_blocked: [{ world: but(turn("developer"), blockedReport), request: looped }],
  budget: [{ world: but(turn("writer"), unfinished("budget")) }],
};

const everyWay = Object.entries(ways).flatMap(([reason, list]) =>
  list.map((way, i) => [`${reason}, way ${i + 1}`, reason, way] as const),
);

function endOf({ world = () => null, request = {} }: Way) {
  const { state, commands } = play(world, makeRequest(request));
  if (state.phase !== "done") throw new Error(`the run ended in ${state.phase}`);
  return { conclusion: state.conclusion, commands };
}

describe("BLOCKED (S0-45, S0-46)", () => {
  it.each(everyWay)("is reached: %s", (_name, reason, way) => {
    const { conclusion } = endOf(way);

    expect(conclusion).toMatchObject({ kind: "blocked", reason });
    if (conclusion.kind !== "blocked") return;
    expect([conclusion.failed, conclusion.decision, conclusion.command]).not.toContain("");
  });
});

describe("green alone (S0-47)", () => {
  it.each([
    ["an edit outside the list", { world: but(turn("implementer", "debugger"), outside) }],
    ["a critic who wants work", { world: but(turn("critic"), wants) }],
    [
      "a critic who could not answer",
      { world: but(turn("critic"), { ...unfinished("gave_up"), role: "critic" }) },
    ],
    ["a suite that fails the way CI runs it", { world: but((c) => c.kind === "prove", redInCi) }],
  ])("is no success: %s", (_name, way) => {
    const { conclusion } = endOf(way);

    expect(conclusion.kind).toBe("blocked");
  });
});

describe("the test command (S0-50)", () => {
  const bodyWith = (line: string) => `${makeRequest().body}\nTest command: \`${line}\`\n`;
  const body = bodyWith("make other-check");
  const commandsOf = (origin: "github" | "local") => {
    const config = makeConfig({ testCommand: undefined });
    const { commands } = endOf({ request: { origin, body, config } });
    return commands.flatMap((c) => (c.kind === "run_tests" ? [c.testCommand] : []));
  };

  it("is never an issue's word; a person's own spec file may name it", () => {
    expect(new Set(commandsOf("github"))).toEqual(new Set(["npm test"]));
    expect(new Set(commandsOf("local"))).toEqual(new Set(["make other-check"]));
  });

  it("is held to the command policy, whoever names it, and then nothing has been run", () => {
    const config = makeConfig({ testCommand: undefined });
    const request = { origin: "local", body: bodyWith("make x; sudo rm -rf /"), config } as const;
    const { conclusion, commands } = endOf({ request });

    expect(conclusion).toMatchObject({ kind: "blocked", reason: "configuration" });
    expect(conclusion).toHaveProperty(
      "failed",
      expect.stringContaining("The test command is refused"),
    );
    expect(commands.map((c) => c.kind)).not.toContain("run_tests");
  });
});
