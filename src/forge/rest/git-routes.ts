import { z } from "zod";
import { senderOf } from "../access.ts";
import { ApiError, notFound, refused } from "../api-error.ts";
import {
  commitInfo,
  isAncestor,
  listRefs,
  objectType,
  resolveCommit,
  resolveRef,
  zeroSha,
} from "../git-queries.ts";
import { moveRef } from "../ref-rules.ts";
import type { Reply, RepoCall, Route } from "../router.ts";
import { paged, readBody, reply, repoRoute } from "../router.ts";
import { gitCommitShape } from "../shapes/commit-shape.ts";
import { repoUrl } from "../shapes/repo-shape.ts";
import type { Shape } from "../shapes/user-shape.ts";
import { nodeId } from "../shapes/user-shape.ts";
import { withIndex } from "../with-index.ts";

async function refShape(call: RepoCall, ref: string, sha: string): Promise<Shape> {
  const url = repoUrl(call.world, call.repo);
  const type = (await objectType(call.repo.git, sha)) ?? "commit";
  return {
    ref,
    node_id: nodeId("REF", `${call.repo.id}:${ref}`),
    url: `${url}/git/${ref}`,
    object: { sha, type, url: `${url}/git/${type}s/${sha}` },
  };
}

function fullRef(call: RepoCall): string {
  return `refs/${call.params["ref"] ?? ""}`;
}

async function existing(call: RepoCall): Promise<string> {
  const sha = await resolveRef(call.repo.git, fullRef(call));
  if (!sha) throw new ApiError(404, "Not Found");
  return sha;
}

async function matchingRefs(call: RepoCall): Promise<Reply> {
  const refs = await listRefs(call.repo.git, fullRef(call));
  return paged(call, [...refs], ([ref, sha]) => refShape(call, ref, sha));
}

const CreateRef = z.object({ ref: z.string(), sha: z.string() });

async function createRef(call: RepoCall): Promise<Reply> {
  const { ref, sha } = readBody(CreateRef, call);
  const { git } = call.repo;
  const isWellFormed =
    /^refs\/[^/]+\/.+/.test(ref) && (await git.run(["check-ref-format", ref])).code === 0;
  if (!isWellFormed)
    throw new ApiError(
      422,
      "Reference name must start with 'refs/' and have at least two slashes.",
    );
  if (ref.startsWith("refs/pull/")) throw new ApiError(422, "Reference update failed");
  if (await resolveRef(git, ref)) throw new ApiError(422, "Reference already exists");
  const type = await objectType(git, sha);
  if (type === null) throw new ApiError(422, "Object does not exist");
  if (ref.startsWith("refs/heads/") && type !== "commit")
    throw new ApiError(422, "Reference update failed");
  await moveRef(call.world, call.repo, call.actor, { ref, before: zeroSha, after: sha });
  return reply(201, await refShape(call, ref, sha));
}

const UpdateRef = z.object({ sha: z.string(), force: z.boolean().optional() });

async function updateRef(call: RepoCall): Promise<Reply> {
  const { sha, force } = readBody(UpdateRef, call);
  const ref = fullRef(call);
  const before = await resolveRef(call.repo.git, ref);
  if (!before) throw new ApiError(422, "Reference does not exist");
  if ((await objectType(call.repo.git, sha)) === null)
    throw new ApiError(422, "Object does not exist");
  if (!force && !(await isAncestor(call.repo.git, before, sha))) {
    throw new ApiError(422, "Update is not a fast forward");
  }
  await moveRef(call.world, call.repo, call.actor, { ref, before, after: sha });
  return reply(200, await refShape(call, ref, sha));
}

async function deleteRef(call: RepoCall): Promise<Reply> {
  const ref = fullRef(call);
  const before = await resolveRef(call.repo.git, ref);
  if (!before) throw new ApiError(422, "Reference does not exist");
  if (ref === `refs/heads/${call.repo.defaultBranch}`)
    throw new ApiError(422, "Cannot delete the default branch");
  await moveRef(call.world, call.repo, call.actor, { ref, before, after: zeroSha });
  return reply(204);
}

