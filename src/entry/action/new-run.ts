import type { Config } from "../../domain/config.ts";
import { ConfigError } from "../../domain/config.ts";
import { cycleSettingsFile } from "../../domain/cycle-settings.ts";
import { fansOut } from "../../loop/away/is-away.ts";
import { fanOutLacks, fanOutWarning } from "../fan-out-workflow.ts";
import { issueDigest } from "../issue-digest.ts";
import { asksForSettings, withCycleSettings } from "../run/cycle-settings.ts";
import { newRequest } from "../run/new-request.ts";
import type { Trigger } from "../trigger.ts";
import type { WiredJob } from "../wire-job.ts";
import type { Like } from "./go-on.ts";
import type { Job } from "./job.ts";
import type { LoopFile } from "./loop-file.ts";
import { impliedProfile } from "./loop-file.ts";
import type { Prepared } from "./prepared.ts";

type Ordered = Extract<Trigger, { kind: "order" }>;

interface Ordering {
  readonly job: Job;
  readonly trigger: Ordered;
  readonly config: Config;
  readonly wired: Pick<WiredJob, "repository">;
}

/**
 * The run that an order begins, from the issue's text as it is now.
 * @returns why there is none, with what to do, where the configuration does not allow it
 */
export async function newRun(
  ordering: Ordering,
  issue: IssueText,
  like: Like,
  loopSpec: LoopFile["file"],
): Promise<Prepared> {
  const prepared = asRequested(ordering, issue, like, loopSpec);
  if (prepared.kind !== "prepared") return prepared;
  if (asksForSettings(prepared.request)) return withSettingsFile(prepared, ordering);
  const warning = fansOut(prepared.request) ? await fanOutDoubts(ordering) : null;
  return warning === null ? prepared : { ...prepared, warning };
}

type Ready = Extract<Prepared, { kind: "prepared" }>;

/** The repository's settings file, as the default branch has it: nobody else's text names models. */
async function withSettingsFile(prepared: Ready, { wired }: Ordering): Promise<Prepared> {
  const repository = await wired.repository.readTextFile(cycleSettingsFile);
  try {
    const { request, complaints } = withCycleSettings(prepared.request, { own: null, repository });
    const warning = complaints.join(" ");
    return { ...prepared, request, ...(warning === "" ? {} : { warning }) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { kind: "failed", why: error.message };
  }
}

interface IssueText {
  readonly number: number;
  readonly title: string;
  readonly body: string;
}

function asRequested(
  { job, trigger, config }: Ordering,
  issue: IssueText,
  { base, profile, allowed, planOnly }: Like,
  loopSpec: LoopFile["file"],
): Prepared {
  const text = trigger.text ?? issue;
  const digest = issueDigest(text);
  if (trigger.issueSha256 !== null && trigger.issueSha256 !== digest) {
    return {
      kind: "failed",
      why: "The issue was edited after the run was asked for. Read it, then ask again with /tdd run.",
    };
  }
  try {
    const request = newRequest({
      runId: `issue-${issue.number}-${job.runId}-${job.attempt}`,
      origin: "github",
      issue: { owner: job.owner, repo: job.repo, number: issue.number },
      title: text.title,
      body: text.body,
      bodySha256: digest,
      actor: trigger.asking.actor.login,
      base,
      profile: profile ?? impliedProfile(text.body, loopSpec),
      config,
      allowed,
      planOnly,
      loopSpec,
    });
    const isDry = trigger.order.kind === "run" && trigger.order.options.dryRun;
    return { kind: "prepared", request, resume: null, taken: 0, isDry };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { kind: "failed", why: error.message };
  }
}

/** What the workflow does not seem to have for tasks that get jobs of their own; null when nothing. */
async function fanOutDoubts({
  job: { workflow },
  wired: { repository },
}: Ordering): Promise<string | null> {
  const text = await repository.readTextFile(`.github/workflows/${workflow}`);
  // Started from another branch: GitHub's own refusal names the file when the first job is to start.
  const lacks = text === null ? [] : fanOutLacks(text);
  return lacks.length === 0 ? null : fanOutWarning(workflow, lacks);
}
