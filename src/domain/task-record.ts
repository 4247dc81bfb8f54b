import { z } from "zod";
import { Result } from "./result.ts";

/** How often a task was given to a job, and when the record was made (ms since 1970). */
const common = { times: z.number().int().positive(), at: z.number() };

/**
 * What is known of a task that is worked in a job of its own. One record for each command that is out;
 * each stands in place of the one before it, or not at all when that has changed meanwhile.
 */
export const TaskRecord = z.discriminatedUnion("kind", [
  /** A job was asked for; it may wait for a runner for hours. */
  z.object({ kind: z.literal("dispatched"), ...common }),
  /** The job with this run id works on it; no other begins. */
  z.object({ kind: z.literal("taken"), ...common, job: z.string() }),
  /** Its job ended without a result. */
  z.object({ kind: z.literal("lost"), ...common }),
  z.object({ kind: z.literal("done"), ...common, result: Result }),
]);
export type TaskRecord = z.infer<typeof TaskRecord>;

/** A record where it is kept; `version` names exactly this one. */
export interface PostedTask {
  readonly record: TaskRecord;
  readonly version: string;
}

/** `refused`: why no job can be had for a task, and what a person has to do about it. */
export type TaskStarted =
  | { readonly kind: "started" }
  | { readonly kind: "refused"; readonly why: string; readonly fix: string };

/** Which task: the run it belongs to, and the command of that run. */
export interface TaskName {
  readonly run: string;
  readonly command: string;
}

/** As the workflow's input `task` has it. */
export function taskText({ run, command }: TaskName): string {
  return `${run}/${command}`;
}

/** Null for what no run of ours has named: it never gets into a ref or a path. */
export function readTaskText(text: string): TaskName | null {
  const found = /^(?<run>issue-\d{1,10}-\d{1,20}-\d{1,6})\/(?<command>\d{1,6}-take_turn)$/.exec(
    text,
  );
  const { run, command } = found?.groups ?? {};
  return run === undefined || command === undefined ? null : { run, command };
}
