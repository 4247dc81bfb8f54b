import { join } from "node:path";
import { otherClock } from "../other-clock.ts";

/** How build servers show themselves; no more of each than says that it is there. */
const BUILD_SERVER = {
  CI: "true",
  CONTINUOUS_INTEGRATION: "true",
  GITHUB_ACTIONS: "true",
  GITHUB_RUN_ID: "1",
  GITHUB_RUN_NUMBER: "1",
  GITLAB_CI: "true",
  JENKINS_URL: "http://localhost/",
  BUILD_ID: "1",
  BUILD_NUMBER: "1",
  CIRCLECI: "true",
  TRAVIS: "true",
  BUILDKITE: "true",
};

/**
 * The environment of the second run: CI is set as on a build server, and clocks stand ahead.
 * @param room a directory of ours that the run may read
 */
export async function otherDay(room: string): Promise<Record<string, string>> {
  return { ...BUILD_SERVER, ...(await otherClock(otherDayDir(room))) };
}

/** Where the clocks lie: a sandbox that hides the room must let this be read. */
export function otherDayDir(room: string): string {
  return join(room, "other-day");
}
