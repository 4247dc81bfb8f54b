import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

describe("README.md", () => {
  it("links to nothing that is not there", () => {
    const text = readFileSync("README.md", "utf8");
    const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(
      (match) => match[1] ?? "",
    );

    expect(targets.length).toBeGreaterThan(5);
    expect(targets.filter((target) => !existsSync(target))).toEqual([]);
  });
});
