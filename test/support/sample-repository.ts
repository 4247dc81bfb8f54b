import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { demoFiles, demoIssue, demoRecording } from "../../src/entry/demo/demo-repository.ts";

/** The runner itself as the test command: a start of npm for each test run doubles a run's time. */
export const plainRunner: Readonly<Record<string, string>> = {
  ".github/tdd-loop.yml": "testCommand: node --test\n",
};

/** A person's repository on disk with the demo's library in it, its spec and a recording to play. */
export interface Sample {
  readonly dir: string;
  readonly repo: string;
  readonly spec: string;
  readonly recording: string;
  remove(): void;
}

/** The demo's recording as the tests may change it. */
export interface SampleRecording {
  readonly turns: { readonly role: string; readonly edits: { path: string; text: string }[] }[];
}

export function makeSample(change: (recording: SampleRecording) => void = () => undefined): Sample {
  const dir = mkdtempSync(join(tmpdir(), "tdd-loop-sample-"));
  const repo = join(dir, "repo");
  for (const [path, text] of Object.entries({ ...demoFiles, ...plainRunner })) {
    mkdirSync(dirname(join(repo, path)), { recursive: true });
    writeFileSync(join(repo, path), text);
  }
  git(repo, "init", "-q", "-b", "main");
  git(repo, "add", "-A");
  git(repo, "-c", "user.name=Mona", "-c", "user.email=mona@example.com", "commit", "-qm", "base");
  const recording = structuredClone(demoRecording);
  change(recording);
  writeFileSync(join(dir, "recording.json"), JSON.stringify(recording));
  writeFileSync(join(dir, "spec.md"), `# ${demoIssue.title}\n\n${demoIssue.body}`);
  return {
    dir,
    repo,
    spec: join(dir, "spec.md"),
    recording: join(dir, "recording.json"),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

export function git(repo: string, ...args: string[]): string {
  return execFileSync("git", ["-C", repo, ...args], { encoding: "utf8" }).trim();
}

export interface CliEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const cli = resolve("dist/cli.js");

/** The built command line as a real process; `watch` may kill it on the way. */
export function runCli(
  args: readonly string[],
  cwd: string,
  watch: (kill: (signal?: NodeJS.Signals) => void) => void = () => undefined,
  env: Readonly<Record<string, string>> = {},
): Promise<CliEnd> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [cli, ...args], {
      cwd,
      env: {
        PATH: process.env["PATH"],
        HOME: process.env["HOME"],
        NO_COLOR: "1",
        XDG_STATE_HOME: join(cwd, "..", "state"),
        ...env,
      },
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString();
    });
    child.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.on("error", fail);
    child.on("close", (code) => done({ code, stdout, stderr }));
    watch((signal = "SIGKILL") => child.kill(signal));
  });
}

/** Complete lines of a journal that may be growing. */
export function journalLines(path: string): readonly string[] {
  try {
    return readFileSync(path, "utf8").split("\n").slice(0, -1);
  } catch {
    return [];
  }
}
