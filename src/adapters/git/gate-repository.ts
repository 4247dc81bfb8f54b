import { createHash } from "node:crypto";
import { lstat, readdir, readFile, readlink, realpath } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import type { RepositoryState } from "../../gates/tamper/gate-lock.ts";
import { listIndex } from "./gate-trees.ts";
import { hardenedGit } from "./git.ts";

/** Files of the common directory that git obeys and that honest work leaves alone. */
const COMMON_FILES = [
  "info/attributes",
  "info/grafts",
  "info/sparse-checkout",
  "objects/info/alternates",
  "objects/info/http-alternates",
  "shallow",
  "commondir",
];
const COMMON_DIRECTORIES = ["hooks", "remotes", "branches", "modules"];
const PRIVATE_FILES = ["commondir", "gitdir", "info/sparse-checkout"];
/** A merge, rebase or the like that is under way: git's next commit, or --continue, goes on with it. */
const UNDER_WAY = ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "BISECT_LOG"];
const TO_DO_LISTS = ["rebase-merge", "rebase-apply", "sequencer"];

/** Where a repository keeps itself, found by reading files: no git, no configuration. */
export interface RepositoryPlace {
  readonly kind: "directory" | "gitfile";
  readonly gitDir: string;
  readonly commonDir: string;
}

/** @returns null when `top` is not the top of a work tree */
export async function locate(top: string): Promise<RepositoryPlace | null> {
  const dotGit = join(top, ".git");
  const stat = await lstat(dotGit).catch(() => null);
  if (stat === null || !(stat.isDirectory() || stat.isFile())) return null;
  const gitDir = stat.isDirectory() ? await realpath(dotGit) : await followGitFile(top, dotGit);
  if (gitDir === null) return null;
  const common = await readFile(join(gitDir, "commondir"), "utf8").catch(() => null);
  const commonDir = common === null ? gitDir : await realpath(resolve(gitDir, common.trim()));
  return { kind: stat.isDirectory() ? "directory" : "gitfile", gitDir, commonDir };
}

async function followGitFile(top: string, file: string): Promise<string | null> {
  const target = /^gitdir: (.+?)\n*$/s.exec(await readFile(file, "utf8"))?.[1];
  if (target === undefined) return null;
  return await realpath(resolve(top, target)).catch(() => null);
}

/** Everything in a repository that git would obey, in a form that two moments can be compared in. */
export async function readRepositoryState(
  path: string,
  top: string,
  place: RepositoryPlace,
): Promise<RepositoryState> {
  const { kind, gitDir, commonDir } = place;
  const git = hardenedGit(path, { gitDir, workTree: top });
  const index = await listIndex(git);
  return {
    kind,
    gitDir,
    commonDir,
    config: await readSettings(path, [join(commonDir, "config"), join(gitDir, "config.worktree")]),
    files: await readObeyed(gitDir, commonDir),
    worktrees: await names(join(commonDir, "worktrees")),
    replaced: await readReplaced(path, place),
    refs: Object.fromEntries((await listRefs(path, place)).map(({ name, oid }) => [name, oid])),
    flagged: index.filter(({ hidden }) => hidden).map((entry) => entry.path),
  };
}

async function readSettings(path: string, files: readonly string[]): Promise<string[]> {
  const git = hardenedGit(path, { cwd: "/" });
  const settings: string[] = [];
  for (const file of files) {
    if ((await lstat(file).catch(() => null)) === null) continue;
    const listed = await git(["config", "--file", file, "--includes", "--list", "-z"]);
    // What git cannot read it would refuse to work with; the bytes tell whether it is new.
    const text = listed.exitCode === 0 ? listed.stdout.toString("utf8") : await digest(file);
    settings.push(...text.split("\0").filter((setting) => setting !== ""));
  }
  return settings;
}

export interface ListedRef {
  readonly name: string;
  readonly oid: string;
  /** Some work tree, this one included, has it checked out, and moves it by working. */
  readonly isCheckedOut: boolean;
}

