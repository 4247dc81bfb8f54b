import { describe, expect, it } from "vitest";
import type { Command } from "../../src/domain/command.ts";
import { start } from "../../src/loop/next.ts";
import type { GitHub, Ports } from "../../src/ports.ts";
import { createPerform } from "../../src/run/perform.ts";
import type { Performing } from "../../src/run/performing.ts";
import { makeRequest } from "../support/make.ts";

/** GitHub that remembers what it was told, and a journal that is shared as the test wants it. */
function performing(share: () => Promise<void>, told: string[]): Performing {
  const github: GitHub = {
    conversation: {
      upsertComment: async (_issue, _marker, body) => {
        told.push(body.includes("Blocked") ? "blocked" : "running");
      },
      setLabels: async (_issue, add) => {
        told.push(...add);
      },
    },
    checks: { setCheck: async () => undefined },
    pullRequests: {
      upsert: async () => ({ number: 1, url: "" }),
      review: async () => undefined,
      markReady: async () => undefined,
    },
    appOwnsFileGate: true,
  };
  return {
    ports: { github, journal: { share } } as Ports,
    links: { repository: "https://github.example/o/r", job: null, report: null },
    signal: new AbortController().signal,
  } as Performing;
}

const publish = (id: string, stage: "started" | "surface"): Command => ({
  kind: "publish",
  id,
  stage,
  sha: null,
});

const running = start(makeRequest());
const blocked = start(makeRequest({ body: "No criteria here." }));
const folded = ({ state, events }: typeof running) => ({
  state,
  events: events.map((event) => ({ at: 0, event })),
});

describe("what a run shows on GitHub", () => {
  it("ends with its end, however long the beginning takes to be shown", async () => {
    const told: string[] = [];
    const slowFirst = [new Promise<void>((done) => setImmediate(done))];
    const perform = createPerform(performing(async () => await slowFirst.pop(), told));

    const results = await Promise.all([
      perform(publish("1-publish", "started"), folded(running)),
      perform(publish("2-publish", "surface"), folded(blocked)),
    ]);

    expect(results.map((result) => result.kind)).toEqual(["published", "published"]);
    expect(told).toEqual(["running", "blocked", "tdd:blocked"]);
  });

  it("tells the person the end although the journal cannot be shared", async () => {
    const told: string[] = [];
    const perform = createPerform(
      performing(async () => {
        throw new Error("the remote refused");
      }, told),
    );

    const result = await perform(publish("1-publish", "surface"), folded(blocked));

    expect(result).toMatchObject({ kind: "broken", detail: "the remote refused" });
    expect(told).toEqual(["blocked", "tdd:blocked"]);
  });
});
