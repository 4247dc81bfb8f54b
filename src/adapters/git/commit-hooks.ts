import { existsSync } from "node:fs";
import { access, constants, copyFile, cp, mkdir } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import type { HookSite } from "../../domain/commit-asked.ts";
import type { ExecOptions } from "../exec.ts";
import { exec } from "../exec.ts";

/** The hooks of a person's repository that decide about a commit. */
export interface CommitHooks {
  readonly dir: string;
  /** The directory within the work tree, where the hooks are part of it; else null. */
  readonly within: string | null;
  readonly names: readonly string[];
}

/** Behind walls the machine's and the person's configuration of git cannot be read. */
const plainGit = "GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null";

const deciding = ["pre-commit", "commit-msg"];

/**
 * The hooks of the repository at `root`, null when there are none. They are looked for once: a person
 * who adds one has it asked in the next run.
 */
export function hooksOf(root: string | null, env: ExecOptions["env"]) {
  let hooks: Promise<CommitHooks | null> | null = root === null ? Promise.resolve(null) : null;
  return (): Promise<CommitHooks | null> => {
    hooks ??= findCommitHooks(root ?? "", env);
    return hooks;
  };
}

/** Finds them where git would: core.hooksPath counts. */
async function findCommitHooks(root: string, env: ExecOptions["env"]): Promise<CommitHooks | null> {
  const asked = ["-C", root, "-c", "safe.directory=*", "rev-parse", "--git-path", "hooks"];
  const { exitCode, stdout } = await exec("git", asked, { env });
  if (exitCode !== 0) return null;
  const dir = resolve(root, stdout.toString("utf8").trimEnd());
  const names: string[] = [];
  for (const name of deciding) if (await isExecutable(join(dir, name))) names.push(name);
  if (names.length === 0) return null;
  const place = relative(root, dir);
  const isWithin = !place.startsWith("..") && !/^\.git(\/|$)/.test(place);
  return { dir, within: isWithin ? place : null, names };
}

function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Puts the hooks into a checkout with a repository of its own; gives the lines that run them there. */
export async function installHooks(
  { dir, within, names }: CommitHooks,
  site: string,
): Promise<HookSite["hooks"]> {
  const place = within ?? ".git/hooks";
  await mkdir(join(site, place), { recursive: true });
  if (within === null) {
    for (const name of names) await copyFile(join(dir, name), join(site, place, name));
  } else if (!existsSync(join(site, place, names[0] ?? ""))) {
    await cp(dir, join(site, place), { recursive: true, force: false });
  }
  return names.map((name) => {
    const hook = `'./${place}/${name}'`;
    const args = name === "commit-msg" ? " .git/COMMIT_EDITMSG" : "";
    return { name, line: `${plainGit} ${hook}${args}` };
  });
}
