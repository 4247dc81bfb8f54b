import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { git, makeSample, runCli } from "../support/sample-repository.ts";

/** Plays the recorded turns, and widens the lock that the run keeps: it runs without walls. */
const AGENT = `
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
for await (const _ of process.stdin);
const [recording, runs] = process.argv.slice(2);
const count = recording + ".played";
const played = existsSync(count) ? Number(readFileSync(count, "utf8")) : 0;
writeFileSync(count, String(played + 1));
const turn = JSON.parse(readFileSync(recording, "utf8")).turns[played];
for (const { path, text } of turn.edits) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
const lock = join(runs, readdirSync(runs)[0], "lock.json");
writeFileSync(lock, readFileSync(lock, "utf8").replace('"allowlist": [', '"allowlist": [{"path":"src/more.js","isNew":true},'));
console.log(JSON.stringify(turn.answer.tests ?? turn.answer.edit));
`;

it("commits and pushes nothing when the lock was changed on disk, and says so", async () => {
  const sample = makeSample();
  onTestFinished(() => sample.remove());
  const runs = join(sample.repo, ".tdd-loop/runs");
  const command = ["node", "./agent.mjs", sample.recording, runs];
  writeFileSync(join(sample.repo, "agent.mjs"), AGENT);
  mkdirSync(join(sample.repo, ".github"), { recursive: true });
  const config = { sandbox: "process", agent: { kind: "command", command } };
  writeFileSync(join(sample.repo, ".github/tdd-loop.yml"), JSON.stringify(config));

  const { code, stdout } = await runCli(["run", sample.spec, "--json"], sample.repo);

  const { conclusion, commits } = JSON.parse(stdout);
  expect(conclusion).toMatchObject({
    kind: "blocked",
    reason: "infrastructure",
    failed: expect.stringMatching(/^the lock: It was changed on disk/),
    decision: expect.stringContaining("fresh run"),
    command: `tdd-loop run ${sample.spec}`,
  });
  expect(code).toBe(4);
  expect(commits).toEqual([]);
  expect(git(sample.repo, "branch", "--list", "tdd/*")).toBe("");
  const [run = ""] = readdirSync(runs);
  expect(readFileSync(join(runs, run, "lock.json"), "utf8")).toContain("src/more.js");
});
