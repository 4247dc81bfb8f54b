import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import { z } from "zod";
import { ConfigError } from "../../domain/config.ts";
import type { RedVerdict } from "../../domain/red-verdict.ts";
import { TestRun } from "../../domain/test-run.ts";
import { shellWord } from "../shell-word.ts";
import type { Terminal } from "../terminal.ts";
import type { RedRun } from "../wire-red.ts";
import type { ConfiguredRun, RedSubject } from "../wire-red-subject.ts";
import { checkedOptions, wholeNumber } from "./shared-options.ts";

const names = z.array(z.string()).default([]);
const Options = z.object({
  module: names,
  symbol: names,
  file: names,
  project: names,
  framework: z.string().nullable().default(null),
  seconds: z.number().nullable().default(null),
  repeat: z.number().int().positive().max(20).default(1),
  sandbox: z.enum(["auto", "bubblewrap", "namespaces", "process"]).nullable().default(null),
  network: z.boolean().nullable().default(null),
  baseline: z
    .union([z.string(), z.literal(false)])
    .nullable()
    .default(null),
  since: z.string().nullable().default(null),
  save: z.string().nullable().default(null),
  json: z.boolean().default(false),
});
type Options = z.infer<typeof Options>;

/** `tdd-loop red -- COMMAND`: runs the tests here and says whether they are RED for the right reason. */
export function registerRed(program: Command, terminal: Terminal): void {
  const command = program
    .command("red")
    .summary("run a test command here and judge whether it is RED for the right reason")
    .argument("[command...]", "the test command, after --; without it, what the configuration says")
    .option("--module <names...>", "modules that do not exist yet and are promised")
    .option("--symbol <names...>", "functions, classes or methods that are promised")
    .option("--file <paths...>", "files that are promised")
    .option("--project <paths...>", "without a command: only these projects of the configuration")
    .option("--framework <name>", "the test framework, when the command does not tell")
    .option("--seconds <number>", "time limit of one run (300, or as configured)", seconds)
    .option(
      "--repeat <number>",
      "run so many times, every second time in another time zone and on another date; a test that does not end alike is flaky (1)",
      wholeNumber,
    )
    .option(
      "--sandbox <kind>",
      "auto, bubblewrap, namespaces or process (process, or as configured)",
    )
    .option("--network", "let the tests use the network")
    .option("--since <commit>", "the tests that were there before are those of this commit (HEAD)")
    .option("--baseline <file>", "a run saved before the tests were written, instead")
    .option("--no-baseline", "count every failure as new")
    .option("--save <file>", "save this run for a later --baseline")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExit code: 0 right reason, 1 not, 2 cannot judge.");
  command.action(async (words: string[], given: Record<string, unknown>) => {
    const options = checkedOptions(Options, given, command);
    await judgeHere(words, options, terminal);
  });
}

function seconds(text: string): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value <= 0)
    throw new InvalidArgumentError("It must be a number of seconds above 0, such as 60.");
  return value;
}

async function judgeHere(
  words: readonly string[],
  options: Options,
  terminal: Terminal,
): Promise<void> {
  const [{ runTests }, { judgeRed }, { asksOfTests }, { readJson }, { writeNamed }] =
    await Promise.all([
      import("../wire-red.ts"),
      import("../../gates/red/judge-red.ts"),
      import("../asks-of-tests.ts"),
      import("../read-json.ts"),
      import("../named-file.ts"),
    ]);
  const saved =
    typeof options.baseline === "string"
      ? await readJson("a run that `red --save` wrote", options.baseline, TestRun)
      : null;
  const { subject, asConfigured } = await subjectOf(words, options, terminal);
  const asked = askedOf(options, asConfigured, terminal);
  const ran = await runTests({ ...asked, ...subject }, terminal.signal);
  const { sandbox, why } = ran;
  const how = { sandbox, why };
  const baseline = saved ?? ran.baseline;
  const [now, ...repeats] = ran.runs;
  if (now === undefined) return terminal.end(130);
  if (options.save !== null) await writeNamed(options.save, JSON.stringify(now), "--save");
  const promised = { modules: options.module, symbols: options.symbol, files: options.file };
  const asks = repeats.length === 0 ? [] : await asksOfTests(terminal.cwd, ran.runs);
  const verdict = judgeRed({ baseline, now, promised, repeats, asks });
  const since = baselineNote(options, ran);
  if (options.json) terminal.print(JSON.stringify({ ...verdict, run: now, sandbox, since }));
  else terminal.print((await import("../red-table.ts")).redTable(verdict, now, how, since));
  terminal.end(EXIT[verdict.verdict]);
}

/** What "new" was told from. */
function baselineNote(options: Options, ran: RedRun): string {
  const since = options.since ?? "HEAD";
  if (typeof options.baseline === "string") return `new since ${options.baseline}`;
  if (ran.baseline === null)
    return `no baseline${ran.noBaseline === "" ? "" : `: ${ran.noBaseline}`}; every failure counts as new`;
  return ran.baseline.kind === "finished"
    ? `new since ${since}`
    : `the tests did not run at ${since}; every failure counts as new`;
}

const EXIT: Readonly<Record<RedVerdict["verdict"], number>> = {
  right_reason: 0,
  already_satisfied: 1,
  wrong_reason: 1,
  cannot_judge: 2,
};

/** The command that was given; without one, what the configuration says, and how. */
async function subjectOf(
  words: readonly string[],
  { framework, project }: Options,
  terminal: Terminal,
): Promise<{ subject: RedSubject; asConfigured: ConfiguredRun | null }> {
  if (words.length === 0) {
    const { configuredSubject } = await import("../wire-red-subject.ts");
    const found = await configuredSubject(terminal.cwd, terminal.env, project);
    return framework === null ? found : { ...found, subject: { ...found.subject, framework } };
  }
  if (project.length > 0)
    throw new ConfigError("--project chooses from the configuration: give it or a command.");
  // Words come from a shell that has taken their quotes off already.
  const command = words.length === 1 ? (words[0] ?? "") : words.map(shellWord).join(" ");
  return { subject: { command, framework }, asConfigured: null };
}

/** What an option says goes before the configuration; `auto` there is no wish of its own. */
function askedOf(options: Options, asConfigured: ConfiguredRun | null, terminal: Terminal) {
  const configured = asConfigured?.sandbox ?? "auto";
  const isOpen = options.network ?? asConfigured?.network === "on";
  return {
    dir: terminal.cwd,
    testSeconds: options.seconds ?? asConfigured?.testSeconds ?? 300,
    network: isOpen ? "on" : "off",
    sandbox: options.sandbox ?? (configured === "auto" ? "process" : configured),
    times: options.repeat,
    since: options.baseline === null ? (options.since ?? "HEAD") : null,
    mustHaveSince: options.since !== null,
    env: terminal.env,
  } as const;
}
