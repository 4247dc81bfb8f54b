import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";

describe("npm run bench", () => {
  it("refuses a bench that is not there, and says which are", () => {
    const ended = spawnSync(process.execPath, [".github/scripts/bench.mjs", "swiftness"], {
      encoding: "utf8",
    });

    expect(ended.stderr).toMatch(/no bench is named swiftness; there are .*start/);
    expect(ended.status).toBe(2);
  });
});
