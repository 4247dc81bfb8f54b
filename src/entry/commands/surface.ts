import type { Command } from "commander";
import { z } from "zod";
import { languageNamed, readableLanguages } from "../../domain/source-language.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";
import { checkedOptions, wholeNumber } from "./shared-options.ts";

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

/** `tdd-loop surface`: the public API of a code base, without a line of its implementation. */
export function registerSurface(program: Command, terminal: Terminal): void {
  const command = program
    .command("surface")
    .summary("show the public API of the code: signatures only")
    .description(
      "Shows the signatures of everything public in source files (TypeScript, JavaScript, Python, Go,\n" +
        "Rust, Ruby, PHP, Java, C#): never a body, a default value, a decorator's arguments or a comment.\n" +
        "Of directories, tests, ignored files and dependencies are left out, and what was is said.",
    )
    .argument("[path...]", "files and directories (.)")
    .option("--lang <language>", "only this language; of a file that is named, its language")
    .option("--test-files <glob...>", "more files that count as tests")
    .option(
      "--max-chars <number>",
      "limit of the text, 0 for none (200000; with --json none)",
      wholeNumber,
    )
    .option(
      "--docs",
      "show the documentation of the code instead: documents, API descriptions, comments",
    )
    .option("--json", "print JSON")
    .addHelpText("after", "\nExit code: 0 something is public, 1 nothing was found.");
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
    documentation: options.docs,
    path: terminal.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
  };
  const [{ readSurfaces }, { surfaceText }, { plainText }] = await Promise.all([
    import("../wire-surface.ts"),
    import("../../report/surface-text.ts"),
    import("../../domain/outbound-text.ts"),
  ]);
  const report = await readSurfaces(asked, terminal.signal);
  const files = report.files.filter(({ signatures }) => signatures.length > 0);
  const limit = options.maxChars ?? (options.json ? 0 : MAX_CHARACTERS);
  terminal.print(options.json ? JSON.stringify(report) : plainText(surfaceText(report, limit)));
  terminal.end(files.length > 0 ? exitCodes.success : exitCodes.notDone);
}
