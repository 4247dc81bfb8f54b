import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { leakForms } from "./leak-forms.mjs";

const PROMISED = new Set(["src/slugify.js", "test/slugify.test.js"]);

function git(repo, ...args) {
  const env = { PATH: process.env.PATH, HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1" };
  const ended = spawnSync("git", ["-C", repo, ...args], {
    env,
    encoding: "latin1",
    maxBuffer: 1e9,
  });
  return ended.stdout.trim();
}

const lines = (text) => text.split("\n").filter((line) => line !== "");

/** All that a run must leave alone: refs, the branch that is out, and every file of the work tree. */
export function photograph(repo, outside) {
  return {
    refs: Object.fromEntries(
      lines(git(repo, "for-each-ref", "--format=%(refname) %(objectname)")).map((line) =>
        line.split(" "),
      ),
    ),
    head: git(repo, "symbolic-ref", "HEAD"),
    files: digest(repo, (name) => name === ".tdd-loop" || name === ".git"),
    config: readFileSync(join(repo, ".git/config"), "utf8"),
    outside: digest(outside, () => false),
  };
}

function digest(dir, skip) {
  const hash = createHash("sha256");
  for (const file of filesBelow(dir, skip)) {
    const stat = lstatSync(file);
    hash.update(`${file}\0${stat.mode}\0`);
    if (stat.isFile()) hash.update(readFileSync(file));
  }
  return hash.digest("hex");
}

function* filesBelow(dir, skip) {
  for (const name of readdirSync(dir)
    .sort()
    .filter((one) => !skip(one))) {
    const file = join(dir, name);
    yield file;
    if (lstatSync(file).isDirectory()) yield* filesBelow(file, skip);
  }
}

/** What is broken after a run, looked at from outside with git alone; nothing when all is well. */
export function brokenAfter(before, { repo, outside, stateDir, canary, printed }) {
  const after = photograph(repo, outside);
  return [
    ...["head", "files", "config", "outside"].filter((key) => before[key] !== after[key]),
    ...movedRefs(before.refs, after.refs),
    ...Object.keys(after.refs)
      .filter((name) => before.refs[name] === undefined)
      .flatMap((name) => branchFaults(repo, name)),
    ...secretsIn(canary, [
      ["screen", printed],
      ...textsBelow(stateDir),
      ["commits", git(repo, "log", "--all", "-p", "-m", "--format=%B%an%ae")],
    ]),
  ];
}

function movedRefs(before, after) {
  const kept = Object.keys(before).filter((name) => before[name] !== after[name]);
  const odd = Object.keys(after).filter(
    (name) => before[name] === undefined && !/^refs\/(heads\/tdd\/|tdd-loop\/)/.test(name),
  );
  return [...kept, ...odd].map((name) => `ref ${name}`);
}

/**
 * Commits of a branch that was made: only promised paths, plain files, RED's bytes kept. A new file may
 * be executable, as a script is; one that was there keeps its mode.
 */
function branchFaults(repo, ref) {
  if (!ref.startsWith("refs/heads/")) return [];
  const commits = lines(git(repo, "rev-list", "--reverse", `refs/heads/main..${ref}`));
  const red =
    commits.length === 0 ? "" : git(repo, "rev-parse", `${commits[0]}:test/slugify.test.js`);
  return commits.flatMap((commit) => {
    const changes = lines(
      git(repo, "diff-tree", "-r", "--raw", "--no-renames", "refs/heads/main", commit),
    );
    const wrong = changes.filter((line) => {
      const [, path] = line.split("\t");
      return !PROMISED.has(path) || !/^:(000000 100755|\d{6} 100644) /.test(line);
    });
    const kept = git(repo, "rev-parse", `${commit}:test/slugify.test.js`) === red;
    return [
      ...wrong.map((line) => `published ${line}`),
      ...(kept ? [] : [`RED changed in ${commit}`]),
    ];
  });
}

function textsBelow(dir) {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath, path }) => [
      name,
      readFileSync(join(parentPath ?? path, name), "latin1"),
    ]);
}

function secretsIn(canary, texts) {
  return Object.entries(leakForms(canary)).flatMap(([how, form]) =>
    texts.filter(([, text]) => text.includes(form)).map(([where]) => `secret (${how}) in ${where}`),
  );
}
