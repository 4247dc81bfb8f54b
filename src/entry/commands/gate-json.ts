import type { GateFinding } from "../../gates/tamper/finding.ts";
import { verdictOf } from "../../gates/tamper/finding.ts";
import { showPath } from "../../gates/tamper/path-safety.ts";

type Outcome =
  | { readonly kind: "judged"; readonly findings: readonly GateFinding[] }
  | {
      readonly kind: "distrust";
      readonly code: string;
      readonly why: string;
      readonly fix: string;
    };

/** What `gate --json` prints; bytes of a path that are no UTF-8 are shown as `\xff`. */
export interface GateJson {
  readonly verdict: "pass" | "fail" | "cannot_judge";
  readonly reasons: readonly { code: string; path: string; detail?: string; fix: string }[];
  readonly paths: readonly string[];
  readonly fix: string;
}

export function gateJson(outcome: Outcome): GateJson {
  if (outcome.kind === "distrust") {
    const { code, why, fix } = outcome;
    const reasons = [{ code, path: "", detail: why, fix }];
    return { verdict: "cannot_judge", reasons, paths: [], fix };
  }
  const verdict = verdictOf("gate", outcome.findings);
  return {
    verdict: verdict.kind,
    reasons: outcome.findings.map((finding) => ({ ...finding, path: showPath(finding.path) })),
    paths: verdict.kind === "fail" ? verdict.paths.map(showPath) : [],
    fix: verdict.kind === "fail" ? verdict.fix : "",
  };
}