/** Branches and tags, each with what it points at. */
export async function listRefs(path: string, { gitDir }: RepositoryPlace): Promise<ListedRef[]> {
  const format = "--format=%(objectname) %(refname)%00%(worktreepath)";
  const git = hardenedGit(path, { gitDir });
  const listed = await git(["for-each-ref", format, "refs/heads", "refs/tags"]);
  const lines = listed.stdout.toString("utf8").split("\n");
  return lines.flatMap((line) => {
    const [, oid, name, place] = /^([0-9a-f]+) (.*?)\0(.*)$/.exec(line) ?? [];
    if (oid === undefined || name === undefined) return [];
    return [{ name, oid, isCheckedOut: place !== "" }];
  });
}

async function readReplaced(path: string, { gitDir }: RepositoryPlace): Promise<string[]> {
  const git = hardenedGit(path, { gitDir });
  const refs = await git(["for-each-ref", "--format=%(refname)", "refs/replace"]);
  return refs.stdout
    .toString("utf8")
    .split("\n")
    .filter((ref) => ref !== "")
    .map((ref) => ref.slice("refs/replace/".length));
}

async function readObeyed(gitDir: string, commonDir: string): Promise<Record<string, string>> {
  const below = await Promise.all(COMMON_DIRECTORIES.map((name) => obeyedBelow(commonDir, name)));
  const toDo = await Promise.all(TO_DO_LISTS.map((name) => allBelow(gitDir, name)));
  const found: Record<string, string> = {
    ...(await digests(commonDir, [...COMMON_FILES, ...below.flat()])),
    ...(gitDir === commonDir ? {} : await digests(gitDir, PRIVATE_FILES)),
    ...(await digests(gitDir, [...UNDER_WAY, ...TO_DO_LISTS, ...toDo.flat()])),
    ...(await links(commonDir)),
    ...(gitDir === commonDir ? {} : await links(gitDir)),
  };
  const rules = ignoreRules(
    await readFile(join(commonDir, "info/exclude"), "utf8").catch(() => ""),
  );
  if (rules !== "") found["info/exclude"] = sha256(rules);
  return found;
}

/** Links in place of parts of a repository: whoever owns the other end would have the last word. */
async function links(dir: string): Promise<Record<string, string>> {
  const entries = await Promise.all(
    [".", "objects", "refs"].map((below) =>
      readdir(join(dir, below), { withFileTypes: true, recursive: below === "refs" }).catch(
        () => [],
      ),
    ),
  );
  const found = entries.flat().filter((entry) => entry.isSymbolicLink());
  return await digests(
    dir,
    found.map((entry) => relative(dir, join(entry.parentPath, entry.name))),
  );
}

async function digests(root: string, files: readonly string[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of files) {
    const stat = await lstat(join(root, name)).catch(() => null);
    if (stat !== null) found[name] = await digest(join(root, name));
  }
  return found;
}

/** Ignore rules without comments and without the line that hides the loop's own directory. */
function ignoreRules(text: string): string {
  const rules = text
    .split("\n")
    .filter((line) => !/^(?:#.*|\/?[.]tdd-loop\/?)?$/.test(line.trim()));
  return rules.join("\n");
}

/** Hooks, legacy remotes, and what each submodule's own repository is told. */
async function obeyedBelow(commonDir: string, directory: string): Promise<string[]> {
  const files = await allBelow(commonDir, directory);
  if (directory !== "modules") return files.filter((name) => !/[.]sample$/.test(name));
  const obeyed =
    /\/(config|hooks\/.+|info\/(attributes|exclude|grafts)|objects\/info\/alternates)$/;
  return files.filter((name) => obeyed.test(name) && !/[.]sample$/.test(name));
}

async function allBelow(root: string, directory: string): Promise<string[]> {
  const all = await readdir(join(root, directory), { recursive: true }).catch(() => []);
  return all.map((name) => `${directory}/${name}`);
}

async function names(directory: string): Promise<string[]> {
  return (await readdir(directory).catch(() => [])).sort();
}

/** Type, executable bit and content of one thing on disk. */
export async function digest(file: string | Buffer): Promise<string> {
  const stat = await lstat(file);
  if (stat.isSymbolicLink()) return sha256(`link ${await readlink(file)}`);
  if (stat.isDirectory()) return sha256("directory");
  if (!stat.isFile()) return sha256("special");
  const mode = (stat.mode & 0o111) === 0 ? "file" : "executable";
  return sha256(mode, await readFile(file));
}

function sha256(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex");
}
