import type { CommitInfo, FileDiff } from "../git-queries.ts";
import { commitInfo, diffFiles, readCommits } from "../git-queries.ts";
import { latestRuns, mergeability } from "../mergeability.ts";
import { forkPoint, pullOf } from "../shapes/pull-shape.ts";
import type { CheckRun, Issue, Repo, Review, ReviewComment } from "../world.ts";
import type { Html } from "./html.ts";
import { html } from "./html.ts";
import { conversation, labels, speech, stateOf } from "./issue-page.ts";
import { renderMarkdown } from "./markdown.ts";
import { badge, page, repoPath, time } from "./page.ts";

function commentBox(comment: ReviewComment): Html {
  return html`<div class="note" id="discussion_r${comment.id}"><b>${comment.user.login}</b> <span class="dim">on line ${comment.line}</span>
${renderMarkdown(comment.body)}</div>`;
}

function reviewBox(review: Review): Html {
  const at = {
    id: `pullrequestreview-${review.id}`,
    user: review.user,
    when: review.submittedAt ?? 0,
    what: html`reviewed ${badge(review.state)}`,
  };
  const comments = review.comments.map(
    (one) => html`<p class="dim"><code>${one.path}:${one.line}</code></p>${commentBox(one)}`,
  );
  return speech(at, review.body ? renderMarkdown(review.body) : html``, html`${comments}`);
}

function checkRow(repo: Repo, run: CheckRun): Html {
  const details = run.summary
    ? html`<details><summary>${run.title ?? "Details"}</summary>${renderMarkdown(run.summary)}${run.text ? renderMarkdown(run.text) : null}</details>`
    : null;
  const to = run.detailsUrl?.startsWith("http")
    ? run.detailsUrl
    : `${repoPath(repo)}/runs/${run.id}`;
  return html`<li id="check-${run.id}">${badge(run.conclusion ?? run.status)} <a href="${to}"><b>${run.name}</b></a> <span class="dim">${run.suite.app.name}</span>${details}</li>`;
}

function commitRow(commit: CommitInfo): Html {
  const [subject = "", ...rest] = commit.message.split("\n");
  const more = rest.join("\n").trim();
  return html`<li id="${commit.sha}"><code>${commit.sha.slice(0, 7)}</code> ${subject} <span class="dim">${commit.author.name}</span>${more ? html`<details><summary class="dim">message</summary><pre>${more}</pre></details>` : null}</li>`;
}

function lineClass(line: string): string {
  if (line.startsWith("@@")) return "hunk";
  if (line.startsWith("+")) return "add";
  return line.startsWith("-") ? "del" : "";
}

/** New-side line number of each patch line, so that review comments stand below theirs. */
function numberLines(patch: string): { text: string; right: number | null }[] {
  let next = 0;
  return patch.split("\n").map((text) => {
    const header = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(text);
    if (header) next = Number(header[1]);
    if (header || text.startsWith("-") || text.startsWith("\\")) return { text, right: null };
    next += 1;
    return { text, right: next - 1 };
  });
}

function fileDiff(file: FileDiff, comments: readonly ReviewComment[]): Html {
  const lines = file.patch === null ? [] : numberLines(file.patch);
  const shown = lines.map(({ text, right }) => {
    const below = comments.filter(
      (one) => one.side === "RIGHT" && one.line === right && right !== null,
    );
    return html`<span class="${lineClass(text)}">${text || " "}</span>${below.map(commentBox)}`;
  });
  const name = file.previous === null ? file.filename : `${file.previous} → ${file.filename}`;
  const body =
    file.patch === null
      ? html`<p class="dim body">No text to show.</p>`
      : html`<div class="scroll"><pre class="diff">${shown}</pre></div>`;
  return html`<div class="box" id="file-${file.filename}"><div class="head"><b>${name}</b> <span class="good">+${file.additions}</span> <span class="bad">−${file.deletions}</span> <span class="dim">${file.status}</span></div>${body}</div>`;
}

