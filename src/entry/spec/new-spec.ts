import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { ConfigError } from "../../domain/config.ts";
import { safeName } from "../../domain/loop-spec/loop-spec.ts";
import { specDirectory } from "../../domain/loop-spec/spec-places.ts";
import { configIn } from "../config-in.ts";
import type { Terminal } from "../terminal.ts";
import type { Ask } from "./ask-spec.ts";
import { askSpec } from "./ask-spec.ts";
import type { SpecWish } from "./compose-spec.ts";
import { composeSpec, specFileText } from "./compose-spec.ts";
import { examineSpec, repositoryAround } from "./examine-spec.ts";
import { lintText } from "./spec-texts.ts";

export interface NewSpec {
  readonly wish: Partial<SpecWish>;
  readonly repo: string;
  /** Null: named after the spec, in the place where names are looked for. */
  readonly out: string | null;
  /** To standard output instead of a file. */
  readonly print: boolean;
}

/**
 * `tdd-loop spec new`: out of options, and in a terminal out of answers to what they leave open.
 * Writes nothing that `spec lint` would refuse, and never over a file. True when it is written.
 * @throws ConfigError without a name to be had, or when the file exists
 */
export async function newSpec(
  asked: NewSpec,
  ask: Ask | null,
  terminal: Terminal,
): Promise<boolean> {
  const wish = await wishOf(asked.wish, ask);
  const repo = repositoryAround(resolve(terminal.cwd, asked.repo));
  const name = safeName(wish.name);
  if (name === null)
    throw new ConfigError(`"${wish.name}" is no name for a file. Use letters or digits.`);
  const path =
    asked.out === null
      ? join(repo, specDirectory, `${name}.yml`)
      : resolve(terminal.cwd, asked.out);
  const text = specFileText(composeSpec(wish), path);
  const examined = examineSpec({ path, text }, await configIn(repo), false);
  if (examined.problems.length > 0) {
    terminal.complain(lintText(examined));
    return false;
  }
  if (asked.print) terminal.print(text.trimEnd());
  else terminal.print(await write(path, text, terminal.cwd));
  return true;
}

async function wishOf(given: Partial<SpecWish>, ask: Ask | null): Promise<SpecWish> {
  if (given.name !== undefined) return { ...given, name: given.name, steps: given.steps ?? [] };
  if (ask !== null) return askSpec(given, ask);
  throw new ConfigError(
    "A spec needs a name, and here is no terminal to ask in. Give --name NAME.",
  );
}

async function write(path: string, text: string, cwd: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(path, text, { flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    throw new ConfigError(`${path} exists already. Edit it, or give another --out.`, {
      cause: error,
    });
  }
  const shown = relative(cwd, path);
  return `wrote ${shown}\nLook at it with \`tdd-loop spec show ${shown}\`.`;
}
