import { describeWritable } from "../domain/access.ts";
import { fence } from "./fence.ts";
import { bullets, diffText, feedbackText, filesText, inline } from "./prompt-parts.ts";
import type { Variables } from "./render-prompt.ts";
import type { ShownFile } from "./shown-files.ts";

/** All that the one agent of a loop spec is told. */
export interface DeveloperInput {
  /** Why the attempts before this one failed, oldest first. */
  readonly feedback: readonly string[];
  readonly loop: string;
  readonly goal: string;
  readonly step: string;
  readonly iteration: string;
  readonly attempt: string;
  readonly check: string;
  /** What else decides, one sentence each. */
  readonly rules: readonly string[];
  readonly prompt: string;
  /** What the agent itself said that comes next; "" when it said nothing. */
  readonly nextPrompt: string;
  /** Where it works; "" when there is nothing to say. */
  readonly place: string;
  readonly mayWrite: readonly string[];
  /** Patterns of the files that belong to the step; empty when it does not say. */
  readonly owned: readonly string[];
  /** Those of them that are named exactly and exist, as they are now. */
  readonly shown: readonly ShownFile[];
  readonly plan: readonly string[];
  /** Which steps are ready; "" outside of a DAG. */
  readonly ready: string;
  /** What the step changed before this turn, as git prints it; "" when nothing. */
  readonly changes: string;
  readonly history: readonly string[];
  /** Iterations before those of the history. */
  readonly omitted: number;
  readonly guidance: string;
}

/** A value for each variable of the developer's task. */
export function developerVariables(input: DeveloperInput): Variables {
  const { prompt, nextPrompt, plan, history, omitted, owned } = input;
  const next =
    nextPrompt === "" ? "" : `\n\nYour own note on what comes next:\n\n${fence(nextPrompt)}`;
  const before = omitted === 0 ? "" : `(${omitted} earlier iterations are left out)\n\n`;
  const isSaid = owned.every((pattern) => input.mayWrite.includes(pattern));
  const own = isSaid ? "" : `\n\nYours are only: ${owned.map(inline).join(", ")}`;
  return {
    loop: inline(input.loop),
    goal: fence(input.goal),
    step: inline(input.step),
    iteration: input.iteration,
    attempt: input.attempt,
    check: fence(input.check),
    rules: input.rules.length === 0 ? "" : bullets(input.rules),
    prompt: `${fence(prompt)}${next}`,
    place: input.place,
    mayWrite: `${describeWritable(input.mayWrite)}${own}`,
    files:
      input.shown.length === 0
        ? "None is named exactly that exists: look with `list` and `search`."
        : filesText(input.shown),
    plan: fence(plan.join("\n")),
    ready: input.ready,
    feedback: feedbackText(input.feedback),
    changes: diffText(input.changes),
    history: history.length === 0 ? "None yet." : `${before}${fence(history.join("\n"))}`,
    guidance: input.guidance.trim() === "" ? "none" : fence(input.guidance, "markdown"),
  };
}
