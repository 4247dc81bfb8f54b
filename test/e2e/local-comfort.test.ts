import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import type { CliEnd, Sample, SampleRecording } from "../support/sample-repository.ts";
import { git, journalLines, makeSample, runCli } from "../support/sample-repository.ts";

const samples: Sample[] = [];
const branch = "tdd/turn-a-title-into-a-slug";

afterEach(() => {
  for (const sample of samples.splice(0)) sample.remove();
});

function sampleWith(change?: (recording: SampleRecording) => void): Sample {
  const sample = makeSample(change);
  samples.push(sample);
  return sample;
}

function runsOf(sample: Sample): readonly string[] {
  const runs = join(sample.repo, ".tdd-loop", "runs");
  return existsSync(runs) ? readdirSync(runs) : [];
}

/** Ends the run by a signal once its journal holds so many lines. */
async function stoppedBy(signal: NodeJS.Signals, sample: Sample, lines: number): Promise<CliEnd> {
  let isOver = false;
  const lengthNow = () => {
    const [run = ""] = runsOf(sample);
    return journalLines(join(sample.repo, ".tdd-loop", "runs", run, "journal.ndjson")).length;
  };
  const args = ["run", sample.spec, "--replay", sample.recording];
  const ended = await runCli(args, sample.repo, (kill) => {
    void (async () => {
      while (!isOver && lengthNow() < lines) await sleep(2);
      kill(signal);
    })();
  });
  isOver = true;
  return ended;
}

describe("a run that ends BLOCKED", () => {
  it("names the very line to type, with the spec and the options that were given", async () => {
    const sample = sampleWith((recording) => {
      recording.turns.find((turn) => turn.role === "implementer")?.edits.splice(0);
    });
    const args = ["run", "../spec.md", "--replay", sample.recording, "--base", "main"];
    const { code, stdout } = await runCli(args, sample.repo);

    expect(code).toBe(1);
    expect(stdout).toContain(
      `Then run:\n  tdd-loop run ../spec.md --base main --replay ${sample.recording}`,
    );
  });
});

describe("a base that cannot be had", () => {
  it("is a usage error that lists the branches, and leaves no run behind", async () => {
    const sample = sampleWith();
    const args = ["run", sample.spec, "--replay", sample.recording, "--base", "mian"];
    const { code, stderr } = await runCli(args, sample.repo);

    expect(code).toBe(2);
    expect(stderr).toMatch(/no branch "mian".*There are: main/s);
    expect(runsOf(sample)).toEqual([]);
  });

  it("is a detached HEAD when no base is named", async () => {
    const sample = sampleWith();
    git(sample.repo, "checkout", "-q", "--detach");
    const dry = await runCli(["run", sample.spec, "--dry-run"], sample.repo);
    const named = await runCli(["run", sample.spec, "--dry-run", "--base", "main"], sample.repo);

    expect(dry.code).toBe(2);
    expect(dry.stderr).toMatch(/detached HEAD.*--base main/s);
    expect(named.code).toBe(0);
  });
});

describe("a recording that cannot be read", () => {
  it("is a usage error, and leaves no run behind", async () => {
    const sample = sampleWith();
    const { code, stderr } = await runCli(["run", sample.spec, "--replay", "/absent"], sample.repo);

    expect(code).toBe(2);
    expect(stderr).toContain("/absent is not there. Give the path of a recording");
    expect(runsOf(sample)).toEqual([]);
  });
});

describe("what is not committed", () => {
  it("is named before the run, because it is not part of it; the spec and the configuration, which are, are not", async () => {
    const sample = sampleWith();
    mkdirSync(join(sample.repo, ".github"), { recursive: true });
    writeFileSync(join(sample.repo, ".github", "tdd-loop.yml"), "profile: strict\n");
    git(sample.repo, "add", "-N", ".github/tdd-loop.yml");
    writeFileSync(join(sample.repo, "spec.md"), "# x\n");
    writeFileSync(join(sample.repo, "notes.txt"), "mine\n");
    const spec = join(sample.repo, "spec.md");
    const { stderr } = await runCli(["run", spec, "--dry-run"], sample.repo);

    expect(stderr).toMatch(/1 change is not part of the run.*: notes\.txt\. Commit first/);
  });
});

