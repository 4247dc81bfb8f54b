import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import { z } from "zod";
import { takeLock } from "../wire-gate.ts";
import { failClosed } from "./fail-closed.ts";

interface LockOptions {
  readonly repo: string;
  readonly base: string;
  readonly red: string;
  readonly allow: readonly string[];
  readonly testFiles?: readonly string[];
  readonly testCommand: readonly string[];
  readonly out?: string;
}

/** `tdd-loop lock`: what `tdd-loop gate --lock` holds a repository to. Exit 0 locked, 2 refused. */
export function registerLock(program: Command): void {
  program
    .command("lock")
    .description("fix what a branch may change, and snapshot everything that must stay as it is")
    .option("--repo <dir>", "top directory of the work tree", ".")
    .requiredOption("--base <sha>", "commit that the branch was cut from")
    .requiredOption("--red <sha>", "commit with the failing tests")
    .requiredOption("--allow <path...>", "exact paths that may change")
    .option("--test-files <glob...>", "more files that count as tests")
    .requiredOption("--test-command <argv>", 'as JSON: ["node","--test"], or plain words', readArgv)
    .option("--out <file>", "where to write the lock; standard output when left out")
    .action(async (options: LockOptions) => {
      process.exitCode = await runLock(options);
    });
}

async function runLock(options: LockOptions): Promise<0 | 2> {
  const outcome = await takeLock({
    env: process.env,
    ...options,
    testFiles: options.testFiles ?? [],
  }).catch((error: unknown) => ({ ...failClosed(error), kind: "refused" as const }));
  if (outcome.kind === "refused") {
    process.stderr.write(`tdd-loop lock: ${outcome.why}. ${outcome.fix}\n`);
    return 2;
  }
  const text = `${JSON.stringify(outcome.lock)}\n`;
  if (options.out === undefined) process.stdout.write(text);
  else await writeFile(options.out, text, { mode: 0o600 });
  return 0;
}

/** A command is a list of words: nothing in it is ever given to a shell. */
function readArgv(text: string): string[] {
  const argv = text.trimStart().startsWith("[") ? readJson(text) : text.trim().split(/\s+/);
  const isPlain = text.trimStart().startsWith("[") || !/[|&;<>$`"'\\(){}*?#~\n]/.test(text);
  const parsed = z.array(z.string().min(1)).min(1).safeParse(argv);
  if (parsed.success && isPlain) return parsed.data;
  throw new InvalidArgumentError('write it as a JSON list of words, as in ["node","--test"].');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
