import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { holdRun } from "../../../src/entry/local/hold-run.ts";

const dirs: string[] = [];

function runDir(holder: number | null): string {
  const dir = mkdtempSync(join(tmpdir(), "tdd-loop-hold-"));
  dirs.push(dir);
  if (holder !== null) writeFileSync(join(dir, "pid"), String(holder));
  return dir;
}

afterEach(() => {
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
});

describe("holding a run", () => {
  it("is refused while another process is at it, which is named", async () => {
    await expect(holdRun(runDir(process.ppid))).rejects.toThrow(`process ${process.ppid}`);
  });

  it("takes over from a process that is dead, and lets go in the end", async () => {
    const dir = runDir(2_147_483_647);
    const held = await holdRun(dir);

    expect(existsSync(join(dir, "pid"))).toBe(true);
    await held.release();
    expect(existsSync(join(dir, "pid"))).toBe(false);
  });

  it("says that nothing can be written there, where that is so", async () => {
    // Whoever runs this, nothing can be made there.
    await expect(holdRun("/sys/tdd-loop/runs/a")).rejects.toThrow(/cannot be made.*git clone/);
  });
});
