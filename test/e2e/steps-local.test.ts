import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { RunSummary } from "../../src/report/run-summary.ts";
import type { LoopFiles, LoopSample } from "../support/loop-sample.ts";
import { makeLoopSample, withScript } from "../support/loop-sample.ts";
import { onboarding, singleTest } from "../support/readme-samples.ts";
import { journalLines } from "../support/sample-repository.ts";

/** Each case is a run of real processes; the rest of them is for nights. */
const isFull = process.env["TDD_LOOP_FULL"] === "1";
const samples: LoopSample[] = [];

afterEach(() => {
  for (const sample of samples.splice(0)) sample.remove();
});

function sampleOf(files: LoopFiles): LoopSample {
  const sample = makeLoopSample(files);
  samples.push(sample);
  return sample;
}

async function runSpec(sample: LoopSample, ...more: string[]) {
  const { code, stdout, stderr } = await sample.run([
    "run",
    "spec",
    ...withScript,
    "--json",
    ...more,
  ]);
  const summary = RunSummary.safeParse(stdout === "" ? null : JSON.parse(stdout));
  if (!summary.success) throw new Error(`no summary: ${stdout}${stderr}`);
  return { code, summary: summary.data, stderr };
}

function subjects(sample: LoopSample, branch: string): string[] {
  return sample.git("log", "--reverse", "--first-parent", "--format=%s", branch).split("\n");
}

/** Steps a, b and c, each of which appends its name to a file of its own. */
function letters(spec: object, agent = ""): LoopFiles {
  const check = (id: string) => `grep -q ${id} src/${id}.txt`;
  const steps = ["a", "b", "c"].map((id) => ({ id, check: check(id), files: [`src/${id}.txt`] }));
  return {
    spec: { name: "letters", validationCommand: "", steps, ...spec },
    files: { "src/a.txt": "-\n", "src/b.txt": "-\n", "src/c.txt": "-\n" },
    agent: `${agent}\nwriteFileSync(\`src/\${step}.txt\`, step);\nreport({ artifacts: [\`src/\${step}.txt\`] });\n`,
  };
}

describe("the sample specs of the original system, as they are written", () => {
  it("work one test in up to five attempts, and leave the default validation out aloud", async () => {
    const sample = sampleOf(singleTest);
    const { code, summary } = await runSpec(sample);

    expect(code).toBe(0);
    expect(summary.steps?.steps).toMatchObject([{ id: "fix-login-bug", attempts: 2, red: "seen" }]);
    expect(subjects(sample, "tdd/fix-login-bug").at(-1)).toBe(
      "tdd-loop(fix-login-bug): step fix-login-bug passed",
    );
    expect(sample.git("show", "--stat", "--format=", "tdd/fix-login-bug")).toContain("2 files");
  });

  it("work independent parts at the same time, then what depends on them, then the whole", async () => {
    const sample = sampleOf(onboarding);
    const { code, summary } = await runSpec(sample);
    const commits = subjects(sample, "tdd/onboarding-parallel").slice(1);

    expect(code).toBe(0);
    expect([...commits].sort()).toEqual(
      ["draft", "kyc", "validate"].map((id) => `tdd-loop(onboarding-parallel): step ${id} passed`),
    );
    expect(commits.findIndex((s) => s.includes("kyc"))).toBeGreaterThan(
      commits.findIndex((s) => s.includes("draft")),
    );
    expect(summary.steps?.steps.at(-1)).toMatchObject({ id: "(final)", state: "done" });
  });
});

describe("a loop spec on a local repository", () => {
  it("leaves the person's work tree, index and branch as they were, staged work included", async () => {
    const sample = sampleOf(letters({}));
    sample.write("repo/staged.txt", "mine\n");
    sample.git("add", "staged.txt");
    sample.write("repo/src/a.txt", "my own change\n");
    const before = sample.git("status", "--porcelain");
    const { code, stderr } = await runSpec(sample);

    expect(code).toBe(0);
    expect(stderr).toContain("not part of the run");
    expect(sample.git("status", "--porcelain")).toBe(before);
    expect(sample.git("branch", "--show-current")).toBe("main");
    expect(sample.git("show", "--name-only", "--format=", "tdd/letters")).toBe("src/c.txt");
  });

  it("is refused before there is a run when its tasks go in a circle, with the way shown (S1-42)", async () => {
    const steps = [
      { id: "a", dependsOn: ["b"] },
      { id: "b", dependsOn: ["a"] },
    ];
    const sample = sampleOf(letters({ steps }));
    const { code, stderr } = await sample.run(["run", "spec", ...withScript]);

    expect(code).toBe(2);
    expect(stderr).toMatch(/a.*b.*a/);
    expect(sample.git("branch", "--list")).toBe("* main");
  });

  it("shows its plan and its first prompts without asking anybody, for --dry-run", async () => {
    const sample = sampleOf(letters({}));
    const { code, stdout } = await sample.run(["run", "spec", ...withScript, "--dry-run"]);

    expect(code).toBe(0);
    expect(stdout).toMatch(/1\. a: a — grep -q a src\/a\.txt[\s\S]*2\. b/);
    expect(stdout).toContain("attempt 1 of 3");
    expect(stdout).not.toContain("{{");
  });

  it("estimates a turn for each step, for --dry-run, although only the first prompt is there yet", async () => {
    const sample = sampleOf(letters({}));
    const { stdout } = await sample.run(["run", "spec", "--dry-run"]);

    expect(stdout).toMatch(/about \$[\d.]+ in 3 turns when all goes well/);
  });
});

