import type { Offence } from "../domain/change.ts";
import { createSecretFinder } from "../domain/redact.ts";
import type { Snapshot, TurnSite, Workspace } from "../ports.ts";
import { unpack } from "./unpack.ts";

/** A turn that leaves a secret of ours in a file has left something that no commit may have. */
export function refusingSecrets(workspace: Workspace, secrets: readonly string[]): Workspace {
  if (secrets.length === 0) return workspace;
  const holds = createSecretFinder(secrets, unpack);
  return {
    ...workspace,
    async beginTurn(tree, signal, lane, view) {
      const site = await workspace.beginTurn(tree, signal, lane, view);
      return { dir: site.dir, snapshot: () => searched(site, workspace, holds) };
    },
  };
}

async function searched(
  site: TurnSite,
  workspace: Workspace,
  holds: (text: string) => boolean,
): Promise<Snapshot> {
  const snapshot = await site.snapshot();
  const found: Offence[] = [];
  for (const { path, status } of snapshot.changes) {
    if (status === "deleted") continue;
    const text = await workspace.readFile(snapshot.tree, path);
    if (text === null || !holds(text)) continue;
    const fix = `Take the secret out of ${path}: it is one of the loop's own, and must be replaced where it is in use.`;
    found.push({ code: "SECRET_IN_FILE", path, fix });
  }
  return { ...snapshot, offences: [...snapshot.offences, ...found] };
}
