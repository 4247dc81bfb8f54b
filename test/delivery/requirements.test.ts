import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const table = readFileSync(".github/requirements.md", "utf8");
const rows = [...table.matchAll(/^\| S0-(\d+) \| ([^|]+) \| (.+) \|$/gm)].map(
  ([, number = "", , tests = ""]) => ({ number: Number(number), tests: tests.split(" <br> ") }),
);

describe("the table of requirements", () => {
  it("has every number from 1 to 54, once, in order", () => {
    expect(rows.map((row) => row.number)).toEqual(Array.from({ length: 54 }, (_, i) => i + 1));
  });

  it.each(rows)("names tests for S0-$number that exist", ({ tests }) => {
    for (const test of tests) {
      const [, path = "", title = ""] = /^`(test\/[\w./-]+\.test\.ts)` (.+)$/.exec(test) ?? [];
      expect(existsSync(path), `${test}: no such file`).toBe(true);
      expect(title.length, test).toBeGreaterThan(5);
      const source = readFileSync(path, "utf8").replaceAll('\\"', '"');
      expect(source.includes(title), `${path} has no test "${title}"`).toBe(true);
    }
  });
});
