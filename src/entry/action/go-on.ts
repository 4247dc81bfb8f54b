import type { Conclusion } from "../../domain/conclusion.ts";
import type { JournalEntry } from "../../domain/journal-entry.ts";
import { foldJournal } from "../../loop/fold.ts";
import { waitsForWords } from "../../loop/waits-for-words.ts";
import type { NewRun } from "../run/new-request.ts";
import type { Trigger } from "../trigger.ts";
import { forgetJournal, restoreJournal } from "../wire-job-run.ts";
import type { Job } from "./job.ts";
import type { Prepared } from "./prepared.ts";

type Ordered = Extract<Trigger, { kind: "order" }>;
type Order = Ordered["order"];

/** What a new run is to be like: as its command says, or as the one that ended at its scope. */
export type Like = Pick<NewRun, "base" | "profile" | "allowed" | "planOnly"> & {
  /** A loop spec of the default branch, by name or path. */
  readonly spec?: string | null;
};

/** The run goes on, cannot, or is begun anew with what a person allowed. */
export type GoingOn = Prepared | { readonly kind: "anew"; readonly like: Like };

/** `approve`, `allow`, `resume` … go on with the journal that the last runner left on the state ref. */
export async function goOn(job: Job, trigger: Ordered): Promise<GoingOn> {
  const { order, asking } = trigger;
  if (order.kind === "run") return { kind: "anew", like: order.options };
  if (order.kind === "plan")
    return { kind: "anew", like: { base: null, profile: null, planOnly: true } };
  const entries = await restoreJournal(job, asking.issue.number);
  const first = entries[0];
  if (first?.type !== "requested") {
    const why = `There is no run on #${asking.issue.number} to go on with. Use /tdd run.`;
    return { kind: "failed", why };
  }
  if (first.request.issue.number !== asking.issue.number) {
    const why = `The journal kept for #${asking.issue.number} is that of #${first.request.issue.number}. Nothing goes on from it; use /tdd run.`;
    return { kind: "failed", why };
  }
  const end = endOf(entries);
  const why = order.kind === "revise" ? notAtWords(entries, end) : misplaced(order, end);
  if (why !== null) return { kind: "failed", why };
  if (order.kind === "allow" && isAtScope(end)) {
    const { base, profile, allowed = [] } = first.request;
    await forgetJournal(job, asking.issue.number);
    const all = [...new Set([...allowed, ...order.paths])];
    return { kind: "anew", like: { base, profile, allowed: all } };
  }
  const { request } = first;
  const resume = resumedEntry(order, asking.actor.login);
  return { kind: "prepared", request, resume, taken: turnsIn(entries), isDry: false };
}

function endOf(entries: readonly JournalEntry[]): Conclusion | null {
  // The journal is shared before its last publishing has come back: then the run is still concluding.
  const state = foldJournal(entries)?.state;
  return state !== undefined && "conclusion" in state ? state.conclusion : null;
}

/** Why this answer does not fit what the run waits for; null when it does. */
function misplaced(order: Order, end: Conclusion | null): string | null {
  const asked = end?.kind === "action_required" ? end.command : null;
  switch (order.kind) {
    case "approve":
      return asked === null || asked === "/tdd approve" ? null : `The run waits for ${asked}.`;
    case "approve-tests":
      return asked === "/tdd approve-tests" ? null : "No tests wait for an approval.";
    case "allow":
      return asked === "/tdd approve" || isAtScope(end) ? null : nothingToAllow;
    default:
      return null;
  }
}

const nothingToAllow =
  "There is nothing to allow: no plan waits for an approval, and the last run did not stop at its scope. List the files in the issue, then /tdd run.";

/** Only a list of slices that still waits for its approval, or a disputed test, can be made again. */
function notAtWords(entries: readonly JournalEntry[], end: Conclusion | null): string | null {
  return waitsForWords(foldJournal(entries)?.events ?? [], end)
    ? null
    : "There is nothing to revise or to answer: neither a list of slices nor a disputed test waits for a person.";
}

function isAtScope(end: Conclusion | null): boolean {
  return end?.kind === "blocked" && end.reason === "scope";
}

function resumedEntry(order: Order, by: string): JournalEntry {
  const at = Date.now();
  if (order.kind === "allow") {
    const answer = { answer: "widened" as const, by, paths: [...order.paths] };
    return { type: "resumed", at, answer };
  }
  if (order.kind === "revise")
    return { type: "resumed", at, answer: { answer: "revised", by, said: order.said } };
  const isApproval = order.kind === "approve" || order.kind === "approve-tests";
  return { type: "resumed", at, answer: isApproval ? { answer: "approved", by } : null };
}

/** Turns that are in the journal for good: those a replay must not play again. */
function turnsIn(entries: readonly JournalEntry[]): number {
  return entries.filter(
    (entry) => entry.type === "resulted" && entry.result.kind.startsWith("turn_"),
  ).length;
}
