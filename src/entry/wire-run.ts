import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GitWorkspace } from "../adapters/git/workspace.ts";
import { createWorkspace } from "../adapters/git/workspace.ts";
import { chooseSandbox } from "../adapters/sandbox/choose-sandbox.ts";
import { createTestRunner } from "../adapters/tests/test-runner.ts";
import { ConfigError } from "../domain/config.ts";
import type { Ports, Sandbox, TestRunner } from "../ports.ts";
import type { Perform } from "../run/perform.ts";
import { createPerform } from "../run/perform.ts";
import { createPrompts } from "../run/prompts.ts";
import { createTestBench } from "../run/test-bench.ts";
import { promptText } from "./prompt-texts.ts";
import { toolEnvironment } from "./tool-environment.ts";
import { openJournal, sharedJournal } from "./wire-journal.ts";
import { withSetUp } from "./wire-set-up.ts";
import type { RunWiring } from "./wiring.ts";

export interface WiredRun {
  readonly ports: Ports;
  readonly perform: Perform;
  readonly workspace: GitWorkspace;
}

/** Who signs commits: a name and address that are nobody's account. */
const identity = { name: "tdd-loop", email: "tdd-loop@users.noreply.github.com" };

/**
 * The composition root of a run: the one place where adapters are built and handed to the loop.
 * @throws ConfigError when the configured sandbox cannot be had here
 */
export async function wireRun(wiring: RunWiring): Promise<WiredRun> {
  const { stateDir, clock, signal, github, agent, approvals, links } = wiring;
  const workspace = createWorkspace({
    remote: wiring.remote,
    stateDir: wiring.workDir,
    carryFrom: wiring.carryFrom,
    carry: wiring.config.carry,
    identity,
    clock,
    agentRepository: wiring.usesCommandAgent,
    path: wiring.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
    network: transportVariables(wiring.env),
  });
  const carried = await workspace.carriedSources();
  const sandbox = await wireSandbox(wiring, [...carried, join(wiring.workDir, "setup")]);
  const tests = await wireTests(wiring, sandbox);
  const journal = sharedJournal(openJournal(stateDir, wiring), workspace, wiring);
  const ready = withSetUp(workspace, sandbox, wiring);
  const ports: Ports = { workspace: ready, agent, tests, github, journal, approvals, clock };
  const bench = createTestBench(ports);
  const prompts = createPrompts(promptText);
  return { ports, perform: createPerform({ ports, prompts, bench, links, signal }), workspace };
}

async function wireSandbox(wiring: RunWiring, readable: readonly string[]): Promise<Sandbox> {
  const { config, env } = wiring;
  const chosen = await chooseSandbox(config.sandbox, {
    path: toolEnvironment(env)["PATH"] ?? "",
    home: env["HOME"] ?? null,
    readable,
    hidden: hiddenPlaces(wiring),
  });
  if (chosen.kind === "unavailable") throw new ConfigError(`${chosen.why} ${chosen.fix}`);
  return chosen.sandbox;
}

async function wireTests({ config, env }: RunWiring, sandbox: Sandbox): Promise<TestRunner> {
  const tempDir = join(tmpdir(), `tdd-loop-reports-${process.pid}`);
  await mkdir(tempDir, { recursive: true });
  return createTestRunner({
    sandbox,
    framework: config.framework ?? null,
    testSeconds: config.limits.testSeconds,
    maxOutputBytes: config.limits.testOutputBytes,
    network: config.network,
    env: toolEnvironment(env),
    tempDir,
  });
}

/** The loop's own files and the person's checkout are not for repository code to see. */
function hiddenPlaces({ stateDir, workDir, remote, carryFrom }: RunWiring): string[] {
  const checkout = remote.kind === "path" ? [remote.path] : [];
  return [stateDir, workDir, ...checkout, ...(carryFrom === null ? [] : [carryFrom])];
}

function transportVariables(env: RunWiring["env"]): Record<string, string> {
  const names = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy"];
  const more = [...names, "GIT_SSL_CAINFO", "SSL_CERT_FILE"];
  return Object.fromEntries(
    more.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Reads diffs of a run that has ended; nothing is fetched, pushed or run. */
export function readRunDiff(workDir: string, env: RunWiring["env"]): Pick<GitWorkspace, "diff"> {
  return createWorkspace({
    remote: { kind: "path", path: workDir },
    stateDir: workDir,
    carryFrom: null,
    carry: [],
    identity,
    clock: { now: () => Date.now() },
    path: env["PATH"] ?? "/usr/bin:/bin",
  });
}
