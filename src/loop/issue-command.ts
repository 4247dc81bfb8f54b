import type { Command } from "../domain/command.ts";
import type { Blocked, Conclusion } from "../domain/conclusion.ts";
import type { Event } from "../domain/event.ts";
import { mayBeAllowed } from "../domain/safe-path.ts";
import type { Begun, Decision, RunState } from "./state.ts";

/** A command without its id; the state's counter gives it one. */
type Draft<C> = C extends Command ? Omit<C, "id"> : never;
export type CommandDraft = Draft<Command>;

/** Goes on with one command: gives it its id and remembers it as pending until its result is back. */
export function want(
  state: RunState,
  draft: CommandDraft,
  events: readonly Event[] = [],
): Decision {
  const issued = state.issued + 1;
  const command = { ...draft, id: `${issued}-${draft.kind}` } as Command;
  return {
    state: { ...state, issued, pending: [...state.pending, command] },
    commands: [command],
    events,
  };
}

/** Ends the run: what there is to show is published first, then it is done. */
export function conclude(
  state: Begun,
  conclusion: Conclusion,
  events: readonly Event[] = [],
): Decision {
  const { request, issued, spend, tried } = state;
  const concluding: RunState = {
    phase: "concluding",
    request,
    issued,
    spend,
    tried,
    pending: [],
    conclusion,
  };
  return want(concluding, { kind: "publish", stage: "surface", sha: headOf(state) }, [
    ...events,
    { type: "run.concluded", conclusion },
  ]);
}

/** Ends the run BLOCKED, with what S0-46 demands. */
export function block(
  state: Begun,
  why: Pick<Blocked, "reason" | "failed" | "decision"> & {
    readonly command?: "resume";
    /** Paths that one answer would open. */
    readonly allow?: readonly string[];
  },
  events: readonly Event[] = [],
): Decision {
  const { reason, failed, decision } = why;
  const command =
    allowLine(state, why.allow ?? []) ?? commandFor(state.request, why.command ?? "run");
  const conclusion: Blocked = {
    kind: "blocked",
    reason,
    tried: [...state.tried],
    failed,
    decision,
    command,
  };
  return conclude(state, conclusion, events);
}

/** What to type to go on: a comment on GitHub, the same command line again for a spec file. */
export function commandFor(
  { origin, local }: Begun["request"],
  word: "run" | "resume" | "approve" | "approve-tests",
): string {
  if (origin === "github") return word === "run" ? "/tdd run --fresh" : `/tdd ${word}`;
  if (word === "run") return local?.run ?? "tdd-loop run SPEC";
  const resume = local?.resume ?? "tdd-loop resume";
  return word === "resume" ? resume : `${resume} --yes`;
}

/** Only plain paths stand in a line to be typed: they were chosen by an agent. */
function allowLine({ request }: Begun, paths: readonly string[]): string | null {
  const isPlain = paths.every((path) => /^\w[\w./-]{0,200}$/.test(path) && mayBeAllowed(path));
  if (request.origin !== "github" || paths.length === 0 || paths.length > 5 || !isPlain)
    return null;
  return `/tdd allow ${paths.join(" ")}`;
}

function headOf(state: Begun): string | null {
  // While steps are worked the head is the base until one of them landed.
  // Nor is it on the branch before the one commit of a run that makes one.
  if ("landed" in state || state.request.rules.commits === "final")
    return (state as { pushedSha?: string | null }).pushedSha ?? null;
  if ("head" in state) return (state.head as { sha: string }).sha;
  if ("red" in state) return (state.red as { sha: string }).sha;
  return null;
}
