import { createGit } from "./run-git.ts";

/**
 * Files below a directory that git tracks or would: relative to it, ignored ones left out. Null
 * when the directory is in no repository, or is itself ignored by it. `path`: PATH for git.
 */
export async function unignoredFiles(dir: string, path: string): Promise<readonly string[] | null> {
  const git = createGit({ path, globalConfig: "/dev/null" });
  const safe = ["-c", "safe.directory=*"];
  const ignored = await git.run([...safe, "check-ignore", "-q", "."], { cwd: dir });
  if (ignored.exitCode !== 1) return null;
  const listing = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const listed = await git.run([...safe, ...listing], { cwd: dir });
  if (listed.exitCode !== 0) return null;
  return [...new Set(listed.stdout.toString("utf8").split("\0"))].filter((name) => name !== "");
}
