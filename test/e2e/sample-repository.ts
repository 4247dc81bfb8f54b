import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { runLocal } from "../../src/entry/local/run-local.ts";
import { RunOptions } from "../../src/entry/run-options.ts";
import { RunSummary } from "../../src/report/run-summary.ts";
import { recordingTerminal } from "../entry/recording-terminal.ts";

const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));
const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));
const PATH = process.env["PATH"] ?? "/usr/bin:/bin";

/**
 * A repository of test/fixtures with one commit on main, gone when the test is over.
 * @param packages what is in its node_modules: links to our own, as if they were installed there
 */
export function sampleRepository(name: string, packages: readonly string[] = []): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "tdd-sample-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  cpSync(join(fixtures, "repositories", name), dir, { recursive: true });
  git(dir, "init", "-q", "-b", "main");
  git(dir, "add", "-A");
  git(dir, "commit", "-q", "-m", "first");
  if (packages.length > 0) mkdirSync(join(dir, "node_modules"));
  for (const one of packages) {
    symlinkSync(realpathSync(join(modules, one)), join(dir, "node_modules", one));
  }
  return dir;
}

export function git(cwd: string, ...args: string[]): string {
  const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  const env = { PATH, HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1" };
  const options = { cwd, env, encoding: "utf8", stdio: "pipe" } as const;
  return execFileSync("git", [...identity, ...args], options).trim();
}

/** Plays a recording on a repository through the real loop: real git, real test runs, no model. */
export async function replay(repo: string, issue: string, recording = issue) {
  return await replaySpec(repo, `${issue}.issue.md`, recording);
}

/** The same with any spec that lies beside the fixture repositories. */
export async function replaySpec(repo: string, spec: string, recording: string) {
  const terminal = recordingTerminal({ cwd: repo, env: { PATH } });
  const options = RunOptions.parse({
    spec: join(fixtures, "repositories", spec),
    agent: "replay",
    replay: join(fixtures, "recordings", `${recording}.json`),
    json: true,
  });
  const { exitCode } = await runLocal(options, terminal, new AbortController().signal);
  return { exitCode, summary: RunSummary.parse(JSON.parse(terminal.out.join("\n"))) };
}
