/**
 * One loop iteration with a scripted agent against the processes that anybody would run by hand:
 * git status, the test, git add and git commit (P1, P2). In turns, in one run; the ratio counts.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { figure, importSource, inTurns, median, processRun } from "../measure.mjs";

const { createWorkspace } = await importSource("src/adapters/git/workspace.ts");
const { createFileJournal } = await importSource("src/adapters/journal/file-journal.ts");
const { chooseSandbox } = await importSource("src/adapters/sandbox/choose-sandbox.ts");
const { createTestRunner } = await importSource("src/adapters/tests/test-runner.ts");

const place = mkdtempSync(join(tmpdir(), "tdd-loop-bench-loop-"));
const env = { PATH: process.env.PATH, HOME: place, GIT_CONFIG_NOSYSTEM: "1" };
const signal = AbortSignal.timeout(30 * 60_000);
const FILES = 1_000;

function makeRepository(dir) {
  mkdirSync(join(dir, "test"), { recursive: true });
  for (let i = 0; i < FILES; i += 1) {
    const folder = join(dir, `src/${i % 40}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `f${i}.js`), `export const v${i} = ${i};\n`);
  }
  writeFileSync(join(dir, "package.json"), '{"type":"module"}\n');
  writeFileSync(
    join(dir, "test/impl.test.js"),
    'import assert from "node:assert";\nimport test from "node:test";\ntest("works", () => assert.ok(true));\n',
  );
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["add", "-A"],
  ])
    processRun("git", args, { cwd: dir, env });
  commitBare(dir);
}

function commitBare(dir) {
  const who = ["-c", "user.name=b", "-c", "user.email=b@example.com"];
  processRun("git", [...who, "commit", "-q", "-m", "step"], { cwd: dir, env });
}

async function openLoop(tier) {
  const repo = join(place, `repo-${tier}`);
  makeRepository(repo);
  const stateDir = join(place, `state-${tier}`);
  const workspace = createWorkspace({
    remote: { kind: "path", path: repo },
    stateDir,
    carryFrom: null,
    carry: [],
    identity: { name: "b", email: "b@example.com" },
    clock: { now: () => Date.now() },
    agentRepository: false,
    path: env.PATH,
  });
  const opened = await workspace.open({ base: "main", branch: "tdd/x", paths: [] }, signal);
  if (opened.kind !== "opened") throw new Error(opened.why);
  const chosen = await chooseSandbox(tier, {
    path: env.PATH,
    home: place,
    readable: [],
    hidden: [],
  });
  if (chosen.kind !== "ready") return null;
  const tests = createTestRunner({
    sandbox: chosen.sandbox,
    framework: null,
    testSeconds: 60,
    maxOutputBytes: 1_000_000,
    network: tier === "process" ? "on" : "off",
    env: { PATH: env.PATH },
    tempDir: place,
  });
  const journal = createFileJournal(join(place, `journal-${tier}`));
  return { workspace, tests, journal, opened };
}

/** Edit, take the tree, test it, commit it, journal it: what the driver does for one turn. */
function iterationOf({ workspace, tests, journal, opened }, command) {
  let tree = opened.baseTree;
  let parent = opened.baseSha;
  let n = 0;
  return async () => {
    n += 1;
    const site = await workspace.beginTurn(tree, signal);
    writeFileSync(join(site.dir, "src/0/f0.js"), `export const v0 = ${n};\n`);
    const snapshot = await site.snapshot();
    const { dir } = await workspace.testSite(snapshot.tree, signal);
    const ran = await tests.run({ dir, command, framework: null, purpose: "green" }, signal);
    if (ran.run.kind === "crashed") throw new Error(ran.run.why);
    parent = await workspace.commit(snapshot.tree, parent, `step ${n}`);
    tree = snapshot.tree;
    await journal.append({
      type: "resulted",
      at: n,
      result: { kind: "committed", command: String(n), sha: parent, tree },
    });
  };
}

function bareOf(dir, [file, ...args]) {
  let n = 0;
  return () => {
    n += 1;
    writeFileSync(join(dir, "src/0/f0.js"), `export const v0 = -${n};\n`);
    processRun("git", ["status", "--porcelain=v2", "-z", "-uall"], { cwd: dir, env });
    processRun(file, args, { cwd: dir, env });
    processRun("git", ["add", "src/0/f0.js"], { cwd: dir, env });
    commitBare(dir);
  };
}

const bareRepo = join(place, "bare");
makeRepository(bareRepo);
const argv = ["node", "--test", "test/impl.test.js"];
for (const tier of ["process", "auto"]) {
  const loop = await openLoop(tier);
  if (loop === null) continue;
  const times = await inTurns(
    { bare: bareOf(bareRepo, argv), loop: iterationOf(loop, argv.join(" ")) },
    { rounds: 15, warmUp: 3 },
  );
  figure({
    name: `loop iteration / bare status + test + commit, 1,000 files, sandbox ${tier}, median`,
    value: Number((median(times.loop) / median(times.bare)).toFixed(3)),
    unit: "x",
    most: 1.08,
  });
}
rmSync(place, { recursive: true, force: true });
