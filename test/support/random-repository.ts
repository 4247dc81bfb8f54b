import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { RandomNumbers } from "./random-numbers.ts";

const GIT_ENV = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@example.invalid",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@example.invalid",
  GIT_AUTHOR_DATE: "2026-01-01T00:00:00Z",
  GIT_COMMITTER_DATE: "2026-01-01T00:00:00Z",
  LC_ALL: "C",
};

/** The environment in which repositories of tests are made and judged. */
export const repositoryEnv: Readonly<Record<string, string | undefined>> = GIT_ENV;

/** Runs git in `dir`; what fails, fails quietly: a random step need not make sense. */
export function git(dir: string, ...args: readonly string[]): string {
  const { stdout } = spawnSync("git", args, { cwd: dir, env: GIT_ENV, encoding: "utf8" });
  return (stdout ?? "").trim();
}

/** Names that gates have tripped over. Non-UTF-8 ones are made by the tests that need them. */
export const ODD_NAMES = [
  "src/a.ts",
  "src/b.ts",
  "src/deep/er/c.ts",
  "docs/with space.md",
  "docs/quote'\"s.md",
  "docs/über.md",
  "docs/日本.md",
  "-dash",
  "docs/-n",
  "docs/new\nline.md",
  "docs/tab\there",
  "docs/back\\slash",
  "docs/star*",
  ":(exclude)src",
  "docs/hash#tag",
  "docs/trailing ",
  "#leading",
  "café.txt",
  "src/a.ts.orig",
  "SRC/A.ts",
] as const;

export function write(dir: string, path: string, text: string): void {
  const file = join(dir, path);
  try {
    mkdirSync(dirname(file), { recursive: true });
    rmSync(file, { force: true, recursive: true });
    writeFileSync(file, text);
  } catch {
    // A parent may be a file or a link by now.
  }
}

