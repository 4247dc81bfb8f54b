import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Writes a small project into a fresh directory and gives its path. */
export function laidOut(files: Readonly<Record<string, string>>): string {
  const dir = mkdtempSync(join(tmpdir(), "tdd-loop-project-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  return dir;
}
