import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BaseCopy } from "../adapters/git/base-copy.ts";
import { copyBase } from "../adapters/git/base-copy.ts";
import type { SandboxKind } from "../adapters/sandbox/choose-sandbox.ts";
import { chooseSandbox } from "../adapters/sandbox/choose-sandbox.ts";
import { assumeFramework } from "../adapters/tests/find-framework.ts";
import { readFacts } from "../adapters/tests/repository-facts.ts";
import { createTestRunner } from "../adapters/tests/test-runner.ts";
import { workspacesOf } from "../adapters/tests/workspaces.ts";
import { Config, ConfigError } from "../domain/config.ts";
import type { TestProject } from "../domain/projects.ts";
import type { TestRun } from "../domain/test-run.ts";
import { toolEnvironment } from "./tool-environment.ts";
import { checkFramework } from "./wire-framework.ts";

export interface RedRuns {
  readonly dir: string;
  readonly command: string;
  readonly framework: string | null;
  /** Run instead of the command, merged to one run. */
  readonly projects?: readonly TestProject[];
  readonly testSeconds: number;
  readonly network: "off" | "on";
  readonly sandbox: SandboxKind;
  /** How many times the command is run, at least once. */
  readonly times: number;
  /** The commit whose tests are the baseline; null to run none. */
  readonly since: string | null;
  /** True when a person named that commit: then it has to be there. */
  readonly mustHaveSince?: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface RedRun {
  readonly runs: readonly TestRun[];
  /** The same command on the commit before, and why there is none. */
  readonly baseline: TestRun | null;
  readonly noBaseline: string;
  readonly sandbox: string;
  /** What told which framework's output this is, as a clause. */
  readonly why: string;
}

/** What one run may print before it is stopped. */
const MAX_OUTPUT_BYTES = 4_000_000;

/**
 * Runs a test command in a directory, as the loop would.
 * @throws ConfigError when the sandbox that was asked for does not work here, or the framework is not known
 */
export async function runTests(asked: RedRuns, signal: AbortSignal): Promise<RedRun> {
  checkFramework(asked.framework, "--framework");
  const path = asked.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin";
  const chosen = await chooseSandbox(asked.sandbox, {
    path,
    home: asked.env["HOME"] ?? null,
    readable: [asked.dir, ...(await linkedDependencies(asked))],
    hidden: [],
  });
  if (chosen.kind === "unavailable") throw new ConfigError(`${chosen.why} ${chosen.fix}`);
  const tempDir = await mkdtemp(join(tmpdir(), "tdd-loop-red-"));
  try {
    const runner = createTestRunner({
      sandbox: chosen.sandbox,
      framework: asked.framework,
      testSeconds: asked.testSeconds,
      maxOutputBytes: MAX_OUTPUT_BYTES,
      network: asked.network,
      env: toolEnvironment(asked.env),
      tempDir,
    });
    const { command, framework, projects } = asked;
    const request = { command, framework, projects: projects && [...projects] } as const;
    const run = async (dir: string, repeat: number) => {
      const again = repeat === 0 ? {} : { repeat };
      return (await runner.run({ ...request, dir, purpose: "red", ...again }, signal)).run;
    };
    const base = await baseOf(asked, tempDir, path);
    const baseline = base.kind === "copied" ? await run(base.dir, 0) : null;
    const runs: TestRun[] = [];
    for (let at = 0; at < asked.times && !signal.aborted; at += 1)
      runs.push(await run(asked.dir, at));
    const noBaseline = base.kind === "copied" ? "" : base.why;
    return { runs, baseline, noBaseline, sandbox: chosen.sandbox.name, why: whyOf(asked) };
  } finally {
    await rm(tempDir, { recursive: true, force: true });
  }
}

function whyOf({ framework, command, dir, projects }: RedRuns): string {
  if (projects !== undefined) return "each project by its own command";
  const facts = readFacts(dir);
  return workspacesOf(command, facts) === null
    ? assumeFramework(framework, command, facts).why
    : "each package by its own command";
}

/** @throws ConfigError for a commit that a person named and that is not there */
async function baseOf(asked: RedRuns, tempDir: string, path: string): Promise<BaseCopy> {
  if (asked.since === null) return { kind: "no_base", why: "" };
  const into = join(tempDir, "base");
  await mkdir(into);
  const { carry } = Config.parse({});
  const base = await copyBase({ dir: asked.dir, ref: asked.since, into, carry, path });
  if (base.kind === "no_base" && base.isMissing === true && asked.mustHaveSince === true)
    throw new ConfigError(
      `--since: there is no commit "${asked.since}" here. Name a branch, a tag or a commit; git log shows them.`,
    );
  return base;
}

const dependencies = ["node_modules", ".venv", "venv", "vendor"];

/** Dependencies that are links to elsewhere: a sandbox shows the directory itself and no other. */
async function linkedDependencies({ dir, projects = [] }: RedRuns): Promise<string[]> {
  const dirs = new Set([dir, ...projects.map(({ cwd }) => join(dir, cwd))]);
  const places = [...dirs].flatMap((at) => dependencies.map((name) => join(at, name)));
  const found = await Promise.all(places.map((place) => realpath(place).catch(() => null)));
  return found.filter((place) => place !== null);
}
