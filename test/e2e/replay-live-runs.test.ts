import { expect, test } from "vitest";
import { git, replay, sampleRepository } from "./sample-repository.ts";

/** Whole runs that say little more than the others stay with the nightly suite. */
const isFull = process.env["TDD_LOOP_FULL"] === "1";

/**
 * Recorded turns of a model that saw these repositories for the first time, played again. The first
 * scaffold of py-ledger implements a part and is refused: nobody but the next scaffolder hears of it.
 */
const samples = [
  {
    name: "py-ledger",
    packages: [],
    red: ["ledger/bank.py", "tests/test_bank.py"],
    green: ["ledger/bank.py"],
    newTests: 21,
  },
  {
    name: "ts-duration",
    packages: ["vitest"],
    red: ["src/format-duration.ts", "test/format-duration.test.ts"],
    green: ["src/format-duration.ts"],
    newTests: 14,
  },
  {
    name: "js-slugs",
    packages: [],
    red: ["test/slug.test.js"],
    green: ["README.md", "lib/slug.js"],
    newTests: 3,
  },
];

test.each(samples.filter(({ name }) => isFull || name === "js-slugs"))(
  "works $name from the issue to a proven branch",
  async (sample) => {
    const { name, packages, newTests } = sample;
    const repo = sampleRepository(name, packages);
    const base = git(repo, "rev-parse", "HEAD");

    const { exitCode, summary } = await replay(repo, name);

    expect(summary.conclusion).toEqual({ kind: "success" });
    expect(exitCode).toBe(0);
    expect(summary).toMatchObject({
      baseSha: base,
      red: { verdict: "right_reason", tests: newTests },
      critic: { verdict: "APPROVED", round: 1 },
      gate: "pass",
      regressions: [],
    });
    const [red = "", green = ""] = summary.commits.map((commit) => commit.sha);
    expect(summary.commits.map((commit) => commit.phase)).toEqual(["red", "green"]);
    expect(git(repo, "rev-parse", summary.branch ?? "")).toBe(green);
    expect(git(repo, "rev-parse", `${green}^`, `${red}^`)).toBe(`${red}\n${base}`);
    expect(git(repo, "diff", "--name-only", base, red).split("\n")).toEqual(sample.red);
    expect(git(repo, "diff", "--name-only", red, green).split("\n")).toEqual(sample.green);
    expect(git(repo, "status", "--porcelain")).toBe("");
  },
  120_000,
);

test.runIf(isFull)(
  "comes back from a bad test, a wrong implementation and a critic's finding",
  async () => {
    const repo = sampleRepository("py-inventory");

    const { exitCode, summary } = await replay(repo, "py-low");

    expect(exitCode).toBe(0);
    expect(summary).toMatchObject({
      conclusion: { kind: "success" },
      critic: { verdict: "APPROVED", round: 2 },
      gate: "pass",
    });
    expect(summary.phases.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["debug", "refactor"]),
    );
    expect(summary.commits.map(({ phase }) => phase)).toEqual(["red", "green", "refactor"]);
    expect(git(repo, "rev-parse", summary.branch ?? "")).toBe(summary.commits.at(-1)?.sha);
  },
  120_000,
);
