import { homedir } from "node:os";
import { resolve } from "node:path";
import { ConfigError } from "../../domain/config.ts";
import { configIn } from "../config-in.ts";
import type { Terminal } from "../terminal.ts";
import { examineSpec, repositoryAround } from "./examine-spec.ts";
import { findSpec } from "./find-spec.ts";
import { lintText } from "./spec-texts.ts";

/** Opens a file in the person's editor and waits for its end; gives the exit code. */
export type OpenEditor = (words: readonly string[], path: string) => Promise<number | null>;

/**
 * `tdd-loop spec edit`: the spec in the person's own editor, then what `spec lint` says of it. True when
 * it can start.
 * @throws ConfigError when there is no such spec, no editor, or the editor fails
 */
export async function editSpec(
  given: string,
  repoOption: string,
  open: OpenEditor,
  terminal: Terminal,
): Promise<boolean> {
  const repo = repositoryAround(resolve(terminal.cwd, repoOption));
  const places = { cwd: terminal.cwd, repo, home: terminal.env["HOME"] ?? homedir() };
  const { path } = await findSpec(given, places);
  const words = editorOf(terminal);
  const code = await open(words, path);
  if (code !== 0)
    throw new ConfigError(
      `The editor \`${words.join(" ")}\` ended with ${code}. ${path} is as it left it.`,
    );
  const { text } = await findSpec(path, places);
  const examined = examineSpec({ path: given, text }, await configIn(repo), false);
  terminal.print(lintText(examined));
  return examined.problems.length === 0;
}

/** As git finds it, but for its configuration. */
function editorOf({ env }: Terminal): readonly string[] {
  const line = [env["VISUAL"], env["EDITOR"]].find((value) => (value ?? "").trim() !== "");
  if (line !== undefined) return line.trim().split(/\s+/);
  throw new ConfigError(
    "No editor is set. Set EDITOR, for example EDITOR=nano, or edit the file yourself.",
  );
}
