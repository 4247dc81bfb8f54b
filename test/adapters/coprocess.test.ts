import { describe, expect, it } from "vitest";
import type { Reading } from "../../src/adapters/coprocess.ts";
import { createCoprocess } from "../../src/adapters/coprocess.ts";

const env = { PATH: process.env["PATH"] ?? "/usr/bin:/bin" };

function line(printed: Buffer): Reading<string> {
  const end = printed.indexOf(10);
  if (end < 0) return { kind: "more", bytes: printed.length + 1 };
  return { kind: "answer", value: printed.toString("utf8", 0, end), used: end + 1 };
}

describe("a program that stays", () => {
  it("answers requests in their order, however many are made at once", async () => {
    const cat = createCoprocess("cat", [], { env });
    const asked = Array.from({ length: 200 }, (_, n) => `${n} ${"x".repeat(n * 50)}`);

    const answers = await Promise.all(asked.map((text) => cat.ask(`${text}\n`, line)));

    expect(answers).toEqual(asked);
  });

  it("rejects with what the program said when it ends too early, and starts anew for the next", async () => {
    const script = `read word; [ "$word" = die ] && { echo no such thing >&2; exit 3; }; echo "$word"`;
    const shell = createCoprocess("sh", ["-c", script], { env });

    await expect(shell.ask("die\n", line)).rejects.toThrow(/ended with 3 .*no such thing/);
    expect(await shell.ask("live\n", line)).toBe("live");
  });

  it("rejects when there is no such program", async () => {
    const none = createCoprocess("no-such-program-here", [], { env });

    await expect(none.ask("x\n", line)).rejects.toThrow("could not be started");
  });

  it("gives up on a program whose answer cannot be read", async () => {
    const cat = createCoprocess("cat", [], { env });
    const refuse = (): Reading<string> => {
      throw new Error("not an answer");
    };

    await expect(cat.ask("x\n", refuse)).rejects.toThrow("not an answer");
    expect(await cat.ask("y\n", line)).toBe("y");
  });
});
