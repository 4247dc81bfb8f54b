import type { User } from "../actor.ts";
import type { Comment, Issue, IssueEvent, Reaction, Repo } from "../world.ts";
import type { Html } from "./html.ts";
import { html } from "./html.ts";
import { renderMarkdown } from "./markdown.ts";
import { badge, labelBadge, page, repoPath, time } from "./page.ts";

const faces: Readonly<Record<string, string>> = {
  "+1": "👍",
  "-1": "👎",
  laugh: "😄",
  confused: "😕",
  heart: "❤️",
  hooray: "🎉",
  rocket: "🚀",
  eyes: "👀",
};

function reactions(all: readonly Reaction[]): Html | null {
  if (all.length === 0) return null;
  const shown = all.map(
    (one) =>
      html`<span class="badge" title="${one.user.login}">${faces[one.content] ?? one.content}</span> `,
  );
  return html`<p>${shown}</p>`;
}

export function speech(
  at: { id: string; user: User; when: number; what: Html },
  body: Html,
  below: Html | null,
): Html {
  return html`<div class="box" id="${at.id}"><div class="head"><b>${at.user.login}</b> <span class="dim">${at.what} ${time(at.when)}</span></div>
<div class="body">${body}${below}</div></div>`;
}

function commentBox(comment: Comment): Html {
  const what = comment.updatedAt > comment.createdAt ? html`commented (edited)` : html`commented`;
  const at = {
    id: `issuecomment-${comment.id}`,
    user: comment.user,
    when: comment.createdAt,
    what,
  };
  return speech(at, renderMarkdown(comment.body), reactions(comment.reactions));
}

function eventLine(repo: Repo, event: IssueEvent): Html {
  const label = event.label === null ? null : html` ${labelBadge(repo, event.label)}`;
  return html`<p class="dim"><b>${event.actor.login}</b> ${event.event}${label} ${time(event.createdAt)}</p>`;
}

export function labels(repo: Repo, issue: Issue): Html[] {
  return issue.labels.map((name) => labelBadge(repo, name));
}

export function stateOf(issue: Issue): string {
  if (issue.pull?.merged) return "merged";
  return issue.state === "open" && issue.pull?.draft ? "draft" : issue.state;
}

/** Body, comments and events in the order in which they happened; `more` are others to sort in. */
export function conversation(
  repo: Repo,
  issue: Issue,
  more: readonly { at: number; box: Html }[] = [],
): Html {
  const entries = [
    ...issue.comments.map((one) => ({ at: one.createdAt, box: commentBox(one) })),
    ...issue.timeline.map((one) => ({ at: one.createdAt, box: eventLine(repo, one) })),
    ...more,
  ];
  entries.sort((a, b) => a.at - b.at);
  const opened = { id: "body", user: issue.user, when: issue.createdAt, what: html`opened this` };
  const body = issue.body
    ? renderMarkdown(issue.body)
    : html`<p class="dim">No description provided.</p>`;
  return html`${speech(opened, body, reactions(issue.reactions))}${entries.map((entry) => entry.box)}`;
}

export function issuePage(repo: Repo, issue: Issue): string {
  const body = html`<h1>${issue.title} <span class="dim">#${issue.number}</span></h1>
<p>${badge(stateOf(issue))} ${labels(repo, issue)}</p>${conversation(repo, issue)}`;
  return page(`${issue.title} · #${issue.number}`, repo, body);
}

export function listPage(repo: Repo, issues: readonly Issue[], title: string): string {
  const rows = [...issues].reverse().map(
    (
      issue,
    ) => html`<li>${badge(stateOf(issue))} <a href="${repoPath(repo)}/${issue.pull ? "pull" : "issues"}/${issue.number}">${issue.title}</a>
<span class="dim">#${issue.number} by ${issue.user.login}</span> ${labels(repo, issue)}</li>`,
  );
  const list =
    rows.length > 0
      ? html`<ul class="rows box">${rows}</ul>`
      : html`<p class="dim">Nothing here yet.</p>`;
  return page(`${title} · ${repo.name}`, repo, html`<h1>${title}</h1>${list}`);
}
