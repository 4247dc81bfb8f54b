import { join, resolve } from "node:path";
import { branchName } from "../../domain/branch-name.ts";
import type { Config } from "../../domain/config.ts";
import type { RunRequest } from "../../domain/run-request.ts";
import { newRequest } from "../run/new-request.ts";
import { readSpecFile } from "../run/spec-file.ts";
import type { Ended, RunOptions } from "../run-options.ts";
import type { Terminal } from "../terminal.ts";
import type { LocalRepository } from "../wire-local.ts";
import { openLocalRepository, readLocalConfig, sha256 } from "../wire-local.ts";
import { driveLocal } from "./drive-local.ts";
import { localChoice } from "./local-choice.ts";
import { checkStartingPoint } from "./starting-point.ts";

/** `tdd-loop run SPEC`: the whole loop on a local repository. The branch is pushed into it. */
export async function runLocal(
  options: RunOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Ended> {
  const repository = await openLocalRepository(options, terminal);
  const request = await requestOf(options, repository, terminal);
  await checkStartingPoint(request, options, repository, terminal);
  const dir = join(repository.runsDir, request.runId);
  return driveLocal({ options, repository, request, dir, resume: null }, terminal, signal);
}

/** The first line of the journal, out of the spec file, the config and the command line. */
export async function requestOf(
  options: RunOptions,
  repository: LocalRepository,
  terminal: Terminal,
): Promise<RunRequest> {
  const config = overridden(await readLocalConfig(repository), options);
  const { title, body } = await readSpecFile(resolve(terminal.cwd, options.spec));
  const issue = { owner: "local", repo: "local", number: 0 };
  const runId = runIdAt(new Date(), branchName(issue, title));
  const request = newRequest({
    runId,
    origin: "local",
    issue,
    title,
    body,
    bodySha256: sha256(`${title}\n${body}`),
    actor: "local",
    base: options.base,
    profile: options.profile,
    config,
  });
  return { ...request, local: localChoice(options, runId, terminal) };
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
