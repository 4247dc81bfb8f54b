import { resolve } from "node:path";
import type { Command } from "commander";
import type { Finding } from "../doctor/finding.ts";
import type { Machine } from "../doctor/machine.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";

export type OpenMachine = (
  repo: string,
  env: Readonly<Record<string, string | undefined>>,
) => Promise<Machine>;

/** `tdd-loop doctor`: what is there, what is missing, what to do. Changes nothing. */
export function registerDoctor(
  program: Command,
  terminal: Terminal,
  openMachine: OpenMachine,
): void {
  program
    .command("doctor")
    .summary("check that a run could start here, and say what is missing")
    .option("--repo <dir>", "the repository", ".")
    .option("--json", "print one JSON object for machines")
    .action(async (options: { repo: string; json?: boolean }) => {
      const machine = await openMachine(resolve(terminal.cwd, options.repo), terminal.env);
      const findings = await examine(machine);
      const healthy = findings.every((finding) => finding.state !== "failure");
      terminal.print(options.json ? JSON.stringify({ healthy, findings }) : asText(findings));
      terminal.end(healthy ? exitCodes.success : exitCodes.notDone);
    });
}

async function examine(machine: Machine): Promise<Finding[]> {
  const [tools, repository, config, app, pin] = await Promise.all([
    import("../doctor/check-tools.ts"),
    import("../doctor/check-repository.ts"),
    import("../doctor/check-config.ts"),
    import("../doctor/check-app.ts"),
    import("../doctor/check-pin.ts"),
  ]);
  return [
    ...(await tools.checkTools(machine)),
    ...(await repository.checkRepository(machine)),
    ...(await config.checkConfig(machine)),
    ...(await app.checkApp(machine)),
    ...(await pin.checkPin(machine)),
  ];
}

const marks = { ok: "ok  ", warning: "warn", failure: "FAIL" } as const;

function asText(findings: readonly Finding[]): string {
  return findings
    .flatMap(({ state, name, found, fix }) => [
      `${marks[state]}  ${name.padEnd(14)}  ${found.replaceAll("\n", "\n                      ")}`,
      ...(fix === null ? [] : [`                      -> ${fix}`]),
    ])
    .join("\n");
}
