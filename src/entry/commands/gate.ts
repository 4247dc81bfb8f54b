import type { Command } from "commander";
import { showPath } from "../../gates/tamper/path-safety.ts";
import { forLog, pathForLog } from "../for-log.ts";
import { askFileGate, pathBytes } from "../wire-gate.ts";
import { failClosed } from "./fail-closed.ts";
import { gateJson } from "./gate-json.ts";
import { runLockedGate } from "./gate-locked.ts";
import { watchGate } from "./gate-watch.ts";

export interface GateOptions {
  readonly json?: true;
  readonly watch?: true;
  readonly null?: true;
  readonly repo?: string;
  readonly lock?: string;
  readonly tip?: string;
  readonly run?: true;
  readonly holdout?: string;
  readonly testSeconds?: string;
}

/** `tdd-loop gate ALLOWLIST [BASE]` (S0-34 … S0-44). Exit 0 clean, 1 out of the list, 2 no trust. */
export function registerGate(program: Command): void {
  program
    .command("gate")
    .description("hold a branch to its file list: exit 0 clean, 1 paths outside it, 2 cannot judge")
    .argument("[allowlist]", "file with one repository-relative path a line")
    .argument("[base]", "what the branch was cut from; origin/HEAD when left out")
    .option("--json", "print {verdict, reasons, paths, fix}")
    .option("-z, --null", "end each path with NUL instead of a line end")
    .option("--watch", "stay, and say the verdict again whenever it is another")
    .option("--repo <dir>", "the repository, when it is not the current directory")
    .option("--lock <file>", "hold the repository to this lock (see: tdd-loop lock) instead")
    .option("--tip <sha>", "with --lock: the target branch's tip, as the server has it")
    .option("--run", "with --lock: run the tests as well, in fresh checkouts")
    .option("--holdout <dir>", "with --run: tests that the implementer has not seen")
    .option("--test-seconds <n>", "with --run: how long one run of the tests may take", "300")
    .action(
      async (allowlist: string | undefined, base: string | undefined, options: GateOptions) => {
        process.exitCode =
          options.lock === undefined
            ? await runFileGate(allowlist, base, options)
            : await runLockedGate(options.lock, options);
      },
    );
}

async function runFileGate(
  allowlist: string | undefined,
  base: string | undefined,
  options: GateOptions,
): Promise<0 | 1 | 2> {
  if (allowlist === undefined) {
    process.stderr.write(
      "tdd-loop gate: name an allowlist: tdd-loop gate ALLOWLIST [BASE]\nSee: tdd-loop gate --help\n",
    );
    return 2;
  }
  const asked = {
    env: process.env,
    cwd: options.repo ?? process.cwd(),
    allowlist,
    base: base === undefined || base === "" ? null : base,
  };
  const isJson = options.json ?? false;
  return options.watch ? await stayAndWatch(asked, isJson) : await judgeOnce(asked, options);
}

type Asked = Parameters<typeof askFileGate>[0];

async function judgeOnce(asked: Asked, options: GateOptions): Promise<0 | 1 | 2> {
  const outcome = await askFileGate(asked).catch((error: unknown) => failClosed(error, asked.cwd));
  if (options.json) process.stdout.write(`${forLog(JSON.stringify(gateJson(outcome)))}\n`);
  if (outcome.kind === "distrust") {
    process.stderr.write(
      `${forLog(`tdd-loop gate: cannot judge: ${outcome.why}. ${outcome.fix}`)}\n`,
    );
    return 2;
  }
  if (!options.json) printPaths(outcome.findings, options.null ? "\0" : "\n");
  return outcome.findings.length === 0 ? 0 : 1;
}

/** Until Ctrl-C. */
async function stayAndWatch(asked: Asked, json: boolean): Promise<0 | 1 | 2> {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => controller.abort());
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  return await watchGate({ ...asked, json }, { print, signal: controller.signal });
}

function printPaths(findings: readonly { readonly path: string }[], end: string): void {
  // With NUL between them a program reads the paths; a job's log is read by the runner, line by line.
  const isLog = process.env["GITHUB_ACTIONS"] === "true" && end === "\n";
  const lines = findings.flatMap(({ path }) => [
    process.stdout.isTTY || (isLog && forTerminal(path) !== showPath(path))
      ? Buffer.from(forTerminal(path))
      : pathBytes(path),
    Buffer.from(end),
  ]);
  process.stdout.write(Buffer.concat(lines));
}

/** A name is not to move the cursor, nor to pass for two lines, of the person who reads it. */
function forTerminal(path: string): string {
  const shown = showPath(path);
  return /\p{Cc}/u.test(shown) ? JSON.stringify(shown) : pathForLog(shown);
}
