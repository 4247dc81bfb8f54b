import { isBot } from "../../domain/actor.ts";
import type { Config } from "../../domain/config.ts";
import { ConfigError } from "../../domain/config.ts";
import { configPath } from "../../domain/config-path.ts";
import type { IssueRef } from "../../domain/issue-ref.ts";
import { unreachable } from "../../domain/unreachable.ts";
import type { Admission, Standing } from "../../run/admit.ts";
import { admit, refuseEvent } from "../../run/admit.ts";
import { parseConfigText } from "../config-text.ts";
import type { Trigger } from "../trigger.ts";
import {
  badConfigText,
  helpText,
  idleText,
  runningText,
  stoppedText,
  unknownText,
} from "./answers.ts";
import type { Host, Log } from "./host.ts";
import type { RefusalLog } from "./refusal-log.ts";
import type { Start } from "./start-run.ts";
import { issueMarker, startRun } from "./start-run.ts";

type Ordered = Extract<Trigger, { kind: "order" }>;

export interface OrderContext {
  readonly host: Host;
  readonly trigger: Ordered;
  /** The repository's default branch: config and workflow are read from it alone. */
  readonly branch: string;
  readonly workflow: string;
  /** The App's own login, which never gives orders. */
  readonly bot: string;
  readonly log: Log;
  readonly refusals: RefusalLog;
  now(): number;
}

/** Does what a label or a command asks for, if who asks may ask. Safe to do again. */
export async function onOrder(context: OrderContext): Promise<void> {
  const { host, trigger, bot, log } = context;
  const { asking } = trigger;
  if (asking.actor.login === bot) return;
  // A comment that was edited, or sent in another's name, costs no request at all.
  if (asking.via.kind === "comment" && refuseEvent(asking, { label: "" }) !== null) return;
  const account = `${host.owner}/${host.repo}:${asking.actor.id}`;
  if (context.refusals.isMuted(account)) return;
  const login = isBot(asking.actor) ? {} : { login: asking.actor.login };
  await host.repository.lookAhead({ config: configPath, ...login });
  const setting = await readSetting(host);
  const early = refuseEvent(asking, setting.config);
  const decision = early ?? admit(asking, await standingOf(host, asking.actor), setting.config);
  const place = { repo: host.repo, issue: asking.issue.number };
  if (decision.kind === "refused") {
    log.info(`refused: ${decision.why}`, place);
    if (decision.why !== "OTHER_LABEL") context.refusals.note(account);
    return refuse(context, decision);
  }
  log.info(`order: ${trigger.order.kind}`, place);
  if (setting.problem !== null) return refuseConfig(context, setting);
  return obey(context, setting.config);
}

/** A run that was asked for shows where it stands; any other command gets an answer of its own. */
async function refuseConfig(context: OrderContext, { config, problem }: Setting): Promise<void> {
  const text = badConfigText(problem ?? "");
  if (context.trigger.order.kind !== "run") return say(context, text);
  const { conversation } = context.host;
  const issue = issueOf(context);
  const body = `### tdd-loop: not started\n\n${text}`;
  await conversation.upsertComment(issue, issueMarker(issue.number), body);
  await conversation.setLabels(issue, ["tdd:blocked"], [config.label, "tdd:done"]);
}

function issueOf({ host, trigger }: OrderContext): IssueRef {
  return { owner: host.owner, repo: host.repo, number: trigger.asking.issue.number };
}

interface Setting {
  readonly config: Config;
  /** Set when the file is not valid; the defaults then decide who is told so. */
  readonly problem: string | null;
}

async function readSetting(host: Host): Promise<Setting> {
  const text = await host.repository.readConfigText();
  try {
    return { config: parseConfigText(configPath, text), problem: null };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { config: parseConfigText("defaults", null), problem: error.message };
  }
}

async function standingOf(host: Host, actor: Ordered["asking"]["actor"]): Promise<Standing> {
  if (isBot(actor)) {
    return { permission: "none", appId: await host.repository.appIdOf(actor.login) };
  }
  return { permission: await host.repository.permissionOf(actor.login), appId: null };
}

async function refuse(
  context: OrderContext,
  refused: Extract<Admission, { kind: "refused" }>,
): Promise<void> {
  const { host, trigger } = context;
  if (refused.answer !== null) return say(context, refused.answer);
  if (!refused.react) return;
  const { commentId, asking } = trigger;
  const target =
    commentId === null
      ? ({ kind: "issue", number: asking.issue.number } as const)
      : ({ kind: "comment", id: commentId } as const);
  await host.repository.react(target, "confused");
}

/** Answers once a trigger: a redelivery finds the answer by its marker. */
async function say(context: OrderContext, text: string): Promise<void> {
  const { host, trigger } = context;
  const name = trigger.commentId === null ? "label" : `comment-${trigger.commentId}`;
  await host.conversation.upsertComment(issueOf(context), `<!-- tdd-loop:answer-${name} -->`, text);
}

async function obey(context: OrderContext, config: Config): Promise<void> {
  const { order } = context.trigger;
  switch (order.kind) {
    case "run":
    case "approve":
    case "resume":
    case "retry":
    case "plan":
    case "approve-tests":
    case "allow":
      return startRun(startOf(context, config, order.kind));
    case "revise":
      // A word that workflows know already; what was said goes with it.
      return startRun(startOf(context, config, "resume"));
    case "status":
      return status(context);
    case "stop":
      return stop(context);
    case "help":
      return say(context, helpText);
    case "invalid":
      return say(context, `${order.problem} \`/tdd help\` lists the commands.`);
    case "unknown":
      return say(context, unknownText(order.suggestion));
    default:
      return unreachable(order);
  }
}

function startOf(context: OrderContext, config: Config, command: string): Start {
  const { host, trigger, branch, workflow, bot } = context;
  const issue = issueOf(context);
  return {
    ...{ host, trigger, issue, command, branch, workflow, bot },
    label: config.label,
    now: context.now(),
    say: (text) => say(context, text),
  };
}

async function status(context: OrderContext): Promise<void> {
  const { host, trigger, workflow } = context;
  const live = await host.repository.liveRuns(workflow, trigger.asking.issue.number);
  await say(context, live.length === 0 ? idleText : runningText(live.map((run) => run.url)));
}

async function stop(context: OrderContext): Promise<void> {
  const { host, workflow } = context;
  const issue = issueOf(context);
  const live = await host.repository.liveRuns(workflow, issue.number);
  for (const run of live) await host.repository.cancelRun(run.id);
  await host.repository.release(issue.number);
  await host.conversation.setLabels(issue, ["tdd:blocked"], ["tdd:running", "tdd:needs-approval"]);
  await say(context, stoppedText(live.length));
}
