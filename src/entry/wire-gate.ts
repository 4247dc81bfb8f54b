import type { FileGateOutcome } from "../adapters/git/gate-session.ts";
import { FileGateSession } from "../adapters/git/gate-session.ts";
import { developerGit } from "../adapters/git/git.ts";
import { encodePath } from "../adapters/git/path-bytes.ts";

/** Builds what the file gate needs, in the caller's own repository, and asks it once. */
export async function askFileGate(asked: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly allowlist: string;
  readonly base: string | null;
}): Promise<FileGateOutcome> {
  const { env, cwd, allowlist, base } = asked;
  const git = developerGit(env, cwd);
  return await new FileGateSession({ git, cwd, allowlist, base }).checkThoroughly();
}

/** A path as the bytes that git has for it, for output that other programs read. */
export function pathBytes(path: string): Buffer {
  return encodePath(path);
}
