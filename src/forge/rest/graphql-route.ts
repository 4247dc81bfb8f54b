import { z } from "zod";
import { mayAccess } from "../access.ts";
import { UndefinedField } from "../graphql-answer.ts";
import { parseQuery } from "../graphql-query.ts";
import { emitIssue } from "../issue-actions.ts";
import type { Call, Reply, Route } from "../router.ts";
import { reply, siteRoute } from "../router.ts";
import { nodeId } from "../shapes/user-shape.ts";
import type { Issue, Repo } from "../world.ts";
import { readRepository } from "./graphql-repository.ts";

const Query = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
});

function failure(type: string, path: string[], message: string): Reply {
  const errors = [{ type, path, locations: [{ line: 1, column: 1 }], message }];
  return reply(200, { data: null, errors });
}

/** GraphQL answers 200 even to what it refuses; the error says which kind it is. */
function unresolved(id: string, path: string): Reply {
  return failure("NOT_FOUND", [path], `Could not resolve to a node with the global id of '${id}'.`);
}

function findPull(call: Call, id: string): { repo: Repo; issue: Issue } | null {
  for (const repo of call.world.repos.values()) {
    for (const issue of repo.issues.values()) {
      if (issue.pull && nodeId("PR", issue.id) === id) return { repo, issue };
    }
  }
  return null;
}

/** An argument given as a literal, or as a variable, at the top or inside `input`. */
function argument(asked: z.infer<typeof Query>, name: string): string {
  const literal = new RegExp(`\\b${name}\\s*:\\s*"([^"]*)"`).exec(asked.query);
  if (literal) return literal[1] ?? "";
  const variable = new RegExp(`\\b${name}\\s*:\\s*\\$(\\w+)`).exec(asked.query)?.[1];
  const variables = asked.variables ?? {};
  const input = z.record(z.string(), z.unknown()).safeParse(variables["input"]);
  const value = variables[variable ?? name] ?? (input.success ? input.data[name] : undefined);
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

async function setDraft(call: Call, asked: z.infer<typeof Query>, draft: boolean): Promise<Reply> {
  const field = draft ? "convertPullRequestToDraft" : "markPullRequestReadyForReview";
  const id = argument(asked, "pullRequestId");
  const found = findPull(call, id);
  if (!found?.issue.pull) return unresolved(id, field);
  const access = { needs: [["pull_requests", "write"]] } as const;
  if (!mayAccess(call.actor, found.repo, access)) {
    return failure("FORBIDDEN", [field], "Resource not accessible by integration");
  }
  const { repo, issue } = found;
  if (issue.pull && issue.pull.draft !== draft) {
    issue.pull.draft = draft;
    issue.updatedAt = call.world.now();
    const action = draft ? "converted_to_draft" : "ready_for_review";
    await emitIssue(call.world, repo, { issue, actor: call.actor, action });
  }
  return reply(200, { data: { [field]: { pullRequest: pullNode(issue) } } });
}

function pullNode(issue: Issue) {
  return {
    id: nodeId("PR", issue.id),
    number: issue.number,
    isDraft: issue.pull?.draft ?? false,
    state: issue.pull?.merged ? "MERGED" : issue.state.toUpperCase(),
  };
}

async function read(call: Call, asked: z.infer<typeof Query>): Promise<Reply> {
  const [field] = parseQuery(asked.query, asked.variables ?? {});
  if (field === undefined) throw new SyntaxError("Nothing is asked for.");
  if (field.name !== "repository") throw new UndefinedField(field.name, "Query");
  const name = `${field.args["owner"]}/${field.args["name"]}`;
  const repo = call.world.repos.get(name.toLowerCase());
  if (!repo || !mayAccess(call.actor, repo, { needs: [["metadata", "read"]] })) {
    const message = `Could not resolve to a Repository with the name '${name}'.`;
    return failure("NOT_FOUND", [field.as], message);
  }
  const { data, errors } = await readRepository(call, repo, field);
  return reply(200, errors.length === 0 ? { data } : { data, errors });
}

/** A document that GitHub's schema does not allow is refused as a whole. */
function refused(error: unknown): Reply {
  if (error instanceof SyntaxError) {
    return reply(200, { errors: [{ message: `Parse error: ${error.message}` }] });
  }
  if (!(error instanceof UndefinedField)) throw error;
  const { field: fieldName, type: typeName, message } = error;
  const extensions = { code: "undefinedField", typeName, fieldName };
  const locations = [{ line: 1, column: 1 }];
  return reply(200, { errors: [{ path: ["query", fieldName], extensions, locations, message }] });
}

/** What a bot cannot do by REST (drafts), and reading a repository, several things at once. */
async function graphql(call: Call): Promise<Reply> {
  if (call.actor.kind === "anonymous") {
    return reply(401, { message: "This endpoint requires you to be authenticated." });
  }
  const parsed = Query.safeParse(call.body);
  if (!parsed.success) {
    return reply(200, {
      errors: [{ message: "A query attribute must be specified and must be a string." }],
    });
  }
  const asked = parsed.data;
  if (asked.query.includes("markPullRequestReadyForReview")) return setDraft(call, asked, false);
  if (asked.query.includes("convertPullRequestToDraft")) return setDraft(call, asked, true);
  return read(call, asked).catch(refused);
}

export const graphqlRoutes: readonly Route[] = [siteRoute("POST", "/graphql", graphql)];
