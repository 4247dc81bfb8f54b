import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RequestRecord } from "../../src/forge/world.ts";
import { viewIssue } from "../support/issue-view.ts";
import type { LoopWorld } from "../support/loop-world.ts";
import { startLoopWorld } from "../support/loop-world.ts";

let world: LoopWorld;
const ours = ["app:tdd-loop", "tdd-loop[bot]", "github-actions[bot]"];

beforeAll(async () => {
  world = await startLoopWorld();
});

afterAll(() => world.close());

/** REST and GraphQL requests of the App and the Action in one happy run; git's transport is none. */
async function requestsOfRun(): Promise<RequestRecord[]> {
  const before = world.forge.requests.length;
  const issue = await world.openIssue();
  await world.label(issue);
  await world.settle();
  const made = world.forge.requests.slice(before);
  expect((await viewIssue(world, issue)).labels).toEqual(["tdd:done"]);
  return made.filter(({ path, actor }) => path.startsWith("/api/") && ours.includes(actor));
}

/** What GitHub limits to 80 a minute: comments, reviews, pull requests, reactions. */
function isContent({ method, path }: RequestRecord): boolean {
  return method === "POST" && /\/(comments|reviews|pulls|reactions|issues)$/.test(path);
}

function listed(requests: readonly RequestRecord[]): string {
  return requests.map(({ method, path, actor }) => `${method} ${path} (${actor})`).join("\n");
}

describe("requests to GitHub", () => {
  it("are at most 25 in a run, and a few more in a repository's first, which makes labels and a token", async () => {
    const first = await requestsOfRun();
    const other = await requestsOfRun();
    const content = other.filter(isContent);
    const file = process.env["TDD_LOOP_FIGURES"];
    if (file !== undefined) {
      const figures = { first: first.length, other: other.length, content: content.length };
      writeFileSync(file, JSON.stringify(figures));
    }

    expect(first.length, listed(first)).toBeLessThanOrEqual(29);
    expect(other.length, listed(other)).toBeLessThanOrEqual(25);
    expect(content.length, listed(content)).toBeLessThanOrEqual(4);
  }, 180_000);
});
