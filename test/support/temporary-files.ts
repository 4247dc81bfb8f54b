import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

let room = "";

/** Whatever tests and what they start put among temporary files goes into one directory, gone at the end. */
export function setup(): void {
  room = mkdtempSync(join(tmpdir(), "tdd-loop-tests-"));
  process.env["TMPDIR"] = room;
}

export function teardown(): void {
  rmSync(room, { recursive: true, force: true, maxRetries: 3 });
}
