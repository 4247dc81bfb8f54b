import type { z } from "zod";
import { isBot } from "../domain/actor.ts";
import type { CommentCommand } from "../domain/comment-command.ts";
import { noOptions, parseComment, plainCommands } from "../domain/comment-command.ts";
import type { Asking } from "../run/admit.ts";
import type { DispatchArgs } from "./dispatch-args.ts";
import { readArgs } from "./dispatch-args.ts";
import { issueDigest } from "./issue-digest.ts";
import { DispatchedEvent, IssueCommented, IssuesLabeled } from "./payloads.ts";
import type { CommitQuestion } from "./read-question.ts";
import { readQuestion } from "./read-question.ts";
import type { TaskTrigger } from "./read-task.ts";
import { readTask } from "./read-task.ts";
import { unreadLabel } from "./unread-label.ts";

export type Order = Exclude<CommentCommand, { kind: "none" }>;

/** What an event asks of us. Nothing is allowed yet: `admit` decides that. */
export type Trigger =
  | {
      readonly kind: "order";
      readonly order: Order;
      /** For a dispatch the issue's state is "unknown" until somebody reads it, and refused so. */
      readonly asking: Asking;
      /** The issue's text in the signed event; null for a dispatch, whose caller reads it. */
      readonly text: { readonly title: string; readonly body: string } | null;
      /** Digest of the text that the person saw, to compare with what is read later. */
      readonly issueSha256: string | null;
      readonly commentId: number | null;
      /** True when the App has claimed the issue for this run already. */
      readonly isClaimed: boolean;
      /** Login of the App, whose sticky comment this run goes on with. */
      readonly bot: string | null;
      /** That comment's number, null when the App did not say. */
      readonly stickyComment: number | null;
      /** How many comments the issue had, and when (ms); null when the event does not say. */
      readonly comments: { readonly count: number; readonly at: number } | null;
      /** One name for one trigger, the same in every redelivery. */
      readonly key: string;
    }
  | { readonly kind: "gate"; readonly question: CommitQuestion }
  | TaskTrigger
  | { readonly kind: "ignore"; readonly why: string }
  | { readonly kind: "invalid"; readonly problem: string };

/** Inputs of the workflow as the Action reads them; an absent one is the empty string. */
export interface DispatchInputs {
  readonly issue: string;
  readonly command: string;
  readonly args: string;
  readonly actor: string;
  readonly claim: string;
  readonly task: string;
}

/**
 * Turns an event into what it asks for. The payload is GitHub's, parsed here once; the inputs count
 * for `workflow_dispatch` only.
 */
export function readDispatch(eventName: string, payload: unknown, inputs: DispatchInputs): Trigger {
  switch (eventName) {
    case "workflow_dispatch":
      return readInputs(payload, inputs);
    case "issues":
      return readLabel(payload);
    case "issue_comment":
      return readComment(payload);
    default:
      return readGate(eventName, payload);
  }
}

/** The loop's own labels: no configuration makes one of them start a run. */
const stateLabels = ["tdd:running", "tdd:needs-approval", "tdd:done", "tdd:blocked"];

export const noInputs: DispatchInputs = {
  ...{ issue: "", command: "", args: "" },
  ...{ actor: "", claim: "", task: "" },
};

function readLabel(payload: unknown): Trigger {
  const event = IssuesLabeled.safeParse(payload);
  if (!event.success) return unreadLabel(payload);
  const { issue, label, sender } = event.data;
  if (stateLabels.includes(label.name)) {
    return { kind: "ignore", why: "The label is one that the loop itself puts on." };
  }
  return {
    ...ordered(issue),
    order: { kind: "run", options: noOptions },
    asking: { via: { kind: "label", label: label.name }, actor: sender, issue: placeOf(issue) },
    commentId: null,
    key: `label ${label.name} on #${issue.number} at ${issue.updated_at} by ${sender.id}`,
  };
}

