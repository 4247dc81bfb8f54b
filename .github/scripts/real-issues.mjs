/**
 * Works a real issue on the embedded GitHub, label to pull request, with whatever answers
 * ANTHROPIC_BASE_URL, and leaves a clone and the recording behind.
 * Usage: node .github/scripts/real-issues.mjs TASK.json REPOSITORY OUT
 *   TASK.json   issueTitle, issueBody, testCommand and, where there is one, package
 *   REPOSITORY  a directory with the base; its node_modules stand in for `npm ci`
 *   OUT         gets clone/, recording.json, outcome.json and job.log
 * The bundle of the Action must be built: npm run build.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { runnerImport } from "vite";
import { root } from "./measure.mjs";

const [taskFile, repository, outDir] = process.argv.slice(2);
if (outDir === undefined) {
  console.error("usage: node .github/scripts/real-issues.mjs TASK.json REPOSITORY OUT");
  process.exit(2);
}
const task = JSON.parse(readFileSync(taskFile, "utf8"));
const base = resolve(repository);
const out = resolve(outDir);
mkdirSync(out, { recursive: true });

function filesOf(dir) {
  const git = (...args) => execFileSync("git", ["-C", dir, ...args], { encoding: "utf8" });
  const paths = git("ls-files", "-z").split("\0").filter(Boolean);
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(dir, path), "utf8")]));
}

const { module } = await runnerImport(join(root, "test/support/forge-world.ts"));
const modules = join(base, "node_modules");
const kept = ["ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"].filter((name) => process.env[name]);
const world = await module.startForgeWorld({
  name: task.package ?? basename(base),
  files: filesOf(base),
  config: `testCommand: ${JSON.stringify(task.testCommand)}\n`,
  install: existsSync(modules) ? `cp -a '${modules}' .` : null,
  inputs: { agent: "claude", record: join(out, "recording.json") },
  runnerEnv: Object.fromEntries(kept.map((name) => [name, process.env[name]])),
  path: process.env.PATH,
});
try {
  console.log(`${world.forge.url}/${world.repo}`);
  const issue = await world.work({ title: task.issueTitle, body: task.issueBody });
  const get = async (path) => {
    const authorization = `Bearer ${world.forge.admin.createToken(module.maintainer)}`;
    const answer = await fetch(`${world.forge.apiUrl}/repos/${world.repo}${path}`, {
      headers: { authorization },
    });
    return answer.json();
  };
  const requests = world.forge.requests.length;
  const pulls = await get("/pulls");
  const comments = await get(`/issues/${issue}/comments`);
  const { labels } = await get(`/issues/${issue}`);
  const sha = pulls[0]?.head.sha;
  const checks = sha === undefined ? [] : (await get(`/commits/${sha}/check-runs`)).check_runs;
  execFileSync("git", ["clone", "-q", world.bare, join(out, "clone")]);
  const outcome = {
    pulls: pulls.map(({ number, title, draft, head }) => ({ number, title, draft, ref: head.ref })),
    checks: checks.map(({ name, conclusion }) => `${name}: ${conclusion}`),
    labels: labels.map(({ name }) => name),
    requests,
    comments: comments.map(({ body }) => body),
  };
  writeFileSync(join(out, "outcome.json"), `${JSON.stringify(outcome, null, 1)}\n`);
  writeFileSync(
    join(out, "requests.txt"),
    world.forge.requests.map((r) => `${r.method} ${r.path} ${r.status} ${r.actor}`).join("\n"),
  );
  writeFileSync(
    join(out, "job.log"),
    world.forge
      .jobs()
      .map(({ log }) => log)
      .join("\n"),
  );
  console.log(JSON.stringify({ ...outcome, comments: undefined }, null, 1));
} finally {
  await world.close();
}
