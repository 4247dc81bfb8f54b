import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import { z } from "zod";
import { languageNamed, readableLanguages } from "../../domain/source-language.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";
import type { SurfaceAsked } from "../wire-surface.ts";
import { checkedOptions } from "./shared-options.ts";

const Options = z.object({
  lang: z
    .string()
    .transform((word, context) => {
      const name = languageNamed(word);
      if (name !== null) return name;
      context.addIssue({
        code: "custom",
        message: `"${word}" is no language that can be read; it must be one of ${readableLanguages.join(", ")}`,
      });
      return z.NEVER;
    })
    .nullable()
    .default(null),
  testFiles: z.array(z.string()).default([]),
  maxChars: z.number().nullable().default(null),
  docs: z.boolean().default(false),
  json: z.boolean().default(false),
});
type Options = z.infer<typeof Options>;

/** About 50,000 tokens: what a prompt can still hold. */
const MAX_CHARACTERS = 200_000;
/** S3-52. */
const MAX_DOCS_CHARACTERS = 15_000;

function characters(text: string): number {
  if (/^\d{4,9}$/.test(text) && Number(text) >= 4_000) return Number(text);
  throw new InvalidArgumentError("It must be a number of characters, at least 4000.");
}

/** `tdd-loop surface`: the public API of a code base, without a line of its implementation. */
export function registerSurface(program: Command, terminal: Terminal): void {
  const command = program
    .command("surface")
    .summary("show the public API of the code: signatures only")
    .description(
      "Shows the signatures of everything public in source files (TypeScript, JavaScript, Python, Go, " +
        "Rust, Ruby, PHP, Java, C#): never a body, a default value, a decorator's arguments or a comment. " +
        "Of directories, tests, ignored files and dependencies are left out, and what was is said.",
    )
    .argument("[path...]", "files and directories (.)")
    .option("--lang <language>", "only this language; of a file that is named, its language")
    .option("--test-files <glob...>", "more files that count as tests")
    .option("--max-chars <number>", "limit of the text (200000; of --docs 15000)", characters)
    .option(
      "--docs",
      "show the documentation of the code instead: documents, API descriptions, comments",
    )
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nExit code: 0 something is public, 1 nothing was found, 2 a path is not there.",
    );
  command.action(async (paths: string[], given: object) => {
    const options = checkedOptions(Options, { ...given }, command);
    await showSurface(paths.length === 0 ? ["."] : paths, options, terminal);
  });
}

async function showSurface(
  paths: readonly string[],
  options: Options,
  terminal: Terminal,
): Promise<void> {
  const asked = {
    cwd: terminal.cwd,
    paths,
    language: options.lang,
    testFiles: options.testFiles,
    documentation: false,
    path: terminal.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
  };
  const [shown, { plainText }] = await Promise.all([
    options.docs ? docsShown(asked, options, terminal) : surfaceShown(asked, options, terminal),
    import("../../domain/outbound-text.ts"),
  ]);
  terminal.print(options.json ? JSON.stringify(shown.report) : plainText(shown.text));
  terminal.end(shown.isEmpty ? exitCodes.notDone : exitCodes.success);
}

interface Shown {
  readonly report: unknown;
  readonly text: string;
  readonly isEmpty: boolean;
}

async function surfaceShown(
  asked: SurfaceAsked,
  options: Options,
  terminal: Terminal,
): Promise<Shown> {
  const [{ readSurfaces }, { surfaceText }] = await Promise.all([
    import("../wire-surface.ts"),
    import("../../report/surface-text.ts"),
  ]);
  const report = await readSurfaces(asked, terminal.signal);
  const isEmpty = report.files.every(({ signatures }) => signatures.length === 0);
  return { report, isEmpty, text: surfaceText(report, options.maxChars ?? MAX_CHARACTERS) };
}

async function docsShown(
  asked: SurfaceAsked,
  options: Options,
  terminal: Terminal,
): Promise<Shown> {
  const [{ readDocs }, { docsText }] = await Promise.all([
    import("../wire-surface.ts"),
    import("../../report/docs-text.ts"),
  ]);
  const report = await readDocs(asked, terminal.signal);
  const limit = options.maxChars ?? MAX_DOCS_CHARACTERS;
  return { report, isEmpty: false, text: docsText(report, limit) };
}