async function getCommit(call: RepoCall): Promise<Reply> {
  const sha = call.params["commit_sha"] ?? "";
  if ((await objectType(call.repo.git, sha)) !== "commit") throw notFound();
  return reply(200, gitCommitShape(call.world, call.repo, await commitInfo(call.repo.git, sha)));
}

const PersonBody = z.object({ name: z.string(), email: z.string(), date: z.string().optional() });
const CommitBody = z.object({
  message: z.string(),
  tree: z.string(),
  parents: z.array(z.string()).default([]),
  author: PersonBody.optional(),
  committer: PersonBody.optional(),
});

function identity(prefix: string, person: z.infer<typeof PersonBody>): Record<string, string> {
  return {
    [`GIT_${prefix}_NAME`]: person.name,
    [`GIT_${prefix}_EMAIL`]: person.email,
    ...(person.date ? { [`GIT_${prefix}_DATE`]: person.date } : {}),
  };
}

async function createCommit(call: RepoCall): Promise<Reply> {
  const { git } = call.repo;
  const body = readBody(CommitBody, call);
  if ((await objectType(git, body.tree)) !== "tree")
    throw new ApiError(422, "Tree SHA does not exist");
  for (const parent of body.parents) {
    if ((await objectType(git, parent)) !== "commit") {
      throw new ApiError(422, "Parent SHA does not exist or is not a commit object");
    }
  }
  const who = senderOf(call.world, call.actor);
  const fallback = { name: who.login, email: `${who.id}+${who.login}@users.noreply.github.com` };
  const author = body.author ?? fallback;
  const env = {
    ...identity("AUTHOR", author),
    ...identity("COMMITTER", body.committer ?? author),
  };
  const parents = body.parents.flatMap((parent) => ["-p", parent]);
  const sha = await git.ok(["commit-tree", body.tree, ...parents], { input: body.message, env });
  return reply(201, gitCommitShape(call.world, call.repo, await commitInfo(git, sha)));
}

/** GitHub cuts a recursive listing at 100,000 entries and says so in `truncated`. */
const maxEntries = 100_000;

async function treeShape(call: RepoCall, sha: string, recursive: boolean): Promise<Shape> {
  const flags = recursive ? ["-r", "-t"] : [];
  const text = await call.repo.git.ok(["ls-tree", "-z", "--long", ...flags, sha]);
  const url = repoUrl(call.world, call.repo);
  const entries = text
    .split("\0")
    .filter(Boolean)
    .map((line) => {
      const [head = "", path = ""] = line.split("\t");
      const [mode, type, object, size] = head.split(/\s+/);
      const isBlob = type === "blob";
      return {
        path,
        mode,
        type,
        sha: object,
        ...(isBlob ? { size: Number(size) } : {}),
        ...(type === "commit" ? {} : { url: `${url}/git/${type}s/${object}` }),
      };
    });
  return {
    sha,
    url: `${url}/git/trees/${sha}`,
    tree: entries.slice(0, maxEntries),
    truncated: entries.length > maxEntries,
  };
}

async function getTree(call: RepoCall): Promise<Reply> {
  const name = call.params["tree_sha"] ?? "";
  const { git } = call.repo;
  const isTree = (await objectType(git, name)) === "tree";
  const commit = isTree ? null : await resolveCommit(git, name);
  if (!isTree && commit === null) throw notFound();
  const sha = commit === null ? name : await git.ok(["rev-parse", `${commit}^{tree}`]);
  return reply(200, await treeShape(call, sha, call.query.has("recursive")));
}

const TreeBody = z.object({
  base_tree: z.string().optional(),
  tree: z.array(
    z.object({
      path: z.string(),
      mode: z.enum(["100644", "100755", "040000", "160000", "120000"]),
      type: z.enum(["blob", "tree", "commit"]).optional(),
      sha: z.string().nullish(),
      content: z.string().optional(),
    }),
  ),
});

function checkPath(path: string): void {
  const isBad =
    path.startsWith("/") || path.split("/").some((part) => /^(\.\.?|\.git)?$/i.test(part));
  if (isBad) throw refused("GitTree", `tree.path contains a malformed path component: ${path}`);
}

interface TreeIndex {
  run(...args: string[]): Promise<boolean>;
  /** Lines for `update-index --index-info -z`. */
  feed(input: string): Promise<boolean>;
}

