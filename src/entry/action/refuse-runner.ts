import type { Config } from "../../domain/config.ts";
import { RepositoryEvent } from "../payloads.ts";
import type { Job } from "./job.ts";

/**
 * Whether the work of a public repository would be done on a machine that outlives the job: whoever may
 * open an issue there writes what ends up as code on it, and no walls but a machine's own keep that in.
 * A kind of isolation that the configuration names is taken for a decision of its maintainers (issue 4).
 * @returns why not, with what to do; null when the job may go on
 */
export function refuseRunner(
  { isSelfHosted, payload }: Pick<Job, "isSelfHosted" | "payload">,
  sandbox: Config["sandbox"],
): string | null {
  if (!isSelfHosted || sandbox !== "auto") return null;
  const { repository } = RepositoryEvent.parse(payload);
  if (repository.private !== false) return null;
  return "This runner is self-hosted and the repository is public: code that strangers have asked for would run on a machine that outlives the job. Let the job run on GitHub's machines (`runs-on: ubuntu-24.04`), or, where the runner is made anew for each job, say what keeps that code in: `sandbox: bubblewrap` (or `namespaces`, `process`) in .github/tdd-loop.yml.";
}