describe("a dry run", () => {
  it("shows what all roles share once, then the part of each", async () => {
    const sample = sampleWith();
    const { stdout } = await runCli(["run", sample.spec, "--dry-run"], sample.repo);

    expect(stdout.split("# Rules of the writer")).toHaveLength(2);
    expect(stdout).toMatch(/^----- all roles -----$[\s\S]*^----- writer -----$/m);
    expect(stdout).toMatch(/writer +\d+ characters, about \d+ tokens, about \$0\.\d+ a turn/);
  });
});

describe("a run that was killed", () => {
  it("is shown as stopped, with time, branch and the line that goes on, which needs no option", async () => {
    const sample = sampleWith();
    await stoppedBy("SIGKILL", sample, 6);
    const [run = ""] = runsOf(sample);
    const { stdout } = await runCli(["status"], sample.repo);

    expect(stdout).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}Stopped \(\w+, at /);
    expect(stdout).toContain(branch);
    expect(stdout).toContain(`go on with: tdd-loop resume ${run}`);
    const resumed = await runCli(["resume", run], sample.repo);
    expect(resumed.code, resumed.stderr).toBe(0);
    const after = await runCli(["status"], sample.repo);
    expect(after.stdout).toMatch(/UTC {2}Done {2}tdd\//);
  });
});

describe("a run that waits between RED and GREEN", () => {
  it("shows the tests that it asks about, and status names the line that answers", async () => {
    const sample = sampleWith();
    mkdirSync(join(sample.repo, ".github"), { recursive: true });
    writeFileSync(
      join(sample.repo, ".github/tdd-loop.yml"),
      "rules: { approvals: [proposal, red] }\n",
    );
    const asked = await runCli(["run", sample.spec, "--replay", sample.recording], sample.repo);
    const [run = ""] = runsOf(sample);
    const { stdout } = await runCli(["status"], sample.repo);

    expect(asked.code, asked.stderr).toBe(3);
    expect(asked.stdout).toMatch(/seen to fail for the right reason:\n {2}- .+\n {4}\S/);
    expect(asked.stdout).toContain("✓ seen failing, not green yet");
    expect(stdout).toContain(`answer with: tdd-loop resume ${run} --yes`);
  });
});

describe("Ctrl-C", () => {
  it("ends the run with the line that goes on, and tells no phase twice", async () => {
    const sample = sampleWith();
    const { code, stdout, stderr } = await stoppedBy("SIGINT", sample, 9);
    const [run = ""] = runsOf(sample);

    expect(code).toBe(130);
    expect(stdout).toContain(`To go on, run:\n  tdd-loop resume ${run}`);
    expect(stderr.match(/RED/g) ?? []).toHaveLength(1);
  });
});

describe("tdd-loop clean", () => {
  it("frees what ended runs left and keeps branches, commits and what can be resumed", async () => {
    const sample = sampleWith();
    await runCli(["run", sample.spec, "--replay", sample.recording], sample.repo);
    const head = git(sample.repo, "rev-parse", branch);
    const [done = ""] = runsOf(sample);
    const asked = await runCli(["clean"], sample.repo);
    const young = await runCli(["clean", "--older-than", "7d", "--yes"], sample.repo);

    expect(asked.code).toBe(2);
    expect(asked.stderr).toMatch(/say --yes/);
    expect(young.stdout).toContain(`kept  ${done}: not that old`);
    const { code, stdout } = await runCli(["clean", "--yes"], sample.repo);
    expect(code).toBe(0);
    expect(stdout).toMatch(/1 run removed, [\d.]+ [kM]?B freed\. Branches and commits/);
    expect(existsSync(join(sample.repo, ".tdd-loop"))).toBe(false);
    expect(existsSync(join(sample.dir, "state", "tdd-loop"))).toBe(false);
    expect(git(sample.repo, "rev-parse", branch)).toBe(head);
    expect(git(sample.repo, "fsck", "--connectivity-only", branch)).not.toMatch(/missing|broken/);
  });

  it("keeps a run that `resume` could go on with, unless it is told to take all", async () => {
    const sample = sampleWith();
    await stoppedBy("SIGKILL", sample, 4);
    const kept = await runCli(["clean", "--yes"], sample.repo);
    const all = await runCli(["clean", "--yes", "--all"], sample.repo);

    expect(kept.stdout).toMatch(/can be resumed.*0 runs removed/s);
    expect(all.stdout).toContain("1 run removed");
  });
});
