import { z } from "zod";
import { ProfileName } from "../domain/rules.ts";

const AgentKind = z.enum(["claude", "command", "replay"]);

/** What every command on a local repository takes. Paths are absolute, or relative to the working directory. */
const Local = {
  repo: z.string().min(1).default("."),
  /** Where journals, locks and reports are kept; null means `.tdd-loop` in the repository. */
  stateDir: z.string().min(1).nullable().default(null),
  json: z.boolean().default(false),
};

/** Who plays the roles; null takes what the configuration says. */
const Players = {
  agent: AgentKind.nullable().default(null),
  /** The argv of a coding CLI, for agent `command`. */
  command: z.array(z.string()).min(1).nullable().default(null),
  /** A recording to play, for agent `replay`. */
  replay: z.string().min(1).nullable().default(null),
  /** Where the turns of this run are recorded. */
  record: z.string().min(1).nullable().default(null),
  model: z.string().min(1).nullable().default(null),
  /** Approve proposals without asking. */
  yes: z.boolean().default(false),
};

/** `tdd-loop run SPEC`: all that the command line can say; null where the configuration decides. */
export const RunOptions = z.strictObject({
  ...Local,
  ...Players,
  /** Path of the Markdown file whose first heading is the title and whose rest is the body. */
  spec: z.string().min(1),
  base: z.string().min(1).nullable().default(null),
  profile: ProfileName.nullable().default(null),
  testCommand: z.string().min(1).nullable().default(null),
  maxDollars: z.number().positive().nullable().default(null),
  dryRun: z.boolean().default(false),
  /** Begin anew, although an unfinished run of the same loop spec could go on. */
  fresh: z.boolean().default(false),
  /** Ask after RED and after GREEN, too, whatever the rules say. */
  interactive: z.boolean().default(false),
});
export type RunOptions = z.infer<typeof RunOptions>;

/** `tdd-loop resume [RUN]`: null is the latest run that has not ended. */
export const ResumeOptions = z.strictObject({
  ...Local,
  ...Players,
  runId: z.string().min(1).nullable().default(null),
});
export type ResumeOptions = z.infer<typeof ResumeOptions>;

/** What a person may say in one answer: it goes into prompts as it is. */
const LONGEST_ANSWER = 4_000;

/** `tdd-loop answer TEXT`: null is the latest run that waits for words. */
export const AnswerOptions = z.strictObject({
  ...Local,
  runId: z.string().min(1).nullable().default(null),
  text: z
    .string()
    .transform((text) => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim())
    .refine((text) => text !== "", "say what should be different, in your own words")
    .refine((text) => text.length <= LONGEST_ANSWER, `at most ${LONGEST_ANSWER} characters`),
});
export type AnswerOptions = z.infer<typeof AnswerOptions>;

/** `tdd-loop status [RUN]`: null lists every run. */
export const StatusOptions = z.strictObject({
  ...Local,
  runId: z.string().min(1).nullable().default(null),
});
export type StatusOptions = z.infer<typeof StatusOptions>;

/** `tdd-loop report [RUN]`: writes the HTML report again from the journal; null is the latest run. */
export const ReportOptions = z.strictObject({
  ...Local,
  runId: z.string().min(1).nullable().default(null),
  /** Print only the path of the report, for `xdg-open "$(tdd-loop report --open-path)"`. */
  openPath: z.boolean().default(false),
});
export type ReportOptions = z.infer<typeof ReportOptions>;

/** `tdd-loop clean`: what goes, and whether the person is asked. */
export const CleanOptions = z.strictObject({
  ...Local,
  /** Milliseconds since the run began; null takes runs of any age. */
  olderThan: z.number().nonnegative().nullable().default(null),
  all: z.boolean().default(false),
  yes: z.boolean().default(false),
});
export type CleanOptions = z.infer<typeof CleanOptions>;

export const DemoOptions = z.strictObject({
  once: z.boolean().default(false),
  /** Leaves repository, journal and report where they are; with `once` they always stay to be looked at. */
  keep: z.boolean().default(false),
  /** 0 takes a free port. */
  port: z.number().int().min(0).max(65_535).default(0),
});
export type DemoOptions = z.infer<typeof DemoOptions>;

/** How a command ended; one of `exitCodes`. */
export interface Ended {
  readonly exitCode: number;
}
