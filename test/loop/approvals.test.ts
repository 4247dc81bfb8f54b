import { describe, expect, it } from "vitest";
import type { Command } from "../../src/domain/command.ts";
import type { JournalEntry } from "../../src/domain/journal-entry.ts";
import { foldJournal } from "../../src/loop/fold.ts";
import { rulesOf } from "../../src/loop/profiles.ts";
import { makeRequest } from "../support/make.ts";
import type { Played } from "../support/play.ts";
import { play } from "../support/play.ts";

type Answer = NonNullable<Extract<JournalEntry, { type: "resumed" }>["answer"]>;

const kindsOf = (commands: readonly Command[]) => commands.map((command) => command.kind);

/** The run as it stands after a person's answer. */
function answered({ journal }: Played, answer: Answer) {
  const folded = foldJournal([...journal, { type: "resumed", at: 99, answer }]);
  if (folded === null) throw new Error("no run");
  const { pending } = folded.state;
  return { ...folded, pending: kindsOf(pending), command: pending[0] };
}

describe("/tdd plan", () => {
  const planned = play(undefined, makeRequest({ planOnly: true }));

  it("asks for the whole lock before anything is locked, even where the list is the issue's own", () => {
    expect(kindsOf(planned.commands)).toEqual(["open_workspace", "ask", "publish"]);
    expect(planned.state).toMatchObject({
      conclusion: { kind: "action_required", command: "/tdd approve" },
    });
    const [question] = planned.events.flatMap((e) =>
      e.type === "approval.requested" ? [e.question] : [],
    );
    expect(question).toMatch(
      /- src\/add\.js.*Tests are run with: node --test.*origin\/main.*C1: /s,
    );
  });

  it("takes the lock when a person approves", () => {
    expect(answered(planned, { answer: "approved", by: "mona" }).pending).toEqual(["take_lock"]);
  });

  it("asks again when a person has allowed more, and the longer list is what is locked", () => {
    const wide = answered(planned, { answer: "widened", by: "mona", paths: ["src/b.js"] });

    expect(wide.command).toMatchObject({
      kind: "ask",
      question: expect.stringContaining("- src/b.js") as string,
    });
    expect(wide.events.map(({ event }) => event)).toContainEqual({
      type: "scope.widened",
      by: "mona",
      paths: ["src/b.js"],
    });
  });

  it("never widens by a protected or unsafe path, whoever asks", () => {
    const paths = [".github/workflows/ci.yml", "package-lock.json", "../x"];
    const { command } = answered(planned, { answer: "widened", by: "mona", paths });

    expect(JSON.stringify(command)).not.toMatch(/ci\.yml|package-lock|\.\.\/x/);
  });

  it("is BLOCKED when the list grows over what the profile takes", () => {
    const paths = ["a.js", "b.js", "c.js", "d.js", "e.js"];
    const { state } = answered(planned, { answer: "widened", by: "mona", paths });

    expect(state).toMatchObject({ conclusion: { kind: "blocked", reason: "scope" } });
  });
});

describe("a run with paths that a person allowed", () => {
  it("locks them with the issue's own", () => {
    const { commands } = play(undefined, makeRequest({ allowed: ["src/b.js"] }));
    const lock = commands.flatMap((c) => (c.kind === "take_lock" ? [c.lock] : []))[0];

    expect(lock?.allowlist.map((file) => file.path)).toContain("src/b.js");
  });
});

describe("the rule `approvals: [proposal, red]`", () => {
  const reading = rulesOf("strict", { approvals: ["proposal", "red"] });
  if (reading.kind !== "rules") throw new Error(reading.why);
  const waiting = play(undefined, makeRequest({ rules: reading.rules }));

  it("waits between RED and GREEN for /tdd approve-tests", () => {
    expect(kindsOf(waiting.commands).slice(-3)).toEqual(["publish", "ask", "publish"]);
    expect(waiting.state).toMatchObject({
      conclusion: { kind: "action_required", command: "/tdd approve-tests" },
    });
  });

  it("asks about the tests by name, with how each fails", () => {
    const question = waiting.commands.flatMap((c) => (c.kind === "ask" ? [c.question] : []))[0];

    expect(question).toMatch(/^(?:This test was|These \d+ tests were) seen to fail/);
    expect(question).toMatch(/\n- .+\n {2}\S/);
    expect(question).toContain("After this nobody changes them.");
  });

  it("goes on with the implementer when they are approved", () => {
    const { command } = answered(waiting, { answer: "approved", by: "mona" });

    expect(command).toMatchObject({ kind: "take_turn", task: { role: "implementer" } });
  });

  it("ends with the question when they are not", () => {
    const { state } = answered(waiting, { answer: "refused", by: "mona" });

    expect(state).toMatchObject({ conclusion: { kind: "blocked", reason: "red_wrong_reason" } });
  });

  it("refuses to wait for what nothing waits for", () => {
    expect(rulesOf("strict", { approvals: ["disputes"] })).toMatchObject({
      kind: "refused",
      why: expect.stringContaining('"disputes"') as string,
    });
  });
});
