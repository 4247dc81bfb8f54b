import type { Lock } from "../domain/lock.ts";
import type { RunRequest } from "../domain/run-request.ts";
import type { Ground } from "./state.ts";

type Origin = Pick<
  Lock,
  "version" | "issue" | "runId" | "issueSha256" | "profile" | "baseRef" | "baseSha" | "branch"
>;

/** Whose lock it is and what it stands on: the same for every discipline, so that no lock forgets a part. */
export function lockOrigin(request: RunRequest, ground: Ground): Origin {
  const { issue, runId, issueSha256, profile } = request;
  const { baseRef, baseSha, branch } = ground;
  return { version: 2, issue, runId, issueSha256, profile, baseRef, baseSha, branch };
}
