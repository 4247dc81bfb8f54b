import { isCached } from "./dependency-caches.ts";
import type { GateFinding } from "./finding.ts";
import type { DependencyState, RepositoryState } from "./gate-lock.ts";

/** Settings that people and git itself write in the course of honest work, and nothing runs. */
const HARMLESS = /^(user[.](name|email)|branch[.].*[.](merge|rebase|description))\n/;
const BRANCH_REMOTE = /^branch[.].*[.]remote\n(.*)$/s;

/** What changed in git's own state since the lock: each piece by the name git has for it. */
export function judgeRepository(before: RepositoryState, after: RepositoryState): GateFinding[] {
  const pieces = [
    ...(before.kind === after.kind ? [] : [".git-kind"]),
    ...(before.gitDir === after.gitDir && before.commonDir === after.commonDir ? [] : ["gitfile"]),
    ...(sameSettings(before, after) ? [] : ["config"]),
    ...changedKeys(before.files, after.files).filter((path) => path !== "HEAD"),
    ...(before.worktrees.join("\0") === after.worktrees.join("\0") ? [] : ["worktree-names"]),
    ...after.replaced
      .filter((name) => !before.replaced.includes(name))
      .map((name) => `refs/replace/${name}`),
  ];
  return pieces.map(tampered);
}

function tampered(path: string): GateFinding {
  const fix = `Put ${path === "config" ? "git's config" : path} of the repository back as it was when the lock was taken: git would obey it, so nothing the repository says can be trusted.`;
  return { code: "REPO_TAMPERED", path, fix };
}

/** Another kind of HEAD. Where it leads is judged with the history: that says more, so it comes first. */
export function judgeHead(before: RepositoryState, after: RepositoryState): GateFinding[] {
  return before.files["HEAD"] === after.files["HEAD"] ? [] : [tampered("HEAD")];
}

/** Branches and tags that are not where they were. New ones do not count: they take nothing away. */
export function judgeRefs(before: RepositoryState, after: RepositoryState): GateFinding[] {
  const moved = Object.keys(before.refs).filter((name) => before.refs[name] !== after.refs[name]);
  return moved.sort().map((path) => ({
    code: "REPO_TAMPERED",
    path,
    fix: `Put ${path} back to ${before.refs[path]}: a run moves its own branch and no other ref.`,
  }));
}

function sameSettings(before: RepositoryState, after: RepositoryState): boolean {
  const known = before.config.filter((line) => line.startsWith("remote."));
  const remotes = new Set(
    known.map((line) => line.split("\n")[0]?.split(".").slice(1, -1).join(".")),
  );
  const matters = (line: string): boolean => {
    if (HARMLESS.test(line)) return false;
    const remote = BRANCH_REMOTE.exec(line)?.[1];
    return remote === undefined || !(remote === "." || remotes.has(remote));
  };
  return before.config.filter(matters).join("\0") === after.config.filter(matters).join("\0");
}

/** Keys that two records do not agree about, in order. */
function changedKeys(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => before[key] !== after[key]).sort();
}

/** Dependencies that were changed, removed or added since the lock. Caches do not count. */
export function judgeDependencies(before: DependencyState, after: DependencyState): GateFinding[] {
  const digests = (state: DependencyState): Record<string, string> =>
    Object.fromEntries(Object.entries(state.files).map(([path, { digest }]) => [path, digest]));
  const changed = changedKeys(digests(before), digests(after)).filter((path) => !isCached(path));
  return changed.map((path) => ({
    code: "DEP_TAMPERED",
    path,
    fix: `Install the dependencies anew: ${path} is not what it was when the lock was taken.`,
  }));
}
