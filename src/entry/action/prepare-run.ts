import { isBot } from "../../domain/actor.ts";
import { ConfigError } from "../../domain/config.ts";
import { configPath } from "../../domain/config-path.ts";
import { unreachable } from "../../domain/unreachable.ts";
import { admit } from "../../run/admit.ts";
import { helpText, idleText, unknownText } from "../app/answers.ts";
import { parseConfigText } from "../config-text.ts";
import { issueDigest } from "../issue-digest.ts";
import { RepositoryEvent } from "../payloads.ts";
import type { Trigger } from "../trigger.ts";
import type { WiredJob } from "../wire-job.ts";
import type { Job } from "./job.ts";
import { readLoopFile } from "./loop-file.ts";
import { newRun } from "./new-run.ts";
import type { Prepared } from "./prepared.ts";
import { refuseRunner } from "./refuse-runner.ts";

type Ordered = Extract<Trigger, { kind: "order" }>;

/**
 * Permission first, then the claim. A configuration that is not valid is told to those only whom the
 * defaults would let in.
 * @param onClaim called as soon as the issue is this job's, so that it is freed whatever comes
 */
export async function prepareRun(
  job: Job,
  trigger: Ordered,
  wired: WiredJob,
  onClaim: () => void,
): Promise<Prepared> {
  const { repository } = wired;
  const number = trigger.asking.issue.number;
  const { login } = trigger.asking.actor;
  await repository.lookAhead({
    config: configPath,
    issue: number,
    ...(isBot(trigger.asking.actor) ? {} : { login }),
  });
  const { config, problem } = await readSetting(wired);
  const issue = await repository.readIssue(number);
  const asking = { ...trigger.asking, issue };
  const standing = {
    permission: await repository.permissionOf(asking.actor.login),
    appId:
      trigger.asking.actor.type === "Bot" ? await repository.appIdOf(asking.actor.login) : null,
  };
  const admission = admit(asking, standing, config);
  if (admission.kind === "refused") return { kind: "refused", why: `Refused: ${admission.why}.` };
  const words = answerTo(trigger.order);
  if (words !== null) {
    await wired.answer(number, words);
    return { kind: "refused", why: `Answered \`/tdd ${trigger.order.kind}\`.` };
  }
  const unfit = problem ?? refuseRunner(job, config.sandbox);
  if (unfit !== null) return { kind: "failed", why: unfit };
  if (!(await claim(trigger, job, wired, onClaim))) {
    return { kind: "refused", why: `A run is working on #${number} already.` };
  }
  const { goOn } = await import("./go-on.ts");
  const going = await goOn(job, trigger);
  if (going.kind !== "anew") return going;
  const text = await readText(trigger, issue, wired);
  const spec = await readLoopFile(going.like.spec ?? null, wired.repository);
  if (spec.kind === "absent") return { kind: "failed", why: spec.why };
  return newRun({ job, trigger, config, wired }, text, going.like, spec.file);
}

type IssueText = Awaited<ReturnType<WiredJob["repository"]["readIssue"]>>;

/** A look ahead may be older than the text that was asked for: then it is read once more. */
async function readText(
  trigger: Ordered,
  issue: IssueText,
  { repository }: WiredJob,
): Promise<IssueText> {
  const isStale =
    trigger.text === null &&
    trigger.issueSha256 !== null &&
    trigger.issueSha256 !== issueDigest(issue);
  return isStale ? repository.readIssue(trigger.asking.issue.number) : issue;
}

async function readSetting({ repository }: WiredJob) {
  try {
    const text = await repository.readConfigText();
    return { config: parseConfigText(configPath, text), problem: null };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { config: parseConfigText("defaults", null), problem: error.message };
  }
}

/** What needs no run is answered in our own words; null for what does. */
function answerTo(order: Ordered["order"]): string | null {
  switch (order.kind) {
    case "run":
    case "approve":
    case "resume":
    case "retry":
    case "plan":
    case "approve-tests":
    case "allow":
    case "revise":
      return null;
    case "help":
      return helpText;
    case "status":
      return idleText;
    case "stop":
      return "Cancel the workflow run on the Actions tab: without the App there is nobody else to stop it.";
    case "invalid":
      return `${order.problem} \`/tdd help\` lists the commands.`;
    case "unknown":
      return unknownText(order.suggestion);
    default:
      return unreachable(order);
  }
}

async function claim(
  trigger: Ordered,
  job: Job,
  { repository, conversation }: WiredJob,
  onClaim: () => void,
): Promise<boolean> {
  if (trigger.isClaimed) return true;
  const issueNumber = trigger.asking.issue.number;
  const branch = RepositoryEvent.parse(job.payload).repository.default_branch;
  const claimed = await repository.claim({ issueNumber, branch, key: trigger.key });
  if (claimed.kind === "taken") return false;
  onClaim();
  await repository.react(
    trigger.commentId === null
      ? { kind: "issue", number: issueNumber }
      : { kind: "comment", id: trigger.commentId },
    "eyes",
  );
  const place = { owner: job.owner, repo: job.repo, number: issueNumber };
  const old = ["tdd:needs-approval", "tdd:done", "tdd:blocked"];
  const label = trigger.asking.via.kind === "label" ? [trigger.asking.via.label] : [];
  await conversation.setLabels(place, ["tdd:running"], [...label, ...old]);
  return true;
}
