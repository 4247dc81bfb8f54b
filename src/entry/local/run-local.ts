import { join } from "node:path";
import { branchName } from "../../domain/branch-name.ts";
import type { Config } from "../../domain/config.ts";
import { ConfigError } from "../../domain/config.ts";
import type { LoopSpec } from "../../domain/loop-spec/loop-spec.ts";
import type { RunRequest } from "../../domain/run-request.ts";
import { loopSpecProfile } from "../../loop/profiles.ts";
import { configIn } from "../config-in.ts";
import { newRequest } from "../run/new-request.ts";
import { readRunInput } from "../run/run-input.ts";
import type { Ended, RunOptions } from "../run-options.ts";
import type { Terminal } from "../terminal.ts";
import type { LocalRepository } from "../wire-local.ts";
import { openLocalRepository, sha256 } from "../wire-local.ts";
import { driveLocal } from "./drive-local.ts";
import { localChoice } from "./local-choice.ts";
import { claimSlot, unfinishedRun } from "./loop-runs.ts";
import { goOnLocal } from "./resume-local.ts";
import type { KeptRun } from "./runs.ts";
import { withSettingsFiles } from "./settings-files.ts";
import { checkStartingPoint } from "./starting-point.ts";

/** `tdd-loop run SPEC`: the whole loop on a local repository. The branch is pushed into it. */
export async function runLocal(
  options: RunOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Ended> {
  const repository = await openLocalRepository(options, terminal);
  const asked = await requestOf(options, repository, terminal);
  if (asked.loop === null) return startLocal(asked, options, repository, terminal, signal);
  const slot = claimSlot(repository.runsDir, asked.loop.name);
  try {
    const before = options.fresh
      ? null
      : await unfinishedRun(repository.runsDir, asked.loop.name, terminal);
    if (before === null) return await startLocal(asked, options, repository, terminal, signal);
    tellResumed(before, asked, terminal);
    return await goOnLocal(before, options, repository, terminal, signal);
  } finally {
    slot.release();
  }
}

/** What a run is asked to do, and the file that asks it. */
export interface AskedRun {
  readonly request: RunRequest;
  /** Absolute path of the spec. */
  readonly path: string;
  readonly loop: LoopSpec | null;
}

async function startLocal(
  { request, path }: AskedRun,
  options: RunOptions,
  repository: LocalRepository,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Ended> {
  await checkStartingPoint(request, { ...options, spec: path }, repository, terminal);
  const dir = join(repository.runsDir, request.runId);
  return driveLocal({ options, repository, request, dir, resume: null }, terminal, signal);
}

/** S1-41: an unfinished run is taken up by the same command, and by the spec that it began with. */
function tellResumed(run: KeptRun, { request }: AskedRun, terminal: Terminal): void {
  const before = run.folded.state.request;
  const isOld = before.issueSha256 !== request.issueSha256;
  const text = isOld ? " by the spec as it was then; it has changed since" : "";
  terminal.complain(
    `tdd-loop: note: going on with the unfinished run ${run.id}${text}. --fresh begins anew.`,
  );
}

/** The first line of the journal, out of the spec file, the config and the command line. */
export async function requestOf(
  options: RunOptions,
  repository: LocalRepository,
  terminal: Terminal,
): Promise<AskedRun> {
  const config = overridden(await configIn(repository.root), options);
  const { root } = repository;
  const takesBlocks = (options.profile ?? loopSpecProfile) === loopSpecProfile;
  const input = await readRunInput(options.spec, { root, config, takesBlocks }, terminal);
  const { title, body, loop, text } = input;
  const issue = { owner: "local", repo: "local", number: 0 };
  const runId = runIdAt(new Date(), branchName(issue, loop?.name ?? title));
  const request = newRequest({
    runId,
    origin: "local",
    issue,
    title,
    body,
    bodySha256: sha256(`${title}\n${text ?? body}`),
    actor: "local",
    base: options.base,
    profile: options.profile ?? (loop === null ? null : loopSpecProfile),
    config,
    loopSpec: text === null ? undefined : { path: options.spec, text },
  });
  if (loop !== null && request.rules.redUnit !== "step")
    throw new ConfigError(
      `${options.spec} is a loop spec, and profile "${request.profile}" does not work by one. Leave --profile out, or say --profile ${loopSpecProfile}.`,
    );
  const local = localChoice(options, runId, terminal);
  const set = await withSettingsFiles(request, root, terminal);
  const rules = options.interactive ? withCheckpoints(set.rules) : set.rules;
  return { request: { ...set, rules, local }, path: input.path, loop };
}

/** A person who looks after RED and after GREEN (S3-25, S3-32); a step has neither by itself. */
function withCheckpoints(rules: RunRequest["rules"]): RunRequest["rules"] {
  if (rules.redUnit === "step") return rules;
  return { ...rules, approvals: [...new Set([...rules.approvals, "red", "green"] as const)] };
}

/** Sorts by time and can be read: 20261130-160755-add-numbers. */
function runIdAt(now: Date, branch: string): string {
  const stamp = now.toISOString().replaceAll(/[-:]/g, "").slice(0, 15).replace("T", "-");
  return `${stamp}-${branch.replace("tdd/", "")}`;
}

function overridden(config: Config, options: RunOptions): Config {
  const { testCommand, maxDollars, yes } = options;
  return {
    ...config,
    // A command that is given is meant for the whole repository.
    ...(testCommand === null ? {} : { testCommand, projects: {} }),
    approveProposals: config.approveProposals || yes,
    limits: { ...config.limits, ...(maxDollars === null ? {} : { dollars: maxDollars }) },
  };
}
