import { describe, expect, it } from "vitest";
import type { Command } from "../../src/domain/command.ts";
import type { Result } from "../../src/domain/result.ts";
import { canResume, foldJournal } from "../../src/loop/fold.ts";
import { makeConfig, makeRequest, spend } from "../support/make.ts";
import { play } from "../support/play.ts";

function kinds(commands: readonly Command[]): string[] {
  return commands.map((c) => (c.kind === "take_turn" ? `turn:${c.task.role}` : c.kind));
}

const refusedPush = (c: Command): Result | null =>
  c.kind === "push"
    ? { kind: "broken", command: c.id, what: "push", detail: "no network", fix: "wait" }
    : null;

describe("an issue without a file list", () => {
  const request = makeRequest({
    body: "### Acceptance criteria\n- [ ] `add(1, 2)` is `3`\n- [ ] `add(0,0)` is 0",
  });

  it("waits for approval of the planner's proposal before the lock", () => {
    const { commands, state } = play(() => null, request);

    expect(kinds(commands)).toEqual(["open_workspace", "turn:planner", "ask", "publish"]);
    expect(state).toMatchObject({ conclusion: { kind: "action_required" } });
  });

  it("goes on from the approval when the journal is resumed with it", () => {
    const { journal } = play(() => null, request);
    const answer = { answer: "approved", by: "mona" } as const;
    const folded = foldJournal([...journal, { type: "resumed", at: 99, answer }]);

    expect(folded?.state.phase).toBe("locking");
    expect(folded?.state.pending.map((c) => c.kind)).toEqual(["take_lock"]);
  });

  it("needs no approval where the config says so", () => {
    const config = makeConfig({ approveProposals: true });
    const { state } = play(() => null, { ...request, config });

    expect(state).toMatchObject({ conclusion: { kind: "success" } });
  });
});

describe("the journal", () => {
  it("folds to the same state and the same pending command at every length", () => {
    const { journal, state } = play();
    for (let length = 1; length <= journal.length; length += 1) {
      const folded = foldJournal(journal.slice(0, length));
      if (folded === null) throw new Error("no fold");
      const open = folded.state.pending.length > 0;
      expect(open || folded.state.phase === "done").toBe(true);
    }
    expect(foldJournal(journal)?.state).toEqual(state);
  });

  it("knows how long nobody was at work before a resume", () => {
    const { journal } = play(refusedPush);
    const last = journal.at(-1)?.at ?? 0;
    const resumed = { type: "resumed", at: last + 5_000, answer: null } as const;
    const folded = foldJournal([...journal, resumed]);

    expect(folded?.pausedMs).toBe(5_000);
    expect(folded?.events.some((event) => "pausedMs" in event)).toBe(false);
  });

  it("takes a broken command up again after a resume", () => {
    const { journal } = play(refusedPush);
    const folded = foldJournal([...journal, { type: "resumed", at: 99, answer: null }]);

    expect(folded?.state.phase).toBe("red");
    expect(folded?.state.pending.map((c) => c.kind)).toEqual(["push"]);
  });

  it("asks the model again after a resume, when it could not be reached", () => {
    const { journal, state } = play((c) =>
      c.kind === "take_turn" && c.task.role === "critic"
        ? {
            kind: "turn_failed",
            command: c.id,
            role: "critic",
            why: "unreachable",
            detail: "no answer",
            spend,
          }
        : null,
    );
    const folded = foldJournal([...journal, { type: "resumed", at: 99, answer: null }]);

    expect(state).toMatchObject({ conclusion: { command: "/tdd resume" } });
    expect(folded?.state.phase).toBe("review");
    expect(folded?.state.pending.map((c) => c.kind)).toEqual(["take_turn"]);
  });

  it.each(["unreachable", "bad_answer"] as const)(
    "can be resumed after %s, with that very turn",
    (why) => {
      const { journal, state } = play((c) =>
        c.kind === "take_turn" && c.task.role === "implementer"
          ? { kind: "turn_failed", command: c.id, role: "implementer", why, detail: "no", spend }
          : null,
      );
      const folded = foldJournal([...journal, { type: "resumed", at: 99, answer: null }]);

      expect(canResume(journal)).toBe(true);
      expect(state).toMatchObject({ conclusion: { command: "/tdd resume" } });
      expect(folded?.state.pending.map((c) => c.kind)).toEqual(["take_turn"]);
    },
  );

  it("has nothing to go on with once a stopped run was resumed to its end", () => {
    const { journal } = play(refusedPush);
    const whole = play().journal;
    const pushed = whole.findIndex((e) => e.type === "resulted" && e.result.kind === "pushed");
    const resumed = [...journal, { type: "resumed", at: 99, answer: null } as const];

    expect(canResume(journal)).toBe(true);
    expect(canResume(resumed)).toBe(true);
    expect(canResume([...resumed, ...whole.slice(pushed)])).toBe(false);
    expect(canResume(whole)).toBe(false);
  });

  it("does not take a comment that could not be written for a stop", () => {
    const { journal } = play((c) =>
      c.kind === "publish" && c.stage !== "surface" && c.stage !== "red"
        ? { kind: "broken", command: c.id, what: "comment", detail: "no network", fix: "wait" }
        : null,
    );

    expect(canResume(journal)).toBe(false);
  });
});
