import { once } from "node:events";
import { fstatSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import type { Command } from "commander";
import { ConfigError } from "../../domain/config.ts";
import type { BoundedLine } from "../bounded-lines.ts";
import { boundedLines } from "../bounded-lines.ts";

/** Adds `judge-red`, which judges recorded runs: one JSON object a line in, one a line out. */
export function registerJudgeRed(program: Command): void {
  program
    .command("judge-red")
    .description("judge recorded test runs: NDJSON on standard input, one verdict a line")
    .option("--batch", "read one JSON object a line (the default)")
    .addHelpText("after", HELP)
    .action(async () => {
      const { judgeLine } = await import("../wire-tests.ts");
      refuseDirectory();
      const { read, refused } = await judgeStream(process.stdin, process.stdout, judgeLine);
      if (read === 0)
        process.stderr.write(
          "tdd-loop judge-red: no line came in, so nothing was judged. See: tdd-loop judge-red --help\n",
        );
      process.exitCode = refused > 0 ? 2 : 0;
    });
}

const HELP = `
Each line in:
  {"id", "framework", "command", "exitCode", "stdout", "stderr",
   "reports": [{"name", "text"}], "promised": {"modules", "symbols", "files"},
   "baseline"?: {"exitCode", "stdout", "stderr", "reports"}}
Each line out:
  {"id", "verdict", "reason", "failed", "passed", "failedCount", "skipped",
   "fix"}
A line that is not such an object, or longer than 64 MB, is answered by
{"id", "line", "error"}, with its number from 1, and the exit code is 2.`;

/** Runners that print more than this are cut long before. */
const LONGEST_LINE = 64_000_000;

/** Node reads a directory as if it were an empty file. */
function refuseDirectory(): void {
  if (fstatSync(0).isDirectory())
    throw new ConfigError(
      "Standard input is a directory. Give a file of recorded runs: tdd-loop judge-red < runs.ndjson",
    );
}

type JudgeLine = (line: string, number: number) => object;

/**
 * Judges line by line, so that memory does not grow with the input.
 * @returns how many lines there were, and how many of them are no records
 */
async function judgeStream(
  input: Readable,
  output: Writable,
  judge: JudgeLine,
): Promise<{ readonly read: number; readonly refused: number }> {
  let refused = 0;
  let read = 0;
  let broken: unknown = null;
  input.once("error", (error) => {
    broken = error;
  });
  for await (const line of boundedLines(input, LONGEST_LINE)) {
    if (line.kind === "line" && line.text.trim() === "") continue;
    read += 1;
    const judged = judgedLine(line, judge);
    if ("error" in judged) refused += 1;
    if (!output.write(`${JSON.stringify(judged)}\n`)) await once(output, "drain");
  }
  if (broken !== null) throw broken;
  return { read, refused };
}

function judgedLine(line: BoundedLine, judge: JudgeLine): object {
  return line.kind === "line" ? judge(line.text, line.number) : tooLong(line.number);
}

function tooLong(line: number): object {
  const error = `longer than ${LONGEST_LINE / 1_000_000} MB: give the end of what was printed, and the report`;
  return { id: "", line, error };
}
