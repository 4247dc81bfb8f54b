import type { CheckRun } from "../../domain/shown-on-github.ts";
import type { Checks } from "../../ports.ts";
import { capBody } from "./cap-body.ts";
import type { GitHubClient } from "./github-client.ts";
import { createOnce, setWhole, statusOf, whenVisible } from "./github-client.ts";
import { createInTurn } from "./in-turn.ts";

export interface ChecksOptions {
  readonly client: GitHubClient;
  readonly owner: string;
  readonly repo: string;
  /** Where "Details" leads; GitHub's own page of the check when null. */
  readonly detailsUrl: string | null;
  /** False when nobody can have set a check of ours before, so that there is none to look for. */
  readonly mayExist?: boolean;
}

/** GitHub's limit is 255 for a title; summary and text take 65,535 each. */
const MAX_TITLE = 250;

/** Check runs, one a name and commit. Only GitHub Apps (and the Actions token) may write them. */
export function createChecks(options: ChecksOptions): Checks {
  const inTurn = createInTurn();
  const known = new Map<string, { id: number; isFresh: boolean }>();
  return {
    setCheck: (check) =>
      inTurn(async () => {
        const key = `${check.name}@${check.sha}`;
        const old = known.get(key) ?? (await findOld(options, check));
        const isUpdated = old !== null && (await update(options, check, old));
        if (!isUpdated) known.set(key, await create(options, check));
        else if (old !== null) known.set(key, old);
      }),
  };
}

/** Marks our own run, because other apps may have a check of the same name. */
function externalId(check: CheckRun): string {
  return `tdd-loop:${check.name}`;
}

function bodyOf(check: CheckRun, options: ChecksOptions) {
  const title = check.title.slice(0, MAX_TITLE).replace(/[\ud800-\udbff]$/, "");
  const text = check.text === "" ? {} : { text: capBody(check.text) };
  const output = { title, summary: capBody(check.summary), ...text };
  const details = options.detailsUrl === null ? {} : { details_url: options.detailsUrl };
  const place = { owner: options.owner, repo: options.repo };
  const base = { ...place, ...details, name: check.name, output, external_id: externalId(check) };
  return check.conclusion === null
    ? { ...base, status: "in_progress" as const }
    : { ...base, status: "completed" as const, conclusion: check.conclusion };
}

interface Known {
  readonly id: number;
  readonly isFresh: boolean;
}

async function findOld(options: ChecksOptions, check: CheckRun): Promise<Known | null> {
  return options.mayExist === false ? null : find(options, check);
}

async function find(options: ChecksOptions, check: CheckRun): Promise<Known | null> {
  const listed = await options.client.octokit.rest.checks.listForRef({
    owner: options.owner,
    repo: options.repo,
    ref: check.sha,
    check_name: check.name,
    filter: "all",
    per_page: 100,
  });
  const mine = listed.data.check_runs
    .filter((run) => run.external_id === externalId(check) && run.head_sha === check.sha)
    .sort((a, b) => b.id - a.id)[0];
  return mine === undefined ? null : { id: mine.id, isFresh: false };
}

/** False when the run found is not ours to change, or gone: GitHub drops the oldest of a thousand. */
async function update(options: ChecksOptions, check: CheckRun, old: Known): Promise<boolean> {
  const { octokit, sleep } = options.client;
  const patch = () =>
    setWhole(sleep, () =>
      octokit.rest.checks.update({ ...bodyOf(check, options), check_run_id: old.id }),
    );
  try {
    await (old.isFresh ? whenVisible(sleep, patch) : patch());
    return true;
  } catch (error) {
    const status = statusOf(error);
    if (status === 403 || status === 404) return false;
    throw error;
  }
}

async function create(options: ChecksOptions, check: CheckRun): Promise<Known> {
  const { octokit, sleep } = options.client;
  return createOnce(
    sleep,
    () => find(options, check),
    () =>
      // The commit was pushed a moment ago: GitHub may not have it everywhere yet.
      whenVisible(sleep, async () => {
        const body = { ...bodyOf(check, options), head_sha: check.sha };
        const made = await octokit.rest.checks.create(body);
        return { id: made.data.id, isFresh: true };
      }),
  );
}
