import { cutMiddle } from "../domain/outbound-text.ts";
import { describeRun, describeVerdict } from "./describe.ts";
import type { Html } from "./html.ts";
import { html, nothing, prose } from "./html.ts";
import { outputOf } from "./output-of.ts";
import type { CriterionProof, TestProof } from "./proof.ts";
import type { Report, RunView } from "./report.ts";
import { factLine, trialNote } from "./trial.ts";

/** What one output may take of the page, in characters; the middle of a longer one is left out. */
const outputLimit = 200_000;

/** Criteria, the tests that prove each, how each failed at RED, and what it does now. */
export function criteriaSection({ proof }: Report): Html {
  const rows = [
    ...proof.criteria.flatMap(rowsOf),
    ...proof.others.map((test) =>
      row(html`<th scope="row" role="rowheader">Another new test</th>`, test),
    ),
  ];
  const table = html`<table class="stack" role="table"><thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Criterion</th>
<th scope="col" role="columnheader">Test</th><th scope="col" role="columnheader">At RED</th><th scope="col" role="columnheader">Now</th></tr></thead>
<tbody role="rowgroup">${rows}</tbody></table>`;
  return html`<section aria-labelledby="criteria"><h2 id="criteria">Criteria, tests, evidence</h2>
<p class="lead">Each test was run by the loop before the code was written and again after it.</p>
${rows.length === 0 ? html`<p class="none">No criteria yet.</p>` : table}
${regressions(proof.regressions)}${known(proof.known)}${warnings(proof.red?.warnings ?? [])}</section>`;
}

function rowsOf({ criterion, preserved, wasThere, tests }: CriterionProof): readonly Html[] {
  const name = html`<th scope="row" role="rowheader"><span class="id">${criterion.id}</span> ${prose(criterion.text)}</th>`;
  if (tests.length > 0)
    return tests.map((test, i) =>
      row(
        i === 0
          ? name
          : html`<th scope="row" role="rowheader"><span class="id">${criterion.id}</span></th>`,
        test,
      ),
    );
  const none = preserved ? "Nothing changes: existing tests hold it" : "No test yet";
  const words = wasThere ? "Was there before its turn: a test of it passed at once" : none;
  return [
    html`<tr role="row">${name}<td role="cell" data-label="Test">${words}</td><td role="cell"></td><td role="cell"></td></tr>`,
  ];
}

function row(name: Html, test: TestProof): Html {
  return html`<tr role="row">${name}<td role="cell" data-label="Test"><code>${test.id}</code></td>
<td role="cell" data-label="At RED">${atRed(test)}</td><td role="cell" data-label="Now">${now[test.green]}</td></tr>`;
}

const redBadges = {
  right_reason: html`<span class="badge ok">✓ seen failing</span>`,
  already_satisfied: html`<span class="badge warn">! passed already</span>`,
  wrong_reason: html`<span class="badge bad">✕ failed, wrong reason</span>`,
  cannot_judge: html`<span class="badge">? not judged</span>`,
} as const;

const now: Readonly<Record<TestProof["green"], Html>> = {
  passed: html`<span class="badge ok">✓ passes</span>`,
  failed: html`<span class="badge bad">✕ fails</span>`,
  skipped: html`<span class="badge warn">! skipped</span>`,
  missing: html`<span class="badge warn">! not reported</span>`,
  not_run: html`<span class="badge">not run yet</span>`,
  no_test: html`<span class="badge bad">✕ names no test</span>`,
};

function atRed({ red, redMessage }: TestProof): Html {
  if (red === null) return html`<span class="badge">not judged</span>`;
  const cause = red.cause === null ? "" : red.cause.kind.replaceAll("_", " ");
  const why = red.why || cause;
  const said =
    redMessage.trim() === ""
      ? nothing
      : html`<details><summary>What it said</summary><pre tabindex="0">${cutMiddle(redMessage, 8_000)}</pre></details>`;
  return html`${redBadges[red.verdict]}<span class="why">${why}</span>${said}`;
}

function regressions(names: readonly string[]): Html {
  if (names.length === 0) return nothing;
  return html`<h3><span class="badge bad">✕ regressions</span></h3><ul>${names.map((name) => html`<li><code>${name}</code> passed at baseline and does not now</li>`)}</ul>`;
}

function known(ids: readonly string[]): Html {
  if (ids.length === 0) return html``;
  return html`<h3>${ids.length} failed, as before this run</h3><ul>${ids.map((id) => html`<li><code>${id}</code></li>`)}</ul>`;
}

function warnings(lines: readonly string[]): Html {
  if (lines.length === 0) return nothing;
  return html`<h3><span class="badge warn">! warnings about the new tests</span></h3><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}

/** Every run of the suite with its output, closed until it is asked for. */
export function runsSection(report: Report): Html {
  const { runs, gates, lints } = report;
  const list = runs.length === 0 ? html`<p class="none">No test was run.</p>` : runs.map(run);
  const judged = gates.map(
    ({ phase, verdict }) =>
      html`<li><span class="badge ${verdict.kind === "pass" ? "ok" : "bad"}">${verdict.kind === "pass" ? "✓ clean" : "✕ stopped"}</span>
<span>${phase}: ${describeVerdict(verdict)}</span></li>`,
  );
  const linted = lints.map(
    ({ passed, output }) =>
      html`<details><summary>Lint ${passed ? "passed" : "failed"}</summary><pre tabindex="0">${cutMiddle(output, outputLimit)}</pre></details>`,
  );
  return html`<section aria-labelledby="runs"><h2 id="runs">Test runs and gates</h2>
<p class="lead">RED and GREEN as they were printed, under the isolation that was in force.</p>${list}${linted}
${judged.length === 0 ? nothing : html`<h3>Gates</h3><ul class="check">${judged}</ul>`}${trialAndFacts(report)}</section>`;
}

function trialAndFacts(report: Report): Html {
  const note = trialNote(report);
  const facts = report.facts.map((fact) => html`<li><code>${factLine(fact)}</code></li>`);
  return html`${note === "" ? nothing : html`<h3>Proof of the finished tree</h3><p>${note}</p>`}
${facts.length === 0 ? nothing : html`<h3>Facts found by code in the change</h3><p>The critic was shown these; each may be honest.</p><ul>${facts}</ul>`}`;
}

function run({ purpose, run: ran, sandbox }: RunView): Html {
  const isExpected = purpose === "red" ? "info" : toneOf(ran);
  const title = purpose === "red" || purpose === "green" ? purpose.toUpperCase() : purpose;
  const contradictions = ran.kind === "finished" ? ran.contradictions : [];
  return html`<details><summary><span class="badge ${isExpected}">${title}</span> ${describeRun(ran)} · ${sandbox}</summary>
${contradictions.length === 0 ? nothing : html`<ul>${contradictions.map((line) => html`<li>${line}</li>`)}</ul>`}<pre tabindex="0">${cutMiddle(outputOf(ran), outputLimit) || "(no output)"}</pre></details>`;
}

function toneOf(ran: RunView["run"]): string {
  if (ran.kind !== "finished") return "bad";
  return ran.counts.failed === 0 && ran.loadFailures.length === 0 ? "ok" : "bad";
}
