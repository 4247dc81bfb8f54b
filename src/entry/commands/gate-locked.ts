import { ConfigError } from "../../domain/config.ts";
import type { GateFinding } from "../../gates/tamper/finding.ts";
import { GateLock } from "../../gates/tamper/gate-lock.ts";
import { showPath } from "../../gates/tamper/path-safety.ts";
import { forLog } from "../for-log.ts";
import { readJson } from "../read-json.ts";
import { askLockedGate } from "../wire-gate.ts";
import { failClosed } from "./fail-closed.ts";
import { gateJson } from "./gate-json.ts";

interface LockedGateOptions {
  readonly json?: true;
  readonly repo?: string;
  readonly tip?: string;
  readonly run?: true;
  readonly holdout?: string;
  readonly testSeconds?: string;
}

/** More than this from one test run is cut, and the run judged as too loud. */
const MAX_OUTPUT_BYTES = 64_000_000;

/** `tdd-loop gate --lock`: exit 0 pass, 1 fail, 2 cannot judge. Whatever breaks is never a pass. */
export async function runLockedGate(file: string, options: LockedGateOptions): Promise<0 | 1 | 2> {
  const outcome = await judge(file, options).catch((error: unknown) =>
    failClosed(error, options.repo ?? process.cwd()),
  );
  if (options.json) process.stdout.write(`${forLog(JSON.stringify(gateJson(outcome)))}\n`);
  if (outcome.kind === "distrust") {
    process.stderr.write(
      `${forLog(`tdd-loop gate: cannot judge: ${outcome.why}. ${outcome.fix}`)}\n`,
    );
    return 2;
  }
  if (!options.json) process.stdout.write(outcome.findings.map(describe).join(""));
  return outcome.findings.length === 0 ? 0 : 1;
}

async function judge(
  file: string,
  options: LockedGateOptions,
): Promise<{ kind: "judged"; findings: readonly GateFinding[] }> {
  const { repo = process.cwd(), tip } = options;
  if (tip !== undefined && !/^[0-9a-f]{40,64}$/.test(tip)) {
    throw new ConfigError(
      `--tip takes a full commit SHA, not "${tip}". Give the one that the server has: git ls-remote prints it.`,
    );
  }
  const lock = await readJson("a record that `tdd-loop lock` wrote", file, GateLock);
  const outcome = await askLockedGate({
    env: process.env,
    repo,
    lock,
    tip: tip ?? null,
    lockFile: file,
  });
  const isClean = outcome.findings.length === 0 && outcome.head !== null;
  if (!options.run || !isClean || outcome.head === null) {
    return { kind: "judged", findings: outcome.findings };
  }
  // Reading reports needs parsers that a gate without a run should not wait for.
  const { askRunGate } = await import("../wire-gate-run.ts");
  const findings = await askRunGate({
    env: process.env,
    repo,
    lock,
    head: outcome.head,
    caches: outcome.caches,
    holdout: options.holdout ?? null,
    testSeconds: Number(options.testSeconds ?? 300),
    maxOutputBytes: MAX_OUTPUT_BYTES,
    note: (text) => process.stderr.write(`${forLog(`tdd-loop gate: note: ${text}`)}\n`),
  });
  return { kind: "judged", findings };
}

function describe({ code, path, detail, fix }: GateFinding): string {
  const what = detail === undefined ? "" : ` ${detail}`;
  // Names of tests and files stand in it: one finding is one line, and no command to a runner.
  const line = `${code} ${JSON.stringify(showPath(path))}${what}: ${fix}`;
  return `${forLog(line.replace(/\p{Cc}+/gu, " "))}\n`;
}
