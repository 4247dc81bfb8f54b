import { createServer } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { createGitHubClient } from "../../src/adapters/github/github-client.ts";
import { createRepository } from "../../src/adapters/github/repository.ts";
import { configPath } from "../../src/domain/config-path.ts";
import { askEarly } from "../../src/entry/early-answer.ts";
import { firstQuestion } from "../../src/entry/wire-first-question.ts";

const sender = { login: "mona", id: 1, type: "User" };
const event = { action: "created", issue: { number: 7 }, sender };
const bot = { login: "tdd-loop[bot]", id: 2, type: "Bot" };

const servers: { close(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A GitHub that notes what it was asked and answers with these, one after the other. */
async function gitHub(...answers: { status: number; body: unknown }[]) {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    asked.push(Buffer.concat(chunks).toString());
    const { status, body } = answers[Math.min(asked.length, answers.length) - 1] ?? {
      status: 500,
      body: {},
    };
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  servers.push(server);
  const { port } = server.address() as { port: number };
  return { asked, url: `http://127.0.0.1:${port}` };
}

const found = {
  data: { repository: { issue: { number: 7, title: "A", body: "B", state: "OPEN" } } },
};

function environment(url: string, more: Record<string, string> = {}) {
  return {
    "INPUT_GITHUB-TOKEN": "a-token",
    GITHUB_REPOSITORY: "acme/shop",
    GITHUB_API_URL: url,
    ...more,
  };
}

/** The look ahead of a job whose first request left early. */
async function lookAhead(url: string, login: string) {
  const question = firstQuestion("issue_comment", event, environment(url));
  const early = question === null ? null : askEarly(question);
  const client = createGitHubClient({
    baseUrl: url,
    token: "a-token",
    sleep: async () => undefined,
    ...(early && { early }),
  });
  const repository = createRepository({ client, owner: "acme", repo: "shop" });
  await repository.lookAhead({ config: configPath, issue: 7, login });
  // Nobody waits for an answer that is not wanted; the count of questions does.
  await early?.answer;
  return repository;
}

describe("the request that leaves before the program is loaded", () => {
  it("is word for word the one that would be sent, and is not sent again", async () => {
    const { asked, url } = await gitHub({ status: 200, body: found });
    const repository = await lookAhead(url, "mona");
    expect(await repository.readIssue(7)).toMatchObject({ title: "A" });
    expect(asked).toHaveLength(1);
  });

  it("is no answer to another question", async () => {
    const { asked, url } = await gitHub({ status: 200, body: found });
    await lookAhead(url, "somebody-else");
    expect(asked).toHaveLength(2);
  });

  it.each([401, 403, 429, 502])("leaves %i to the client, who asks anew", async (status) => {
    const { asked, url } = await gitHub({ status, body: {} }, { status: 200, body: found });
    const repository = await lookAhead(url, "mona");
    expect(await repository.readIssue(7)).toMatchObject({ title: "A" });
    expect(asked).toHaveLength(2);
  });

  it("says nothing when nobody listens", async () => {
    const { answer } = askEarly({ url: "http://127.0.0.1:9/graphql", body: "{}", token: "t" });
    expect(await answer).toBeNull();
  });
});

describe("what is asked first", () => {
  const variablesOf = (name: string, payload: unknown, more = {}) => {
    const question = firstQuestion(name, payload, environment("https://api.github.com", more));
    return question === null ? null : JSON.parse(question.body).variables;
  };

  it("names the person whose role is wanted, and no bot", () => {
    expect(variablesOf("issues", event)).toMatchObject({ issue: 7, login: "mona" });
    expect(variablesOf("issues", { ...event, sender: bot })).not.toHaveProperty("login");
  });

  it("names the person for whom the App dispatches, and believes nobody else", () => {
    const inputs = { INPUT_ISSUE: "9", INPUT_ACTOR: "ada", INPUT_CLAIM: "app" };
    expect(variablesOf("workflow_dispatch", { sender: bot }, inputs)).toMatchObject({
      issue: 9,
      login: "ada",
    });
    expect(variablesOf("workflow_dispatch", { sender }, inputs)).toMatchObject({ login: "mona" });
  });

  it.each([
    ["a pull request", "pull_request", { ...event, pull_request: {} }],
    ["an event without sender", "issues", { issue: { number: 7 } }],
    ["a dispatch without issue", "workflow_dispatch", { sender }],
    ["no event", "issues", null],
  ])("is nothing for %s", (_, name, payload) => {
    expect(variablesOf(name, payload)).toBeNull();
  });

  it.each([
    ["https://api.github.com", "https://api.github.com/graphql"],
    ["https://ghe.example/api/v3", "https://ghe.example/api/graphql"],
    ["https://ghe.example/api/v3/", "https://ghe.example/api/graphql"],
  ])("goes to the GraphQL API beside %s", (base, expected) => {
    expect(firstQuestion("issues", event, environment(base))?.url).toBe(expected);
  });
});
