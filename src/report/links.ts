import type { Report } from "./report.ts";

/** Addresses that the report cannot know by itself; each is null where there is none. */
export interface Links {
  /** The repository's page, as in `https://github.com/owner/repo`. */
  readonly repository: string | null;
  /** The workflow run that works the issue. */
  readonly job: string | null;
  /** The full HTML report: an address, or a path on this machine. */
  readonly report: string | null;
}

export const noLinks: Links = { repository: null, job: null, report: null };

/** A short sha, linked to its commit when the repository is known. */
export function commitLink(sha: string, links: Links): string {
  const short = `\`${sha.slice(0, 7)}\``;
  return links.repository === null ? short : `[${short}](${links.repository}/commit/${sha})`;
}

/** The branch's pull request, comparison, job and report, those that exist, in one line. */
export function linkLine(report: Report, links: Links): string {
  const branch = report.pushed?.branch;
  return [
    linked("Pull request", report.pullRequest?.url ?? null),
    linked("Branch", branch === undefined ? null : branchUrl(branch, links)),
    linked("Job", links.job),
    linked("Full report", links.report),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

/** What stands at the end of a text that had to be cut. */
export function cutPointer(links: Links): string {
  const where = linked("full report", links.report) || linked("job's log", links.job);
  return `_Cut at GitHub's limit. The rest is in the ${where || "run's report (the artifact `tdd-loop-report`)"}._`;
}

function branchUrl(branch: string, links: Links): string | null {
  if (links.repository === null) return null;
  return `${links.repository}/tree/${branch.split("/").map(encodeURIComponent).join("/")}`;
}

/** Links go to web addresses only; a local path is shown as code. */
function linked(text: string, target: string | null): string {
  if (target === null) return "";
  const isWeb = /^https?:\/\/[^\s<>()`|]+$/.test(target);
  return isWeb ? `[${text}](${target})` : `${text} \`${target.replace(/[`\r\n|]/g, "")}\``;
}
