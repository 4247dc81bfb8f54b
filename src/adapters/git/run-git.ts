import type { Coprocess } from "../coprocess.ts";
import { createCoprocess } from "../coprocess.ts";
import type { ExecResult } from "../exec.ts";
import { exec } from "../exec.ts";

/** Which repository, work tree and index one git process sees; never found by git itself. */
export interface GitCall {
  readonly gitDir?: string;
  readonly workTree?: string;
  /** Where objects are read and written, when that is not the git directory's own place. */
  readonly objects?: string;
  readonly index?: string;
  readonly cwd?: string;
  readonly input?: string | Buffer;
  /** Added to the fixed environment: commit dates, or a credential for one address. */
  readonly env?: Readonly<Record<string, string>>;
  /** Transports that this call may use; none when absent. */
  readonly transport?: "file" | "https" | "http";
  readonly signal?: AbortSignal;
}

export interface Git {
  /** Ends with git's exit code as a value. */
  run(args: readonly string[], call: GitCall): Promise<ExecResult>;
  /** Standard output of a call that cannot fail on sound input; trailing white space removed. */
  text(args: readonly string[], call: GitCall): Promise<string>;
  /** One git process for many questions, started by the first. */
  stay(args: readonly string[], call: Pick<GitCall, "gitDir" | "cwd">): Coprocess;
}

export interface GitOptions {
  /** PATH for git's own processes. */
  readonly path: string;
  /** The only configuration file outside the repository that is read. */
  readonly globalConfig: string;
  /** More variables for transports only: proxies and certificates. */
  readonly network?: Readonly<Record<string, string>>;
}

/** A call that had to work did not: a broken machine or repository, never a verdict on the work. */
export class GitError extends Error {
  override readonly name = "GitError";
}

/** What an agent could plant in a repository or a home directory, switched off (security rule 8). */
const HARDENED = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.untrackedCache=false",
  "core.excludesFile=/dev/null",
  "core.attributesFile=/dev/null",
  "core.fileMode=true",
  "core.symlinks=true",
  "core.ignoreCase=false",
  "core.sparseCheckout=false",
  "core.autocrlf=false",
  "core.quotePath=false",
  "core.protectHFS=true",
  "core.protectNTFS=true",
  "core.checkStat=default",
  "core.trustctime=true",
  "diff.external=",
  "diff.ignoreSubmodules=none",
  "commit.gpgSign=false",
  "advice.graftFileDeprecated=false",
  // Objects reach the disk's cache at once but are not waited for: a snapshot costs no fsync.
  "core.fsyncMethod=writeout-only",
  "gc.auto=0",
  "maintenance.auto=false",
  "protocol.allow=never",
].flatMap((setting) => ["-c", setting]);

/** Runs git without the user's, the system's or the agent's settings. */
export function createGit(options: GitOptions): Git {
  async function run(args: readonly string[], call: GitCall): Promise<ExecResult> {
    return await exec("git", [...HARDENED, ...places(call), ...args], {
      env: environment(options, call),
      ...(call.cwd === undefined ? {} : { cwd: call.cwd }),
      ...(call.input === undefined ? {} : { input: call.input }),
      ...(call.signal === undefined ? {} : { signal: call.signal }),
    });
  }
  return {
    run,
    async text(args, call) {
      const { exitCode, stdout, stderr } = await run(args, call);
      if (exitCode === 0) return stdout.toString("utf8").trimEnd();
      throw new GitError(`git ${args[0]} ended with ${exitCode}: ${stderr.trim()}`);
    },
    stay: (args, call) =>
      createCoprocess("git", [...HARDENED, ...places(call), ...args], {
        env: environment(options, call),
        ...(call.cwd === undefined ? {} : { cwd: call.cwd }),
      }),
  };
}

function places(call: GitCall): string[] {
  return [
    ...(call.transport === undefined ? [] : ["-c", `protocol.${call.transport}.allow=always`]),
    ...(call.gitDir === undefined ? [] : [`--git-dir=${call.gitDir}`]),
    ...(call.workTree === undefined ? [] : [`--work-tree=${call.workTree}`]),
  ];
}

function environment(options: GitOptions, call: GitCall): Record<string, string> {
  return {
    PATH: options.path,
    HOME: "/nonexistent",
    LC_ALL: "C.UTF-8",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: options.globalConfig,
    GIT_ATTR_NOSYSTEM: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_GRAFT_FILE: "/dev/null",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "/bin/true",
    ...(call.index === undefined ? {} : { GIT_INDEX_FILE: call.index }),
    ...(call.objects === undefined ? {} : { GIT_OBJECT_DIRECTORY: call.objects }),
    ...(call.transport === undefined ? {} : options.network),
    ...call.env,
  };
}
