import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { mayAccess } from "./access.ts";
import type { Actor } from "./actor.ts";
import { ApiError } from "./api-error.ts";
import { authenticate } from "./authenticate.ts";
import { gitEnvironment } from "./git.ts";
import { listRefs, zeroSha } from "./git-queries.ts";
import { inTurn, refChanged } from "./ref-changes.ts";
import { mayBypass, mayChangeWorkflows } from "./ref-rules.ts";
import type { Repo, World } from "./world.ts";

const pattern = /^\/([^/]+)\/([^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/;

export function isGitPath(path: string): boolean {
  return pattern.test(path);
}

/**
 * Runs inside receive-pack with the pushed objects in quarantine, so it can look at them before
 * they count. Protected branches and the workflows permission are judged here.
 */
const updateHook = `#!/bin/sh
ref="$1"; old="$2"; new="$3"
zero=${zeroSha}
case "$ref" in
  refs/pull/*) echo "error: deny updating a hidden ref" >&2; exit 1 ;;
  refs/heads/*) branch="\${ref#refs/heads/}" ;;
  *) exit 0 ;;
esac
if printf '%s' "$FORGE_PROTECTED" | grep -qxF "$branch"; then
  if [ "$new" = "$zero" ]; then
    echo "error: GH006: Protected branch update failed for $ref. Cannot delete a protected branch" >&2; exit 1
  fi
  if [ "$old" != "$zero" ] && ! git merge-base --is-ancestor "$old" "$new"; then
    echo "error: GH006: Protected branch update failed for $ref. Cannot force-push to this branch" >&2; exit 1
  fi
  if ! printf '%s' "$FORGE_BYPASS" | grep -qxF "$branch"; then
    echo "error: GH006: Protected branch update failed for $ref. Changes must be made through a pull request; required status checks are expected." >&2; exit 1
  fi
fi
if [ "$FORGE_WORKFLOWS" != "yes" ] && [ "$new" != "$zero" ]; then
  from="$old"
  if [ "$old" = "$zero" ]; then from=$(git merge-base "refs/heads/$FORGE_DEFAULT" "$new" 2>/dev/null || echo 4b825dc642cb6eb9a060e54bf8d69288fbee4904); fi
  file=$(git diff --name-only "$from" "$new" -- .github/workflows | head -n 1)
  if [ -n "$file" ]; then
    echo "refusing to allow a GitHub App to create or update workflow \\\`$file\\\` without \\\`workflows\\\` permission" >&2; exit 1
  fi
fi
exit 0
`;

/** A bare repository as the smart protocol needs it. */
export async function prepareRepository(repo: Repo): Promise<void> {
  const { git } = repo;
  await git.ok(["init", "--quiet", "--bare", `--initial-branch=${repo.defaultBranch}`]);
  await git.ok(["config", "http.receivepack", "true"]);
  await git.ok(["config", "uploadpack.allowAnySHA1InWant", "true"]);
  await git.ok(["config", "uploadpack.allowFilter", "true"]);
  await git.ok(["config", "receive.denyDeleteCurrent", "refuse"]);
  await git.ok(["config", "gc.auto", "0"]);
  await mkdir(join(git.dir, "hooks"), { recursive: true });
  const hook = join(git.dir, "hooks", "update");
  await writeFile(hook, updateHook);
  await chmod(hook, 0o755);
}

function refuse(response: ServerResponse, status: number, text: string): void {
  const headers: Record<string, string> = { "content-type": "text/plain" };
  if (status === 401) headers["www-authenticate"] = 'Basic realm="GitHub"';
  response.writeHead(status, headers).end(text);
}

function actorOf(world: World, request: IncomingMessage): Actor | null {
  try {
    return authenticate(world, request.headers.authorization).actor;
  } catch (cause) {
    if (cause instanceof ApiError) return null;
    throw cause;
  }
}

type Admission =
  | { readonly kind: "in"; readonly repo: Repo; readonly actor: Actor }
  | { readonly kind: "out"; readonly status: number; readonly text: string };

/** 401 asks for credentials; with good ones, what one may not see is not found. */
function admit(world: World, request: IncomingMessage, name: string, writes: boolean): Admission {
  const actor = actorOf(world, request);
  if (actor === null) return { kind: "out", status: 401, text: "Invalid username or token." };
  const repo = world.repos.get(name.toLowerCase());
  const sees = repo && mayAccess(actor, repo, { needs: [["contents", "read"]] });
  const isStranger = actor.kind === "anonymous";
  if (!repo || !sees) {
    if (isStranger) return { kind: "out", status: 401, text: "Repository not found." };
    return { kind: "out", status: 404, text: "Repository not found." };
  }
  if (!writes || mayAccess(actor, repo, { needs: [["contents", "write"]] })) {
    return { kind: "in", repo, actor };
  }
  if (isStranger) return { kind: "out", status: 401, text: "Authentication required." };
  return { kind: "out", status: 403, text: "Write access to repository not granted." };
}

function hookEnvironment(repo: Repo, actor: Actor): Record<string, string> {
  const branches = [...repo.protections.keys()];
  return {
    FORGE_PROTECTED: branches.join("\n"),
    FORGE_BYPASS: branches.filter((branch) => mayBypass(actor, repo, branch)).join("\n"),
    FORGE_WORKFLOWS: mayChangeWorkflows(actor) ? "yes" : "no",
    FORGE_DEFAULT: repo.defaultBranch,
  };
}

function header(request: IncomingMessage, name: string): string {
  return String(request.headers[name] ?? "");
}

function cgiEnvironment(
  world: World,
  request: IncomingMessage,
  at: { repo: Repo; actor: Actor; tail: string; query: string },
) {
  return {
    ...gitEnvironment(world.path),
    ...hookEnvironment(at.repo, at.actor),
    GIT_PROJECT_ROOT: at.repo.git.dir,
    GIT_HTTP_EXPORT_ALL: "1",
    PATH_INFO: `/${at.tail}`,
    QUERY_STRING: at.query,
    REQUEST_METHOD: request.method ?? "GET",
    REMOTE_USER: at.actor.kind === "anonymous" ? "" : "forge",
    REMOTE_ADDR: "127.0.0.1",
    CONTENT_TYPE: header(request, "content-type"),
    HTTP_CONTENT_ENCODING: header(request, "content-encoding"),
    GIT_PROTOCOL: header(request, "git-protocol"),
    // A chunked body has no length; the CGI then reads to the end of its input.
    ...(request.headers["content-length"]
      ? { CONTENT_LENGTH: request.headers["content-length"] }
      : {}),
  };
}

/** Splits a CGI answer into its head and its body and passes both on. */
function passOn(head: string, response: ServerResponse): void {
  const headers: Record<string, string> = {};
  let status = 200;
  for (const line of head.split(/\r?\n/)) {
    const [name = "", value = ""] = line.split(/:\s*(.*)/s);
    if (name.toLowerCase() === "status") status = Number.parseInt(value, 10);
    else if (name !== "") headers[name] = value;
  }
  response.writeHead(status, headers);
}

/** The CGI is a child of `git`, and waits for ever for a body that was promised and is cut off. */
function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, "SIGTERM");
  } catch {
    // It has ended meanwhile.
  }
}

