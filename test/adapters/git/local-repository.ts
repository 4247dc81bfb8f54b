import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { GitWorkspace, WorkspaceOptions } from "../../../src/adapters/git/workspace.ts";
import { createWorkspace } from "../../../src/adapters/git/workspace.ts";

export const PATH = process.env["PATH"] ?? "/usr/bin:/bin";

/** A directory that is gone when the test is over. */
export function temporary(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "workspace-test-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export function git(cwd: string, ...args: string[]): string {
  const env = {
    PATH,
    HOME: "/nonexistent",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.com",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.com",
  };
  const config = ["-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always"];
  return execFileSync("git", [...config, ...args], { cwd, env, encoding: "utf8", stdio: "pipe" });
}

export function write(dir: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}

/** A person's repository with one commit on main. */
export function repository(
  files: Readonly<Record<string, string | Buffer>> = {
    "src/sum.js": "export const sum = (a, b) => a + b;\n",
    "README.md": "# sum\n",
    ".gitignore": "node_modules/\n.venv/\n*.log\n",
  },
): string {
  const dir = temporary();
  git(dir, "init", "-q");
  write(dir, files);
  git(dir, "add", "-A", "-f");
  git(dir, "commit", "-q", "-m", "first");
  return dir;
}

export const never = new AbortController().signal;

export function workspace(repo: string, more: Partial<WorkspaceOptions> = {}): GitWorkspace {
  return createWorkspace({
    remote: { kind: "path", path: repo },
    stateDir: more.stateDir ?? join(temporary(), "state"),
    carryFrom: null,
    carry: [],
    identity: { name: "tdd-loop[bot]", email: "bot@example.com" },
    clock: { now: () => 1_700_000_000_000 },
    path: PATH,
    ...more,
  });
}

export async function opened(space: GitWorkspace, branch = "tdd/sum") {
  const result = await space.open({ base: null, branch, paths: [] }, never);
  if (result.kind !== "opened") throw new Error(`${result.why} ${result.fix}`);
  return result;
}
