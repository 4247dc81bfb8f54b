import { describe, expect, it } from "vitest";
import { capMarkdown, commentLimit } from "../../src/domain/cap-markdown.ts";

const pointer = "_The rest is in the report._";

describe("a text within GitHub's limit", () => {
  it("is left as it is up to the limit", () => {
    const text = "x".repeat(commentLimit);
    expect(capMarkdown(text, commentLimit, pointer)).toBe(text);
  });

  it.each([commentLimit + 1, 65_536, 65_537, 1_000_000])("is cut at %i characters", (length) => {
    const cut = capMarkdown("x".repeat(length), commentLimit, pointer);
    expect(cut.length).toBeLessThanOrEqual(commentLimit);
    expect(cut.length).toBeGreaterThan(commentLimit - 200);
    expect(cut).toContain(pointer);
  });

  it.each([0, 1, 2, 3])("has no half character when an emoji is at the cut (%i)", (shift) => {
    const cut = capMarkdown("x".repeat(shift) + "😀".repeat(40_000), commentLimit, pointer);
    expect(cut.isWellFormed()).toBe(true);
  });

  it("closes an open fence with its own length, and the details around it", () => {
    const text = `<details><summary>a</summary>\n\n\`\`\`\`\`text\n${"line ```\n".repeat(9_000)}`;
    const cut = capMarkdown(text, commentLimit, pointer);
    expect(cut).toMatch(/\n`````\n\n<\/details>\n\n_The rest/);
    expect(cut.length).toBeLessThanOrEqual(commentLimit);
  });

  it("drops half a line outside a fence, so that no code span or table row is left open", () => {
    const cut = capMarkdown("| `cell` | b |\n".repeat(10_000), commentLimit, pointer);
    const rows = cut.slice(0, cut.indexOf("\n\n")).split("\n");
    expect(new Set(rows)).toEqual(new Set(["| `cell` | b |"]));
  });

  it("adds nothing for a fence that was closed before the cut", () => {
    const cut = capMarkdown(`\`\`\`js\na\n\`\`\`\n${"b\n".repeat(50_000)}`, commentLimit, pointer);
    expect(cut.match(/```/g)).toHaveLength(2);
  });
});
