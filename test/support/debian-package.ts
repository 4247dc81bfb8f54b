import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A package of Debian's archive, by its version and the digest of its file. */
export interface DebianPackage {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
}

/**
 * Text of one file of a Debian package. Null where apt-get, the archive or that version cannot be
 * had; a file with another digest throws.
 */
export function debianFile({ name, version, sha256 }: DebianPackage, path: string): string | null {
  const dir = mkdtempSync(join(tmpdir(), "tdd-loop-deb-"));
  try {
    execFileSync("apt-get", ["download", "-q", `${name}=${version}`], {
      cwd: dir,
      stdio: "ignore",
    });
    const deb = join(dir, readdirSync(dir).find((file) => file.endsWith(".deb")) ?? "");
    const found = createHash("sha256").update(readFileSync(deb)).digest("hex");
    if (found !== sha256) throw new RangeError(`${name} ${version} is ${found}, wanted ${sha256}.`);
    execFileSync("dpkg", ["-x", deb, join(dir, "x")]);
    return readFileSync(join(dir, "x", path), "utf8");
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return null;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
