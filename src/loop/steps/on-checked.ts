import type { Event } from "../../domain/event.ts";
import type { ResultOf } from "../../domain/result.ts";
import { unreachable } from "../../domain/unreachable.ts";
import type { Desk } from "../desk.ts";
import type { Decision, StepsState } from "../state.ts";
import { andThen, stay } from "./and-then.ts";
import { failDesk } from "./fail-desk.ts";
import { commitDesk } from "./land.ts";
import { runOnDesk } from "./run-checks.ts";

type Ran = ResultOf<"check_ran">;

/** Verifier, then validation; each by its exit and nothing else (S1-27). */
export function onChecked(state: StepsState, ran: Ran, line: string): Decision {
  const { desk } = state;
  // What the tests alone do is told, and holds nothing up.
  if (ran.purpose === "red")
    return stay(state, [eventOf(ran, line, { passed: isPassed(ran), skipped: null })]);
  if (desk === null) return stay(state);
  const skipped = whySkipped(state, ran);
  const passed = skipped === null && isPassed(ran);
  const told = stay(state, [eventOf(ran, line, { passed, skipped })]);
  switch (desk.stage) {
    case "check":
      if (!passed) return andThen(told, (on) => failDesk(on, checkFailure(on, ran, line)));
      return andThen(told, (on) => validate(on, { ...desk, tree: ran.tree }));
    case "validation":
      if (passed || skipped !== null) return andThen(told, (on) => commitDesk(on, desk));
      return andThen(told, (on) => failDesk(on, validationFailure(ran, line)));
    case "committing":
    case "pushing":
      return stay(state);
    default:
      return unreachable(desk.stage);
  }
}

function isPassed({ exit, matched }: Ran): boolean {
  return exit.kind === "exited" && exit.code === 0 && matched !== false;
}

/** S1-17: the default validation is left out, said aloud, where its tool is not installed. */
function whySkipped({ loop }: StepsState, { purpose, exit }: Ran): string | null {
  const isMissing = exit.kind === "exited" && exit.code === 127;
  if (purpose !== "validation" || !loop.validation.isDefault || !isMissing) return null;
  return "the default validation is not installed here; set validationCommand to another, or to an empty text";
}

function eventOf(
  ran: Ran,
  line: string,
  verdict: { readonly passed: boolean; readonly skipped: string | null },
): Event {
  const { purpose, step, exit, output, durationMs, sandbox } = ran;
  return {
    type: "check.ran",
    ...{ purpose, step, line, exit, output, durationMs, sandbox },
    ...verdict,
  };
}

function validate(state: StepsState, desk: Desk): Decision {
  const { command } = state.loop.validation;
  if (command === null) return commitDesk(state, desk);
  const what = { purpose: "validation", line: command } as const;
  return runOnDesk(state, { ...desk, stage: "validation" }, what);
}

/** S1-65: all that the next attempt needs; S1-59: the pattern is named only when it is the reason. */
function checkFailure({ desk }: StepsState, ran: Ran, line: string): string {
  const { exit, matched, output } = ran;
  const isVacuous = exit.kind === "exited" && exit.code === 0 && matched === false;
  const what = isVacuous
    ? `The check \`${line}\` ended with 0, but what it printed does not match the verifyOutputPattern: nothing shows that a test ran.`
    : `The check \`${line}\` ${howEnded(ran)}.`;
  const left = (desk?.left ?? []).map(({ path, why }) => `${path} (${why})`);
  const without =
    left.length === 0
      ? ""
      : `\nChanged, but not part of what was checked: ${left.slice(0, 20).join(", ")}.`;
  return `${what}${without}\n${outputText(output)}`;
}

function validationFailure(ran: Ran, line: string): string {
  return `The check passed, but the validation \`${line}\` ${howEnded(ran)}.\n${outputText(ran.output)}`;
}

function howEnded({ exit }: Ran): string {
  switch (exit.kind) {
    case "exited":
      return `failed with exit code ${exit.code}`;
    case "killed":
      return `was killed (${exit.signal})`;
    case "timed_out":
      return `did not end within ${Math.round(exit.afterMs / 1000)} s (killed/timeout)`;
    default:
      return unreachable(exit);
  }
}

function outputText(output: string): string {
  return output.trim() === "" ? "It printed nothing." : `It printed:\n${output.trimEnd()}`;
}
