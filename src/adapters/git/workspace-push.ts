import type { Pushed } from "../../ports.ts";
import type { Git } from "./run-git.ts";
import type { Refusal, Remote } from "./workspace-remote.ts";
import { addressOf, listRefs, reach, refusalOf } from "./workspace-remote.ts";

export interface PushRequest {
  /** Full ref name on the remote. */
  readonly ref: string;
  readonly sha: string;
  /** What the ref must be there now; null when it must not exist. */
  readonly expected: string | null;
}

/**
 * Moves one ref of the remote forward, if it is what it is expected to be, and asks the remote
 * afterwards. Nothing is ever forced: a lease alone would allow a rewrite, so ancestry is checked.
 * @param readBack whether a push that git calls done is looked at as well
 */
export async function pushRef(
  git: Git,
  remote: Remote,
  gitDir: string,
  asked: PushRequest,
  { signal, readBack }: { readonly signal: AbortSignal; readonly readBack: boolean },
): Promise<Pushed> {
  const backwards = await checkForward(git, gitDir, asked);
  if (backwards !== null) return backwards;
  const call = reach(remote, gitDir, signal);
  const pushed = await git.run([...(await pushArgs(git, remote, asked))], call);
  if (pushed.exitCode === 0 && !readBack) return movedTo(remote, asked);
  const now = await listRefs(git, remote, call, [asked.ref]);
  if (now.kind === "refused") return now;
  const there = now.refs.get(asked.ref) ?? null;
  if (there === asked.sha) return movedTo(remote, asked);
  if (there !== asked.expected) return foreign(remote, asked, there);
  if (pushed.exitCode !== 0) return refusalOf(remote, pushed);
  return {
    kind: "refused",
    why: `${addressOf(remote)} accepted the push of ${asked.ref} but does not have it.`,
    fix: "Resume the run; if it happens again, look at the server's status.",
  };
}

function movedTo(remote: Remote, { sha, ref }: PushRequest): Pushed {
  return { kind: "pushed", sha, url: webUrl(remote, ref) };
}

async function checkForward(git: Git, gitDir: string, asked: PushRequest): Promise<Refusal | null> {
  if (asked.expected === null || asked.expected === asked.sha) return null;
  const ancestor = ["merge-base", "--is-ancestor", asked.expected, asked.sha];
  if ((await git.run(ancestor, { gitDir })).exitCode === 0) return null;
  return {
    kind: "refused",
    why: `${asked.sha.slice(0, 12)} does not continue ${asked.expected.slice(0, 12)}; pushing it would rewrite ${asked.ref}.`,
    fix: "Start a fresh run (/tdd run --fresh), which cuts a new branch.",
  };
}

async function pushArgs(git: Git, remote: Remote, asked: PushRequest): Promise<string[]> {
  const lease = `--force-with-lease=${asked.ref}:${asked.expected ?? ""}`;
  const hooks = await withoutLocalHooks(git, remote);
  return [
    "push",
    "--no-verify",
    "-q",
    lease,
    ...hooks,
    "--",
    addressOf(remote),
    `${asked.sha}:${asked.ref}`,
  ];
}

/**
 * A person's checkout: its work tree is never updated, whatever its settings, and its hooks, which
 * were not written for a robot's push and may run the branch's own code, do not run. A bare
 * repository's hooks are the rules of a server and stay.
 */
async function withoutLocalHooks(git: Git, remote: Remote): Promise<string[]> {
  if (remote.kind === "url") return [];
  const bare = await git.run(["-C", remote.path, "rev-parse", "--is-bare-repository"], {});
  if (bare.stdout.toString("utf8").trim() === "true") return [];
  const settings = "-c core.hooksPath=/dev/null -c receive.denyCurrentBranch=refuse";
  return [`--receive-pack=git ${settings} receive-pack`];
}

function foreign(remote: Remote, asked: PushRequest, there: string | null): Refusal {
  const branch = asked.ref.replace(/^refs\/heads\//, "");
  if (asked.expected === null && there !== null) return taken(remote, branch, there);
  const found = there === null ? "is gone" : `is at ${there.slice(0, 12)}`;
  const expected = `was left at ${asked.expected?.slice(0, 12)}`;
  return {
    kind: "refused",
    why: `Foreign commits: ${branch} on ${addressOf(remote)} ${found}, but it ${expected}. Somebody else moved it.`,
    fix: `Shall the loop go on without those commits? Delete or rename ${branch} there and resume, or keep them and finish the work by hand.`,
  };
}

/** A later run that ended first has the name, or a person does. */
function taken(remote: Remote, branch: string, there: string): Refusal {
  return {
    kind: "refused",
    why: `Foreign commits: ${branch} is on ${addressOf(remote)} already, at ${there.slice(0, 12)}, although this run has pushed nothing yet. Another run or a person took the name.`,
    fix: `Shall that branch go? Delete or rename ${branch} there and resume, or start a fresh run, which takes the next free name.`,
  };
}

function webUrl(remote: Remote, ref: string): string {
  if (remote.kind === "path") return remote.path;
  const url = new URL(remote.url.replace(/\.git$/, ""));
  url.username = "";
  url.password = "";
  if (!ref.startsWith("refs/heads/")) return url.href;
  const branch = ref.slice("refs/heads/".length).split("/").map(encodeURIComponent).join("/");
  return `${url.href}/tree/${branch}`;
}
