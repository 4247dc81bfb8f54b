import type { IncomingMessage, ServerResponse } from "node:http";
import { resolveCommit } from "../git-queries.ts";
import type { Issue, Repo, World } from "../world.ts";
import { actionsPage, jobPage, runPage } from "./actions-page.ts";
import { html } from "./html.ts";
import { issuePage, listPage } from "./issue-page.ts";
import { page, repoPath } from "./page.ts";
import { checkPage, commitPage, pullPage } from "./pull-page.ts";

function indexPage(world: World): string {
  const rows = [...world.repos.values()].map(
    (repo) => html`<li><a href="${repoPath(repo)}"><b>${repo.owner.login}/${repo.name}</b></a>
<span class="dim">${repo.issues.size} issues and pull requests</span></li>`,
  );
  const reports = [...world.reports.keys()].map(
    (path) => html`<li><a href="${path}">${path}</a></li>`,
  );
  const body = html`<h1>Repositories</h1><ul class="rows box">${rows}</ul>
${reports.length > 0 ? html`<h2>Reports</h2><ul class="rows box">${reports}</ul>` : null}`;
  return page("forge", null, body);
}

function numbered(repo: Repo, number: string | undefined): Issue | null {
  return repo.issues.get(Number(number)) ?? null;
}

function listed(repo: Repo, pulls: boolean): Issue[] {
  return [...repo.issues.values()].filter((issue) => (issue.pull !== null) === pulls);
}

type View = (
  world: World,
  repo: Repo,
  parts: readonly string[],
) => string | null | Promise<string | null>;

const views: Readonly<Record<string, View>> = {
  "": (_, repo) => listPage(repo, [...repo.issues.values()], `${repo.owner.login}/${repo.name}`),
  issues(_, repo, [number]) {
    if (number === undefined) return listPage(repo, listed(repo, false), "Issues");
    const issue = numbered(repo, number);
    return issue && issuePage(repo, issue);
  },
  pulls: (_, repo) => listPage(repo, listed(repo, true), "Pull requests"),
  pull(_, repo, [number]) {
    const issue = numbered(repo, number);
    return issue?.pull ? pullPage(repo, issue) : null;
  },
  async commit(_, repo, [name = ""]) {
    const sha = await resolveCommit(repo.git, name);
    return sha && commitPage(repo, sha);
  },
  /** A branch, whose name may have slashes, by its last commit. */
  async tree(_, repo, parts) {
    const sha = await resolveCommit(repo.git, parts.join("/"));
    return sha && commitPage(repo, sha);
  },
  runs(_, repo, [id]) {
    const run = repo.checkRuns.find((one) => String(one.id) === id);
    return run ? checkPage(repo, run) : null;
  },
  actions(world, repo, [, id, , jobId]) {
    const runs = world.runs.filter((one) => one.repo === repo);
    if (id === undefined) return actionsPage(repo, runs);
    const run = runs.find(({ id: known }) => String(known) === id);
    if (!run || jobId === undefined) return run ? runPage(repo, run) : null;
    const job = run.jobs.find((one) => String(one.id) === jobId);
    return job ? jobPage(repo, run, job) : null;
  },
};

async function find(world: World, path: string): Promise<string | null> {
  if (path === "/") return indexPage(world);
  const report = world.reports.get(path);
  if (report !== undefined) return report;
  const [owner = "", name = "", kind = "", ...parts] = path.split("/").filter(Boolean);
  const repo = world.repos.get(`${owner}/${name}`.toLowerCase());
  const view = views[kind];
  return repo && view ? view(world, repo, parts) : null;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Not UTF-8: nothing has such an address, so it is not found as it stands.
    return path;
  }
}

/** Pages are for the person at this machine: whoever reaches loopback may read them. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

export async function servePage(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", world.url);
  request.resume();
  const path = decodePath(pathname);
  const found = await find(world, path);
  const isReport = path.startsWith("/reports/");
  response.writeHead(found === null ? 404 : 200, {
    "content-type": "text/html; charset=utf-8",
    ...(isReport ? {} : { "content-security-policy": policy }),
  });
  response.end(
    found ??
      page("Not found", null, html`<h1>404</h1><p>There is no page at <code>${path}</code>.</p>`),
  );
}
