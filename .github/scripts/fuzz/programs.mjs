import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { gitEnv as env } from "../git-env.mjs";

/** Runs git. What a random step asks for need not make sense, so it may fail. */
export function git(dir, ...args) {
  const bytes = args.map((arg) => Buffer.from(arg, "latin1").toString("latin1"));
  return spawnSync("git", bytes, { cwd: dir, env, encoding: "latin1" }).stdout?.trim() ?? "";
}

const utf8 = (text) => Buffer.from(text, "utf8").toString("latin1");
const NAMES = [
  "src/a.ts",
  "src/b.ts",
  "src/deep/er/c.ts",
  "docs/with space.md",
  "docs/quote'\"s.md",
  utf8("docs/über.md"),
  utf8("docs/日本.md"),
  "-dash",
  "docs/new\nline.md",
  "docs/tab\there",
  "docs/back\\slash",
  "docs/star*",
  ":(exclude)src",
  "#leading",
  "docs/trailing ",
  "SRC/A.ts",
  "run.sh",
  "link",
  ".gitignore",
  "build/kept.txt",
  "x.log",
];
const FRESH = [
  "new/1.txt",
  "new/2.txt",
  "new/deep/3.log",
  "build/out",
  ".tdd-loop/state",
  "keep.log",
];

export function write(dir, path, text) {
  const file = Buffer.from(`${dir}/${path}`, "latin1");
  try {
    mkdirSync(Buffer.from(dirname(`${dir}/${path}`), "latin1"), { recursive: true });
    rmSync(file, { recursive: true, force: true });
    writeFileSync(file, text);
  } catch {
    // A parent may be a file or a link by now.
  }
}

/** A base on main with odd names, a link, modes, ignored files that are tracked, and a submodule. */
export function makeTemplate(room) {
  const inner = `${room}/inner`;
  const top = `${room}/top`;
  for (const dir of [inner, top]) {
    mkdirSync(dir, { recursive: true });
    git(dir, "init", "-q", "-b", "main", "--template=");
  }
  write(inner, "inner.txt", "one\n");
  commitAll(inner, "inner");
  NAMES.forEach((name, index) => {
    if (index % 3 !== 1) write(top, name, `base ${index}\n`);
  });
  write(top, ".gitignore", "*.log\nbuild/\n/only-top\n!keep.log\ndocs/*.tmp\n");
  write(top, "run.sh", "#!/bin/sh\n");
  chmodSync(`${top}/run.sh`, 0o755);
  rmSync(`${top}/link`, { force: true });
  symlinkSync("src/a.ts", `${top}/link`);
  git(top, "submodule", "--quiet", "add", inner, "sub");
  git(top, "add", "-f", "-A");
  git(top, "commit", "-qm", "base");
  git(top, "checkout", "-qb", "tdd/1-x");
  write(top, "test/a.test.ts", "red\n");
  commitAll(top, "red");
  git(top, "branch", "tdd/2-y");
  write(top, "test/a.test.ts", "red\n");
  commitAll(top, "red");
  return top;
}

function commitAll(dir, message) {
  git(dir, "add", "-A");
  git(dir, "commit", "-qm", message);
}

const literal = (path) => `:(literal)${path}`;
const any = (random) => random.pick([...NAMES, ...FRESH]);

