import { statSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { Config } from "../../domain/config.ts";
import { ConfigError } from "../../domain/config.ts";
import type { LoopSpec } from "../../domain/loop-spec/loop-spec.ts";
import { isSpecName } from "../../domain/loop-spec/spec-places.ts";
import { readFencedSpec } from "../../domain/loop-spec/spec-text.ts";
import { askHere } from "../spec/ask-here.ts";
import type { Examined } from "../spec/examine-spec.ts";
import { examineSpec } from "../spec/examine-spec.ts";
import type { FoundSpec } from "../spec/find-spec.ts";
import { findSpec } from "../spec/find-spec.ts";
import { lintText, noteText } from "../spec/spec-texts.ts";
import type { Terminal } from "../terminal.ts";
import { readSpecFile } from "./spec-file.ts";

/** What a local run works by: an issue's text, or a loop spec. */
export interface RunInput {
  /** Absolute path of the file. */
  readonly path: string;
  readonly title: string;
  readonly body: string;
  /** Null for an issue's text without a loop spec in it. */
  readonly loop: LoopSpec | null;
  /** The loop spec's own text, where the file is nothing else. */
  readonly text: string | null;
}

interface Places {
  readonly root: string;
  readonly config: Config;
  /** Whether a fenced block of a Markdown file counts. */
  readonly takesBlocks: boolean;
}

/**
 * Reads what `run` was given: a Markdown file is an issue's text, anything else a loop spec by path or by
 * name (S1-24). Notes on a spec are said at once, and one that cannot start is refused before there is a run.
 * @throws ConfigError for what cannot be found, read or started
 */
export async function readRunInput(
  given: string,
  places: Places,
  terminal: Terminal,
): Promise<RunInput> {
  const path = resolve(terminal.cwd, given);
  if (isMarkdown(given, path)) return readMarkdown(path, places, terminal);
  const home = terminal.env["HOME"] ?? homedir();
  const where = { cwd: terminal.cwd, repo: places.root, home };
  const found = await findSpec(given, where).catch(async (error: unknown) => {
    if (!(await writeMissing(given, places.root, terminal))) throw error;
    return findSpec(given, where);
  });
  const loop = startable({ ...found, path: given }, places.config, terminal);
  return { path: found.path, title: titleOf(loop), body: "", loop, text: found.text };
}

/** S1-2: a spec that is not there yet is asked for, where there is somebody to ask. */
async function writeMissing(given: string, repo: string, terminal: Terminal): Promise<boolean> {
  const open = isSpecName(given) ? askHere(terminal) : null;
  if (open === null) return false;
  const { newSpec } = await import("../spec/new-spec.ts");
  const { askSpec } = await import("../spec/ask-spec.ts");
  terminal.complain(`tdd-loop: there is no spec "${given}" yet; answer to write it.`);
  const interview = open();
  try {
    const wish = await askSpec({ name: given }, interview.ask);
    return await newSpec({ wish, repo, out: null, print: false }, null, terminal);
  } finally {
    interview.end();
  }
}

/** Files with any other ending than a loop spec's were always taken for an issue's text. */
function isMarkdown(given: string, path: string): boolean {
  if (/\.(json|ya?ml)$/i.test(path)) return false;
  if (/\.(md|markdown|txt)$/i.test(path)) return true;
  const found = statSync(path, { throwIfNoEntry: false });
  // A directory may have the name of a spec.
  return found !== undefined && !(found.isDirectory() && isSpecName(given));
}

async function readMarkdown(path: string, places: Places, terminal: Terminal): Promise<RunInput> {
  const { title, body } = await readSpecFile(path);
  const plain = { path, title, body, text: null };
  if (!places.takesBlocks || readFencedSpec(body).kind === "none") return { ...plain, loop: null };
  const loop = startable({ path, text: body }, places.config, terminal);
  return { ...plain, loop };
}

function startable(found: FoundSpec, config: Config, terminal: Terminal): LoopSpec {
  const examined = examineSpec(found, config, false);
  const { spec, problems, notes } = examined;
  if (spec === null || problems.length > 0) throw new ConfigError(refusal(examined));
  for (const note of notes) terminal.complain(`tdd-loop: note: ${found.path}: ${noteText(note)}`);
  if (!spec.autoCommitAddUntracked) terminal.complain(newFilesText);
  return spec;
}

const newFilesText =
  "tdd-loop: note: autoCommitAddUntracked is off, so that a step that needs a new file is not done; set it to true in the spec to commit new files.";

function refusal(examined: Examined): string {
  return `This loop spec cannot start.\n${lintText(examined)}\nPut right what is named, then run it again.`;
}

function titleOf({ name, goal }: LoopSpec): string {
  return goal === "Complete the requested task." ? name : goal;
}