function readComment(payload: unknown): Trigger {
  const event = IssueCommented.safeParse(payload);
  if (!event.success) return { kind: "ignore", why: "The event holds no comment." };
  const { action, issue, comment, sender } = event.data;
  const order = parseComment(comment.body ?? "");
  if (order.kind === "none") return { kind: "ignore", why: "The comment holds no command." };
  const via = { kind: "comment", action, authorId: comment.user?.id ?? 0 } as const;
  return {
    ...ordered(issue),
    order,
    asking: { via, actor: sender, issue: placeOf(issue) },
    commentId: comment.id,
    key: `comment ${comment.id} at ${comment.updated_at}`,
  };
}

type IssuePart = z.infer<typeof IssuesLabeled>["issue"];

function placeOf(issue: IssuePart): Asking["issue"] {
  const isPullRequest = issue.pull_request !== undefined;
  return { number: issue.number, state: issue.state, isPullRequest };
}

function ordered(issue: IssuePart) {
  const text = { title: issue.title, body: issue.body ?? "" };
  const issueSha256 = issueDigest(text);
  const at = Date.parse(issue.updated_at);
  const comments = issue.comments === undefined ? null : { count: issue.comments, at };
  const app = { isClaimed: false, bot: null, stickyComment: null };
  return { kind: "order", text, issueSha256, comments, ...app } as const;
}

function readGate(eventName: string, payload: unknown): Trigger {
  const question = readQuestion(eventName, payload);
  if (question !== null) return { kind: "gate", question };
  return { kind: "ignore", why: `Nothing is done on this "${eventName}".` };
}

function readInputs(payload: unknown, inputs: DispatchInputs): Trigger {
  const sender = DispatchedEvent.safeParse(payload);
  if (!sender.success) return { kind: "invalid", problem: "The event does not name its sender." };
  const number = /^[1-9]\d{0,9}$/.test(inputs.issue) ? Number(inputs.issue) : null;
  if (number === null) {
    return { kind: "invalid", problem: `Input "issue" is the issue's number, e.g. 7.` };
  }
  const args = readArgs(inputs.args);
  if (typeof args === "string") return { kind: "invalid", problem: args };
  if (inputs.task !== "") return readTask(number, inputs, isBot(sender.data.sender) ? args : null);
  const order = readOrder(inputs.command, args);
  if (order === null) {
    const legal = ["run", "allow", ...plainCommands].join(", ");
    return { kind: "invalid", problem: `Input "command" is one of: ${legal}.` };
  }
  return {
    kind: "order",
    order,
    asking: {
      via: { kind: "dispatch" },
      actor: actorOf(sender.data.sender, inputs, args),
      issue: { number, state: "unknown", isPullRequest: false },
    },
    text: null,
    issueSha256: args.issueSha256,
    commentId: null,
    ...(isFromApp(sender.data.sender, inputs)
      ? { isClaimed: true, bot: args.bot, stickyComment: args.stickyComment }
      : { isClaimed: false, bot: null, stickyComment: null }),
    comments: null,
    key: `dispatch of #${number}`,
  };
}

/** A person who fills in the App's inputs is a person all the same: only a bot is believed. */
function isFromApp(sender: Asking["actor"], inputs: DispatchInputs): boolean {
  return sender.type === "Bot" && inputs.claim === "app";
}

/** Only a bot, which is to say the App, may speak for somebody else; that one's role is checked again. */
function actorOf(
  sender: Asking["actor"],
  inputs: DispatchInputs,
  args: DispatchArgs,
): Asking["actor"] {
  const speaksForOther = isFromApp(sender, inputs) && inputs.actor !== "";
  if (!speaksForOther) return sender;
  return { login: inputs.actor, id: args.actorId ?? 0, type: "User" };
}

function readOrder(command: string, args: DispatchArgs): Order | null {
  const { profile, base, dryRun, fresh, spec, paths, said } = args;
  if (command === "" || command === "run") {
    return { kind: "run", options: { profile, base, dryRun, fresh, spec } };
  }
  if (command === "resume" && said !== null) {
    const revised = parseComment(`/tdd revise ${said}`);
    return revised.kind === "revise" ? revised : null;
  }
  if (command !== "allow") {
    const plain = plainCommands.find((known) => known === command);
    return plain === undefined ? null : { kind: plain };
  }
  const line = parseComment(`/tdd allow ${paths.map((path) => `\`${path}\``).join(" ")}`);
  return line.kind === "allow" ? line : null;
}
