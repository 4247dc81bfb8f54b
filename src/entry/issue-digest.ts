import { createHash } from "node:crypto";

/**
 * Names the text of an issue as it was when somebody triggered a run: SHA-256, hex, over title, a
 * line feed and body. A run compares it before it starts, so that a later edit is seen (case W06).
 */
export function issueDigest(issue: { readonly title: string; readonly body: string }): string {
  return createHash("sha256").update(`${issue.title}\n${issue.body}`, "utf8").digest("hex");
}
