import { resolve } from "node:path";
import { createRedactor } from "../../domain/redact.ts";
import type { LocalChoice } from "../../domain/run-request.ts";
import type { ResumeOptions, RunOptions } from "../run-options.ts";
import { shellWord } from "../shell-word.ts";
import type { Terminal } from "../terminal.ts";

/** Who plays the roles of a local run. */
export type Players = Pick<LocalChoice, "agent" | "command" | "replay" | "model">;

/**
 * What the person chose, kept with the run: a BLOCKED text then has the very line to type, and
 * `resume` needs no option again. A command line that holds what looks like a key is not kept.
 */
export function localChoice(
  options: RunOptions,
  runId: string,
  { cwd }: Pick<Terminal, "cwd">,
): LocalChoice {
  const { agent, replay, model } = options;
  const command = options.command?.every(isPlain) === true ? options.command : null;
  const place = [
    ...option("--repo", options.repo, "."),
    ...option("--state-dir", options.stateDir),
  ];
  const how = [
    ...option("--profile", options.profile),
    ...option("--base", options.base),
    ...option("--test-command", options.testCommand),
    ...(agent === "claude" ? option("--agent", agent) : []),
    ...option("--command", options.command === null ? null : shownCommand(command)),
    ...option("--replay", replay),
    ...option("--model", model),
    ...option("--max-dollars", options.maxDollars === null ? null : String(options.maxDollars)),
    ...(options.interactive ? ["--interactive"] : []),
    ...(options.yes ? ["--yes"] : []),
    ...(options.fresh ? ["--fresh"] : []),
  ];
  return {
    run: lineOf(["run", options.spec, ...place, ...how]),
    resume: lineOf(["resume", runId, ...place]),
    agent,
    command,
    replay: replay === null ? null : resolve(cwd, replay),
    model,
  };
}

/** The options of `resume` count; what they leave open is as it was when the run began. */
export function playersOf(
  options: ResumeOptions | RunOptions,
  kept: LocalChoice | undefined,
): Players {
  const { agent, command, replay, model } = options;
  const given = { agent, command, replay, model };
  if (kept === undefined) return given;
  if (agent !== null) return { ...given, model: model ?? kept.model };
  return { ...kept, model: model ?? kept.model };
}

function lineOf(words: readonly string[]): string {
  return ["tdd-loop", ...words].map(shellWord).join(" ");
}

function shownCommand(command: readonly string[] | null): string {
  return command === null ? "…" : command.map(shellWord).join(" ");
}

function option(name: string, value: string | null, usual?: string): string[] {
  return value === null || value === usual ? [] : [name, value];
}

const hideKeys = createRedactor([]);

function isPlain(word: string): boolean {
  return hideKeys(word) === word && !/(key|token|secret|password)\s*[=:]/i.test(word);
}
