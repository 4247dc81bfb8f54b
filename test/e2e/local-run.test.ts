import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { RunSummary } from "../../src/report/run-summary.ts";
import type { Sample, SampleRecording } from "../support/sample-repository.ts";
import { git, makeSample, runCli } from "../support/sample-repository.ts";

/** What costs a whole run more and shows little that its neighbours do not: `npm run test:full`. */
const isFull = process.env["TDD_LOOP_FULL"] === "1";

const samples: Sample[] = [];

afterEach(() => {
  for (const sample of samples.splice(0)) sample.remove();
});

async function runSample(change?: (recording: SampleRecording) => void) {
  const sample = makeSample(change);
  samples.push(sample);
  const args = ["run", sample.spec, "--replay", sample.recording, "--json"];
  const { code, stdout, stderr } = await runCli(args, sample.repo);
  const summary = RunSummary.safeParse(stdout === "" ? null : JSON.parse(stdout));
  if (!summary.success) throw new Error(`no summary: ${stdout}${stderr}`);
  return { sample, code, summary: summary.data };
}

type Turn = SampleRecording["turns"][number];

function turnOf(recording: SampleRecording, role: string): Turn {
  const turn = recording.turns.find((candidate) => candidate.role === role);
  if (turn === undefined) throw new Error(`no ${role}`);
  return turn;
}

describe("tdd-loop run on a local repository", () => {
  it("leaves red, green and refactor on a branch, and the person's work tree as it was", async () => {
    const { sample, code, summary } = await runSample();
    const branch = "tdd/turn-a-title-into-a-slug";

    expect(code).toBe(0);
    expect(summary.conclusion).toEqual({ kind: "success" });
    expect(git(sample.repo, "log", "--format=%s", branch).split("\n").reverse()).toEqual([
      "base",
      "red: failing tests for Turn a title into a slug",
      "green: Turn a title into a slug",
      expect.stringMatching(/^refactor: The parameter max/) as string,
    ]);
    expect(git(sample.repo, "status", "--porcelain")).toBe("");
    expect(git(sample.repo, "branch", "--show-current")).toBe("main");
    const page = readFileSync(summary.report ?? "", "utf8");
    expect(page).toContain("Turn a title into a slug");
  });

  it.runIf(isFull)("keeps its state out of git without touching .gitignore", async () => {
    const { sample } = await runSample();

    expect(existsSync(join(sample.repo, ".gitignore"))).toBe(false);
    expect(existsSync(join(sample.repo, ".tdd-loop", "runs"))).toBe(true);
    expect(readFileSync(join(sample.repo, ".git/info/exclude"), "utf8")).toContain(".tdd-loop/");
  });

  it.runIf(isFull)(
    "leaves the person's own test command as it was: no copy of the tests in the work tree",
    async () => {
      const { sample } = await runSample();
      const tests = execFileSync("node", ["--test"], { cwd: sample.repo, encoding: "utf8" });

      expect(tests).toMatch(/^# tests 1$|ℹ tests 1$/m);
    },
  );

  it.runIf(isFull)("leaves an earlier run's branch alone and takes the next name", async () => {
    const { sample } = await runSample();
    const first = git(sample.repo, "rev-parse", "tdd/turn-a-title-into-a-slug");
    const args = ["run", sample.spec, "--replay", sample.recording];
    const { code } = await runCli(args, sample.repo);

    expect(code).toBe(0);
    expect(git(sample.repo, "rev-parse", "tdd/turn-a-title-into-a-slug")).toBe(first);
    expect(git(sample.repo, "log", "--format=%s", "tdd/turn-a-title-into-a-slug-2")).toContain(
      "green: ",
    );
  });
});

describe("a recording that was tampered with", () => {
  it.each([
    [
      "the implementer's edit is missing",
      (recording: SampleRecording) => {
        turnOf(recording, "implementer").edits.splice(0);
      },
      "debug_exhausted",
      /RED tests do not pass/,
    ],
    [
      "a file outside the list is added",
      (recording: SampleRecording) => {
        turnOf(recording, "implementer").edits.push({ path: "src/other.js", text: "1;\n" });
      },
      "scope",
      /src\/other\.js/,
    ],
    [
      "a RED test is edited",
      (recording: SampleRecording) => {
        turnOf(recording, "implementer").edits.push({ path: "test/slugify.test.js", text: "\n" });
      },
      "scope",
      /TEST_MODIFIED: test\/slugify\.test\.js/,
    ],
  ])("ends BLOCKED with nothing behind RED when %s", async (_name, change, reason, words) => {
    const { sample, code, summary } = await runSample(change);
    const subjects = git(sample.repo, "log", "--format=%s", "tdd/turn-a-title-into-a-slug");

    expect(code).toBe(1);
    expect(summary.conclusion).toMatchObject({ kind: "blocked", reason });
    expect(summary.conclusion).toMatchObject({ failed: expect.stringMatching(words) as string });
    expect(subjects.split("\n")).toEqual([
      "red: failing tests for Turn a title into a slug",
      "base",
    ]);
  });
});
