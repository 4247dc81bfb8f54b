import { createHash } from "node:crypto";
import { lstat, readFile, readlink } from "node:fs/promises";
import type { Version } from "../../gates/change-set.ts";
import type { DiskDifference } from "../../gates/tamper/judge-work-tree.ts";

/** Whether the locked base lets git turn LF into CRLF on the way to disk. */
export type LineEnds = "exact" | "crlf_allowed";

type Difference = Pick<DiskDifference, "kind" | "isLink" | "detail">;

/** The platform reads no more in one go, and git keeps no such files. */
const LARGEST_READ = 2 ** 31 - 1;

/** How a thing on disk differs from the version a tree has of it; null when it does not. */
export async function compareFile(
  file: Buffer,
  version: NonNullable<Version>,
  lineEnds: LineEnds,
): Promise<Difference | null> {
  const stat = await lstat(file);
  const differs = (detail: string): Difference => ({
    kind: "differs",
    isLink: stat.isSymbolicLink(),
    detail,
  });
  if (stat.isSymbolicLink()) {
    const target = await readlink(file, { encoding: "buffer" });
    const isSame = version.mode === "120000" && blobId(target, version.oid.length) === version.oid;
    return isSame ? null : differs("link");
  }
  if (!stat.isFile()) return { kind: "special", isLink: false, detail: "" };
  if (!version.mode.startsWith("100")) return differs("type");
  if (stat.size > LARGEST_READ) return differs("size");
  if (!holds(await readFile(file), version.oid, lineEnds)) return differs("");
  const isExecutable = (stat.mode & 0o100) !== 0;
  return isExecutable === (version.mode === "100755") ? null : differs("mode");
}

function holds(content: Buffer, oid: string, lineEnds: LineEnds): boolean {
  if (blobId(content, oid.length) === oid) return true;
  if (lineEnds === "exact" || !content.includes("\r\n")) return false;
  const unix = Buffer.from(content.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
  return blobId(unix, oid.length) === oid;
}

/** git's name for a blob: SHA-1, or SHA-256 in repositories whose names are 64 digits long. */
export function blobId(content: Buffer, digits: number): string {
  const hash = createHash(digits === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${content.length}\0`).update(content).digest("hex");
}
