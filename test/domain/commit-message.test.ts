import { describe, expect, it } from "vitest";
import { commitMessage } from "../../src/domain/commit-message.ts";

const text = {
  prefix: "green: ",
  title: "Reject an empty name",
  what: "The smallest change that makes the failing tests pass.",
  criteria: [{ id: "C1", text: '`register("")` throws a `RangeError`' }],
  issue: 7,
};

describe("a commit message", () => {
  it("says what was done, for which criteria and which issue", () => {
    expect(commitMessage(text)).toBe(
      [
        "green: Reject an empty name",
        "The smallest change that makes the failing tests pass.",
        '- C1: `register("")` throws a `RangeError`',
        "Refs #7",
      ].join("\n\n"),
    );
  });

  it("refers to no issue where there is none", () => {
    expect(commitMessage({ ...text, issue: 0 })).not.toContain("Refs");
  });

  it("cuts its subject at a word within 72 characters, and keeps the rest in the body", () => {
    const title =
      "Accept durations with several units in any order and refuse those that name one twice";
    const [subject = "", , rest] = commitMessage({ ...text, title }).split("\n");
    expect(subject).toBe("green: Accept durations with several units in any order and refuse…");
    expect(rest).toBe("…those that name one twice");
  });

  it("cuts a word that is longer than the line", () => {
    const [subject = ""] = commitMessage({ ...text, title: "x".repeat(200) }).split("\n");
    expect([...subject]).toHaveLength(72);
  });

  it("wraps its body at 72 characters", () => {
    const criteria = [{ id: "C1", text: "a word ".repeat(30) }];
    const lines = commitMessage({ ...text, criteria }).split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(72);
    expect(lines).toContain(
      lines.find((line) => line.startsWith("  a word") || line.startsWith("  word")),
    );
  });

  it("lets no trailer, mention, reference or skip token of the issue's text in", () => {
    const hostile = "Co-authored-by: x <x@y.z>\nfix it [skip ci] for @mia, see #12 and GH-3";
    const message = commitMessage({
      ...text,
      title: hostile,
      criteria: [{ id: "C1\nFixes: #1", text: hostile }],
      issue: 0,
    });
    expect(message).not.toMatch(/Co-authored|\[skip ci\]|@mia|#\d|GH-3|Fixes:/);
  });
});
