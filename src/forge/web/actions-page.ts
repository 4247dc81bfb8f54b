import type { Job, Repo, WorkflowRun } from "../world.ts";
import type { Html } from "./html.ts";
import { html } from "./html.ts";
import { renderMarkdown } from "./markdown.ts";
import { badge, page, repoPath, time } from "./page.ts";

function jobPath(repo: Repo, run: WorkflowRun, job: Job): string {
  return `${repoPath(repo)}/actions/runs/${run.id}/job/${job.id}`;
}

function jobLinks(repo: Repo, run: WorkflowRun): Html[] {
  return run.jobs.map(
    (job) =>
      html`<span>${badge(job.conclusion ?? job.status)} <a href="${jobPath(repo, run, job)}">${job.name}</a> </span>`,
  );
}

export function actionsPage(repo: Repo, runs: readonly WorkflowRun[]): string {
  const rows = runs.map(
    (
      run,
    ) => html`<li>${badge(run.conclusion ?? run.status)} <a href="${repoPath(repo)}/actions/runs/${run.id}"><b>${run.title}</b></a>
<div class="dim">${run.workflowName} #${run.number}: ${run.event} by ${run.actor.login} on ${run.headBranch} ${time(run.createdAt)}</div>${jobLinks(repo, run)}</li>`,
  );
  const list =
    rows.length > 0
      ? html`<ul class="rows box">${rows}</ul>`
      : html`<p class="dim">No workflow has run yet.</p>`;
  return page(`Actions · ${repo.name}`, repo, html`<h1>Actions</h1>${list}`);
}

export function runPage(repo: Repo, run: WorkflowRun): string {
  const summaries = run.jobs
    .filter((job) => job.summary !== "")
    .map(
      (job) =>
        html`<div class="box"><div class="head"><b>${job.name}</b> summary</div><div class="body">${renderMarkdown(job.summary)}</div></div>`,
    );
  const body = html`<h1>${run.title}</h1><p>${badge(run.conclusion ?? run.status)} <span class="dim">${run.workflowName} #${run.number}, ${run.event} by ${run.actor.login}</span></p>
<ul class="rows box">${jobLinks(repo, run).map((link) => html`<li>${link}</li>`)}</ul>${summaries}`;
  return page(`${run.workflowName} #${run.number}`, repo, body);
}

export function jobPage(repo: Repo, run: WorkflowRun, job: Job): string {
  const outputs = Object.entries(job.outputs).map(
    ([name, value]) => html`<tr><td><code>${name}</code></td><td>${value}</td></tr>`,
  );
  const body = html`<h1>${job.name}</h1><p>${badge(job.conclusion ?? job.status)} <a href="${repoPath(repo)}/actions/runs/${run.id}">${run.workflowName} #${run.number}</a></p>
${job.summary ? html`<div class="box"><div class="head">Summary</div><div class="body">${renderMarkdown(job.summary)}</div></div>` : null}
${outputs.length > 0 ? html`<div class="scroll"><table>${outputs}</table></div>` : null}
<h2>Log</h2><pre>${job.liveLog?.() ?? job.log}</pre>`;
  return page(`${job.name} · ${run.workflowName}`, repo, body);
}