/** A repository with a base on main, a remote copy of it, a submodule, links, and odd names. */
export function makeTemplate(dir: string): void {
  const inner = join(dir, "inner");
  const top = join(dir, "top");
  for (const made of [inner, top]) {
    mkdirSync(made, { recursive: true });
    git(made, "init", "-q", "-b", "main", "--template=");
  }
  write(inner, "inner.txt", "one\n");
  git(inner, "add", "-A");
  git(inner, "commit", "-qm", "inner");
  ODD_NAMES.forEach((name, index) => {
    if (index % 2 === 0) write(top, name, `base of ${index}\n`);
  });
  write(top, ".gitignore", "*.log\nbuild/\n");
  write(top, "run.sh", "#!/bin/sh\n");
  git(top, "update-index", "--add", "--chmod=+x", "run.sh");
  symlinkSync("src/a.ts", join(top, "link"));
  git(top, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../inner", "sub");
  git(top, "add", "-A");
  git(top, "commit", "-qm", "base");
  write(top, "src/old.ts", "old\n");
  git(top, "add", "-A");
  git(top, "commit", "-qm", "second");
  git(top, "tag", "v1");
  git(top, "remote", "set-url", "origin", "../inner");
  git(top, "remote", "add", "origin", "../inner");
  git(top, "update-ref", "refs/remotes/origin/main", "HEAD");
  git(top, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main");
  git(top, "checkout", "-qb", "tdd/slug");
}

type Step = (dir: string, random: RandomNumbers) => void;

const KNOWN = [...ODD_NAMES, "link", "run.sh", "src/old.ts", ".gitignore", "sub", ".gitmodules"];
const some = (random: RandomNumbers): string => random.pick(KNOWN);

const STEPS: readonly Step[] = [
  (dir, random) => write(dir, some(random), `edit ${random.below(3)}\n`),
  (dir, random) => write(dir, some(random), `edit ${random.below(3)}\n`),
  (dir, random) => write(dir, `new/${random.below(4)}.txt`, "new\n"),
  (dir, random) => write(dir, random.pick(["x.log", "build/x", "new/x.log"]), "ignored\n"),
  (dir, random) => write(dir, random.pick([".tdd-loop/x", "a/.tdd-loop/x", ".tdd-loopy"]), "x\n"),
  (dir, random) => write(dir, `${some(random)}/below`, "a directory now\n"),
  (dir, random) => write(dir, "new/.gitignore", random.pick(["*\n", "*.txt\n", "!*.log\n"])),
  (dir, random) => rmSync(join(dir, some(random)), { force: true, recursive: true }),
  (dir, random) => git(dir, "add", "-A", "--", `:(literal)${some(random)}`),
  (dir) => git(dir, "add", "-A"),
  (dir) => git(dir, "commit", "-qam", "all tracked"),
  (dir) => git(dir, "commit", "-qm", "staged"),
  (dir, random) => git(dir, "mv", "-f", "--", some(random), some(random)),
  (dir, random) => git(dir, "mv", "--", some(random), `moved-${random.below(3)}`),
  (dir, random) => git(dir, "rm", "-rq", "--cached", "--", `:(literal)${some(random)}`),
  (dir, random) => git(dir, "rm", "-rqf", "--", `:(literal)${some(random)}`),
  (dir, random) => git(dir, "reset", "-q", "--", `:(literal)${some(random)}`),
  (dir, random) => git(dir, "reset", "-q", "main", "--", `:(literal)${some(random)}`),
  (dir, random) => git(dir, "checkout", "-q", "main", "--", `:(literal)${some(random)}`),
  (dir, random) =>
    git(dir, "restore", "-q", "--source=main", "--worktree", "--", `:(literal)${some(random)}`),
  (dir, random) => git(dir, "add", "-N", "--", `new/${random.below(4)}.txt`),
  (dir, random) => git(dir, "update-index", "--chmod=+x", some(random)),
  (dir, random) =>
    spawnSync("chmod", [random.pick(["+x", "-x"]), "--", some(random)], { cwd: dir }),
  (dir, random) => link(dir, random),
  (dir) => git(dir, "stash", "-q"),
  (dir) => git(dir, "stash", "pop", "-q"),
  (dir) => advanceMain(dir),
  (dir) => git(dir, "merge", "-q", "-m", "merge", "main"),
  (dir) => git(dir, "merge", "-q", "--no-commit", "main"),
  (dir) => write(dir, "sub/untracked", "x\n"),
  (dir) => write(dir, "sub/inner.txt", "dirty\n"),
  (dir) => {
    git(join(dir, "sub"), "commit", "-q", "--allow-empty", "-m", "moved");
  },
  (dir, random) => nested(dir, random),
  (dir) => git(dir, "checkout", "-q", "--detach"),
  (dir) => git(dir, "update-ref", "refs/remotes/origin/tdd/slug", "HEAD"),
  (dir) => git(dir, "branch", "-q", "--set-upstream-to=origin/main"),
];

/** A link may lead out of the repository, but never to a place that is not ours: steps write through it. */
function link(dir: string, random: RandomNumbers): void {
  mkdirSync(join(dir, "../elsewhere"), { recursive: true });
  const path = join(dir, some(random));
  rmSync(path, { force: true, recursive: true });
  try {
    symlinkSync(random.pick(["src", "nowhere", "../elsewhere", "src/b.ts"]), path);
  } catch {
    // The parent may be gone.
  }
}

function nested(dir: string, random: RandomNumbers): void {
  const where = join(dir, random.pick(["new/nested", "docs/nested"]));
  git(dir, "init", "-q", "--template=", where);
  if (random.chance(50)) write(where, "inside", "x\n");
  if (random.chance(50)) git(where, "commit", "-q", "--allow-empty", "-m", "nested");
}

/** One more commit on main, made without touching the work tree. */
function advanceMain(dir: string): void {
  const blob = spawnSync("git", ["hash-object", "-w", "--stdin"], {
    cwd: dir,
    env: GIT_ENV,
    input: "from main\n",
    encoding: "utf8",
  }).stdout.trim();
  const env = { ...GIT_ENV, GIT_INDEX_FILE: join(dir, ".git/side-index") };
  const run = (...args: string[]) =>
    spawnSync("git", args, { cwd: dir, env, encoding: "utf8" }).stdout.trim();
  run("read-tree", "main");
  run("update-index", "--add", "--cacheinfo", `100644,${blob},src/a.ts`);
  const commit = run("commit-tree", run("write-tree"), "-p", "main", "-m", "main moves");
  if (commit !== "") run("update-ref", "refs/heads/main", commit);
  rmSync(join(dir, ".git/side-index"), { force: true });
}

/** Takes the repository through a few random steps. */
export function disturb(dir: string, random: RandomNumbers): void {
  const count = 2 + random.below(9);
  for (let step = 0; step < count; step += 1) random.pick(STEPS)(dir, random);
}
