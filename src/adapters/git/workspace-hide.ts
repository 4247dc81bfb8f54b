import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { createGit } from "./run-git.ts";

/**
 * Hides `.tdd-loop/` in a person's repository through info/exclude, whose place git tells (it is
 * shared by linked worktrees), never through .gitignore, which would be a change itself (S0-13).
 * @param path PATH for git
 * @returns the exclude file, or null when `repo` is not a git repository
 */
export async function hideStateDir(repo: string, path: string): Promise<string | null> {
  const git = createGit({ path, globalConfig: "/dev/null" });
  const asked = await git.run(
    ["-c", "safe.directory=*", "rev-parse", "--git-path", "info/exclude"],
    {
      cwd: repo,
    },
  );
  if (asked.exitCode !== 0) return null;
  const exclude = resolve(repo, asked.stdout.toString("utf8").trimEnd());
  const text = await readFile(exclude, "utf8").catch(() => "");
  if (text.split(/\r?\n/).includes(LINE)) return exclude;
  const gap = text === "" || text.endsWith("\n") ? "" : "\n";
  await mkdir(dirname(exclude), { recursive: true });
  await writeFile(exclude, `${text}${gap}${LINE}\n`);
  return exclude;
}

const LINE = ".tdd-loop/";
