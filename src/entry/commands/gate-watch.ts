import { setTimeout as sleep } from "node:timers/promises";
import { showPath } from "../../gates/tamper/path-safety.ts";
import type { WatchedOutcome } from "../wire-gate.ts";
import { watchFileGate } from "../wire-gate.ts";
import { failClosed } from "./fail-closed.ts";
import { gateJson } from "./gate-json.ts";

/** How long until the next look. Milliseconds; a scan reads the whole tree, a journal nearly nothing. */
const PAUSE = { overlay: 100, watch: 100, scan: 1_000 } as const;

/** Where the verdicts go, and what ends the watch. */
export interface Watcher {
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Says the verdict, and says it again whenever it is another, until it is told to end.
 * @returns the exit code of the last verdict
 */
export async function watchGate(
  asked: Parameters<typeof watchFileGate>[0] & { readonly json: boolean },
  { print, signal }: Watcher,
): Promise<0 | 1 | 2> {
  const gate = await watchFileGate(asked);
  let said = "";
  let exitCode: 0 | 1 | 2 = 2;
  try {
    while (!signal.aborted) {
      const { outcome, by } = await check(gate, asked.cwd);
      const line = JSON.stringify(gateJson(outcome));
      if (line !== said) print(asked.json ? line : inWords(outcome));
      said = line;
      exitCode = codeOf(outcome);
      await sleep(PAUSE[by], undefined, { signal }).catch(() => undefined);
    }
  } finally {
    gate.close();
  }
  return exitCode;
}

async function check(
  gate: { check(): Promise<WatchedOutcome> },
  cwd: string,
): Promise<WatchedOutcome> {
  return await gate.check().catch(async (error: unknown) => {
    return { outcome: await failClosed(error, cwd), by: "scan" } as const;
  });
}

type Outcome = WatchedOutcome["outcome"];

function codeOf(outcome: Outcome): 0 | 1 | 2 {
  if (outcome.kind === "distrust") return 2;
  return outcome.findings.length === 0 ? 0 : 1;
}

function inWords(outcome: Outcome): string {
  if (outcome.kind === "distrust") return `cannot judge: ${outcome.why}. ${outcome.fix}`;
  const paths = outcome.findings.map(({ path }) => JSON.stringify(showPath(path)));
  return paths.length === 0 ? "clean" : `outside the list: ${paths.join(", ")}`;
}