type TreeEntry = z.infer<typeof TreeBody>["tree"][number];

async function setEntry(call: RepoCall, index: TreeIndex, entry: TreeEntry): Promise<void> {
  checkPath(entry.path);
  if (entry.sha === null && entry.content === undefined) {
    // A bare repository has no work tree, which --force-remove asks for.
    await index.feed(`0 ${"0".repeat(40)}\t${entry.path}\0`);
    return;
  }
  const sha =
    entry.content === undefined
      ? entry.sha
      : await call.repo.git.ok(["hash-object", "-w", "--stdin"], { input: entry.content });
  const isSet =
    entry.mode === "040000"
      ? await index.run("read-tree", `--prefix=${entry.path}/`, String(sha))
      : await index.run(
          "update-index",
          "--add",
          "--cacheinfo",
          `${entry.mode},${sha},${entry.path}`,
        );
  if (!isSet) throw refused("GitTree", `tree.sha ${sha} is not a valid ${entry.type ?? "blob"}`);
}

async function createTree(call: RepoCall): Promise<Reply> {
  const { git } = call.repo;
  const body = readBody(TreeBody, call);
  const base = body.base_tree;
  if (base !== undefined && (await objectType(git, base)) === null) {
    throw new ApiError(422, "base_tree is not a valid tree oid");
  }
  return withIndex(call, async (env) => {
    const info = ["update-index", "-z", "--index-info"];
    const index = {
      run: async (...args: string[]) => (await git.run(args, { env })).code === 0,
      feed: async (input: string) => (await git.run(info, { env, input })).code === 0,
    };
    await index.run("read-tree", base ?? "--empty");
    for (const entry of body.tree) await setEntry(call, index, entry);
    const written = await git.run(["write-tree"], { env });
    if (written.code !== 0) throw refused("GitTree", "tree.sha is not a valid blob");
    return reply(201, await treeShape(call, written.stdout.trim(), false));
  });
}

async function getBlob(call: RepoCall): Promise<Reply> {
  const sha = call.params["file_sha"] ?? "";
  if ((await objectType(call.repo.git, sha)) !== "blob") throw notFound();
  const bytes = await call.repo.git.bytes(["cat-file", "blob", sha]);
  return reply(200, {
    sha,
    node_id: nodeId("B", sha),
    size: bytes.length,
    url: `${repoUrl(call.world, call.repo)}/git/blobs/${sha}`,
    content: `${bytes.toString("base64").replace(/.{60}/g, "$&\n")}\n`,
    encoding: "base64",
  });
}

const BlobBody = z.object({
  content: z.string(),
  encoding: z.enum(["utf-8", "base64"]).default("utf-8"),
});

async function createBlob(call: RepoCall): Promise<Reply> {
  const body = readBody(BlobBody, call);
  const input = Buffer.from(body.content, body.encoding === "base64" ? "base64" : "utf8");
  const sha = await call.repo.git.ok(["hash-object", "-w", "--stdin"], { input });
  return reply(201, { sha, url: `${repoUrl(call.world, call.repo)}/git/blobs/${sha}` });
}

const read = { needs: [["contents", "read"]] } as const;
const write = { needs: [["contents", "write"]] } as const;

export const gitRoutes: readonly Route[] = [
  repoRoute("GET", "/git/ref/{ref*}", read, async (call) =>
    reply(200, await refShape(call, fullRef(call), await existing(call))),
  ),
  repoRoute("GET", "/git/matching-refs/{ref*}", read, matchingRefs),
  repoRoute("POST", "/git/refs", write, createRef),
  repoRoute("PATCH", "/git/refs/{ref*}", write, updateRef),
  repoRoute("DELETE", "/git/refs/{ref*}", write, deleteRef),
  repoRoute("GET", "/git/commits/{commit_sha}", read, getCommit),
  repoRoute("POST", "/git/commits", write, createCommit),
  repoRoute("GET", "/git/trees/{tree_sha*}", read, getTree),
  repoRoute("POST", "/git/trees", write, createTree),
  repoRoute("GET", "/git/blobs/{file_sha}", read, getBlob),
  repoRoute("POST", "/git/blobs", write, createBlob),
];
