import { z } from "zod";
import { senderOf } from "../access.ts";
import { ApiError, notFound } from "../api-error.ts";
import { commitInfo, resolveCommit, resolveRef } from "../git-queries.ts";
import { moveRef } from "../ref-rules.ts";
import type { Reply, RepoCall, Route } from "../router.ts";
import { readBody, reply, repoRoute } from "../router.ts";
import { gitCommitShape } from "../shapes/commit-shape.ts";
import { repoHtml, repoUrl } from "../shapes/repo-shape.ts";
import type { Shape } from "../shapes/user-shape.ts";
import { withIndex } from "../with-index.ts";

interface Entry {
  readonly mode: string;
  readonly type: string;
  readonly sha: string;
  readonly size: number;
  readonly path: string;
}

function readTree(text: string): Entry[] {
  return text
    .split("\0")
    .filter(Boolean)
    .map((line) => {
      const [head = "", path = ""] = line.split("\t");
      const [mode = "", type = "", sha = "", size = "0"] = head.split(/\s+/);
      return { mode, type, sha, size: Number(size) || 0, path };
    });
}

function kindOf(entry: Entry): string {
  if (entry.mode === "120000") return "symlink";
  if (entry.type === "commit") return "submodule";
  return entry.type === "tree" ? "dir" : "file";
}

function entryShape(call: RepoCall, ref: string, entry: Entry): Shape {
  const { world, repo } = call;
  const path = entry.path.split("/").map(encodeURIComponent).join("/");
  const url = `${repoUrl(world, repo)}/contents/${path}?ref=${encodeURIComponent(ref)}`;
  const isDirectory = entry.type === "tree";
  const git = `${repoUrl(world, repo)}/git/${isDirectory ? "trees" : "blobs"}/${entry.sha}`;
  const html = `${repoHtml(world, repo)}/${isDirectory ? "tree" : "blob"}/${ref}/${path}`;
  return {
    type: kindOf(entry),
    size: entry.size,
    name: entry.path.slice(entry.path.lastIndexOf("/") + 1),
    path: entry.path,
    sha: entry.sha,
    url,
    git_url: git,
    html_url: html,
    download_url: isDirectory ? null : `${repoHtml(world, repo)}/raw/${ref}/${path}`,
    _links: { self: url, git, html },
  };
}

async function listPath(call: RepoCall, sha: string, path: string): Promise<Entry[]> {
  const clean = path.replace(/\/+$/, "");
  return readTree(await call.repo.git.ok(["ls-tree", "-z", "--long", sha, "--", clean]));
}

async function getContents(call: RepoCall): Promise<Reply> {
  const { repo } = call;
  const path = call.params["path"] ?? "";
  const ref = call.query.get("ref") ?? repo.defaultBranch;
  const sha = await resolveCommit(repo.git, ref.replace(/^refs\/(heads|tags)\//, ""));
  if (!sha) throw new ApiError(404, `No commit found for the ref ${ref}`);
  const [found] = path === "" ? [] : await listPath(call, sha, path);
  if (path !== "" && !found) throw notFound();
  if (found && found.type !== "tree") return fileContents(call, ref, found);
  const inside = await directory(call, sha, path);
  return reply(
    200,
    inside.map((entry) => entryShape(call, ref, entry)),
  );
}

async function directory(call: RepoCall, sha: string, path: string): Promise<Entry[]> {
  const clean = path.replace(/\/+$/, "");
  const text = await call.repo.git.ok(["ls-tree", "-z", "--long", `${sha}:${clean}`]);
  return readTree(text).map((entry) => ({
    ...entry,
    path: clean === "" ? entry.path : `${clean}/${entry.path}`,
  }));
}

/** Files over 1 MB come without content except raw; over 100 MB not at all (GitHub docs). */
async function fileContents(call: RepoCall, ref: string, entry: Entry): Promise<Reply> {
  const bytes = await call.repo.git.bytes(["cat-file", "blob", entry.sha]);
  const accept = String(call.headers["accept"] ?? "");
  if (accept.includes(".raw")) {
    return {
      status: 200,
      body: bytes,
      headers: { "content-type": "application/vnd.github.raw+json; charset=utf-8" },
    };
  }
  const isSmall = bytes.length <= 1_048_576;
  const base64 = bytes.toString("base64").replace(/.{60}/g, "$&\n");
  return reply(200, {
    ...entryShape(call, ref, entry),
    content: isSmall ? `${base64}\n` : "",
    encoding: isSmall ? "base64" : "none",
  });
}

const PutBody = z.object({
  message: z.string(),
  content: z.string(),
  branch: z.string().optional(),
  sha: z.string().optional(),
});

async function putContents(call: RepoCall): Promise<Reply> {
  const { repo, world } = call;
  const body = readBody(PutBody, call);
  const path = call.params["path"] ?? "";
  const ref = `refs/heads/${body.branch ?? repo.defaultBranch}`;
  const parent = await resolveRef(repo.git, ref);
  if (!parent) throw new ApiError(404, `Branch ${body.branch} not found`);
  const [old] = await listPath(call, parent, path);
  if (old && old.sha !== body.sha) {
    if (body.sha === undefined)
      throw new ApiError(422, `Invalid request.\n\n"sha" wasn't supplied.`);
    throw new ApiError(409, `${path} does not match ${body.sha}`);
  }
  const blob = await repo.git.ok(["hash-object", "-w", "--stdin"], {
    input: Buffer.from(body.content, "base64"),
  });
  const tree = await withFile(call, parent, path, blob);
  const who = senderOf(world, call.actor);
  const identity = {
    GIT_AUTHOR_NAME: who.login,
    GIT_AUTHOR_EMAIL: `${who.id}+${who.login}@users.noreply.github.com`,
  };
  const after = await repo.git.ok(["commit-tree", tree, "-p", parent, "-m", body.message], {
    env: identity,
  });
  await moveRef(world, repo, call.actor, { ref, before: parent, after });
  const [made] = await listPath(call, after, path);
  return reply(old ? 200 : 201, {
    content: made ? entryShape(call, after, made) : null,
    commit: gitCommitShape(world, repo, await commitInfo(repo.git, after)),
  });
}

/** The tree of `parent` with one file set. */
function withFile(call: RepoCall, parent: string, path: string, blob: string): Promise<string> {
  const { git } = call.repo;
  return withIndex(call, async (env) => {
    await git.ok(["read-tree", parent], { env });
    await git.ok(["update-index", "--add", "--cacheinfo", `100644,${blob},${path}`], { env });
    return git.ok(["write-tree"], { env });
  });
}

export const contentRoutes: readonly Route[] = [
  repoRoute("GET", "/contents/{path*}", { needs: [["contents", "read"]] }, getContents),
  repoRoute("PUT", "/contents/{path*}", { needs: [["contents", "write"]] }, putContents),
];
