import type { IssueRef } from "./issue-ref.ts";

const maxLength = 40;

/**
 * The branch of an issue: `tdd/<number>-<slug>`, or `tdd/<slug>` for a spec file. Only [a-z0-9-] of
 * the title survive, so that no title can smuggle anything into a ref (security.md incident 13);
 * a title without any such character falls back to "issue" or "spec".
 */
export function branchName(issue: IssueRef, title: string): string {
  const slug = slugOf(title);
  if (issue.number === 0) return `tdd/${slug === "" ? "spec" : slug}`;
  return `tdd/${issue.number}-${slug === "" ? "issue" : slug}`;
}

function slugOf(title: string): string {
  return title
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, maxLength)
    .replaceAll(/^-+|-+$/g, "");
}