function rows(items: readonly Html[], none: string): Html {
  return items.length > 0
    ? html`<ul class="rows box">${items}</ul>`
    : html`<p class="dim">${none}</p>`;
}

async function mergeLine(repo: Repo, issue: Issue): Promise<Html> {
  const pull = pullOf(issue);
  if (pull.merged)
    return html`<p>${badge("merged")} by ${pull.merged.by.login} ${time(pull.merged.at)}</p>`;
  const state = await mergeability(repo, issue);
  const missing =
    state.missing.length > 0 ? html` — waiting for ${state.missing.join(", ")}` : null;
  return html`<p>Merge state: ${badge(state.state)}${missing}</p>`;
}

export async function pullPage(repo: Repo, issue: Issue): Promise<string> {
  const pull = pullOf(issue);
  const [commits, files, merge] = await Promise.all([
    readCommits(repo.git, ["--reverse", "-250", `${pull.baseSha}..${pull.headSha}`]),
    forkPoint(repo, pull).then((fork) => diffFiles(repo.git, fork, pull.headSha)),
    mergeLine(repo, issue),
  ]);
  const submitted = pull.reviews.filter((review) => review.submittedAt !== null);
  const comments = submitted.flatMap((review) => review.comments);
  const reviews = submitted.map((review) => ({
    at: review.submittedAt ?? 0,
    box: reviewBox(review),
  }));
  const checks = latestRuns(repo, pull.headSha).map((run) => checkRow(repo, run));
  const body = html`<h1>${issue.title} <span class="dim">#${issue.number}</span></h1>
<p>${badge(stateOf(issue))} <code>${pull.base}</code> ← <code>${pull.head}</code> ${labels(repo, issue)}</p>
<nav><a href="#conversation">Conversation</a><a href="#commits">Commits ${commits.length}</a><a href="#checks">Checks ${checks.length}</a><a href="#files">Files changed ${files.length}</a></nav>
<h2 id="conversation">Conversation</h2>${conversation(repo, issue, reviews)}
<h2 id="commits">Commits</h2>${rows(commits.map(commitRow), "No commits.")}
<h2 id="checks">Checks</h2>${merge}${rows(checks, "No checks on this commit yet.")}
<h2 id="files">Files changed</h2>${files.map((file) =>
    fileDiff(
      file,
      comments.filter((one) => one.path === file.filename),
    ),
  )}`;
  return page(`${issue.title} · #${issue.number}`, repo, body);
}

const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

export async function commitPage(repo: Repo, sha: string): Promise<string> {
  const commit = await commitInfo(repo.git, sha);
  const files = await diffFiles(repo.git, commit.parents[0] ?? emptyTree, sha);
  const [subject = "", ...rest] = commit.message.split("\n");
  const message = rest.join("\n").trim();
  const checks = latestRuns(repo, sha).map((run) => checkRow(repo, run));
  const body = html`<h1>${subject}</h1><p class="dim"><code>${sha}</code> by ${commit.author.name} ${commit.author.date}</p>
${message === "" ? null : html`<pre>${message}</pre>`}${rows(checks, "No checks on this commit.")}${files.map((file) => fileDiff(file, []))}`;
  return page(`${subject} · ${sha.slice(0, 7)}`, repo, body);
}

export function checkPage(repo: Repo, run: CheckRun): string {
  const annotations = run.annotations.map(
    (one) =>
      html`<li>${badge(one.annotation_level)} <code>${one.path}:${one.start_line}</code> ${one.title ?? ""} ${one.message}</li>`,
  );
  const body = html`<h1>${run.name}</h1><p>${badge(run.conclusion ?? run.status)} <span class="dim">${run.suite.app.name} on <code>${run.headSha.slice(0, 7)}</code></span></p>
<h2>${run.title ?? "Summary"}</h2>${renderMarkdown(run.summary ?? "")}${renderMarkdown(run.text ?? "")}${annotations.length > 0 ? rows(annotations, "") : null}`;
  return page(run.name, repo, body);
}
