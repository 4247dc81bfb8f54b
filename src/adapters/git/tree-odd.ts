import { exec } from "../exec.ts";

/** A site as far as a search needs to know it. */
interface Searched {
  readonly dir: string;
  readonly carried: readonly { readonly path: string }[];
  readonly path: string;
}

/**
 * Paths that git itself is silent about: pipes, sockets and devices, and any `.git` below the top.
 * Carried dependencies are not looked into.
 */
export async function findOddPaths(site: Searched): Promise<readonly string[]> {
  const skip = ["./.git", ...site.carried.map(({ path }) => `./${path}`)];
  const skipped = skip.flatMap((place) => ["-path", escapeGlob(place), "-o"]).slice(0, -1);
  const kinds = ["p", "s", "b", "c"].flatMap((kind) => ["-o", "-type", kind]);
  const search = [".", "(", ...skipped, ")", "-prune", "-o"];
  const wanted = ["(", "-iname", ".git", ...kinds, ")", "-print0"];
  const env = { PATH: site.path, LC_ALL: "C" };
  const found = await exec("find", [...search, ...wanted], { cwd: site.dir, env });
  return splitZ(found.stdout).map((bytes) => bytes.toString("utf8").slice(2));
}

function escapeGlob(path: string): string {
  return path.replace(/[\\*?[\]]/g, "\\$&");
}

/** The NUL-separated parts of git's and find's `-z` output. */
export function splitZ(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0, at);
    parts.push(bytes.subarray(at, end < 0 ? bytes.length : end));
    at = (end < 0 ? bytes.length : end) + 1;
  }
  return parts;
}
