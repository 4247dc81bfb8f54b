import nock from "nock";
import { createGitHubClient } from "../../../src/adapters/github/github-client.ts";

export const API = "http://github.test";

/** A client whose waits are noted, not waited. */
export function fakeClient() {
  const waits: number[] = [];
  const requests: string[] = [];
  const client = createGitHubClient({
    baseUrl: API,
    token: "t",
    sleep: async (ms) => {
      waits.push(ms);
    },
    onRequest: (method, path) => requests.push(`${method} ${path.replace(API, "")}`),
  });
  return { client, waits, requests };
}

// Test files share a process: whoever does not ask for the guard has the real network.
nock.restore();

/** Until `expectAllFetched`: nothing leaves the machine, and every answer that was arranged has to be fetched. */
export function guardNetwork() {
  if (!nock.isActive()) nock.activate();
  nock.disableNetConnect();
}

export function expectAllFetched() {
  const left = nock.pendingMocks();
  nock.cleanAll();
  nock.enableNetConnect();
  nock.restore();
  if (left.length > 0) throw new Error(`Never fetched: ${left.join(", ")}`);
}

export const github = () => nock(API);
export const place = { owner: "acme", repo: "shop" };
export const issue = { ...place, number: 7 };
