import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { capBody, MAX_BODY } from "../../../src/adapters/github/cap-body.ts";

describe("capBody", () => {
  it("leaves a text that fits as it is", () => {
    expect(capBody("x".repeat(MAX_BODY))).toBe("x".repeat(MAX_BODY));
  });

  it("never cuts a character in two, and says that it cut", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 }), (shift) => {
        const capped = capBody("a".repeat(shift) + "😀".repeat(40_000));
        expect(capped.length).toBeLessThanOrEqual(MAX_BODY);
        expect(capped.isWellFormed()).toBe(true);
        expect(capped).toContain("was cut");
      }),
    );
  });

  it.each(["```", "~~~~", "`````"])("closes a fence of %s that the cut left open", (fence) => {
    const capped = capBody(`${fence}text\n${"x\n".repeat(40_000)}${fence}\n`);
    expect(capped).toMatch(new RegExp(`\\n${fence}\\n\\n\\*This text was cut`));
  });

  it("opens no fence where none was left open", () => {
    const capped = capBody(`\`\`\`\ncode\n\`\`\`\n${"x".repeat(70_000)}`);
    expect(capped).toMatch(/x\n\n\*This text was cut/);
  });
});
