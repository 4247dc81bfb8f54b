import { tmpdir } from "node:os";
import { join } from "node:path";
import { otherDayDir } from "../adapters/git/gate-other-day.ts";
import type { GitWorkspace } from "../adapters/git/workspace.ts";
import { createWorkspace } from "../adapters/git/workspace.ts";
import { chooseSandbox, createSandbox } from "../adapters/sandbox/choose-sandbox.ts";
import { createTestRunner } from "../adapters/tests/test-runner.ts";
import { ConfigError } from "../domain/config.ts";
import { createRedactor } from "../domain/redact.ts";
import type { Ports, Sandbox, TestRunner } from "../ports.ts";
import type { Perform } from "../run/perform.ts";
import { createPerform } from "../run/perform.ts";
import { createPrompts } from "../run/prompts.ts";
import { createTestBench } from "../run/test-bench.ts";
import { secretsOf } from "./failure.ts";
import { promptText } from "./prompt-texts.ts";
import { refusingSecrets } from "./refusing-secrets.ts";
import { toolEnvironment } from "./tool-environment.ts";
import { unpack } from "./unpack.ts";
import { openJournal, sharedJournal } from "./wire-journal.ts";
import { wireProver } from "./wire-proof.ts";
import { discreetCommits, discreetDiff, discreetGitHub, withoutSecrets } from "./wire-secrets.ts";
import { withSetUp } from "./wire-set-up.ts";
import { wireViews } from "./wire-views.ts";
import type { AgentWalls, RunWiring } from "./wiring.ts";

export interface WiredRun extends AsyncDisposable {
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
  const { stateDir, clock, approvals } = wiring;
  const hide = createRedactor(wiring.secrets, unpack);
  const github = wiring.github === null ? null : discreetGitHub(wiring.github, hide);
  const workspace = workspaceOf(wiring);
  const carried = await workspace.carriedSources();
  const room = join(wiring.workDir, "proof");
  const readable = [...carried, join(wiring.workDir, "setup"), otherDayDir(room)];
  const walls = await buildWalls(wiring, readable);
  const sandbox = walls.sandbox([]);
  const agent = wiring.agent(walls);
  const tests = wireTests(wiring, sandbox);
  const journal = sharedJournal(openJournal(stateDir, wiring, headOf(wiring)), workspace, wiring);
  const ready = discreetCommits(
    refusingSecrets(withSetUp(workspace, sandbox, wiring), wiring.secrets),
    hide,
  );
  const ports = {
    workspace: ready,
    views: wireViews(workspace),
    agent,
    tests,
    prover: wireProver(workspace, tests, room),
    github,
    journal,
    approvals,
    clock,
  };
  return {
    ports,
    perform: wirePerform(ports, wiring, hide),
    workspace: discreetDiff(workspace, hide),
    [Symbol.asyncDispose]: () => workspace.close(),
  };
}

function workspaceOf(wiring: RunWiring): GitWorkspace {
  return createWorkspace({
    remote: wiring.remote,
    stateDir: wiring.workDir,
    carryFrom: wiring.carryFrom,
    carry: wiring.config.carry,
    identity,
    clock: wiring.clock,
    agentRepository: wiring.usesCommandAgent,
    overlays: true,
    path: wiring.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
    ...(wiring.env["HOME"] === undefined ? {} : { home: wiring.env["HOME"] }),
    network: transportVariables(wiring.env),
  });
}

function wirePerform(
  ports: Ports,
  wiring: RunWiring,
  hide: ReturnType<typeof createRedactor>,
): Perform {
  const bench = createTestBench(ports);
  const prompts = createPrompts(promptText);
  const { links, signal, isResumed = false } = wiring;
  return withoutSecrets(createPerform({ ports, prompts, bench, links, signal, isResumed }), hide);
}

/** One kind of walls for everything that is not ours to trust: tests, agents and the set-up. */
async function buildWalls(wiring: RunWiring, readable: readonly string[]): Promise<AgentWalls> {
  const { config, env } = wiring;
  const hidden = hiddenPlaces(wiring);
  const view = { path: toolEnvironment(env)["PATH"] ?? "", home: env["HOME"] ?? null, hidden };
  const chosen = await chooseSandbox(config.sandbox, { ...view, readable });
  if (chosen.kind === "unavailable") throw new ConfigError(`${chosen.why} ${chosen.fix}`);
  return {
    sandbox: (more) =>
      more.length === 0
        ? chosen.sandbox
        : createSandbox(chosen.tier, { ...view, readable: [...readable, ...more] }),
    closed: hidden,
  };
}

function wireTests({ config, env }: RunWiring, sandbox: Sandbox): TestRunner {
  return createTestRunner({
    sandbox,
    framework: config.framework ?? null,
    testSeconds: config.limits.testSeconds,
    maxOutputBytes: config.limits.testOutputBytes,
    network: config.network,
    env: toolEnvironment(env),
    tempDir: tmpdir(),
  });
}

/** The loop's own files and the person's checkout are not for repository code or agents to see. */
function hiddenPlaces({ stateDir, workDir, remote, carryFrom, hidden }: RunWiring): string[] {
  const checkout = remote.kind === "path" ? [remote.path] : [];
  return [stateDir, workDir, ...hidden, ...checkout, ...(carryFrom === null ? [] : [carryFrom])];
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
  const workspace = createWorkspace({
    remote: { kind: "path", path: workDir },
    stateDir: workDir,
    carryFrom: null,
    carry: [],
    identity,
    clock: { now: () => Date.now() },
    path: env["PATH"] ?? "/usr/bin:/bin",
  });
  return discreetDiff(workspace, createRedactor(secretsOf(env), unpack));
}

/** On GitHub the state ref says how far a run has got; a local run keeps that away from its journal. */
function headOf({ github, workDir }: RunWiring): string | undefined {
  return github === null ? join(workDir, "journal.head") : undefined;
}
