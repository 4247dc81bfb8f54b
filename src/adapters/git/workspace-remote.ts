import type { ExecResult } from "../exec.ts";
import type { Git, GitCall } from "./run-git.ts";

/** Where the branch comes from and goes to: a person's own repository, or a server. */
export type Remote =
  | { readonly kind: "path"; readonly path: string }
  | { readonly kind: "url"; readonly url: string; readonly token: string | null };

/** A transport that did not work, as a sentence and the way out of it. */
export interface Refusal {
  readonly kind: "refused";
  readonly why: string;
  readonly fix: string;
}

/** Advertised refs, and the branch that HEAD stands for when the server says so. */
export interface RemoteRefs {
  readonly kind: "refs";
  readonly head: string | null;
  readonly refs: ReadonlyMap<string, string>;
}

export function addressOf(remote: Remote): string {
  return remote.kind === "path" ? remote.path : remote.url;
}

/**
 * How to reach the remote. The token travels in the environment of this one git process, bound to
 * the address, so it is in no file, no argument list and no process that runs repository code.
 */
export function reach(remote: Remote, gitDir: string, signal?: AbortSignal): GitCall {
  const aborts = signal === undefined ? {} : { signal };
  if (remote.kind === "path") return { gitDir, transport: "file", ...aborts };
  const transport = remote.url.startsWith("http:") ? "http" : "https";
  return { gitDir, transport, env: credential(remote.url, remote.token), ...aborts };
}

function credential(url: string, token: string | null): Record<string, string> {
  if (token === null) return {};
  const basic = Buffer.from(`x-access-token:${token}`).toString("base64");
  return {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: `http.${new URL(url).origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${basic}`,
  };
}

/** Asks the remote which commits the named refs stand for. */
export async function listRefs(
  git: Git,
  remote: Remote,
  call: GitCall,
  names: readonly string[],
): Promise<RemoteRefs | Refusal> {
  const args = ["ls-remote", "--symref", "--", addressOf(remote), ...names];
  const listed = await git.run(args, call);
  if (listed.exitCode !== 0) return refusalOf(remote, listed);
  return readRefs(listed.stdout.toString("utf8"));
}

function readRefs(text: string): RemoteRefs {
  let head: string | null = null;
  const refs = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [value, name] = line.split("\t");
    if (value === undefined || name === undefined) continue;
    if (!value.startsWith("ref: ")) refs.set(name, value);
    else if (name === "HEAD") head = value.slice("ref: refs/heads/".length);
  }
  // Asked for HEAD alone, the server does not list the branch that HEAD stands for.
  const tip = refs.get("HEAD");
  if (head !== null && tip !== undefined) refs.set(`refs/heads/${head}`, tip);
  return { kind: "refs", head, refs };
}

interface Symptom {
  readonly sign: RegExp;
  readonly why: string;
  readonly fix: string;
}

/** What git and GitHub print, and what it means. First match wins. */
const SYMPTOMS: readonly Symptom[] = [
  {
    sign: /without `?workflows?`? permission/i,
    why: "the branch changes a workflow file and the credential may not",
    fix: "Take .github/workflows out of the change, or push that file yourself.",
  },
  {
    sign: /GH006|GH013|protected branch|rule violations/i,
    why: "a branch rule of the repository forbids this push",
    fix: "Let the bot push to tdd/* branches in the repository's branch rules, then resume.",
  },
  {
    sign: /is currently checked out|checked out branch/i,
    why: "this branch is checked out in the repository that the loop pushes to",
    fix: "Check out another branch there (for example `git switch -`), then resume.",
  },
  {
    sign: /Authentication failed|could not read (Username|Password)|error: 401|HTTP 401|terminal prompts disabled/i,
    why: "the credential was not accepted (401)",
    fix: "Give a token that may read and write the repository's contents, then start again.",
  },
  {
    sign: /error: 403|HTTP 403|Permission to .* denied|denied to/i,
    why: "the credential has no right to do this (403)",
    fix: "Grant it `contents: write` on this repository, then start again.",
  },
  {
    sign: /not found|does not exist|does not appear to be a git repository|error: 404/i,
    why: "there is no such repository, or the credential cannot see it",
    fix: "Check the address, and that the token or App installation covers this repository.",
  },
  {
    sign: /stale info|fetch first|non-fast-forward|cannot lock ref|\[(remote )?rejected\]/i,
    why: "the remote would not move the branch",
    fix: "Look at what is on the branch there; keep or delete it, then resume.",
  },
  {
    sign: /Could not resolve host|Failed to connect|Connection (refused|reset|timed out)|Network is unreachable|SSL|early EOF|hung up|error: 5\d\d/i,
    why: "the server could not be reached",
    fix: "Check the network and the server's status, then resume; nothing is lost.",
  },
];

export function refusalOf(remote: Remote, ended: ExecResult): Refusal {
  const said = ended.stderr.trim();
  const symptom = SYMPTOMS.find(({ sign }) => sign.test(said));
  const where = addressOf(remote);
  const last = said.split("\n").slice(-3).join(" ").slice(0, 400);
  if (symptom !== undefined) {
    return {
      kind: "refused",
      why: `${where}: ${symptom.why}. Git said: ${last}`,
      fix: symptom.fix,
    };
  }
  const why = `${where}: git could not do this. Git said: ${last || `exit ${ended.exitCode}`}`;
  return { kind: "refused", why, fix: "Do what git says above, then start again." };
}
