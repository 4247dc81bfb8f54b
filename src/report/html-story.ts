import type { Finding } from "../domain/answers.ts";
import { cutMiddle } from "../domain/outbound-text.ts";
import { describeEvent } from "./describe.ts";
import { counted, formatElapsed } from "./figures.ts";
import type { Html } from "./html.ts";
import { html, nothing, prose } from "./html.ts";
import { isolationText } from "./isolation.ts";
import type { Report, TurnView } from "./report.ts";
import { findingWords } from "./review-parts.ts";
import { turnSpend } from "./spend-text.ts";

/** The critic's words, round by round, and what became of a refactoring that broke the suite. */
export function criticSection({ reviews, reversions }: Report): Html {
  const rounds = reviews.map(({ round, review }) => {
    const tone = review.verdict === "APPROVED" ? "ok" : "warn";
    const mark = review.verdict === "APPROVED" ? "✓" : "!";
    return html`<h3>Round ${round} <span class="badge ${tone}">${mark} ${review.verdict.replace("_", " ")}</span></h3>
${review.summary === "" ? nothing : html`<pre class="said">${prose(review.summary)}</pre>`}
${review.findings.length === 0 ? html`<p class="none">No findings.</p>` : html`<ul class="check">${review.findings.map(finding)}</ul>`}`;
  });
  const reverted = reversions.map(
    ({ finding: about, why }) =>
      html`<li><b>Reverted</b> <span>${prose(`${about}: ${why}`)}</span></li>`,
  );
  return html`<section aria-labelledby="critic"><h2 id="critic">Critic</h2>
<p class="lead">A separate agent that sees the spec, the whole diff, the test output and the lock.</p>
${rounds.length === 0 ? html`<p class="none">No review was given.</p>` : rounds}
${reverted.length === 0 ? nothing : html`<ul class="check">${reverted}</ul>`}</section>`;
}

function finding({ kind, file, line, problem, suggestion }: Finding): Html {
  const place = line === null ? file : `${file}:${line}`;
  return html`<li><span class="badge warn">${findingWords[kind]}</span> <code>${place}</code>
<span>${prose(problem)}${suggestion === "" ? nothing : html` <br>Suggestion: ${prose(suggestion)}`}</span></li>`;
}

/** Every debug attempt: what it did and which tests still failed after it. */
export function debugSection({ turns }: Report): Html {
  const attempts = turns.filter((turn) => turn.role === "debugger");
  return html`<section aria-labelledby="debug"><h2 id="debug">Debug history</h2>
<p class="lead">Fresh agents, each told everything that failed before it.</p>
${attempts.length === 0 ? html`<p class="none">No debug agent was needed.</p>` : attempts.map(attempt)}</section>`;
}

function attempt(turn: TurnView): Html {
  const files = turn.paths.map((path) => html`<code>${path}</code> `);
  return html`<h3>Attempt ${turn.attempt} ${afterwards(turn.failing)}</h3>
<pre class="said">${prose(cutMiddle(turn.summary, 20_000) || "(no words)")}</pre>
<p class="none">${turn.paths.length === 0 ? "Changed no file." : html`Changed ${files}`} · ${turnSpend(turn.spend)}</p>
${turn.failing === null || turn.failing.length === 0 ? nothing : html`<ul>${turn.failing.slice(0, 50).map((name) => html`<li><code>${name}</code></li>`)}</ul>`}`;
}

function afterwards(failing: readonly string[] | null): Html {
  if (failing === null) return html`<span class="badge">tests not run after it</span>`;
  if (failing.length === 0) return html`<span class="badge ok">✓ every test passed</span>`;
  return html`<span class="badge bad">✕ ${counted(failing.length, "test")} still failing</span>`;
}

/** The four questions of S0-33. */
export function shippedSection(report: Report): Html {
  const { shipped, pushed } = report;
  const docs = shipped.docsUpdated;
  const where = pushed === null ? "" : `${pushed.branch} at ${pushed.sha.slice(0, 7)}`;
  const items: readonly (readonly [string, boolean, string])[] = [
    ["Pushed?", shipped.pushed, where],
    ["Deployed?", false, "tdd-loop never deploys and never merges"],
    ["Verified live?", false, "nothing was deployed"],
    ["Docs updated?", docs.length > 0, docs.join(", ") || "none changed"],
  ];
  return html`<section aria-labelledby="shipped"><h2 id="shipped">Shipped?</h2>
<p class="lead">Only what was verified is ticked. Isolation in force: ${isolationText(report)}.</p>
<ul class="check">${items.map(([name, yes, note]) => html`<li><span class="badge ${yes ? "ok" : ""}">${yes ? "✓ yes" : "– no"}</span> <b>${name}</b> <span class="none">${note}</span></li>`)}</ul></section>`;
}

/** Everything that happened, in its order; then the logs that were handed in. */
export function timelineSection(report: Report, logs: readonly Log[]): Html {
  const events = report.events.map(
    ({ at, event }) =>
      html`<li><time>+${formatElapsed(at - report.startedAt)}</time><span>${prose(describeEvent(event))}</span></li>`,
  );
  const more = logs.map(
    ({ title, text }) =>
      html`<details><summary>${title}</summary><pre tabindex="0">${cutMiddle(text, 200_000)}</pre></details>`,
  );
  return html`<section aria-labelledby="timeline"><h2 id="timeline">Timeline</h2>
<p class="lead">${counted(report.events.length, "event")}, counted from the start.</p><ol class="events">${events}</ol>${more}</section>`;
}

/** A text besides the run's own events: an agent's transcript, the lock, the rendered prompts. */
export interface Log {
  readonly title: string;
  readonly text: string;
}
