import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCommandLine } from "../../../src/entry/command-line.ts";
import { registerSurface } from "../../../src/entry/commands/surface.ts";
import { laidOut } from "../../support/laid-out.ts";
import { recordingTerminal } from "../recording-terminal.ts";

async function surface(cwd: string, ...words: string[]) {
  const terminal = recordingTerminal({ cwd, env: { PATH: process.env["PATH"] } });
  await runCommandLine(["surface", ...words], terminal, (program) =>
    registerSurface(program, terminal),
  );
  return { out: terminal.out.join("\n"), err: terminal.err.join("\n"), ended: terminal.exitCodes };
}

const project = () =>
  laidOut({
    "README.md": "# Shop\n\nSells things.\n",
    "src/shop.ts":
      '/** Sells one. */\nexport function sell(what = "SECRET") { return "SECRET"; }\n',
    "src/shop.test.ts": "export const tested = 1;\n",
    "lib/tool.py": 'def run(): return "SECRET"\n',
    "gen/made.ts": "export const made = 1;\n",
    "native/fast.zig": "pub fn f() void {}\n",
    ".gitignore": "gen\n",
  });

describe("tdd-loop surface", () => {
  it("shows what is public below a directory, and says what it did not look at", async () => {
    const dir = project();
    execFileSync("git", ["init", "-q"], { cwd: dir });

    const { out, ended } = await surface(dir);

    expect(ended).toEqual([0]);
    expect(out).toBe(
      `# Public API: 2 signatures in 2 files (Python 1, TypeScript 1)

## lib/tool.py (Python)
1: def run()

## src/shop.ts (TypeScript)
2: export function sell(what = …)

Not looked at: 1 file: unknown language: .zig, 1 file: tests.`,
    );
  });

  it("reads a file that is named wherever it is, and one language when asked", async () => {
    const dir = project();

    expect((await surface(dir, "src/shop.test.ts")).out).toContain("export const tested = …");
    expect((await surface(dir, "--lang", "py", ".")).out).not.toContain("sell");
  });

  it("is one JSON object for machines", async () => {
    const { out } = await surface(project(), "src", "--json");

    expect(JSON.parse(out)).toMatchObject({
      files: [{ path: "src/shop.ts", signatures: [{ name: "sell", line: 2, depth: 0 }] }],
      leftOut: { tests: 1 },
    });
  });

  it("shows documents and comments with --docs, and follows no link out", async () => {
    const dir = project();
    const outside = laidOut({ "secret.md": "SECRET" });
    symlinkSync(join(outside, "secret.md"), join(dir, "DESIGN.md"));
    mkdirSync(join(dir, "docs"));
    writeFileSync(join(dir, "docs/escape.md"), "\u001b[31mred\u001b[0m");

    const { out } = await surface(dir, "--docs");

    expect(out).toContain("## README.md\n# Shop");
    expect(out).toContain("## src/shop.ts\n2: sell\n  Sells one.");
    expect(out).toContain("## docs/escape.md\nred");
    expect(out).not.toContain("SECRET");
  });

  it.each([
    [["nowhere"], 2, "nowhere cannot be read (ENOENT)"],
    [["--lang", "cobol"], 2, "must be one of TypeScript"],
    [["--max-chars", "12"], 2, "at least 4000"],
    [["native"], 1, ""],
  ])("ends %j with %i and what to do", async (words, code, message) => {
    const { err, ended } = await surface(project(), ...words);

    expect(ended).toEqual([code]);
    expect(err).toContain(message);
  });
});
