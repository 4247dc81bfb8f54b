import { createGit } from "./run-git.ts";

/** Top directory of the work tree that holds `dir`; null when it is in none. `path`: PATH for git. */
export async function repositoryRoot(dir: string, path: string): Promise<string | null> {
  const git = createGit({ path, globalConfig: "/dev/null" });
  const args = ["-c", "safe.directory=*", "rev-parse", "--show-toplevel"];
  const { exitCode, stdout } = await git.run(args, { cwd: dir });
  const root = stdout.toString("utf8").replace(/\n$/, "");
  return exitCode === 0 && root !== "" ? root : null;
}
