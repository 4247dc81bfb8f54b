import type { Opened, OpenRequest } from "../../ports.ts";
import { isBranchName } from "./object-id.ts";
import type { Git } from "./run-git.ts";
import { ensureControl } from "./workspace-control.ts";
import type { Refusal, Remote, RemoteRefs } from "./workspace-remote.ts";
import { addressOf, listRefs, reach, refusalOf } from "./workspace-remote.ts";

const BASE = "refs/tdd-loop/base";

/** The base as people name it, and the ref on the remote that holds it. */
interface Base {
  readonly kind: "base";
  readonly name: string;
  readonly ref: string;
}

type Asked = Pick<OpenRequest, "base" | "branch">;

/** Makes or finds the control repository, brings base and branch up to date and reads the base. */
export async function openWorkspace(
  git: Git,
  remote: Remote,
  gitDir: string,
  asked: OpenRequest,
  signal: AbortSignal,
): Promise<Opened> {
  const bad = checkNames(asked);
  if (bad !== null) return bad;
  const found = await (remote.kind === "path"
    ? localRefs(git, remote.path)
    : serverRefs(git, remote, asked, signal));
  if (found.kind === "refused") return found;
  const base = chooseBase(remote, found, asked);
  if (base.kind === "refused") return base;
  const ready = await ensureControl(git, remote, gitDir, signal);
  if (ready.kind === "refused") return ready;
  const call = reach(remote, gitDir, signal);
  const fetch = ["fetch", "-q", "--no-tags", "--update-shallow", "--no-write-fetch-head"];
  const refs = [`+${base.ref}:${BASE}`];
  const fetched = await git.run([...fetch, "--", addressOf(remote), ...refs], call);
  if (fetched.exitCode !== 0) return refusalOf(remote, fetched);
  const branch = freeBranch(asked.branch, found.refs);
  return await readBase(git, remote, gitDir, { name: base.name, branch });
}

/** Why the base of a run in a person's own repository cannot be had; null when it can. */
export async function refusedBase(git: Git, path: string, asked: Asked): Promise<Refusal | null> {
  const bad = checkNames(asked);
  if (bad !== null) return bad;
  const found = await localRefs(git, path);
  if (found.kind === "refused") return found;
  const base = chooseBase({ kind: "path", path }, found, asked);
  return base.kind === "refused" ? base : null;
}

/** An earlier run's branch is left as it is, and so is a person's: the new run gets a new one. */
function freeBranch(wanted: string, refs: ReadonlyMap<string, string>): string {
  let name = wanted;
  for (let n = 2; refs.has(`refs/heads/${name}`); n += 1) name = `${wanted}-${n}`;
  return name;
}

function refused(why: string, fix: string): Refusal {
  return { kind: "refused", why, fix };
}

function checkNames(asked: Asked): Refusal | null {
  if (!isBranchName(asked.branch)) {
    return refused(
      `${JSON.stringify(asked.branch)} cannot be the name of a branch.`,
      "Choose a name of letters, digits, dots and dashes, such as tdd/add-discount.",
    );
  }
  if (asked.base === null || isBranchName(asked.base)) return null;
  return refused(
    `${JSON.stringify(asked.base)} cannot be the name of a base branch.`,
    "Name an existing branch, such as main.",
  );
}

/** Refs of a person's repository, read without a transport; HEAD may be detached or unborn. */
async function localRefs(git: Git, path: string): Promise<RemoteRefs | Refusal> {
  const probe = await git.run(["-C", path, "rev-parse", "--is-inside-git-dir"], {});
  if (probe.exitCode !== 0) {
    return refused(
      `${path} is not a git repository that can be read. Git said: ${probe.stderr.trim()}`,
      "Start in a git repository, or make one: git init && git add -A && git commit.",
    );
  }
  const head = await git.run(["-C", path, "symbolic-ref", "-q", "HEAD"], {});
  const listing = ["for-each-ref", "--format=%(objectname) %(refname)"];
  const listed = await git.text(["-C", path, ...listing, "refs/heads", "refs/remotes/origin"], {});
  const refs = new Map<string, string>();
  for (const line of listed.split("\n").filter((text) => text !== "")) {
    const space = line.indexOf(" ");
    refs.set(line.slice(space + 1), line.slice(0, space));
  }
  const branch = head.stdout.toString("utf8").trim().replace("refs/heads/", "");
  return { kind: "refs", head: head.exitCode === 0 ? branch : null, refs };
}