describe("hooks of the person's repository (S1-49)", () => {
  const hook =
    '#!/bin/sh\ngit diff --cached --name-only | grep -q b.txt && { echo "no b today"; exit 1; }\nexit 0\n';

  it("are respected: a refused commit does not advance and is told to the next attempt", async () => {
    const sample = sampleOf(letters({}));
    sample.write("repo/.git/hooks/pre-commit", hook);
    sample.makeExecutable("repo/.git/hooks/pre-commit");
    const { code, summary } = await runSpec(sample);

    expect(code).toBe(1);
    expect(summary.conclusion).toMatchObject({
      reason: "attempts_exhausted",
      failed: expect.stringContaining("no b today") as string,
    });
    expect(subjects(sample, "tdd/letters")).toEqual(["base", "tdd-loop(letters): step a passed"]);
  });

  it.runIf(isFull)("are bypassed by autoCommitNoVerify", async () => {
    const sample = sampleOf(letters({ autoCommitNoVerify: true }));
    sample.write("repo/.git/hooks/pre-commit", hook);
    sample.makeExecutable("repo/.git/hooks/pre-commit");

    expect((await runSpec(sample)).code).toBe(0);
  });
});

describe("task worktrees (S1-50)", () => {
  it("give each task a branch and a merge; what is merged was checked again", async () => {
    const steps = ["a", "b"].map((id) => ({
      id,
      dependsOn: [],
      check: `grep -q ${id} src/${id}.txt`,
    }));
    const sample = sampleOf(letters({ steps, parallelism: 2, taskWorktrees: true }));
    const { code, summary } = await runSpec(sample);
    const run = summary.runId;
    const branches = sample.git("branch", "--format=%(refname:short)").split("\n");
    const merges = sample.git("log", "--merges", "--format=%s", "tdd/letters");

    expect(code).toBe(0);
    expect(branches).toContain(`tdd-loop/letters/${run}/a`);
    expect(branches).toContain(`tdd-loop/letters/${run}/b`);
    expect(merges.split("\n")).toHaveLength(1);
    expect(sample.git("show", "tdd/letters:src/a.txt", "tdd/letters:src/b.txt")).toBe("ab");
  });
});

describe("an unfinished run", () => {
  // The last of its 20 lines is its end: behind that there is nothing to go on with.
  const places = isFull ? Array.from({ length: 18 }, (_, i) => i + 2) : [9];

  function journalOf(sample: LoopSample): readonly string[] {
    const runs = join(sample.repo, ".tdd-loop", "runs");
    try {
      const [run = ""] = readdirSync(runs);
      return journalLines(join(runs, run, "journal.ndjson"));
    } catch {
      return [];
    }
  }

  async function killedAt(sample: LoopSample, lines: number, signal: NodeJS.Signals) {
    let isOver = false;
    await sample.run(["run", "spec", ...withScript], (kill) => {
      void (async () => {
        while (!isOver && journalOf(sample).length < lines) await sleep(5);
        kill(signal);
      })();
    });
    isOver = true;
  }

  it.each(places)(
    "killed at line %i of its journal goes on by the same command, to the same end",
    async (line) => {
      const sample = sampleOf(letters({}));
      await killedAt(sample, line, "SIGKILL");
      const { code, stderr } = await runSpec(sample);

      expect(code, stderr).toBe(0);
      expect(subjects(sample, "tdd/letters").slice(1)).toEqual(
        ["a", "b", "c"].map((id) => `tdd-loop(letters): step ${id} passed`),
      );
      expect(readdirSync(join(sample.repo, ".tdd-loop", "runs"))).toHaveLength(1);
    },
  );

  it.runIf(isFull)("is left alone by --fresh, which begins anew (S1-2)", async () => {
    const sample = sampleOf(letters({}));
    await killedAt(sample, 5, "SIGKILL");
    const { code } = await runSpec(sample, "--fresh");

    expect(code).toBe(0);
    expect(readdirSync(join(sample.repo, ".tdd-loop", "runs"))).toHaveLength(2);
  });

  it("is stopped by tdd-loop stop, keeps its journal, and is not taken up by itself (S1-40)", async () => {
    const sample = sampleOf(letters({}, 'if (step === "b") await sleep(20_000);'));
    const going = sample.run(["run", "spec", ...withScript]);
    while (
      !journalOf(sample).some((line) => line.includes("step a passed") || line.includes('"pushed"'))
    )
      await sleep(20);
    const second = await sample.run(["run", "spec", ...withScript]);
    const stopped = await sample.run(["stop", "--json"]);
    const { code } = await going;
    const status = await sample.run(["status", "--json"]);

    expect(second.code).toBe(2);
    expect(second.stderr).toContain("is being worked by process");
    expect(stopped.code).toBe(0);
    expect(code).toBe(130);
    expect(JSON.parse(status.stdout)).toMatchObject([{ conclusion: { kind: "cancelled" } }]);
    expect(subjects(sample, "tdd/letters")).toEqual(["base", "tdd-loop(letters): step a passed"]);
  });
});
