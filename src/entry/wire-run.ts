import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GitWorkspace } from "../adapters/git/workspace.ts";
import { createWorkspace } from "../adapters/git/workspace.ts";
import type { Remote } from "../adapters/git/workspace-remote.ts";
import type { FileJournal } from "../adapters/journal/file-journal.ts";
import { createFileJournal } from "../adapters/journal/file-journal.ts";
import { readLockText } from "../adapters/journal/lock-file.ts";
import { chooseSandbox } from "../adapters/sandbox/choose-sandbox.ts";
import { createTestRunner } from "../adapters/tests/test-runner.ts";
import type { Config } from "../domain/config.ts";
import { ConfigError } from "../domain/config.ts";
import { createRedactor } from "../domain/redact.ts";
import type { Agent, Approvals, Clock, GitHub, Ports } from "../ports.ts";
import type { Links } from "../report/links.ts";
import type { Perform } from "../run/perform.ts";
import { createPerform } from "../run/perform.ts";
import { createPrompts } from "../run/prompts.ts";
import { createTestBench } from "../run/test-bench.ts";
import { promptText } from "./prompt-texts.ts";

/** All that a run is made of, whoever started it: a person in a terminal or a job on GitHub. */
export interface RunWiring {
  readonly config: Config;
  readonly issue: number;
  readonly stateDir: string;
  readonly remote: Remote;
  /** A checkout whose installed dependencies the test sites use; null when there is none. */
  readonly carryFrom: string | null;
  readonly agent: Agent;
  readonly github: GitHub | null;
  readonly approvals: Approvals;
  readonly links: Links;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Values that must appear in no journal line. */
  readonly secrets: readonly string[];
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

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
  await mkdir(stateDir, { recursive: true });
  const workspace = createWorkspace({
    remote: wiring.remote,
    stateDir,
    carryFrom: wiring.carryFrom,
    carry: wiring.config.carry,
    identity,
    clock,
    path: wiring.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
    network: transportVariables(wiring.env),
  });
  const tests = await wireTests(wiring, await workspace.carriedSources());
  const journal = shared(openJournal(stateDir, wiring), workspace, wiring);
  const ports: Ports = { workspace, agent, tests, github, journal, approvals, clock };
  const bench = createTestBench(ports);
  const prompts = createPrompts(promptText);
  return { ports, perform: createPerform({ ports, prompts, bench, links, signal }), workspace };
}

/** The journal of a run's directory, with every secret taken out before a line is written. */
export function openJournal(
  stateDir: string,
  { env, secrets }: Pick<RunWiring, "env" | "secrets">,
): FileJournal {
  const redact = createRedactor(secrets);
  return createFileJournal(stateDir, { key: env["TDD_LOOP_LOCK_KEY"] ?? null, redact });
}

async function wireTests(wiring: RunWiring, readable: readonly string[]) {
  const { config, env, stateDir } = wiring;
  const variables = sandboxEnvironment(env);
  const chosen = await chooseSandbox(config.sandbox, {
    path: variables["PATH"] ?? "",
    home: env["HOME"] ?? null,
    readable,
    hidden: hiddenPlaces(wiring),
  });
  if (chosen.kind === "unavailable") throw new ConfigError(`${chosen.why} ${chosen.fix}`);
  const tempDir = join(tmpdir(), `tdd-loop-reports-${process.pid}`);
  await mkdir(tempDir, { recursive: true });
  await mkdir(stateDir, { recursive: true });
  return createTestRunner({
    sandbox: chosen.sandbox,
    framework: config.framework ?? null,
    testSeconds: config.limits.testSeconds,
    maxOutputBytes: config.limits.testOutputBytes,
    network: config.network,
    env: variables,
    tempDir,
  });
}

/** The loop's own files and the person's checkout are not for repository code to see. */
function hiddenPlaces({ stateDir, remote, carryFrom }: RunWiring): string[] {
  const checkout = remote.kind === "path" ? [remote.path] : [];
  return [stateDir, ...checkout, ...(carryFrom === null ? [] : [carryFrom])];
}

/** What repository code may know of this machine: where programs are, and the language. No secrets. */
function sandboxEnvironment(env: RunWiring["env"]): Record<string, string> {
  const names = ["PATH", "LANG", "LC_ALL", "JAVA_HOME", "GOROOT", "RUSTUP_HOME", "CARGO_HOME"];
  const known = names.flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { PATH: "/usr/local/bin:/usr/bin:/bin", ...Object.fromEntries(known) };
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

/** On GitHub, lock and journal also go to the issue's state ref: the App judges by that lock. */
function shared(
  journal: FileJournal,
  workspace: GitWorkspace,
  wiring: RunWiring,
): Ports["journal"] {
  return {
    append: (entry) => journal.append(entry),
    read: () => journal.read(),
    saveLock: (lock) => journal.saveLock(lock),
    async share(commit) {
      if (wiring.github === null) return;
      const lock = await readLockText(wiring.stateDir);
      const entries = (await journal.read()).map((entry) => JSON.stringify(entry));
      const files = {
        "journal.ndjson": `${entries.join("\n")}\n`,
        ...(lock === null ? {} : { "lock.json": lock }),
      };
      const { issue, signal } = wiring;
      const keep = commit === undefined ? [] : [commit];
      const pushed = await workspace.pushState(files, issue, signal, keep);
      if (pushed.kind === "refused") throw new Error(`${pushed.why} ${pushed.fix}`);
    },
  };
}

/** Reads diffs of a run that has ended; nothing is fetched, pushed or run. */
export function readRunDiff(stateDir: string, env: RunWiring["env"]): Pick<GitWorkspace, "diff"> {
  return createWorkspace({
    remote: { kind: "path", path: stateDir },
    stateDir,
    carryFrom: null,
    carry: [],
    identity,
    clock: { now: () => Date.now() },
    path: env["PATH"] ?? "/usr/bin:/bin",
  });
}
