import { writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Command } from "commander";
import { Option } from "commander";
import { exampleText } from "../example-texts.ts";
import { makeDirectory } from "../make-directory.ts";
import type { Terminal } from "../terminal.ts";

interface InitOptions {
  readonly repo: string;
  readonly mode: "app" | "actions-only";
}

/** `tdd-loop init`: the two files a repository needs. Never overwrites one that exists. */
export function registerInit(program: Command, terminal: Terminal): void {
  const mode = new Option("--mode <mode>", "with the GitHub App, or with GitHub Actions alone");
  program
    .command("init")
    .summary("write the configuration and the workflow into a repository")
    .option("--repo <dir>", "the repository", ".")
    .addOption(mode.choices(["app", "actions-only"]).default("app"))
    .action(async (options: InitOptions) => {
      const [{ existingDirectory }, { rootOf }] = await Promise.all([
        import("../existing-directory.ts"),
        import("../wire-local.ts"),
      ]);
      await existingDirectory(resolve(terminal.cwd, options.repo));
      const root = await rootOf(options.repo, terminal);
      for (const [path, text] of Object.entries(starterFiles(options.mode))) {
        terminal.print(await writeOnce(root, path, text));
      }
      terminal.print("Commit both to the default branch, then run `tdd-loop doctor`.");
    });
}

function starterFiles(mode: InitOptions["mode"]): Record<string, string> {
  return {
    ".github/tdd-loop.yml": exampleText("tdd-loop.yml"),
    ".github/workflows/tdd-loop.yml": exampleText(
      mode === "app" ? "with-app.yml" : "actions-only.yml",
    ),
  };
}

async function writeOnce(root: string, path: string, text: string): Promise<string> {
  const file = join(root, path);
  await makeDirectory(dirname(file));
  try {
    await writeFile(file, text, { flag: "wx" });
    return `wrote ${path}`;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") {
      return `kept ${path}: it exists already`;
    }
    throw error;
  }
}
