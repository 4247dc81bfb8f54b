import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { Command } from "commander";

/** Adds `judge-red`, which judges recorded runs: one JSON object a line in, one a line out. */
export function registerJudgeRed(program: Command): void {
  program
    .command("judge-red")
    .description("judge recorded test runs: NDJSON on standard input, one verdict a line")
    .option("--batch", "read one JSON object a line (the default)")
    .addHelpText("after", HELP)
    .action(async () => {
      const { judgeLine } = await import("../wire-tests.ts");
      const refused = await judgeStream(process.stdin, process.stdout, judgeLine);
      process.exitCode = refused > 0 ? 2 : 0;
    });
}

const HELP = `
Each line in:
  {"id", "framework", "command", "exitCode", "stdout", "stderr",
   "reports": [{"name", "text"}], "promised": {"modules", "symbols", "files"},
   "baseline"?: {"exitCode", "stdout", "stderr", "reports"}}
Each line out:
  {"id", "verdict", "reason", "failed", "passed", "failedCount", "skipped", "fix"}
A line that is not such an object is answered by {"id", "line", "error"}, with
its number from 1, and the exit code is 2.`;

type JudgeLine = (line: string, number: number) => object;

/**
 * Judges line by line, so that memory does not grow with the input.
 * @returns how many lines could not be read
 */
async function judgeStream(input: Readable, output: Writable, judge: JudgeLine): Promise<number> {
  let refused = 0;
  let number = 0;
  let broken: unknown = null;
  input.once("error", (error) => {
    broken = error;
  });
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (line.trim() === "") continue;
    const judged = judge(line, number);
    if ("error" in judged) refused += 1;
    if (!output.write(`${JSON.stringify(judged)}\n`)) await once(output, "drain");
  }
  if (broken !== null) throw broken;
  return refused;
}
