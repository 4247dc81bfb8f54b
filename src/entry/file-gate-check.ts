import { defang } from "../domain/outbound-text.ts";
import type { CheckRun } from "../domain/shown-on-github.ts";
import type { Verdict } from "../domain/verdict.ts";

export const FILE_GATE = "file-gate";

/** What the check says of one pull request. `unmanaged`: not a branch of ours, so nothing to hold. */
export type Judged = Verdict | { readonly kind: "unmanaged" };

/** The worst of several verdicts on one commit: a check belongs to the commit, not to one of them. */
export function worstOf(verdicts: readonly Judged[]): Judged {
  const order = ["fail", "cannot_judge", "pass", "unmanaged"] as const;
  const ranked = [...verdicts].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  return ranked[0] ?? { kind: "unmanaged" };
}

/** Success or failure and nothing else: GitHub takes neutral and skipped for passing (case W45). */
export function fileGateCheck(sha: string, judged: Judged): CheckRun {
  const base = { name: FILE_GATE, sha };
  switch (judged.kind) {
    case "unmanaged":
      return {
        ...base,
        conclusion: "success",
        ...words("Not a TDD branch", "Nothing to hold it to."),
      };
    case "pass":
      return {
        ...base,
        conclusion: "success",
        ...words(
          "Only planned files changed",
          "Every changed file is in the plan of this branch, and the tests are those of its RED commit.",
        ),
      };
    case "cannot_judge":
      return { ...base, conclusion: "failure", ...words("Could not judge", rerun(judged.why)) };
    case "fail":
      return { ...base, conclusion: "failure", ...explain(judged) };
  }
}

/** Paths and branches stand in the sentences, too: none of them is a link, a mention or markup there. */
function words(title: string, summary: string, text = "") {
  return { title: defang(title), summary: defang(summary), text: defang(text) };
}

function rerun(why: string): string {
  return `${why} This is not a verdict on the branch. Press "Re-run" on this check to judge again.`;
}

const MAX_LISTED = 200;

function explain(verdict: Extract<Verdict, { kind: "fail" }>) {
  const listed = verdict.paths.slice(0, MAX_LISTED).map((path) => `- ${code(path)}`);
  const more = verdict.paths.length - listed.length;
  const rest = more > 0 ? [`- and ${more} more`] : [];
  const text = [...listed, ...rest].join("\n");
  return words(
    verdict.reason.replaceAll("`", ""),
    `${verdict.code}: ${verdict.reason}\n\n${verdict.fix}`,
    text,
  );
}

/** A path is the branch's text: no backtick or line break gets out of its code span. */
export function code(text: string): string {
  return `\`${text.replace(/[\p{C}`]/gu, "?").slice(0, 300)}\``;
}