const STEPS = [
  (dir, random) => write(dir, any(random), `edit ${random.below(3)}\n`),
  (dir, random) => write(dir, any(random), `base ${random.below(20)}\n`),
  (dir, random) => write(dir, random.pick(FRESH), "new\n"),
  (dir, random) => write(dir, `${any(random)}/below`, "a directory now\n"),
  (dir, random) =>
    write(
      dir,
      random.pick([".gitignore", "new/.gitignore", "docs/.gitignore"]),
      random.pick(["*\n", "*.txt\n", "!*.log\n", "build/\n", "/src/\n", "deep/\n", ""]),
    ),
  (dir, random) =>
    rmSync(Buffer.from(`${dir}/${any(random)}`, "latin1"), { recursive: true, force: true }),
  (dir, random) =>
    rmSync(`${dir}/${random.pick(["docs", "src/deep", "new", "build"])}`, {
      recursive: true,
      force: true,
    }),
  (dir, random) => chmod(dir, any(random), random.pick([0o755, 0o644, 0o654, 0o700, 0o600])),
  (dir, random) =>
    link(dir, any(random), random.pick(["src", "nowhere", "../elsewhere", "src/b.ts"])),
  (dir) => spawnSync("mkfifo", [`${dir}/src/pipe`]),
  (dir, random) => git(dir, "add", "-A", "--", literal(any(random))),
  (dir, random) => git(dir, "add", "-f", "--", literal(any(random))),
  (dir) => git(dir, "add", "-A"),
  (dir) => git(dir, "commit", "-qam", "tracked"),
  (dir) => git(dir, "commit", "-qm", "staged"),
  (dir, random) => git(dir, "mv", "-f", "--", any(random), any(random)),
  (dir, random) => git(dir, "rm", "-rq", "--cached", "--", literal(any(random))),
  (dir, random) => git(dir, "rm", "-rqf", "--", literal(any(random))),
  (dir, random) => git(dir, "reset", "-q", "--", literal(any(random))),
  (dir, random) => git(dir, "reset", "-q", "main", "--", literal(any(random))),
  (dir, random) => git(dir, "checkout", "-q", "main", "--", literal(any(random))),
  (dir, random) =>
    git(dir, "restore", "-q", "--source=main", "--worktree", "--", literal(any(random))),
  (dir, random) =>
    git(
      dir,
      "reset",
      random.pick(["--soft", "--mixed", "--hard", "-q"]),
      random.pick(["HEAD", "HEAD~1", "main"]),
    ),
  (dir, random) => git(dir, "add", "-N", "--", literal(random.pick(FRESH))),
  (dir, random) => git(dir, "update-index", random.pick(["--chmod=+x", "--chmod=-x"]), any(random)),
  (dir, random) => random.chance(20) && hide(dir, random),
  (dir) =>
    git(dir, "update-index", "--no-assume-unchanged", "--no-skip-worktree", "src/a.ts", "run.sh"),
  (dir) => git(dir, "stash", "-q"),
  (dir) => git(dir, "stash", "pop", "-q"),
  (dir) => moveMain(dir),
  (dir, random) =>
    git(
      dir,
      "merge",
      "-q",
      ...random.pick([[], ["--no-commit"], ["-s", "ours"]]),
      "-m",
      "m",
      "main",
    ),
  (dir) => write(dir, "sub/untracked", "x\n"),
  (dir, random) => write(dir, "sub/inner.txt", random.pick(["dirty\n", "one\n"])),
  (dir) => git(`${dir}/sub`, "commit", "-q", "--allow-empty", "-m", "moved"),
  (dir, random) =>
    git(dir, "symbolic-ref", "HEAD", random.pick(["refs/heads/tdd/1-x", "refs/heads/tdd/2-y"])),
  (dir) => git(dir, "branch", "-f", "tdd/2-y", "HEAD"),
];

function hide(dir, random) {
  const flag = random.pick(["--assume-unchanged", "--skip-worktree"]);
  git(dir, "update-index", flag, random.pick(["src/a.ts", "run.sh"]));
}

function chmod(dir, path, mode) {
  try {
    chmodSync(Buffer.from(`${dir}/${path}`, "latin1"), mode);
  } catch {
    // It may be gone, or a dangling link.
  }
}

/** A link may lead out of the repository, but never to a place that is not ours: steps write through it. */
function link(dir, path, target) {
  mkdirSync(`${dir}/../elsewhere`, { recursive: true });
  const file = Buffer.from(`${dir}/${path}`, "latin1");
  try {
    rmSync(file, { recursive: true, force: true });
    symlinkSync(target, file);
  } catch {
    // Its parent may be gone.
  }
}

/** One more commit on main, without touching index or work tree. */
function moveMain(dir) {
  const blob = spawnSync("git", ["hash-object", "-w", "--stdin"], {
    cwd: dir,
    env,
    input: "main\n",
    encoding: "utf8",
  });
  const side = { ...env, GIT_INDEX_FILE: `${dir}/.git/side-index` };
  const run = (...args) =>
    spawnSync("git", args, { cwd: dir, env: side, encoding: "utf8" }).stdout.trim();
  run("read-tree", "main");
  run("update-index", "--add", "--cacheinfo", `100644,${blob.stdout.trim()},src/a.ts`);
  const commit = run("commit-tree", run("write-tree"), "-p", "main", "-m", "main moves");
  if (commit !== "") run("update-ref", "refs/heads/main", commit);
  rmSync(`${dir}/.git/side-index`, { force: true });
}

/** Back to RED, and then only work on the file that is listed, and ignored output. */
function runHonest(dir, random) {
  git(dir, "symbolic-ref", "HEAD", "refs/heads/tdd/1-x");
  git(dir, "reset", "-q", "--hard", "main");
  git(dir, "clean", "-ffdq");
  git(dir, "submodule", "--quiet", "update", "--force");
  write(dir, "src/a.ts", `work ${random.below(9)}\n`);
  write(dir, "build/out", "ignored\n");
  if (random.chance(60)) git(dir, "add", "src/a.ts");
  if (random.chance(60)) git(dir, "commit", "-qm", "work");
  return ["honest"];
}

/** One program: a few steps. @returns the numbers of the steps, for a report */
export function runProgram(dir, random) {
  if (random.chance(20)) return runHonest(dir, random);
  const count = 2 + random.below(6);
  return Array.from({ length: count }, () => {
    const step = random.below(STEPS.length);
    try {
      STEPS[step](dir, random);
    } catch (error) {
      // Steps that the file system refuses leave things as they are.
      if (error.code === undefined) throw error;
    }
    return step;
  });
}
