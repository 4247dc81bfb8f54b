import type { Version } from "../../gates/change-set.ts";
import type { GateLock } from "../../gates/tamper/gate-lock.ts";
import type { DiskDifference } from "../../gates/tamper/judge-work-tree.ts";
import { inside } from "./gate-ignore.ts";
import { digest } from "./gate-repository.ts";
import type { Git } from "./git.ts";
import { gitBytes } from "./git.ts";
import { decodePath } from "./path-bytes.ts";

type Tree = ReadonlyMap<string, Version>;

/**
 * Tracked files whose bytes on disk are not those of their blobs, though git calls them unchanged:
 * a filter, `ident` or an encoding made them. Asked once, when the lock is taken and what the
 * developer's git says is believed.
 * @param git the developer's own, with their filters
 */
export async function readConverted(
  git: Git,
  top: string,
  head: Tree,
  differences: readonly DiskDifference[],
): Promise<GateLock["converted"]> {
  const differing = differences.filter(isConversion);
  if (differing.length === 0) return {};
  const args = ["diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv"];
  const edited = decodePath(await gitBytes(git, [...args, "HEAD"], { cwd: top })).split("\0");
  const found: GateLock["converted"] = {};
  for (const { path } of differing) {
    const oid = head.get(path)?.oid;
    if (oid === undefined || edited.includes(path)) continue;
    found[path] = { oid, digest: await digest(inside(top, path)) };
  }
  return found;
}

/** Without those that only stand on disk as the same blob did when the lock was taken. */
export async function withoutConverted(
  top: string,
  head: Tree,
  differences: readonly DiskDifference[],
  converted: GateLock["converted"],
): Promise<DiskDifference[]> {
  const kept: DiskDifference[] = [];
  for (const difference of differences) {
    const { path } = difference;
    const known = isConversion(difference) ? converted[path] : undefined;
    const isSame = known !== undefined && known.oid === head.get(path)?.oid;
    if (!isSame || (await digest(inside(top, path))) !== known.digest) kept.push(difference);
  }
  return kept;
}

function isConversion({ kind, detail, isLink }: DiskDifference): boolean {
  return kind === "differs" && detail === "" && !isLink;
}
