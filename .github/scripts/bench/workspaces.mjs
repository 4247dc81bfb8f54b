/**
 * Directories for agents that work side by side, in a repository of 100,000 files (P13, P15): another one
 * beside those that are there, against `git worktree add`; one put back after an agent's turn, against
 * `git stash create` of the same changes. And 160 asked for at once. Where this process may not mount
 * (overlayfs), the first two are left out.
 *   node .github/scripts/bench/workspaces.mjs [--files 100000]
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { gitEnv as env } from "../git-env.mjs";
import { figure, importSource, inTurns, median, processRun } from "../measure.mjs";

const { values } = parseArgs({ options: { files: { type: "string", default: "100000" } } });
const { createWorkspace } = await importSource("src/adapters/git/workspace.ts");
const room = mkdtempSync(join(tmpdir(), "bench-workspaces-"));
const { signal } = new AbortController();

function git(cwd, ...args) {
  return processRun("git", ["-c", "gc.auto=0", ...args], { cwd, env }).stdout.trim();
}

function makeRepository(name, files) {
  const repo = join(room, name);
  for (let file = 0; file < files; file += 1) {
    const path = join(repo, `d${Math.floor(file / 2000)}/e${Math.floor(file / 100)}/f${file}.txt`);
    if (file % 100 === 0) mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `file ${file}\n`);
  }
  git(repo, "init", "-q", "-b", "main");
  git(repo, "add", "-A");
  git(repo, "commit", "-qm", "base");
  return repo;
}

async function openLanes(repo, overlays) {
  const workspace = createWorkspace({
    remote: { kind: "path", path: repo },
    stateDir: join(room, `${overlays ? "over" : "plain"}-state`),
    carryFrom: null,
    carry: [],
    identity: { name: "b", email: "b@example.com" },
    clock: { now: () => Date.now() },
    agentRepository: false,
    overlays,
    path: process.env.PATH,
  });
  const opened = await workspace.open({ base: "main", branch: "tdd/x", paths: [] }, signal);
  if (opened.kind !== "opened") throw new Error(opened.why);
  const tree = git(repo, "rev-parse", "HEAD^{tree}");
  return { workspace, lane: (name) => workspace.beginTurn(tree, signal, name) };
}

function isMounted(dir) {
  return readFileSync("/proc/self/mountinfo", "utf8").includes(` ${dir} `);
}

/** What an agent leaves: files written, new ones, one gone. */
function work(dir, turn) {
  for (let file = 0; file < 20; file += 1)
    writeFileSync(join(dir, `d0/e0/f${file}.txt`), `${turn}\n`);
  for (let file = 0; file < 20; file += 1)
    writeFileSync(join(dir, `d0/new-${file}.txt`), `${turn}\n`);
  rmSync(join(dir, "d0/e1/f100.txt"), { force: true });
}

async function compareWithGit(repo, { lane }) {
  let made = 0;
  const times = await inTurns(
    {
      lane: async () => {
        made += 1;
        const began = performance.now();
        await lane(`lane-${made}`);
        return { tookMs: performance.now() - began };
      },
      worktree: () => {
        made += 1;
        git(repo, "worktree", "add", "-q", "--detach", join(room, `worktree-${made}`));
      },
    },
    { rounds: 3, warmUp: 1 },
  );
  const value = median(times.worktree) / median(times.lane);
  figure({ name: "git worktree add / another lane", value, unit: "x", least: 200 });
}

async function comparePuttingBack(repo, { lane }) {
  let turn = 0;
  const times = await inTurns(
    {
      lane: async () => {
        turn += 1;
        const { dir } = await lane("first");
        work(dir, turn);
        const began = performance.now();
        await lane("first");
        return { tookMs: performance.now() - began };
      },
      stash: () => {
        turn += 1;
        work(repo, turn);
        const began = performance.now();
        git(repo, "stash", "create");
        return { tookMs: performance.now() - began };
      },
    },
    { rounds: 7 },
  );
  const value = median(times.lane) / median(times.stash);
  figure({ name: "a lane put back / git stash create", value, unit: "x", most: 0.1 });
}

async function failuresOf({ lane }, count) {
  const all = Array.from({ length: count }, (_, i) => lane(`many-${i}`));
  const ended = await Promise.allSettled(all);
  return ended.filter(({ status }) => status === "rejected").length;
}

try {
  const large = makeRepository("large", Number(values.files));
  const lanes = await openLanes(large, true);
  if (isMounted((await lanes.lane("first")).dir)) {
    await compareWithGit(large, lanes);
    await comparePuttingBack(large, lanes);
  } else console.log("note: this process may not mount overlays here");
  await lanes.workspace.close();
  rmSync(join(room, "over-state"), { recursive: true });
  const small = makeRepository("small", 1_000);
  for (const overlays of [true, false]) {
    const many = await openLanes(small, overlays);
    const value = await failuresOf(many, 160);
    const how = overlays ? "sharing files" : "with files of their own";
    figure({ name: `failures of 160 lanes at once, ${how}`, value, unit: "", most: 0 });
    await many.workspace.close();
  }
} finally {
  rmSync(room, { recursive: true, force: true, maxRetries: 5 });
}
