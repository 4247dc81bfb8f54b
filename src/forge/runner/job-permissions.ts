import type { Level, Permissions } from "../actor.ts";
import type { JobDefinition, WorkflowFile } from "./workflow.ts";

const scopes = [
  "actions",
  "checks",
  "contents",
  "deployments",
  "issues",
  "packages",
  "pages",
  "pull_requests",
  "security_events",
  "statuses",
] as const;

/** What GITHUB_TOKEN gets when a file says nothing: the restricted default of new repositories. */
const unsaid: Permissions = { contents: "read", metadata: "read" };

function all(level: Level): Permissions {
  return Object.fromEntries([...scopes.map((name) => [name, level]), ["metadata", "read"]]);
}

/** The job's `permissions:` replace the workflow's; a map leaves out everything it does not name. */
export function jobPermissions(file: WorkflowFile, job: JobDefinition): Permissions {
  const asked = job.permissions ?? file.permissions;
  if (asked === undefined) return unsaid;
  if (asked === "read-all") return all("read");
  if (asked === "write-all") return all("write");
  const granted: Record<string, Level> = { metadata: "read" };
  for (const [name, level] of Object.entries(asked)) {
    if (level !== "none") granted[name.replaceAll("-", "_")] = level;
  }
  return granted;
}
