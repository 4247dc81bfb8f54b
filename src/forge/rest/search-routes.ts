import { mayAccess } from "../access.ts";
import { hasLabel } from "../issue-actions.ts";
import type { Call, Reply, Route } from "../router.ts";
import { paged, siteRoute } from "../router.ts";
import { issueShape } from "../shapes/issue-shape.ts";
import { repoShape } from "../shapes/repo-shape.ts";
import type { Issue, Repo } from "../world.ts";

function visibleRepos(call: Call): Repo[] {
  return [...call.world.repos.values()].filter((repo) =>
    mayAccess(call.actor, repo, { needs: [["issues", "read"]] }),
  );
}

type Qualifier = (repo: Repo, issue: Issue, value: string) => boolean;

function isOfKind(_: Repo, issue: Issue, value: string): boolean {
  return value === issue.state || value === (issue.pull ? "pr" : "issue");
}

/** As far as bots use it. */
const qualifiers: Readonly<Record<string, Qualifier>> = {
  repo: (repo, _, value) => value === `${repo.owner.login}/${repo.name}`,
  is: isOfKind,
  state: isOfKind,
  type: isOfKind,
  label: (_, issue, value) => hasLabel(issue, value.replaceAll('"', "")),
  author: (_, issue, value) => issue.user.login === value,
  head: (_, issue, value) => issue.pull?.head === value,
};

/** Every term must fit: a qualifier, or a word of the title or body. */
function isFound(repo: Repo, issue: Issue, terms: readonly string[]): boolean {
  const text = `${issue.title}\n${issue.body}`.toLowerCase();
  return terms.every((term) => {
    const [key = "", value = ""] = term.split(/:(.*)/s);
    const qualifier = qualifiers[key];
    return qualifier ? qualifier(repo, issue, value) : text.includes(term.toLowerCase());
  });
}

function searchIssues(call: Call): Promise<Reply> {
  const terms = (call.query.get("q") ?? "").match(/(?:[^\s"]+|"[^"]*")+/g) ?? [];
  const { world } = call;
  const found = visibleRepos(call).flatMap((repo) =>
    [...repo.issues.values()]
      .filter((issue) => isFound(repo, issue, terms))
      .map((issue) => ({ repo, issue })),
  );
  const wrap = (items: unknown[]) => ({
    total_count: found.length,
    incomplete_results: false,
    items,
  });
  const render = ({ repo, issue }: { repo: Repo; issue: Issue }) => ({
    ...issueShape(world, repo, issue),
    score: 1,
    repository: repoShape(world, repo),
  });
  return paged(call, found, render, wrap);
}

export const searchRoutes: readonly Route[] = [siteRoute("GET", "/search/issues", searchIssues)];
