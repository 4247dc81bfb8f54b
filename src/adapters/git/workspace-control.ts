import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Git } from "./run-git.ts";
import type { Refusal, Remote } from "./workspace-remote.ts";
import { reach, refusalOf } from "./workspace-remote.ts";

/** Bytes are taken as they are: no line-ending, ident, filter or encoding of the tree is obeyed. */
export const RAW_ATTRIBUTES = "* -text -ident -filter !eol !working-tree-encoding !diff !merge\n";

/**
 * The loop's own bare repository, made once: a local source is hard-linked, a server's starts empty
 * and is fetched into. It appears under its final name only when complete, so a kill leaves none
 * half made.
 */
export async function ensureControl(
  git: Git,
  remote: Remote,
  gitDir: string,
  signal: AbortSignal,
): Promise<{ kind: "ready" } | Refusal> {
  if (existsSync(join(gitDir, "HEAD"))) {
    await removeStaleLocks(gitDir);
    return { kind: "ready" };
  }
  const making = `${gitDir}.making`;
  await rm(making, { recursive: true, force: true });
  await mkdir(join(gitDir, ".."), { recursive: true });
  const made =
    remote.kind === "path"
      ? await cloneLocal(git, remote, making, signal)
      : await init(git, making);
  if (made.kind === "refused") return made;
  await mkdir(join(making, "info"), { recursive: true });
  await writeFile(join(making, "info", "attributes"), RAW_ATTRIBUTES);
  await rename(making, gitDir);
  return { kind: "ready" };
}

async function init(git: Git, gitDir: string): Promise<{ kind: "made" }> {
  await git.text(["init", "--bare", "-q", "--template=", gitDir], {});
  return { kind: "made" };
}

async function cloneLocal(
  git: Git,
  remote: Remote & { kind: "path" },
  gitDir: string,
  signal: AbortSignal,
): Promise<{ kind: "made" } | Refusal> {
  const clone = ["clone", "--bare", "--no-tags", "-q", "--template="];
  const { gitDir: _, ...call } = reach(remote, gitDir, signal);
  const linked = await git.run([...clone, "--", remote.path, gitDir], call);
  if (linked.exitCode === 0) return { kind: "made" };
  await rm(gitDir, { recursive: true, force: true });
  // A source whose object directory holds links is not cloned by hard links; copy it then.
  const copied = await git.run([...clone, "--no-local", "--", remote.path, gitDir], call);
  return copied.exitCode === 0 ? { kind: "made" } : refusalOf(remote, copied);
}

/** Locks of a process that was killed. One loop works in a state directory at a time. */
export async function removeStaleLocks(gitDir: string): Promise<void> {
  const top = await readdir(gitDir);
  const refs = top.includes("refs") ? await readdir(join(gitDir, "refs"), { recursive: true }) : [];
  const locks = [...top, ...refs.map((name) => join("refs", name))].filter((name) =>
    name.endsWith(".lock"),
  );
  await Promise.all(locks.map((name) => rm(join(gitDir, name), { force: true })));
}
