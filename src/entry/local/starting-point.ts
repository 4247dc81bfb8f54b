import { basename, relative, resolve } from "node:path";
import { branchName } from "../../domain/branch-name.ts";
import { ConfigError } from "../../domain/config.ts";
import { configPath } from "../../domain/config-path.ts";
import { oneLine } from "../../domain/outbound-text.ts";
import { readSpec } from "../../domain/read-spec.ts";
import type { RunRequest } from "../../domain/run-request.ts";
import { baseOf } from "../../loop/phases/opening.ts";
import { counted } from "../../report/figures.ts";
import type { RunOptions } from "../run-options.ts";
import type { Terminal } from "../terminal.ts";
import type { LocalRepository } from "../wire-local.ts";

/** Longer lists say how many more there are. */
const shown = 8;

/**
 * Looks at where the run would start before anything is written down: a base that is not there is
 * the person's to put right, and what is not in that commit is not part of the run.
 * @throws ConfigError for a base that cannot be had
 */
export async function checkStartingPoint(
  request: RunRequest,
  options: RunOptions,
  { root, person, runsDir }: LocalRepository,
  terminal: Terminal,
): Promise<void> {
  const { issue, title, body } = request;
  const reading = readSpec(issue, title, body, "is_one_criterion");
  const base = baseOf(request, reading.kind === "clear" ? reading.spec : { base: null });
  const refused = await person.refusedBase({ base, branch: branchName(issue, title) });
  if (refused !== null) throw new ConfigError(`${refused.why} ${refused.fix}`);
  const ours = [resolve(terminal.cwd, options.spec), resolve(runsDir, "..")];
  const known = ours.map((path) => relative(root, path));
  const { carry } = request.config;
  // The configuration counts as it stands in the work tree, committed or not.
  const changed = (await person.uncommitted()).filter(
    (path) =>
      path !== configPath &&
      !carry.includes(basename(path)) &&
      !known.some((own) => isWithin(path, own)),
  );
  if (changed.length > 0) terminal.complain(uncommittedText(changed));
  const unpushed = await person.unpushed(base);
  if (unpushed.count > 0) terminal.complain(unpushedText(unpushed));
}

/** One is the other or lies in it: git names a directory that is new as a whole by itself. */
function isWithin(path: string, own: string): boolean {
  const [a, b] = [`${path.replace(/\/$/, "")}/`, `${own}/`];
  return a.startsWith(b) || b.startsWith(a);
}

function uncommittedText(paths: readonly string[]): string {
  const list = paths.slice(0, shown).map((path) => oneLine(path, 120));
  const more = paths.length > shown ? ` and ${paths.length - shown} more` : "";
  const what = paths.length === 1 ? "1 change is" : `${paths.length} changes are`;
  return `tdd-loop: note: ${what} not part of the run, because it starts from the last commit: ${list.join(", ")}${more}. Commit first if the run needs them.`;
}

function unpushedText({ branch, count }: { branch: string; count: number }): string {
  return `tdd-loop: note: the run starts from origin/${branch}, which lacks ${counted(count, "commit")} of your ${branch}. Push first if the run needs them.`;
}
