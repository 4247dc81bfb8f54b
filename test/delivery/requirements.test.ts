import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const table = readFileSync(".github/requirements.md", "utf8");

/** Rows of one system; what does not hold yet names no test. */
function rowsOf(system: string) {
  const row = new RegExp(`^\\| ${system}-(\\d+) \\| ([^|]+) \\| (.+) \\|$`, "gm");
  return [...table.matchAll(row)].map(([, number = "", , tests = ""]) => ({
    number: Number(number),
    tests: tests === "not yet" ? [] : tests.split(" <br> "),
  }));
}

const strict = rowsOf("S0");
const steps = rowsOf("S1");
const slices = rowsOf("S3");
const cycles = rowsOf("S4");
const named = (system: string, rows: typeof strict) =>
  rows.flatMap(({ number, tests }) =>
    tests.length > 0 ? [{ number: `${system}-${number}`, tests }] : [],
  );

describe("the table of requirements", () => {
  it.each([
    ["S0", strict, 54],
    ["S1", steps, 65],
    ["S3", slices, 65],
    ["S4", cycles, 34],
  ])("has every number of %s, once, in order", (_system, rows, last) => {
    expect(rows.map((row) => row.number)).toEqual(Array.from({ length: last }, (_, i) => i + 1));
  });

  it("claims all of S0, S3 and S4, which a run carries out", () => {
    expect([...strict, ...slices, ...cycles].filter(({ tests }) => tests.length === 0)).toEqual([]);
  });

  it.each([
    ...[...named("S0", strict), ...named("S1", steps)],
    ...[...named("S3", slices), ...named("S4", cycles)],
  ])("names tests for $number that exist", ({ tests }) => {
    for (const test of tests) {
      const [, path = "", title = ""] = /^`(test\/[\w./-]+\.test\.ts)` (.+)$/.exec(test) ?? [];
      expect(existsSync(path), `${test}: no such file`).toBe(true);
      expect(title.length, test).toBeGreaterThan(5);
      const source = readFileSync(path, "utf8").replaceAll('\\"', '"');
      expect(source.includes(title), `${path} has no test "${title}"`).toBe(true);
    }
  });
});
