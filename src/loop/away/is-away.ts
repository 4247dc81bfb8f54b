import type { Command } from "../../domain/command.ts";
import type { RunRequest } from "../../domain/run-request.ts";

/** Whether the run's turns are worked in jobs of their own. */
export function fansOut({ rules }: Pick<RunRequest, "rules">): boolean {
  return rules.fanout === "jobs";
}

/** Whether another job does what this command wants: agents' turns, which are what takes long. */
export function isAway(request: Pick<RunRequest, "rules">, command: Command): boolean {
  return fansOut(request) && command.kind === "take_turn";
}

/** Why a run cannot send its turns to other jobs; null when it can, or does not want to. */
export function whyNotAway({ rules, origin }: Pick<RunRequest, "rules" | "origin">): string | null {
  if (rules.fanout !== "jobs") return null;
  const fix = "take `rules.fanout` out of .github/tdd-loop.yml, or set it to `none`.";
  if (origin === "local")
    return `\`rules.fanout: jobs\` sends each task to a GitHub Actions job of its own, and this run is local. Start it on GitHub (\`/tdd run NAME\`), or ${fix}`;
  if (rules.redUnit !== "step")
    return `\`rules.fanout: jobs\` is for loop specs with dependsOn (profile steps): no other profile has tasks that can be worked side by side. Run a loop spec, or ${fix}`;
  return null;
}
