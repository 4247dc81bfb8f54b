import type { Command } from "../domain/command.ts";
import type { Folded } from "../loop/fold.ts";
import type { Performing } from "./performing.ts";

type Commit = Extract<Command, { kind: "commit" }>;

/**
 * What the person's own hooks have against a commit; null when they let it pass, there are none, or the
 * spec bypasses them (S1-49). They run like tests do: on the tree to be committed, behind walls.
 */
export async function hookRefusal(
  command: Commit,
  { state }: Folded,
  { ports, signal }: Performing,
): Promise<string | null> {
  if (command.hooks !== true) return null;
  const { tree, parent, message } = command;
  const site = await ports.workspace.hookSite({ tree, parent, message }, signal);
  const timeoutMs = state.request.config.limits.testSeconds * 1_000;
  for (const { name, line } of site?.hooks ?? []) {
    const asked = { dir: site?.dir ?? "", line, timeoutMs, pattern: null };
    const { exit, output } = await ports.tests.check(asked, signal);
    if (exit.kind === "exited" && exit.code === 0) continue;
    const how = exit.kind === "exited" ? `ended with ${exit.code}` : exit.kind.replaceAll("_", " ");
    return `the hook ${name} ${how}. It printed:\n${output.trimEnd() || "nothing"}`;
  }
  return null;
}
