import { join } from "node:path";
import { cycleSettingsFile } from "../../domain/cycle-settings.ts";
import type { RunRequest } from "../../domain/run-request.ts";
import { readIfThere } from "../named-file.ts";
import { asksForSettings, withCycleSettings } from "../run/cycle-settings.ts";
import type { Terminal } from "../terminal.ts";

/**
 * The request of a local run with what the person's and the repository's settings files say.
 * @throws ConfigError as `readCycleSettings` does
 */
export async function withSettingsFiles(
  request: RunRequest,
  root: string,
  terminal: Pick<Terminal, "env" | "complain">,
): Promise<RunRequest> {
  if (!asksForSettings(request)) return request;
  const home = terminal.env["HOME"] ?? "";
  const own = home === "" ? null : await textOf(join(home, cycleSettingsFile));
  const repository = await textOf(join(root, cycleSettingsFile));
  const set = withCycleSettings(request, { own, repository });
  for (const complaint of set.complaints) terminal.complain(`tdd-loop: note: ${complaint}`);
  return set.request;
}

function textOf(path: string): Promise<string | null> {
  return readIfThere(path, "a settings file of runs in cycles");
}
