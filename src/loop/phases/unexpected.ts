import type { Result } from "../../domain/result.ts";
import { block } from "../issue-command.ts";
import type { Decision, RunState } from "../state.ts";

/** A result that no command of this phase can have: the journal is not one of this version's. */
export function unexpected(state: RunState, result: Result): Decision {
  return block(state, {
    reason: "infrastructure",
    failed: `The journal has a "${result.kind}" in phase "${state.phase}", which cannot be.`,
    decision: "Start the run afresh; if it happens again, report it with the journal.",
  });
}
