import { describe, expect, it } from "vitest";
import type { Event } from "../../src/domain/event.ts";
import { isMarkOf, pushedRed, readRunMark, writeRunMark } from "../../src/domain/run-mark.ts";

const plan = "d".repeat(64);
const red = "5".repeat(40);

describe("the mark of a run in its pull request", () => {
  it.each([["issue-7-12-1"], ["a --> b\n<script>"]])("is read as it was written for %j", (run) => {
    const text = `<!-- tdd-loop:issue-7 -->\r\n${writeRunMark({ run, plan, red })}\r\nFixes #7`;
    const mark = readRunMark(text);
    expect(mark).toMatchObject({ plan, red });
    expect(mark !== null && isMarkOf(mark, run)).toBe(true);
    expect(mark !== null && isMarkOf(mark, `${run}0`)).toBe(false);
    expect(text.match(/-->/g)).toHaveLength(2);
  });

  it("is the first of several, as later ones are in what others wrote", () => {
    const text = [null, red]
      .map((each) => writeRunMark({ run: "one", plan, red: each }))
      .join("\n");
    expect(readRunMark(text)).toMatchObject({ red: null });
  });

  it.each([[""], ["Fixes #7"], ["<!-- tdd-loop:run x plan y red none -->"]])(
    "is none in %j",
    (t) => {
      expect(readRunMark(t)).toBeNull();
    },
  );
});

describe("the RED commit that a branch is held to", () => {
  const created = (phase: "red" | "green", sha: string): Event => ({
    type: "commit.created",
    phase,
    sha,
    message: "",
  });
  const pushed = (sha: string): Event => ({ type: "branch.pushed", branch: "b", sha, url: "" });

  it("is the last one that the remote has", () => {
    const events = [created("red", "1"), pushed("1"), created("green", "2"), pushed("2")];
    expect(pushedRed([...events, created("red", "3")], "per_phase")).toBe("1");
    expect(pushedRed([...events, created("red", "3"), pushed("3")], "per_phase")).toBe("3");
  });

  it("is the only commit where all becomes one, and none where steps are committed", () => {
    expect(pushedRed([created("green", "2"), pushed("2")], "final")).toBe("2");
    expect(pushedRed([pushed("2")], "per_step")).toBeNull();
  });
});
