import { FILE_GATE } from "../file-gate-check.ts";
import type { Finding } from "./finding.ts";
import { ok, warning } from "./finding.ts";
import type { Machine } from "./machine.ts";

/** GitHub's own App, in whose name every job of every workflow sets its check. */
const ACTIONS_APP = 15368;

/**
 * Whether a merge needs `file-gate` from the App itself: else a status or a job of that name would do
 * (case W30). Nothing is said where GitHub was not asked.
 */
export async function checkPin(machine: Machine): Promise<Finding[]> {
  const required = await machine.requiredChecks();
  if (required.kind === "not_asked") return [];
  if (required.kind === "failed") return [warning(FILE_GATE, required.why, required.fix)];
  const gates = required.checks.filter(({ context }) => context === FILE_GATE);
  const wanted = machine.env["APP_ID"] ?? "";
  const pinned = gates.find(({ appId }) => isOurs(appId, wanted));
  if (pinned !== undefined) return [ok(FILE_GATE, `required, from App ${pinned.appId} alone`)];
  const app = wanted === "" ? "your App" : `App ${wanted}`;
  const fix = `In the default branch's rules, require ${FILE_GATE} with ${app} as its source.`;
  if (gates.length === 0) return [warning(FILE_GATE, "not required: a merge does not wait", fix)];
  return [warning(FILE_GATE, "required from anybody: any status or job of that name passes", fix)];
}

function isOurs(appId: number | null, wanted: string): boolean {
  if (appId === null) return false;
  return wanted === "" ? appId !== ACTIONS_APP : String(appId) === wanted;
}
