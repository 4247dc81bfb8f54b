import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRepository } from "../../../src/adapters/github/repository.ts";
import { expectAllFetched, fakeClient, github, guardNetwork, place } from "./fake-client.ts";

beforeEach(guardNetwork);
afterEach(expectAllFetched);

const CONFIG = ".github/tdd-loop.yml";
const R = "/repos/acme/shop";

function repository() {
  const fake = fakeClient();
  return { ...fake, repository: createRepository({ client: fake.client, ...place }) };
}

function answer(repo: object, errors?: object[]) {
  const body = { data: { repository: repo }, ...(errors && { errors }) };
  github().post("/graphql").reply(200, body);
}

const collaborator = (login: string, permission: string) => ({
  edges: [{ permission, node: { login } }],
});

describe("what is looked at ahead", () => {
  it("costs one request for config, head, role and issue", async () => {
    answer({
      config: { text: "label: tdd\n", isTruncated: false },
      defaultBranchRef: { target: { oid: "c1", tree: { oid: "t1" } } },
      collaborators: collaborator("Mona", "MAINTAIN"),
      issue: { number: 7, title: "A", body: "B", state: "OPEN" },
    });
    const { repository: r, requests } = repository();
    await r.lookAhead({ config: CONFIG, login: "mona", issue: 7 });

    expect(await r.readConfigText()).toBe("label: tdd\n");
    expect(await r.permissionOf("mona")).toBe("maintain");
    expect(await r.readIssue(7)).toMatchObject({ title: "A", state: "open", isPullRequest: false });
    expect(requests).toEqual(["POST /graphql"]);
  });

  it("is given once, so that whoever asks again learns how it is now", async () => {
    answer({ config: null });
    github().get(`${R}/contents/.github%2Ftdd-loop.yml`).reply(404);
    const { repository: r, requests } = repository();
    await r.lookAhead({ config: CONFIG });

    expect(await r.readConfigText()).toBeNull();
    expect(await r.readConfigText()).toBeNull();
    expect(requests).toHaveLength(2);
  });

  it("decides nothing about somebody whom it does not list, or lists under another name", async () => {
    for (const collaborators of [{ edges: [] }, collaborator("other", "ADMIN"), null]) {
      answer({ collaborators });
      github().get(`${R}/collaborators/mona/permission`).reply(200, { role_name: "read" });
      const { repository: r } = repository();
      await r.lookAhead({ login: "mona" });
      expect(await r.permissionOf("mona")).toBe("read");
    }
  });

  it("does not take a refused field for an absent file", async () => {
    answer({ config: null }, [
      { type: "FORBIDDEN", path: ["repository", "config"], message: "no" },
    ]);
    github().get(`${R}/contents/.github%2Ftdd-loop.yml`).reply(404);
    const { repository: r, requests } = repository();
    await r.lookAhead({ config: CONFIG });

    expect(await r.readConfigText()).toBeNull();
    expect(requests).toHaveLength(2);
  });

  it("does not judge from a list of pull requests that was cut", async () => {
    answer({ commit: { associatedPullRequests: { totalCount: 101, nodes: [] } } });
    github().get(`${R}/commits/c1/pulls?per_page=100`).reply(200, []);
    const { repository: r } = repository();
    await r.lookAhead({ commit: "c1" });
    expect(await r.pullRequestsOf("c1")).toEqual([]);
  });

  it("may fail as a whole: then everything is asked for singly", async () => {
    github().post("/graphql").reply(502);
    github().get(`${R}/contents/.github%2Ftdd-loop.yml`).reply(404);
    const { repository: r } = repository();
    await r.lookAhead({ config: CONFIG });
    expect(await r.readConfigText()).toBeNull();
  });
});