async function runBackend(
  request: IncomingMessage,
  response: ServerResponse,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  // Whoever asked may be gone before its turn has come.
  if (response.destroyed) return;
  const stdio = ["pipe", "pipe", "ignore"] as const;
  const child = spawn("git", ["http-backend"], { env, stdio: [...stdio], detached: true });
  child.stdin.on("error", () => undefined);
  request.pipe(child.stdin);
  response.on("close", () => endGroup(child));
  let pending: Buffer | null = Buffer.alloc(0);
  child.stdout.on("data", (chunk: Buffer) => {
    if (pending === null) {
      response.write(chunk);
      return;
    }
    pending = Buffer.concat([pending, chunk]);
    const end = pending.indexOf("\r\n\r\n");
    if (end < 0) return;
    passOn(pending.subarray(0, end).toString(), response);
    response.write(pending.subarray(end + 4));
    pending = null;
  });
  await new Promise<void>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => resolve());
  });
  if (pending !== null) refuse(response, 500, "git http-backend gave no answer");
}

/** What a push moved: refs before against refs after, because one push may make several requests. */
async function announce(world: World, repo: Repo, actor: Actor, before: Map<string, string>) {
  const after = await listRefs(repo.git);
  for (const ref of new Set([...before.keys(), ...after.keys()])) {
    const change = { ref, before: before.get(ref) ?? zeroSha, after: after.get(ref) ?? zeroSha };
    if (change.before !== change.after) await refChanged(world, repo, actor, change);
  }
}

/** Git's smart HTTP protocol through `git http-backend`. Gives what the request log should say. */
export async function serveGit(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Actor> {
  const url = new URL(request.url ?? "/", world.url);
  const [, owner = "", name = "", tail = ""] = pattern.exec(url.pathname) ?? [];
  const pushes =
    tail === "git-receive-pack" || url.searchParams.get("service") === "git-receive-pack";
  const admission = admit(world, request, `${owner}/${name}`, pushes);
  if (admission.kind === "out") {
    request.resume();
    refuse(response, admission.status, admission.text);
    return { kind: "anonymous" };
  }
  const { repo, actor } = admission;
  const env = cgiEnvironment(world, request, { repo, actor, tail, query: url.search.slice(1) });
  if (tail !== "git-receive-pack") {
    await runBackend(request, response, env);
    response.end();
    return actor;
  }
  await inTurn(repo, async () => {
    const before = await listRefs(repo.git);
    await runBackend(request, response, env);
    await announce(world, repo, actor, before);
  });
  // The pusher is answered last, so that what the push caused can already be seen.
  response.end();
  return actor;
}
