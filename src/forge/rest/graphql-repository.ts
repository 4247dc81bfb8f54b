import { hasRole, mayAccess, roleOf } from "../access.ts";
import { commitInfo, resolveRef } from "../git-queries.ts";
import type { GraphqlError, Node, Refused } from "../graphql-answer.ts";
import { answerFields } from "../graphql-answer.ts";
import type { Field } from "../graphql-query.ts";
import type { Call } from "../router.ts";
import { nodeId } from "../shapes/user-shape.ts";
import type { Issue, Repo } from "../world.ts";

/** `repository(owner:, name:)` of GitHub's public schema, as far as a bot of our kind asks. */
export async function readRepository(
  call: Call,
  repo: Repo,
  { as, fields }: Field,
): Promise<{ data: unknown; errors: GraphqlError[] }> {
  const errors: GraphqlError[] = [];
  const data = await answerFields(repositoryNode(call, repo), fields, [as], errors);
  return { data: { [as]: data }, errors };
}

/** The value, or GitHub's refusal where the token lacks the right to read it. */
function given(call: Call, repo: Repo, name: string, make: () => unknown): unknown {
  if (mayAccess(call.actor, repo, { needs: [[name, "read"]] })) return make();
  return { refused: "Resource not accessible by integration" } satisfies Refused;
}

function repositoryNode(call: Call, repo: Repo): Node {
  return {
    type: "Repository",
    fields: {
      object: ({ args }) =>
        given(call, repo, "contents", () => objectNode(call, repo, String(args["expression"]))),
      defaultBranchRef: () => given(call, repo, "contents", () => defaultBranch(call, repo)),
      collaborators: ({ args }) => collaborators(call, repo, String(args["login"])),
      issue: ({ args }) =>
        given(call, repo, "issues", () => {
          const issue = repo.issues.get(Number(args["number"]));
          return issue === undefined || issue.pull !== null ? null : issueNode(issue);
        }),
    },
  };
}

async function defaultBranch(call: Call, repo: Repo): Promise<Node> {
  const sha = await resolveRef(repo.git, `refs/heads/${repo.defaultBranch}`);
  const target = sha === null ? null : await commitNode(call, repo, sha);
  return { type: "Ref", fields: { name: () => repo.defaultBranch, target: () => target } };
}

/** An expression for rev-parse: `HEAD:path`, `refs/…:path` or a commit. */
async function objectNode(call: Call, repo: Repo, expression: string): Promise<Node | null> {
  if (expression.startsWith("-")) return null;
  const found = await repo.git.run(["rev-parse", "--verify", "--quiet", expression]);
  if (found.code !== 0) return null;
  const sha = found.stdout.trim();
  const type = (await repo.git.ok(["cat-file", "-t", sha])).trim();
  if (type === "commit") return commitNode(call, repo, sha);
  if (type !== "blob") return { type: "Tree", fields: { oid: () => sha } };
  const text = (await repo.git.bytes(["cat-file", "blob", sha])).toString("utf8");
  const isBinary = text.includes("\0");
  return {
    type: "Blob",
    fields: {
      oid: () => sha,
      text: () => (isBinary ? null : text),
      isBinary: () => isBinary,
      isTruncated: () => false,
    },
  };
}

async function commitNode(call: Call, repo: Repo, sha: string): Promise<Node> {
  const { tree } = await commitInfo(repo.git, sha);
  return {
    type: "Commit",
    fields: {
      oid: () => sha,
      tree: () => ({ type: "Tree", fields: { oid: () => tree } }),
      associatedPullRequests: () =>
        given(call, repo, "pull_requests", () => pullsOf([...repo.issues.values()], sha)),
    },
  };
}

function pullsOf(issues: readonly Issue[], sha: string): Node {
  const found = issues.filter((issue) => issue.pull?.headSha === sha).map(pullNode);
  const type = "PullRequestConnection";
  return { type, fields: { totalCount: () => found.length, nodes: () => found } };
}

function pullNode(issue: Issue): Node {
  const { pull, number, state, body, id } = issue;
  return {
    type: "PullRequest",
    fields: {
      id: () => nodeId("PR", id),
      number: () => number,
      state: () => (pull?.merged ? "MERGED" : state.toUpperCase()),
      body: () => body ?? "",
      isDraft: () => pull?.draft ?? false,
      headRefName: () => pull?.head,
      headRefOid: () => pull?.headSha,
      baseRefName: () => pull?.base,
      isCrossRepository: () => false,
      headRepository: () => ({ type: "Repository", fields: { id: () => "R_1" } }),
    },
  };
}

function issueNode({ number, title, body, state }: Issue): Node {
  return {
    type: "Issue",
    fields: {
      number: () => number,
      title: () => title,
      body: () => body ?? "",
      state: () => state.toUpperCase(),
    },
  };
}

/** Only who may push sees the collaborators; a mere reader of a public repository is none. */
function collaborators(call: Call, repo: Repo, login: string): Node | Refused {
  const { actor } = call;
  const mayList = actor.kind === "user" ? hasRole(repo, actor.user.login, "write") : true;
  if (!mayList) return { refused: "You do not have permission to view repository collaborators." };
  const isOne = repo.roles.has(login.toLowerCase()) || roleOf(repo, login) === "admin";
  const user = isOne ? call.world.users.get(login.toLowerCase()) : undefined;
  const edge = (name: string): Node => ({
    type: "RepositoryCollaboratorEdge",
    fields: {
      permission: () => roleOf(repo, name).toUpperCase(),
      node: () => ({ type: "User", fields: { login: () => name } }),
    },
  });
  return {
    type: "RepositoryCollaboratorConnection",
    fields: { edges: () => (user === undefined ? [] : [edge(user.login)]) },
  };
}
