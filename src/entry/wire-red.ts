import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SandboxKind } from "../adapters/sandbox/choose-sandbox.ts";
import { chooseSandbox } from "../adapters/sandbox/choose-sandbox.ts";
import { createTestRunner } from "../adapters/tests/test-runner.ts";
import { ConfigError } from "../domain/config.ts";
import type { TestRun } from "../domain/test-run.ts";

export interface RedRuns {
  readonly dir: string;
  readonly command: string;
  readonly framework: string | null;
  readonly testSeconds: number;
  readonly network: "off" | "on";
  readonly sandbox: SandboxKind;
  /** How many times the command is run, at least once. */
  readonly times: number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What one run may print before it is stopped. */
const MAX_OUTPUT_BYTES = 4_000_000;

/**
 * Runs a test command in a directory, as the loop would.
 * @throws ConfigError when the sandbox that was asked for does not work here
 */
export async function runTests(
  asked: RedRuns,
  signal: AbortSignal,
): Promise<{ readonly runs: readonly TestRun[]; readonly sandbox: string }> {
  const path = asked.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin";
  const chosen = await chooseSandbox(asked.sandbox, {
    path,
    home: asked.env["HOME"] ?? null,
    readable: await linkedDependencies(asked.dir),
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
      env: { PATH: path },
      tempDir,
    });
    const runs: TestRun[] = [];
    const request = { dir: asked.dir, command: asked.command, framework: asked.framework } as const;
    for (let at = 0; at < asked.times && !signal.aborted; at += 1) {
      runs.push((await runner.run({ ...request, purpose: "red" }, signal)).run);
    }
    return { runs, sandbox: chosen.sandbox.name };
  } finally {
    await rm(tempDir, { recursive: true, force: true });
  }
}

const dependencies = ["node_modules", ".venv", "venv", "vendor"];

/** Dependencies that are links to elsewhere: a sandbox shows the directory itself and no other. */
async function linkedDependencies(dir: string): Promise<string[]> {
  const places = dependencies.map((name) => realpath(join(dir, name)).catch(() => null));
  return (await Promise.all(places)).filter((place) => place !== null);
}
