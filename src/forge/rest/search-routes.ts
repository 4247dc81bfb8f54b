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

/** Search, as far as bots use it: words, repo:, is:, state:, label:, author:. */
function isFound(repo: Repo, issue: Issue, terms: readonly string[]): boolean {
  return terms.every((term) => {
    const [key = "", value = ""] = term.split(/:(.*)/s);
    if (key === "repo") return value === `${repo.owner.login}/${repo.name}`;
    if (key === "is" || key === "state" || key === "type") {
      return value === issue.state || value === (issue.pull ? "pr" : "issue");
    }
    if (key === "label") return hasLabel(issue, value.replaceAll('"', ""));
    if (key === "author") return issue.user.login === value;
    if (key === "head") return issue.pull?.head === value;
    return `${issue.title}\n${issue.body}`.toLowerCase().includes(term.toLowerCase());
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
