import type { ExecResult } from "../exec.ts";
import { exec } from "../exec.ts";

export interface GitCall {
  readonly cwd?: string;
  readonly input?: string | Buffer;
  readonly signal?: AbortSignal;
  /** Only for this call: an index of its own, for instance. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs git without a shell. A non-zero exit is a value; what git prints is bytes. */
export type Git = (args: readonly string[], call?: GitCall) => Promise<ExecResult>;

/** Where the repository is, told to git rather than found by it. */
export interface GitSite {
  readonly gitDir?: string;
  readonly workTree?: string;
  readonly cwd?: string;
}

/**
 * Configuration that no repository may decide (security.md 1.4, rule 8): what would run a program,
 * hide a change, or read the tree otherwise than byte by byte.
 */
const RULE_8: readonly (readonly [string, string])[] = [
  ["core.hooksPath", "/dev/null"],
  ["core.fsmonitor", "false"],
  ["core.untrackedCache", "false"],
  ["core.excludesFile", "/dev/null"],
  ["core.attributesFile", "/dev/null"],
  ["core.pager", "cat"],
  ["core.editor", "false"],
  ["core.askPass", "true"],
  ["core.fileMode", "true"],
  ["core.symlinks", "true"],
  ["core.ignoreCase", "false"],
  ["core.precomposeUnicode", "false"],
  ["core.sparseCheckout", "false"],
  ["core.quotePath", "false"],
  ["core.commitGraph", "false"],
  ["core.protectHFS", "true"],
  ["core.protectNTFS", "true"],
  ["diff.ignoreSubmodules", "none"],
  ["diff.renames", "false"],
  ["credential.helper", ""],
  ["commit.gpgSign", "false"],
  ["tag.gpgSign", "false"],
  ["gpg.program", "false"],
  ["protocol.allow", "never"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["advice.detachedHead", "false"],
  ["safe.directory", "*"],
];

const RULE_8_ENV = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_GRAFT_FILE: "/dev/null",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_ADVICE: "0",
  LC_ALL: "C",
};

/**
 * git as the loop itself calls it: the environment holds nothing of ours, no system or user
 * configuration is read, and what the repository's own configuration says about programs, hooks and
 * comparison is overruled. The transport is closed: name what may be opened in `config`, as in
 * `["protocol.https.allow", "always"]`. An external diff cannot be overruled by configuration (git
 * runs an empty one), so whoever prints a patch passes --no-ext-diff --no-textconv.
 * @param path the PATH to find git in
 */
export function hardenedGit(
  path: string,
  site: GitSite = {},
  config: readonly (readonly [string, string])[] = [],
): Git {
  const fixed = [
    ...(site.gitDir === undefined ? [] : [`--git-dir=${site.gitDir}`]),
    ...(site.workTree === undefined ? [] : [`--work-tree=${site.workTree}`]),
    ...[...RULE_8, ...config].flatMap(([key, value]) => ["-c", `${key}=${value}`]),
  ];
  const cwd = site.cwd ?? site.workTree ?? site.gitDir;
  return (args, call = {}) =>
    exec("git", [...fixed, ...args], {
      ...placed(call, cwd),
      env: { PATH: path, HOME: "/nonexistent", ...RULE_8_ENV, ...call.env },
    });
}

/** Variables by which a caller's shell would change what git prints or runs. */
const MEDDLING = /^GIT_(TRACE.*|EXTERNAL_DIFF|DIFF_OPTS|PAGER|EDITOR|.*_PATHSPECS)$/;

/** What would tell another history than the commits themselves do. */
const OWN_HISTORY = { GIT_GRAFT_FILE: "/dev/null", GIT_NO_REPLACE_OBJECTS: "1" };

/**
 * git as a developer calls it in their own repository: their configuration decides what is ignored
 * and how lines end. Nothing is written, no monitor or hook is asked, history is what the commits
 * say, and git speaks English.
 */
export function developerGit(env: Readonly<Record<string, string | undefined>>, cwd: string): Git {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !MEDDLING.test(name)));
  const off = ["core.fsmonitor", "core.untrackedCache", "core.commitGraph"];
  const fixed = [...off.map((setting) => `${setting}=false`), "core.hooksPath=/dev/null"];
  const before = fixed.flatMap((setting) => ["-c", setting]);
  return (args, call = {}) =>
    exec("git", [...before, ...args], {
      ...placed(call, cwd),
      env: { ...kept, ...OWN_HISTORY, GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C", ...call.env },
    });
}

function placed(call: GitCall, cwd: string | undefined): Omit<GitCall, "env"> {
  const where = call.cwd ?? cwd;
  return {
    ...(where === undefined ? {} : { cwd: where }),
    ...(call.input === undefined ? {} : { input: call.input }),
    ...(call.signal === undefined ? {} : { signal: call.signal }),
  };
}

/** Standard output as bytes; a failure is a bug or a broken machine, so it throws an Error that shows what git said. */
export async function gitBytes(git: Git, args: readonly string[], call?: GitCall): Promise<Buffer> {
  const { exitCode, stdout, stderr } = await git(args, call);
  if (exitCode === 0) return stdout;
  throw new Error(`git ${args.slice(0, 3).join(" ")} ended with ${exitCode}: ${stderr.trim()}`);
}
