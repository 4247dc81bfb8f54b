import type { Verdict } from "../../domain/verdict.ts";

/** One thing a gate found: a reason code of security.md 2.2, where, and what to do about it. */
export interface GateFinding {
  readonly code: string;
  readonly path: string;
  /** A word that tells kinds of one code apart, as NOT_NFC does for PATH_UNSAFE. */
  readonly detail?: string;
  readonly fix: string;
}

/** Sums findings up: the first one decides the code, every one gives its path and its fix. */
export function verdictOf(gate: string, findings: readonly GateFinding[]): Verdict {
  const [first] = findings;
  if (first === undefined) return { kind: "pass" };
  const more = findings.length - 1;
  const detail = first.detail === undefined ? "" : ` (${first.detail})`;
  const where = first.path === "" ? "" : `: ${first.path}`;
  return {
    kind: "fail",
    gate,
    code: first.code,
    reason: `${first.code}${where}${detail}${more === 0 ? "" : ` and ${more} more`}`,
    fix: [...new Set(findings.map((finding) => finding.fix))].join("\n"),
    paths: [...new Set(findings.map((finding) => finding.path).filter((path) => path !== ""))],
  };
}
