import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import { z } from "zod";
import type { TestProject } from "../../domain/projects.ts";
import { commandLine, knownProjects, Projects } from "../../domain/projects.ts";
import { shellWord } from "../shell-word.ts";
import { takeLock } from "../wire-gate.ts";
import { failClosed } from "./fail-closed.ts";

interface LockOptions {
  readonly repo: string;
  readonly base?: string;
  readonly red?: string;
  readonly allow?: readonly string[];
  readonly testFiles?: readonly string[];
  readonly testCommand?: readonly string[];
  readonly project?: readonly TestProject[];
  readonly out?: string;
}

/** `tdd-loop lock`: what `tdd-loop gate --lock` holds a repository to. Exit 0 locked, 2 refused. */
export function registerLock(program: Command): void {
  program
    .command("lock")
    .description("fix what a branch may change, and snapshot everything that must stay as it is")
    .option("--repo <dir>", "top directory of the work tree", ".")
    .option("--base <sha>", "commit that the branch was cut from")
    .option("--red <sha>", "commit with the failing tests")
    .option("--allow <path...>", "exact paths that may change")
    .option("--test-files <glob...>", "more files that count as tests")
    .option("--test-command <argv>", 'as JSON: ["node","--test"], or plain words', readArgv)
    .option("--project <path=argv>", "instead, once for each package of a monorepo", readProject)
    .option("--out <file>", "where to write the lock; standard output when left out")
    .action(async (options: LockOptions) => {
      process.exitCode = await runLock(options);
    });
}

async function runLock(options: LockOptions): Promise<0 | 2> {
  const asked = questionOf(options);
  if (typeof asked === "string") {
    process.stderr.write(`tdd-loop lock: ${asked}\nSee: tdd-loop lock --help\n`);
    return 2;
  }
  const outcome = await takeLock(asked).catch(async (error: unknown) => ({
    ...(await failClosed(error, asked.repo)),
    kind: "refused" as const,
  }));
  if (outcome.kind === "refused") {
    process.stderr.write(`tdd-loop lock: ${outcome.why}. ${outcome.fix}\n`);
    return 2;
  }
  const text = `${JSON.stringify(outcome.lock)}\n`;
  if (options.out === undefined) process.stdout.write(text);
  else {
    const { writeNamed } = await import("../named-file.ts");
    await writeNamed(options.out, text, "--out");
  }
  return 0;
}

/** What the lock is taken of; or, in one sentence, every option that is missing. */
function questionOf(options: LockOptions) {
  const { repo, base, red, allow, testFiles = [] } = options;
  const tests = testsOf(options);
  if (base !== undefined && red !== undefined && allow !== undefined && tests !== null)
    return { env: process.env, repo, base, red, allow, testFiles, ...tests };
  if (options.testCommand !== undefined && options.project !== undefined)
    return "give --test-command or --project, not both.";
  const missing = [
    ...(base === undefined ? ["--base SHA"] : []),
    ...(red === undefined ? ["--red SHA"] : []),
    ...(allow === undefined ? ["--allow PATH…"] : []),
    ...(tests === null ? ["--test-command COMMAND (or --project PATH=COMMAND)"] : []),
  ];
  return `give ${missing.join(", ")}.`;
}

/** One of the two ways to say what is run; null for none and for both. */
function testsOf({ testCommand, project }: LockOptions) {
  if (testCommand !== undefined && project !== undefined) return null;
  if (testCommand !== undefined) return { testCommand };
  if (project === undefined) return null;
  return { testCommand: ["sh", "-c", commandLine(project)], projects: project };
}

/** `packages/api=["npm","test"]`, added to those before it. */
function readProject(text: string, before: readonly TestProject[] = []): readonly TestProject[] {
  const at = text.indexOf("=");
  if (at < 1)
    throw new InvalidArgumentError("write it as PATH=COMMAND, as in packages/api=pytest.");
  const command = readArgv(text.slice(at + 1))
    .map(shellWord)
    .join(" ");
  const named = { [text.slice(0, at)]: null };
  const read = Projects.safeParse(named);
  const [place] = read.success ? knownProjects(read.data) : [];
  if (place === undefined)
    throw new InvalidArgumentError(read.error?.issues[0]?.message ?? "it names no directory.");
  if (before.some(({ path }) => path === place.path))
    throw new InvalidArgumentError("it names a directory that is named already.");
  return [...before, { ...place, command }];
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
