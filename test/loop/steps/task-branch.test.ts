import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeName } from "../../../src/domain/loop-spec/loop-spec.ts";
import { taskBranch } from "../../../src/loop/steps/task-branch.ts";

const isBranch = (name: string): boolean =>
  spawnSync("git", ["check-ref-format", "--branch", name]).status === 0;

describe("the branch of a step", () => {
  it.each(["../x", "a.lock", ".x", "x.", "a..b", "...a", "a.lock.lock", "1.2", "é"])(
    "is one that git takes, for a spec and a step named %j",
    (given) => {
      const name = safeName(given) ?? "loop";
      expect(isBranch(taskBranch(name, "20261201-101010-x", name))).toBe(true);
    },
  );

  it("is another one for another step, whatever the names", () => {
    const name = fc
      .string({ unit: fc.constantFrom("a", ".", "-", "lock", "_"), minLength: 1, maxLength: 6 })
      .map((text) => safeName(text))
      .filter((text): text is string => text !== null);
    fc.assert(
      fc.property(name, name, (one, two) => {
        const [first, second] = [taskBranch("s", "r", one), taskBranch("s", "r", two)];
        expect(first === second).toBe(one === two);
        expect(first).not.toMatch(/\.\.|\/\.|\.$|\.\/|\.lock(?:\/|$)/);
      }),
    );
  });
});
