import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";

/** Runs one of the long checks on a small share of its cases; `npm run …` takes the whole. */
function runScript(name: string, ...args: readonly string[]) {
  const { status, stdout } = spawnSync("node", [`.github/scripts/${name}.mjs`, ...args], {
    encoding: "utf8",
  });
  return { status, stdout };
}

describe("the gate's own long checks, a small share of them", () => {
  it("agrees with a slow oracle on random git programs", { timeout: 120_000 }, () => {
    const { status, stdout } = runScript("fuzz-gate", "--programs", "24", "--seed", "5");
    expect(stdout).toContain('"programs":24');
    expect(stdout).toContain('"disagreements":0');
    expect(status).toBe(0);
  });

  it("publishes nothing that an agent which means the worst would like", {
    timeout: 120_000,
  }, () => {
    const { status, stdout } = runScript("malicious-runs", "--runs", "2", "--seed", "9");
    expect(stdout).toContain('"runs":2');
    expect(stdout).toContain('"broken":0');
    expect(status).toBe(0);
  });

  it("judges attacks and look-alikes of every family rightly", { timeout: 120_000 }, () => {
    const ids = "XP38,XG23,XB10,XT21,XH23";
    const { status, stdout } = runScript("corpus-cheats", "--own", "--id", ids);
    expect(stdout).not.toContain("WRONG");
    expect(status).toBe(0);
  });
});
