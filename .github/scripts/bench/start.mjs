/**
 * How much later than Node on an empty module a process has decided (P10): the Action on a comment
 * that is no command and on one that is, up to its first request, and the command line on --version.
 * The Action's goals are 1.10 and 1.25 times.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { figure, inTurns, processRun, root } from "../measure.mjs";

const place = mkdtempSync(join(tmpdir(), "tdd-loop-start-"));

/** What a runner gives a job whose event is a comment. */
function jobEnvironment(body) {
  const eventPath = join(place, body.startsWith("/") ? "command.json" : "event.json");
  const repository = { name: "r", full_name: "o/r", owner: { login: "o" }, default_branch: "main" };
  const sender = { login: "ada", id: 1, type: "User" };
  const updated_at = "2026-01-01T00:00:00Z";
  const issue = { number: 7, title: "A bug", body: "It breaks.", state: "open", updated_at };
  const comment = { id: 9, body, updated_at, user: sender };
  const event = { action: "created", issue, comment, repository, sender };
  writeFileSync(eventPath, JSON.stringify(event));
  for (const name of ["output", "summary", "state", "env"]) writeFileSync(join(place, name), "");
  return {
    GITHUB_ACTIONS: "true",
    GITHUB_EVENT_NAME: "issue_comment",
    GITHUB_EVENT_PATH: eventPath,
    GITHUB_REPOSITORY: "o/r",
    GITHUB_WORKSPACE: place,
    GITHUB_OUTPUT: join(place, "output"),
    GITHUB_STEP_SUMMARY: join(place, "summary"),
    GITHUB_STATE: join(place, "state"),
    GITHUB_ENV: join(place, "env"),
    GITHUB_SERVER_URL: "https://github.example",
    GITHUB_API_URL: "http://127.0.0.1:9",
    GITHUB_RUN_ID: "1",
    RUNNER_TEMP: place,
    "INPUT_GITHUB-TOKEN": "a-token-for-nobody",
  };
}

/** A server that takes the time of the first request and refuses it. */
async function listen() {
  let seen = () => undefined;
  const server = createServer((_, response) => {
    seen();
    response.writeHead(401, { "content-type": "application/json" }).end('{"message":"no"}');
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    next: () => new Promise((done) => (seen = done)),
    close: () => server.close(),
  };
}

/** From the start of the process to its first request; what it does then is not waited for. */
async function firstRequest(file, env, listener) {
  const child = spawn(process.execPath, [file], { env, cwd: place, stdio: "ignore" });
  const ended = new Promise((_, fail) =>
    child.once("exit", () => fail(new Error(`${file} ended without a request`))),
  );
  await Promise.race([listener.next(), ended]);
  child.removeAllListeners("exit");
  child.kill("SIGKILL");
}

const server = await listen();
try {
  const dist = join(place, "dist");
  processRun(process.execPath, [join(root, ".github/scripts/build.mjs"), dist]);
  const empty = join(place, "empty.mjs");
  writeFileSync(empty, "");
  const env = jobEnvironment("Thanks, I will have a look.");
  const commandEnv = { ...jobEnvironment("/tdd run"), GITHUB_API_URL: server.url };
  const times = await inTurns(
    {
      bare: () => processRun(process.execPath, [empty]),
      action: () => processRun(process.execPath, [join(dist, "action.js")], { env, cwd: place }),
      request: () => firstRequest(join(dist, "action.js"), commandEnv, server),
      version: () => processRun(process.execPath, [join(dist, "cli.js"), "--version"]),
    },
    { rounds: 40 },
  );
  // The quickest of many: what a start costs, without what others did to the machine meanwhile.
  const ratio = (name) => Math.min(...times[name]) / Math.min(...times.bare);
  figure({
    name: "Action, comment that is no command / bare node",
    value: ratio("action"),
    unit: "x",
    most: 1.1,
  });
  figure({
    name: "Action, comment that is a command, to its first API request / bare node",
    value: ratio("request"),
    unit: "x",
    most: 1.25,
  });
  figure({ name: "cli --version / bare node", value: ratio("version"), unit: "x", most: 2 });
} finally {
  server.close();
  rmSync(place, { recursive: true, force: true });
}
