import { z } from "zod";
import { Config } from "./config.ts";
import { IssueRef } from "./issue-ref.ts";
import { Rules } from "./rules.ts";

/** How a person at a terminal asked for a run, so that nothing has to be said twice. */
export const LocalChoice = z.object({
  /** The exact command lines that start this run again and that go on with it. */
  run: z.string(),
  resume: z.string(),
  /** Who plays the roles; null takes what the configuration says. A key is never in here. */
  agent: z.enum(["claude", "command", "replay"]).nullable(),
  command: z.array(z.string()).nullable(),
  /** Absolute path of the recording. */
  replay: z.string().nullable(),
  model: z.string().nullable(),
});
export type LocalChoice = z.infer<typeof LocalChoice>;

/** All that a run is started with. It is the journal's first line, so a resume needs nothing else. */
export const RunRequest = z.object({
  runId: z.string(),
  /** A spec file is its author's own word; an issue's text never chooses a command or a ref. */
  origin: z.enum(["local", "github"]),
  issue: IssueRef,
  title: z.string(),
  /** The body as it was when the signed event was made; later edits do not matter. */
  body: z.string(),
  issueSha256: z.string(),
  /** Login of the person who labelled or commented; "local" for a spec file. */
  actor: z.string(),
  /** The base branch by name; null takes the repository's default or current one (S0-17). */
  base: z.string().nullable(),
  profile: z.string(),
  rules: Rules,
  config: Config,
  /** `/tdd plan`: the lock waits for a person, whoever made its list. Absent: no. */
  planOnly: z.boolean().optional(),
  /** Exact paths that a person added by `/tdd allow`; never protected ones. */
  allowed: z.array(z.string()).optional(),
  /** The text of a loop spec that a person keeps in a file; what the issue's text says of one does not count then. */
  loopSpec: z.object({ path: z.string(), text: z.string() }).optional(),
  /** Standing notes for whoever works in cycles. */
  notes: z.array(z.string()).optional(),
  /** For a spec file; absent in journals of older versions. */
  local: LocalChoice.optional(),
});
export type RunRequest = z.infer<typeof RunRequest>;
