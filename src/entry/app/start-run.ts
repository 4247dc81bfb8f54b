import type { IssueRef } from "../../domain/issue-ref.ts";
import { DispatchArgs } from "../dispatch-args.ts";
import type { Trigger } from "../trigger.ts";
import { dispatchRefusedText, justClaimedText, queuedText, runningText } from "./answers.ts";
import type { Host } from "./host.ts";

type Ordered = Extract<Trigger, { kind: "order" }>;

/** All that starting a run needs to know; `say` answers the person once a trigger. */
export interface Start {
  readonly host: Host;
  readonly issue: IssueRef;
  readonly trigger: Ordered;
  /** The command word that the workflow gets: run, plan, approve, resume … */
  readonly command: string;
  readonly label: string;
  readonly branch: string;
  readonly workflow: string;
  readonly bot: string;
  readonly now: number;
  say(text: string): Promise<void>;
}

/** A claim without a run after this long is left over from a crash. Milliseconds. */
const CLAIM_GRACE_MS = 2 * 60_000;

/**
 * Claims the issue, shows that it was heard, and has the workflow do the work. Every step can be
 * done again, so a redelivery after a crash ends in one run; a refused dispatch frees the issue.
 */
export async function startRun(start: Start): Promise<void> {
  if (!(await claim(start))) return;
  const { host, trigger, issue } = start;
  const heard =
    trigger.commentId === null
      ? ({ kind: "issue", number: issue.number } as const)
      : ({ kind: "comment", id: trigger.commentId } as const);
  await host.repository.react(heard, "eyes");
  if (isNewRun(start)) {
    const text = queuedText(trigger.asking.actor.login, trigger.issueSha256 ?? "");
    await host.conversation.upsertComment(issue, issueMarker(issue.number), text);
  }
  await host.conversation.setLabels(issue, ["tdd:running"], doneLabels(start.label));
  const { workflow, branch } = start;
  const inputs = inputsOf(start);
  const asked = { workflow, branch, issueNumber: issue.number, inputs };
  const dispatched = await host.repository.dispatch(asked);
  if (dispatched.kind === "dispatched") return;
  await host.repository.release(issue.number);
  await host.conversation.setLabels(issue, ["tdd:blocked"], ["tdd:running"]);
  const problem = dispatchRefusedText(dispatched.status, workflow, branch);
  if (!isNewRun(start)) return start.say(problem);
  const text = `### tdd-loop: not started\n\n${problem}`;
  await host.conversation.upsertComment(issue, issueMarker(issue.number), text);
}

/** Others go on with a run, and what it said stays. */
function isNewRun({ command }: Start): boolean {
  return command === "run" || command === "plan";
}

/** The hidden mark of the issue's one sticky comment; the run edits the same comment. */
export function issueMarker(number: number): string {
  return `<!-- tdd-loop:issue-${number} -->`;
}

/** The trigger label goes, so that it can be put on again; old states go with it. */
function doneLabels(label: string): string[] {
  return [label, "tdd:needs-approval", "tdd:done", "tdd:blocked"];
}

/** True when this trigger may go on: it holds the claim, and no run of its own was started yet. */
async function claim(start: Start): Promise<boolean> {
  const { repository } = start.host;
  const number = start.issue.number;
  const asked = { issueNumber: number, branch: start.branch, key: start.trigger.key };
  const first = await repository.claim(asked);
  if (first.kind === "claimed" && first.isNew) {
    if (hasNoComment(start)) start.host.conversation.expectNone(start.issue);
    return true;
  }
  const live = await repository.liveRuns(start.workflow, number);
  if (first.kind === "claimed") return live.length === 0;
  if (live.length > 0) {
    await start.say(runningText(live.map((run) => run.url)));
    return false;
  }
  // Its run may have been killed a moment ago: then nobody is left to free the issue.
  const isLeftOver =
    start.now - first.at > CLAIM_GRACE_MS ||
    (await repository.hasEndedSince(start.workflow, number, first.at));
  if (isLeftOver) {
    await repository.release(number);
    const second = await repository.claim(asked);
    if (second.kind === "claimed") return true;
  }
  await start.say(justClaimedText);
  return false;
}

/** An event that comes late may tell of a time before our own first comment. Milliseconds. */
const FRESH_MS = 60_000;

function hasNoComment({ trigger: { comments }, now }: Start): boolean {
  return comments !== null && comments.count === 0 && now - comments.at < FRESH_MS;
}

function optionsOf(order: Ordered["order"]): object {
  if (order.kind === "run") return order.options;
  if (order.kind === "revise") return { said: order.said };
  return order.kind === "allow" ? { paths: order.paths } : {};
}

function inputsOf({ host, trigger, issue, command, bot }: Start): Record<string, string> {
  const { order, asking, issueSha256 } = trigger;
  const options = optionsOf(order);
  const stickyComment = host.conversation.commentId(issue, issueMarker(issue.number));
  const actorId = asking.actor.id;
  const args = DispatchArgs.parse({ ...options, issueSha256, actorId, bot, stickyComment });
  return {
    issue: String(issue.number),
    command,
    args: JSON.stringify(args),
    actor: asking.actor.login,
    claim: "app",
  };
}
