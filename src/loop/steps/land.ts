import type { Event } from "../../domain/event.ts";
import type { ResultOf } from "../../domain/result.ts";
import { judgeServerScope } from "../../gates/server-scope.ts";
import type { Desk } from "../desk.ts";
import { want } from "../issue-command.ts";
import type { Decision, StepsState } from "../state.ts";
import { andThen, stay } from "./and-then.ts";
import { failDesk } from "./fail-desk.ts";
import { finalId } from "./final-step.ts";
import { lookForRed } from "./look-for-red.ts";
import { checkDesk, onto } from "./run-checks.ts";
import { taskBranch } from "./task-branch.ts";

/** One commit for a step, of its reported paths (S1-46); none when nothing changed. */
export function commitDesk(state: StepsState, desk: Desk): Decision {
  const base = onto(state, desk);
  if (desk.changes.length === 0 || desk.tree === base.tree) return complete(state, desk, null);
  const verdict = judgeServerScope(desk.changes, state.lock);
  const judged: Event = { type: "gate.judged", phase: "step", verdict };
  if (verdict.kind === "fail")
    return andThen(stay(state, [judged]), (on) => failDesk(on, `${verdict.reason} ${verdict.fix}`));
  const merged = desk.own?.sha ?? null;
  return want(
    { ...state, desk: { ...desk, stage: "committing" } },
    {
      kind: "commit",
      phase: "step",
      tree: desk.tree,
      parent: base.sha,
      message: messageOf(state, desk),
      ...(merged === null ? {} : { also: merged }),
      ...(state.loop.autoCommitNoVerify ? {} : { hooks: true }),
    },
    [judged],
  );
}

function messageOf({ loop }: StepsState, { step }: Desk): string {
  const what = step === finalId ? "final check passed" : `step ${step} passed`;
  return `tdd-loop(${loop.name}): ${what}`;
}

/** S1-64: a commit that is refused advances nothing. */
export function onCommitRefused(state: StepsState, { why }: ResultOf<"commit_refused">): Decision {
  return failDesk(state, `The check passed, but the commit was refused: ${why}`);
}

export function onCommitted(state: StepsState, { sha }: ResultOf<"committed">): Decision {
  const { desk } = state;
  if (desk === null) return stay(state);
  const created: Event = {
    type: "commit.created",
    phase: "step",
    sha,
    message: messageOf(state, desk),
  };
  if (desk.own?.sha === null)
    return pushOwn(state, { ...desk, own: { ...desk.own, sha } }, [created]);
  return land(state, desk, sha, [created]);
}

/** S1-50: the step's commit is kept on a branch of its own, then merged. */
function pushOwn(state: StepsState, desk: Desk, events: readonly Event[]): Decision {
  const attempt = state.attempts[desk.step] ?? 1;
  const name = taskBranch(state.loop.name, state.request.runId, desk.step);
  const branch = attempt === 1 ? name : `${name}-${attempt}`;
  const pushing: StepsState = { ...state, desk: { ...desk, stage: "pushing" } };
  return want(pushing, { kind: "push", branch, sha: desk.own?.sha ?? "", expected: null }, events);
}

/** The branch's head moves to the new commit; it is pushed while the next step is judged. */
function land(state: StepsState, desk: Desk, sha: string, events: readonly Event[]): Decision {
  const commits = state.commits + 1;
  const paths = desk.changes.map(({ path }) => [path, commits] as const);
  const landed: StepsState = {
    ...state,
    head: { sha, tree: desk.tree },
    commits,
    landed: { ...state.landed, ...Object.fromEntries(paths) },
  };
  const done = complete(landed, desk, sha, events);
  const looking = andThen(done, (on) => lookForRed(on, desk, state.head.tree));
  return andThen(looking, pushHead);
}

/** One push at a time, each from where the last one ended. */
function pushHead(state: StepsState): Decision {
  const { head, pushing, pushedSha } = state;
  if (pushing !== null || pushedSha === head.sha) return stay(state);
  const { branch } = state.lock;
  return want(
    { ...state, pushing: head.sha },
    { kind: "push", branch, sha: head.sha, expected: pushedSha },
  );
}

export function onPushed(state: StepsState, { sha, url }: ResultOf<"pushed">): Decision {
  const { desk } = state;
  if (desk?.stage === "pushing" && desk.own?.sha === sha) return mergeOwn(state, desk, sha);
  const pushed: Event = { type: "branch.pushed", branch: state.lock.branch, sha, url };
  return andThen(stay({ ...state, pushing: null, pushedSha: sha }, [pushed]), pushHead);
}

/** Nobody else committed meanwhile: the step's own commit is the head. Else it is checked again, merged. */
function mergeOwn(state: StepsState, desk: Desk, sha: string): Decision {
  if (desk.own?.base.sha === state.head.sha) return land(state, desk, sha, []);
  return checkDesk(state, desk);
}

/** Verifier and validation were seen to end with 0: the only way in which a step is done. */
function complete(
  state: StepsState,
  desk: Desk,
  sha: string | null,
  events: readonly Event[] = [],
): Decision {
  const { step, left } = desk;
  const lane = state.lanes.find((one) => one.step === step);
  const attempt = state.attempts[step] ?? 0;
  const done: StepsState = {
    ...state,
    desk: null,
    completed: [...state.completed, step],
    lanes: state.lanes.filter((one) => one.step !== step),
    history: [
      ...state.history,
      {
        ...{ step, attempt, outcome: "passed", why: "" },
        summary: lane?.report?.summary ?? "",
        lessons: lane?.report?.lessonsLearned ?? [],
      },
    ],
  };
  return stay(done, [...events, { type: "step.completed", step, sha, left: [...left] }]);
}