async function serverRefs(
  git: Git,
  remote: Remote & { kind: "url" },
  asked: OpenRequest,
  signal: AbortSignal,
): Promise<RemoteRefs | Refusal> {
  // Outside any repository: nothing but the address decides what this call reads.
  const { gitDir: _, ...call } = reach(remote, "", signal);
  const bases = asked.base === null ? [] : [`refs/heads/${asked.base}`];
  const names = ["HEAD", ...bases, `refs/heads/${asked.branch}*`];
  const listed = await listRefs(git, remote, { ...call, cwd: "/" }, names);
  if (listed.kind === "refused" || listed.head === null) return listed;
  // Without a base only HEAD was asked for: its commit is the default branch's.
  const tip = listed.refs.get("HEAD");
  const refs = new Map(listed.refs);
  if (tip !== undefined) refs.set(`refs/heads/${listed.head}`, tip);
  return { ...listed, refs };
}

/** S0-17: the remote-tracking branch of origin if there is one, else the local branch. */
function chooseBase(remote: Remote, found: RemoteRefs, asked: Asked): Base | Refusal {
  const where = addressOf(remote);
  if (found.refs.size === 0) {
    return refused(
      `${where} has no commit yet.`,
      "Make a first commit and push it, then start again.",
    );
  }
  const name = asked.base ?? found.head;
  if (name === null) {
    return refused(
      `${where} is at a detached HEAD and no base was named.`,
      "Name the base branch (--base main), or check out a branch.",
    );
  }
  if (name === asked.branch || name === `origin/${asked.branch}`) {
    return refused(
      `The base ${JSON.stringify(name)} names the run's own branch; compared with itself every change would pass.`,
      "Name the branch that the work is to land on (--base main).",
    );
  }
  for (const candidate of candidates(remote, name)) {
    if (found.refs.has(candidate.ref)) return candidate;
  }
  return refused(`${where} has no branch ${JSON.stringify(name)}.`, knownBranches(found));
}

function candidates(remote: Remote, name: string): readonly Base[] {
  const local: Base = { kind: "base", name, ref: `refs/heads/${name}` };
  if (remote.kind === "url") return [local];
  const tracked: Base = {
    kind: "base",
    name: `origin/${name}`,
    ref: `refs/remotes/origin/${name}`,
  };
  const spelled: Base = { kind: "base", name, ref: `refs/remotes/${name}` };
  return name.startsWith("origin/") ? [tracked, local, spelled] : [tracked, local];
}

function knownBranches(found: RemoteRefs): string {
  const names = [...found.refs.keys()]
    .filter((ref) => ref.startsWith("refs/heads/"))
    .map((ref) => ref.slice("refs/heads/".length))
    .slice(0, 10);
  const there = names.length === 0 ? "" : ` There are: ${names.join(", ")}.`;
  return `Name an existing branch as the base (--base).${there}`;
}

async function readBase(
  git: Git,
  remote: Remote,
  gitDir: string,
  { name, branch }: { readonly name: string; readonly branch: string },
): Promise<Opened> {
  const ids = await git
    .text(["rev-parse", `${BASE}^{commit}`, `${BASE}^{tree}`], {
      gitDir,
    })
    .then((text) => text.split("\n"));
  const [baseSha = "", baseTree = ""] = ids;
  if (remote.kind === "path") {
    const missing = await missingObjects(git, gitDir, baseTree);
    if (missing !== null) return missing;
  }
  const listed = await git.run(["ls-tree", "-r", "-z", "--name-only", baseTree], { gitDir });
  const files = listed.stdout.toString("utf8").split("\0").filter(Boolean);
  return { kind: "opened", baseRef: name, baseSha, baseTree, branch, files };
}

/** A partial clone lacks file contents; they cannot be asked for without its owner's credentials. */
async function missingObjects(git: Git, gitDir: string, tree: string): Promise<Refusal | null> {
  const listing = ["rev-list", "--objects", "--no-object-names", "--missing=print", tree];
  const listed = await git.run(listing, { gitDir });
  if (listed.exitCode === 0 && !/^\?/m.test(listed.stdout.toString("utf8"))) return null;
  return refused(
    "The repository is a partial clone (made with --filter): files of the base are not in it.",
    "Fetch them (git fetch --refetch --no-filter origin), or clone without --filter, then start again.",
  );
}
