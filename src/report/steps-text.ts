import { cell, codeSpan, fence, oneLine } from "../domain/outbound-text.ts";
import { describeExit, stepName } from "./describe-step.ts";
import { counted } from "./figures.ts";
import type { Html } from "./html.ts";
import { html, nothing, prose } from "./html.ts";
import type { Links } from "./links.ts";
import { commitLink } from "./links.ts";
import type { StepsView, StepView } from "./steps.ts";

const marks: Readonly<Record<StepView["state"], string>> = {
  done: "✅ done",
  running: "⏳ in work",
  failed: "❌ failed",
  pending: "—",
};

const redWords = {
  seen: "seen to fail without the code",
  not_seen: "⚠️ passes without the code",
  no_change: "nothing had to change",
} as const;

/** Each step, its check and what was seen, as a markdown table; "" where there are no steps. */
export function stepsTable(view: StepsView | null, links: Links): string {
  if (view === null) return "";
  const rows = view.steps.map((step) => {
    const red = step.red === null ? "—" : redWords[step.red];
    const sha = step.sha === null ? "" : commitLink(step.sha, links);
    return `| ${cell(step.id, 60)} ${cell(step.name, 100)} | ${cell(step.check, 100)} | ${marks[step.state]} | ${step.attempts} | ${red} | ${sha} |`;
  });
  return [
    "| step | check | state | attempts | at RED | commit |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

/** What was said of the spec, what was left out and not committed; "" when there is nothing. */
export function stepsRemarks(view: StepsView): string {
  const skipped = view.checks.flatMap(({ skipped: why, line }) =>
    why === null ? [] : [`${line}: ${why}`],
  );
  const left = view.steps.flatMap((step) =>
    step.left.map(({ path, why }) => `${path}, changed in ${step.id}, is not committed: ${why}`),
  );
  const all = [...new Set([...view.notes, ...skipped, ...left])];
  return all.length === 0 ? "" : fence(all.join("\n"), 6_000);
}

/** The last commands that ran, for one who wants to know on what grounds. */
export function checksList({ checks }: StepsView, most = 40): string {
  const rows = checks.slice(-most).map(({ purpose, step, line, exit, skipped }) => {
    const how = skipped === null ? describeExit(exit) : "left out";
    return `| ${cell(stepName(step), 80)} | ${purpose} | ${cell(line, 120)} | ${how} |`;
  });
  if (rows.length === 0) return "";
  return ["| step | what | command | end |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

/** For a terminal: a line a step. */
export function stepLines({ steps }: StepsView): readonly string[] {
  const words = { done: "done", running: "in work", failed: "failed", pending: "not begun" };
  return steps.map((step) => {
    const attempts = step.attempts === 0 ? "" : `, attempt ${step.attempts}`;
    const red = step.red === "not_seen" ? ", its check passes without the code" : "";
    return `${oneLine(step.id, 40)} ${oneLine(step.name, 80)} [${words[step.state]}${attempts}${red}]`;
  });
}

/** The same for the page; nothing where there are no steps. */
export function stepsSection(view: StepsView | null): Html {
  if (view === null) return nothing;
  const tones = { done: "ok", running: "info", failed: "bad", pending: "" } as const;
  const steps = view.steps.map(
    (step) =>
      html`<li><span class="badge ${tones[step.state]}">${marks[step.state]}</span> <b>${step.id}</b> ${step.name}
<span class="none">${counted(step.attempts, "attempt")} · <code>${step.check}</code>${step.red === null ? nothing : html` · ${redWords[step.red]}`}</span></li>`,
  );
  const runs = view.checks.map(
    ({ purpose, step, line, exit, output, skipped }) =>
      html`<details><summary>${stepName(step)}: ${purpose}, <code>${line}</code>, ${skipped ?? describeExit(exit)}</summary><pre>${prose(output)}</pre></details>`,
  );
  return html`<section aria-labelledby="loop"><h2 id="loop">Steps of ${view.name}</h2>
<p class="lead">${view.goal} ${view.iterations} of at most ${view.maxIterations} iterations.</p>
<ul class="check">${steps}</ul>${runs}</section>`;
}

/** The goal as a line of markdown. */
export function goalLine({ name, goal, shape }: StepsView): string {
  return `Loop spec ${codeSpan(name, 100)} (${shape}): ${codeSpan(goal, 300)}`;
}
