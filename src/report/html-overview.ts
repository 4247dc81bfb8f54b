import type { Conclusion } from "../domain/conclusion.ts";
import { describeConclusion, stateWords } from "./describe.ts";
import {
  counted,
  formatDollars,
  formatElapsed,
  formatShare,
  formatTokens,
  formatUtc,
} from "./figures.ts";
import type { Html } from "./html.ts";
import { html, nothing, prose, safeHref } from "./html.ts";
import { phaseNote, runNote, runOf } from "./phase-note.ts";
import type { PhaseState, PhaseView } from "./phases.ts";
import type { Report } from "./report.ts";
import { spendText } from "./spend-text.ts";
import type { StepsView } from "./steps.ts";

/** The head of the page: what was asked, how it ended, and the figures of the run. */
export function pageHeader(report: Report): Html {
  const { issue, pullRequest } = report;
  const place =
    issue.number > 0 ? `${issue.owner}/${issue.repo} · issue ${issue.number}` : "Local run";
  const link =
    pullRequest === null
      ? nothing
      : html`<li><a href="${safeHref(pullRequest.url)}">Pull request #${pullRequest.number}</a></li>`;
  return html`<header class="top"><div class="wrap">
<p class="eyebrow">tdd-loop · ${place}</p>
<h1>${report.title || "A run"}</h1>
${conclusionBadge(report)}
<ul class="meta"><li>Profile <b>${report.profile}</b></li><li>Started by <b>${report.actor}</b></li>
<li>${formatUtc(report.startedAt)}</li>${branchItem(report)}${link}</ul>
${figures(report)}
<nav aria-label="Sections"><ul>${navigation.map(([id, name]) => html`<li><a href="${`#${id}`}">${name}</a></li>`)}</ul></nav>
</div></header>`;
}

const navigation = [
  ["phases", "Phases"],
  ["criteria", "Criteria"],
  ["runs", "Test runs"],
  ["diff", "Diff"],
  ["critic", "Critic"],
  ["debug", "Debug history"],
  ["spend", "Spend"],
  ["shipped", "Shipped"],
  ["timeline", "Timeline"],
] as const;

const tones: Readonly<Record<Conclusion["kind"], readonly [tone: string, mark: string]>> = {
  success: ["ok", "✓"],
  blocked: ["bad", "✕"],
  action_required: ["warn", "?"],
  timed_out: ["bad", "✕"],
  cancelled: ["warn", "–"],
};

function conclusionBadge({ conclusion }: Report): Html {
  const [tone, mark] = conclusion === null ? ["info", "…"] : tones[conclusion.kind];
  return html`<span class="badge big ${tone}">${mark} ${describeConclusion(conclusion)}</span>`;
}

function branchItem({ lock, pushed }: Report): Html {
  const branch = pushed?.branch ?? lock?.lock.branch;
  return branch === undefined ? nothing : html`<li>Branch <code>${branch}</code></li>`;
}

/** Name, value, and a note on it. */
type Figure = readonly [string, string, string];

function runsFigure(report: Report): Figure {
  const counts = runNote(runOf(report, "green", "refactor", "final")) || "no run after RED yet";
  return ["Test runs", String(report.totals.testRuns), counts];
}

/** A loop spec has checks in place of test runs. */
function checksFigure({ checks, steps }: StepsView): Figure {
  const ran = checks.filter(({ skipped }) => skipped === null);
  const done = steps.filter(({ state }) => state === "done");
  return ["Checks", String(ran.length), `${done.length} of ${counted(steps.length, "step")} done`];
}

function figures(report: Report): Html {
  const { spend, cachedShare } = report.totals;
  const input = spend.inputTokens + spend.cacheReadTokens + spend.cacheWriteTokens;
  const isCounted = cachedShare !== null;
  const items: readonly Figure[] = [
    ["Elapsed", formatElapsed(report.elapsedMs), counted(report.totals.turns, "agent turn")],
    ["Spend", spendText(report.totals), counted(spend.requests, "request")],
    [
      "Tokens",
      isCounted ? formatTokens(input + spend.outputTokens) : "–",
      isCounted ? `${formatShare(cachedShare)} of input cached` : "nobody counted them",
    ],
    report.steps === null ? runsFigure(report) : checksFigure(report.steps),
  ];
  return html`<dl class="figures">${items.map(([name, value, note]) => html`<div><dt>${name}</dt><dd>${value} <small>${note}</small></dd></div>`)}</dl>`;
}

/** What the person has to decide, or nothing: tried, failed, decision, command (S0-46). */
export function decisionSection(report: Report): Html {
  const end = report.conclusion;
  if (end?.kind === "blocked")
    return html`<section class="alert" aria-labelledby="decision"><h2 id="decision">Blocked: ${end.reason.replaceAll("_", " ")}</h2>
<h3>What was tried</h3>${end.tried.length === 0 ? html`<p>Nothing yet.</p>` : html`<ol>${end.tried.map((text) => html`<li>${prose(text)}</li>`)}</ol>`}
<h3>What failed</h3><pre>${prose(end.failed)}</pre>
<h3>The one decision that is yours</h3><p>${prose(end.decision)}</p>
<h3>To give it, comment or run</h3><pre><code>${end.command}</code></pre></section>`;
  if (end?.kind === "cancelled" || end?.kind === "timed_out")
    return html`<section class="alert ask" aria-labelledby="decision"><h2 id="decision">${describeConclusion(end)}</h2>
<p>What was done is kept.</p><h3>To go on</h3><pre><code>${report.resume}</code></pre></section>`;
  const asked = end?.kind === "action_required" ? end : report.question;
  if (asked === null) return nothing;
  return html`<section class="alert ask" aria-labelledby="decision"><h2 id="decision">A person is asked</h2>
<p class="asked">${prose(asked.question)}</p><h3>To answer, comment or run</h3><pre><code>${asked.command}</code></pre></section>`;
}

const dots: Readonly<Record<PhaseState, string>> = {
  done: "ok",
  running: "info",
  waiting: "warn",
  stopped: "bad",
  pending: "",
  skipped: "",
};

export function phasesSection(report: Report): Html {
  return html`<section aria-labelledby="phases"><h2 id="phases">Phases</h2>
<p class="lead">In the order of the run, with what each took.</p>
<ol class="steps">${report.phases.map((phase) => step(report, phase))}</ol></section>`;
}

function step(report: Report, phase: PhaseView): Html {
  const commit = report.commits.findLast(({ phase: of }) => of === phase.name);
  const sha = commit === undefined ? nothing : html` · <code>${commit.sha.slice(0, 7)}</code>`;
  const note = phaseNote(report, phase);
  const words =
    phase.state === "done" && note !== ""
      ? note
      : `${stateWords[phase.state]}${note && `: ${note}`}`;
  const money = phase.spend.dollars > 0 ? ` · ${formatDollars(phase.spend.dollars)}` : "";
  const time = phase.elapsedMs > 0 ? formatElapsed(phase.elapsedMs) : "";
  return html`<li><span class="dot ${dots[phase.state]}" aria-hidden="true"></span><b>${phase.title}</b>
<span class="what">${words}${sha}</span><span class="cost">${time}${money}</span></li>`;
}
