import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Octokit } from "@octokit/rest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noSpend } from "../../src/domain/spend.ts";
import { demoFiles } from "../../src/entry/demo/demo-repository.ts";
import type { ForgeWorld } from "../support/forge-world.ts";
import { maintainer, startForgeWorld } from "../support/forge-world.ts";

const question = "`words('')` cannot be both: should it be `[]` or `['']`?";
const recording = {
  version: 1,
  turns: [
    {
      role: "writer",
      attempt: 1,
      edits: [],
      answer: {
        kind: "tests",
        tests: {
          coverage: [],
          promised: { modules: [], symbols: [] },
          summary: "",
          cannot: { kind: "contradiction", question },
        },
      },
      failed: null,
      spend: noSpend,
    },
  ],
};

let world: ForgeWorld;
let place: string;

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), "tdd-loop-questions-"));
  const replay = join(place, "recording.json");
  writeFileSync(replay, JSON.stringify(recording));
  world = await startForgeWorld({
    name: "words",
    files: demoFiles,
    config: "testCommand: node --test\n",
    install: null,
    inputs: { agent: "replay", replay },
    runnerEnv: {},
    path: process.env["PATH"] ?? "",
  });
});

afterAll(async () => {
  await world.close();
  rmSync(place, { recursive: true, force: true });
});

/** What a person sees below the issue when everything has ended. */
async function ended(title: string, body: string) {
  const issue = await world.work({ title, body });
  const auth = world.forge.admin.createToken(maintainer);
  const { rest } = new Octokit({ baseUrl: world.forge.apiUrl, auth });
  const at = { owner: maintainer, repo: "words", issue_number: issue };
  const { data: comments } = await rest.issues.listComments(at);
  const { data: shown } = await rest.issues.get(at);
  const { data: pulls } = await rest.pulls.list({ owner: maintainer, repo: "words" });
  return {
    comments: comments.map(({ body: text }) => text ?? ""),
    labels: shown.labels.map((label) => (typeof label === "string" ? label : label.name)),
    pulls: pulls.length,
  };
}

describe("an issue that cannot be worked as it is", () => {
  it("ends with the question in the one comment when nothing in it can be checked", async () => {
    const { comments, labels, pulls } = await ended("Odd words", "Do something about odd words.");

    expect(comments).toHaveLength(1);
    expect(comments[0]).toContain("Blocked (criteria unclear)");
    expect(comments[0]).toContain("What exactly must be true when this is done?");
    expect([labels, pulls]).toEqual([["tdd:blocked"], 0]);
  });

  it("ends with the writer's question when two of its demands exclude each other", async () => {
    const body = `### Acceptance criteria
- [ ] \`words('')\` is \`[]\`
- [ ] \`words('')\` is \`['']\`

### Files
- \`src/words.js\`
`;

    const { comments, labels, pulls } = await ended("Empty texts", body);

    expect(comments).toHaveLength(1);
    expect(comments[0]).toContain("Blocked (contradiction)");
    expect(comments[0]).toContain("cannot be both");
    expect([labels, pulls]).toEqual([["tdd:blocked"], 0]);
  });
});
