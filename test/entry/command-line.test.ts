import { describe, expect, it } from "vitest";
import { ConfigError } from "../../src/domain/config.ts";
import { runCommandLine } from "../../src/entry/command-line.ts";
import { recordingTerminal } from "./recording-terminal.ts";

async function run(words: readonly string[], action: () => unknown = () => undefined, env = {}) {
  const terminal = recordingTerminal({ env });
  await runCommandLine(words, terminal, (program) => {
    program
      .command("gather")
      .option("--slowly", "take time")
      .action(async () => {
        await action();
      });
  });
  return { out: terminal.out.join("\n"), err: terminal.err.join("\n"), ended: terminal.exitCodes };
}

describe("the command line", () => {
  it("prints its version", async () => {
    const { out, ended } = await run(["--version"]);

    expect(out).toMatch(/^\d+\.\d+\.\d+$/);
    expect(ended).toEqual([0]);
  });

  it("documents its exit codes in the help", async () => {
    const { out, ended } = await run(["--help"]);

    for (const code of ["0 ", "1 ", "2 ", "3 ", "4 ", "130"]) expect(out).toContain(`\n  ${code}`);
    expect(ended).toEqual([0]);
  });

  it("shows the help and exits 2 when no command is given", async () => {
    const { err, ended } = await run([]);

    expect(err).toContain("Usage: tdd-loop");
    expect(ended).toEqual([2]);
  });

  it.each([
    { words: ["gahter"], says: "tdd-loop: unknown command 'gahter'\n(Did you mean gather?)" },
    {
      words: ["gather", "--slwoly"],
      says: "tdd-loop: unknown option '--slwoly'\n(Did you mean --slowly?)",
    },
  ])("suggests the nearest word for $words", async ({ words, says }) => {
    const { err, ended } = await run(words);

    expect(err).toBe(says);
    expect(ended).toEqual([2]);
  });

  it("prints a configuration error without a stack and exits 2", async () => {
    const { err, ended } = await run(["gather"], () => {
      throw new ConfigError("profile: unknown");
    });

    expect(err).toBe("tdd-loop: profile: unknown");
    expect(ended).toEqual([2]);
  });

  it("tells a broken machine from a bug, and what to do about it", async () => {
    const { err, ended } = await run(["gather"], () => {
      throw Object.assign(new Error("ENOSPC: no space left on device, write"), {
        code: "ENOSPC",
        syscall: "write",
      });
    });

    expect(err).toBe(
      "tdd-loop: ENOSPC: no space left on device, write. " +
        "The disk is full; free some space and run `tdd-loop resume`.",
    );
    expect(ended).toEqual([4]);
  });

  it("shows the stack of a bug, and why it happened", async () => {
    const { err, ended } = await run(["gather"], () => {
      throw new Error("the fold is wrong", { cause: new Error("a gap in the journal") });
    });

    expect(err).toContain("this is a bug");
    expect(err).toContain("the fold is wrong");
    expect(err).toContain("a gap in the journal");
    expect(ended).toEqual([4]);
  });

  it("never shows the value of a secret variable", async () => {
    const env = { ANTHROPIC_API_KEY: "sk-something-long", HOME: "/home/me" };
    const { err } = await run(
      ["gather"],
      () => {
        throw new Error("401 for sk-something-long of /home/me");
      },
      env,
    );

    expect(err).toContain("401 for *** of /home/me");
  });

  it("exits 130 when the run was cancelled, whatever it threw", async () => {
    const terminal = recordingTerminal({ signal: AbortSignal.abort() });

    await runCommandLine(["stop"], terminal, (program) => {
      program.command("stop").action(() => {
        throw new Error("This operation was aborted");
      });
    });

    expect(terminal.err).toEqual(["tdd-loop: cancelled."]);
    expect(terminal.exitCodes).toEqual([130]);
  });
});
