import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { LockOutcome } from "../../src/adapters/git/gate-lock-taking.ts";
import { takeGateLock } from "../../src/adapters/git/gate-lock-taking.ts";
import type { LockedOutcome } from "../../src/adapters/git/gate-locked.ts";
import { judgeRepositoryByLock } from "../../src/adapters/git/gate-locked.ts";
import type { GateLock } from "../../src/gates/tamper/gate-lock.ts";
import { git, repositoryEnv } from "./random-repository.ts";

export interface TddRepository extends Disposable {
  readonly dir: string;
  readonly base: string;
  readonly red: string;
  git(...args: readonly string[]): string;
  write(path: string, text: string): void;
  commit(message: string): void;
  lock(change?: Partial<{ allow: string[]; base: string; red: string }>): Promise<LockOutcome>;
  gate(lock: GateLock, tip?: string): Promise<LockedOutcome>;
}

const FILES = {
  ".gitignore": "node_modules/\n*.log\n",
  "package.json": '{"name":"fx","type":"commonjs"}\n',
  "README.md": "# fx\n",
  "src/slug.js": "exports.slugify = () => { throw new Error('not implemented'); };\n",
  "test/old.test.js": "require('node:test').test('old', () => {});\n",
};
const RED_TEST = `const { test } = require("node:test");
const assert = require("node:assert");
const { slugify } = require("../src/slug.js");
test("lowers", () => assert.strictEqual(slugify("A B"), "a-b"));
`;
export const GREEN = "exports.slugify = (s) => s.trim().toLowerCase().replace(/\\s+/g, '-');\n";

/** A repository with a base on main and RED on a branch, ready to be locked. */
export function tddRepository(): TddRepository {
  const room = mkdtempSync(join(tmpdir(), "tdd-repository-"));
  const dir = join(room, "top");
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  };
  const run = (...args: readonly string[]): string => git(dir, ...args);
  const commit = (message: string): void => {
    run("add", "-A");
    run("commit", "-qm", message);
  };
  mkdirSync(dir);
  run("init", "-q", "-b", "main", "--template=");
  for (const [path, text] of Object.entries(FILES)) write(path, text);
  write("node_modules/left/index.js", "module.exports = 1;\n");
  commit("base");
  const base = run("rev-parse", "HEAD");
  run("checkout", "-qb", "tdd/slug");
  write("test/slug.test.js", RED_TEST);
  commit("red");
  const red = run("rev-parse", "HEAD");
  const question = { env: repositoryEnv, repo: dir, base, red, testFiles: [] };
  const testCommand = ["node", "--test", "test/"];
  return {
    ...{ dir, base, red, git: run, write, commit },
    lock: (change = {}) =>
      takeGateLock({ ...question, allow: ["src/slug.js"], testCommand, ...change }),
    gate: (lock, tip) =>
      judgeRepositoryByLock({
        ...{ path: process.env["PATH"] ?? "", repo: dir, lock },
        ...{ tip: tip ?? null, lockFile: join(dir, "lock.json") },
      }),
    [Symbol.dispose]: () => rmSync(room, { recursive: true, force: true }),
  };
}
