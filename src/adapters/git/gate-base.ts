import type { Git } from "./git.ts";

/** A base that can be trusted to show what the branch changed, or why there is none. */
export type BaseReading =
  | {
      readonly kind: "found";
      readonly top: string;
      readonly headOid: string;
      readonly baseOid: string;
      readonly forkOid: string;
      /** Full ref name of HEAD's branch; null when detached. */
      readonly branch: string | null;
    }
  | Distrust;

/** Why the scope cannot be trusted (S0-41), and what to do about it. */
export interface Distrust {
  readonly kind: "distrust";
  readonly code: string;
  readonly why: string;
  readonly fix: string;
}

const OID = /^[0-9a-f]{40,64}$/;
const ORIGIN_HEAD = "refs/remotes/origin/HEAD";

export function distrust(code: string, why: string, fix: string): Distrust {
  return { kind: "distrust", code, why, fix };
}

/**
 * Finds the commit that a branch's changes are counted from.
 * @param git runs in the directory of the caller
 * @param base as the caller wrote it; null falls back to origin/HEAD (S0-40)
 */
export async function readBase(git: Git, base: string | null): Promise<BaseReading> {
  const asked = base ?? ORIGIN_HEAD;
  const all = await git([
    "rev-parse",
    "--show-toplevel",
    "HEAD^{commit}",
    `${asked}^{commit}`,
    "--symbolic-full-name",
    "HEAD",
    asked,
  ]);
  // A range, an option or "^x" prints something else than one commit and one name.
  const lines = all.stdout.toString("utf8").split("\n");
  const [top = "", headOid = "", baseOid = "", head = "", name = ""] = lines;
  const isOne = OID.test(baseOid) && /^(HEAD$|refs[/])/.test(head) && lines.length <= 6;
  if (all.exitCode !== 0 || !isOne) return await whyUnread(git, base, top);
  const branch = head.startsWith("refs/heads/") ? head : null;
  const found = { top, headOid, baseOid, branch };
  return (
    (base === null && name === ORIGIN_HEAD ? fallbackUnset() : null) ??
    (/ambiguous/.test(all.stderr) ? ambiguous(asked) : null) ??
    (await whyOwn(git, { ...found, asked, name })) ??
    (await withFork(git, found, asked))
  );
}

async function withFork(
  git: Git,
  found: { top: string; headOid: string; baseOid: string; branch: string | null },
  asked: string,
): Promise<BaseReading> {
  const { exitCode, stdout } = await git(["merge-base", found.baseOid, found.headOid]);
  if (exitCode === 0) {
    return { kind: "found", ...found, forkOid: stdout.toString("utf8").trim() };
  }
  return distrust(
    "NO_MERGE_BASE",
    `no merge base between "${asked}" and HEAD`,
    'Fetch the whole history (git fetch --unshallow, or actions/checkout with "fetch-depth: 0") or name the base the branch was cut from.',
  );
}

/** The question failed as a whole; asks for the first part that fails. */
async function whyUnread(git: Git, base: string | null, top: string): Promise<Distrust> {
  if (top === "") {
    return distrust(
      "NOT_A_WORK_TREE",
      "this is not inside a git work tree",
      "Run it inside the repository, or name the repository with --repo.",
    );
  }
  const head = await git(["rev-parse", "-q", "--verify", "HEAD^{commit}"]);
  if (head.exitCode !== 0) {
    return distrust("NO_COMMIT", "HEAD has no commit yet", "Commit something on the base first.");
  }
  if (base === null) return fallbackUnset();
  return distrust(
    "BASE_UNRESOLVED",
    `base "${base}" does not resolve to a commit`,
    "Fetch it, or name an existing branch, remote-tracking branch or commit.",
  );
}

function fallbackUnset(): Distrust {
  return distrust(
    "NO_BASE",
    "no base was given and origin/HEAD is not set",
    "Name the base as the second argument, or run: git remote set-head origin --auto",
  );
}

function ambiguous(asked: string): Distrust {
  return distrust(
    "BASE_AMBIGUOUS",
    `base "${asked}" names more than one ref`,
    `Write it out: refs/heads/${asked} or refs/remotes/origin/${asked}, and remove the ref that shadows it.`,
  );
}

interface Own {
  readonly asked: string;
  /** Full ref name of what was asked, "" when it is no ref but a SHA or an expression. */
  readonly name: string;
  readonly branch: string | null;
  readonly headOid: string;
  readonly baseOid: string;
}

/** Whether the base is the branch itself in some guise, which would pass every committed edit. */
async function whyOwn(git: Git, own: Own): Promise<Distrust | null> {
  const { asked, name, branch } = own;
  if (branch !== null) {
    if (name === branch) {
      return distrust("BASE_IS_BRANCH", `base "${asked}" is the current branch itself`, OTHER);
    }
    if (await isOwnCopy(git, name, branch)) {
      const why = `base "${asked}" is the current branch's own remote copy`;
      return distrust("BASE_IS_OWN_COPY", why, OTHER);
    }
  }
  const isBranch = name.startsWith("refs/heads/") || name.startsWith("refs/remotes/");
  if (isBranch || own.baseOid !== own.headOid || !(await hasWork(git, own))) return null;
  const why = `base "${asked}" is the tip of the current branch, which has commits of its own`;
  return distrust("BASE_IS_OWN_TIP", why, OTHER);
}

const OTHER =
  "Name the branch that this one was cut from (for instance origin/main): compared with itself, a branch has no changes.";

async function isOwnCopy(git: Git, name: string, branch: string): Promise<boolean> {
  const short = branch.slice("refs/heads/".length);
  const prefix = "refs/remotes/";
  if (!name.startsWith(prefix) || !name.endsWith(`/${short}`)) return false;
  const remote = name.slice(prefix.length, -short.length - 1);
  const remotes = await git(["remote"]);
  return remotes.stdout.toString("utf8").split("\n").includes(remote);
}

/** HEAD has work of its own when no other branch, here or on a remote, contains it. */
async function hasWork(git: Git, { branch, headOid }: Own): Promise<boolean> {
  const { stdout } = await git([
    "for-each-ref",
    `--contains=${headOid}`,
    "--format=%(refname)%00%(symref)",
    "refs/heads",
    "refs/remotes",
  ]);
  const short = branch === null ? null : branch.slice("refs/heads/".length);
  const others = stdout
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "" && line.endsWith("\0"))
    .map((line) => line.slice(0, -1))
    .filter((ref) => short === null || !isNamed(ref, short));
  return others.length === 0;
}

function isNamed(ref: string, short: string): boolean {
  return (
    ref === `refs/heads/${short}` || (ref.startsWith("refs/remotes/") && ref.endsWith(`/${short}`))
  );
}
