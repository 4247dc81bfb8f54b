import type { Octokit } from "@octokit/rest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestForge } from "./test-forge.ts";
import { at, repoName, startTestForge } from "./test-forge.ts";

let test: TestForge;
let app: Octokit;

beforeAll(async () => {
  test = await startTestForge();
  app = await test.asApp();
});

afterAll(() => test.close());

async function ask(asker: Octokit, fields: string): Promise<unknown> {
  const query = `query ($owner: String!, $repo: String!) {
    repository(owner: $owner, name: $repo) { ${fields} }
  }`;
  return asker.graphql(query, at).catch((error: unknown) => error);
}

describe("GraphQL", () => {
  it("gives files, head and collaborators with aliases and fragments", async () => {
    const seen = await ask(
      app,
      `file: object(expression: "HEAD:README.md") { ... on Blob { text isTruncated } }
       none: object(expression: "HEAD:absent") { ... on Blob { text } }
       defaultBranchRef { name target { oid ... on Commit { tree { oid } } } }
       collaborators(login: "ada", first: 1) { edges { permission node { login } } }`,
    );
    expect(seen).toMatchObject({
      repository: {
        file: { text: "# Shop\n", isTruncated: false },
        none: null,
        defaultBranchRef: {
          name: "main",
          target: { oid: expect.stringMatching(/^[0-9a-f]{40}$/) },
        },
        collaborators: { edges: [{ permission: "WRITE", node: { login: "ada" } }] },
      },
    });
  });

  it("refuses a field that GitHub's schema does not have", async () => {
    expect(String(await ask(app, "secretSauce"))).toContain(
      "Field 'secretSauce' doesn't exist on type 'Repository'",
    );
  });

  it("answers in part where the asker may not look", async () => {
    const reader = test.asUser("mallory");
    const error = (await ask(
      reader,
      `collaborators(login: "ada", first: 1) { edges { permission } } defaultBranchRef { name }`,
    )) as { data: unknown; errors: unknown };
    expect(error.data).toEqual({
      repository: { collaborators: null, defaultBranchRef: { name: "main" } },
    });
    expect(error.errors).toMatchObject([{ path: ["repository", "collaborators"] }]);
  });
});

const workflow = `name: Named
run-name: "\${{ github.event_name }} #\${{ github.event.pull_request.number || inputs.issue }}"
on:
  workflow_dispatch: { inputs: { issue: { required: true } } }
  pull_request_target: { types: [opened] }
jobs: { go: { runs-on: ubuntu-latest, steps: [{ run: "echo $GITHUB_REF $GITHUB_SHA" }] } }
`;

describe("workflow runs", () => {
  it("are named by run-name, and pull_request_target runs the default branch's file", async () => {
    const { admin } = test.forge;
    const file = { ".github/workflows/named.yml": workflow };
    await admin.commitFiles(repoName, "main", file, "acme");
    await app.rest.actions.createWorkflowDispatch({
      ...at,
      workflow_id: "named.yml",
      ref: "main",
      inputs: { issue: "12" },
    });
    const main = await app.rest.git.getRef({ ...at, ref: "heads/main" });
    const { sha } = main.data.object;
    await app.rest.git.createRef({ ...at, ref: "refs/heads/side", sha });
    await admin.commitFiles(repoName, "side", { "a.txt": "a\n" }, "ada");
    const pull = await app.rest.pulls.create({ ...at, head: "side", base: "main", title: "Side" });
    await test.forge.settled();
    const { data } = await app.rest.actions.listWorkflowRunsForRepo(at);

    expect(data.workflow_runs.map((run) => [run.display_title, run.head_sha])).toEqual([
      [`pull_request_target #${pull.data.number}`, sha],
      ["workflow_dispatch #12", sha],
    ]);
  });
});
