// How much the file gate costs beside a bare `git status`, and beside the same gate as a shell
// script. All sides of a figure run in turns in one process; a figure is a ratio of medians.
//   node .github/scripts/bench/gate.mjs [--sizes 1000,10000,100000]
// The shell gate is found in $TDD_LOOP_PEERS (default ../shared/peers); without it its figures are
// left out. Prints one JSON line a figure: {name, value, unit, goal, ok, ms: medians}.
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { gitEnv as env } from "../git-env.mjs";
import { importSource, inTurns, median } from "../measure.mjs";

const { values: options } = parseArgs({
  options: { sizes: { type: "string", default: "1000,10000,100000" } },
});
const peer = resolve(process.env.TDD_LOOP_PEERS ?? "../shared/peers", "file-gate.sh");
const havePeer = existsSync(peer);
const { FileGateSession } = await importSource("src/adapters/git/gate-session.ts");
const { developerGit } = await importSource("src/adapters/git/git.ts");
const { exec } = await importSource("src/adapters/exec.ts");
const room = mkdtempSync(join(tmpdir(), "bench-gate-"));
process.on("exit", () => rmSync(room, { recursive: true, force: true, maxRetries: 5 }));

const STATUS_GOALS = { 1000: 1.25, 100000: 1.1 };
for (const size of options.sizes.split(",").map(Number)) await measureSize(size);

async function measureSize(size) {
  const dir = makeRepository(size);
  const rounds = size >= 100_000 ? 7 : 21;
  const sides = await sidesOf(dir);
  const times = await mediansOf(rounds, sides);
  const name = `${size / 1000}k`;
  report(`gate / git status, ${name}`, times.gate / times.status, {
    most: STATUS_GOALS[size],
    times,
  });
  if (havePeer) {
    const least = size === 1000 ? 6 : 1;
    report(`shell gate / gate, ${name}`, times.shell / times.gate, { least, times });
  }
  if (size !== 1000) return;
  report("git processes a check", await processesACheck(dir), { most: 1, times: {} });
  for (let file = 0; file < 300; file += 1) appendFileSync(pathOf(dir, file), "changed\n");
  if (!havePeer) return;
  // The 300 stand in the list, as they would in a run that is in order.
  const changed = await mediansOf(7, await sidesOf(dir, 300));
  const ratio = changed.shell / changed.gate;
  report("shell gate / gate, 300 changed files", ratio, { least: 50, times: changed });
}

/** What is compared: each says how many paths it found, and all have to agree. */
async function sidesOf(dir, listed = 20) {
  const allowlist = join(room, "allow");
  const list = Array.from({ length: listed }, (_, file) => pathOf("", file).slice(1));
  writeFileSync(allowlist, list.join("\n"));
  const git = developerGit(env, dir);
  const session = new FileGateSession({ git, cwd: dir, allowlist, base: "main" });
  const status = ["status", "--porcelain=v2", "-uall"];
  const sides = {
    status: async () => (await exec("git", status, { cwd: dir, env })).exitCode,
    gate: async () => (await session.check()).findings.length,
  };
  if (havePeer) {
    sides.shell = async () => {
      const { stdout } = await exec("bash", [peer, allowlist, "main"], { cwd: dir, env });
      return stdout.toString("utf8").split("\n").length - 1;
    };
    const [ours, theirs] = [await sides.gate(), await sides.shell()];
    if (ours !== theirs) throw new Error(`the gates do not agree: ${ours} and ${theirs} paths`);
  }
  return sides;
}

async function mediansOf(rounds, sides) {
  const times = await inTurns(sides, { rounds });
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}

function report(name, value, { most, least, times }) {
  const ok = (most === undefined || value <= most) && (least === undefined || value >= least);
  const bound = most === undefined ? `>= ${least}` : `<= ${most}`;
  const goal = most === undefined && least === undefined ? "-" : bound;
  const ms = Object.fromEntries(
    Object.entries(times).map(([side, time]) => [side, Number(time.toFixed(2))]),
  );
  const unit = Object.keys(times).length === 0 ? "" : "x";
  console.log(JSON.stringify({ name, value: Number(value.toFixed(3)), unit, goal, ok, ms }));
}

async function processesACheck(dir) {
  const shims = join(room, "shims");
  const log = join(room, "processes");
  mkdirSync(shims, { recursive: true });
  const shim = `#!/bin/sh\necho x >> ${log}\nPATH=${env.PATH} exec git "$@"\n`;
  writeFileSync(join(shims, "git"), shim);
  chmodSync(join(shims, "git"), 0o755);
  const git = developerGit({ ...env, PATH: `${shims}:${env.PATH}` }, dir);
  const session = new FileGateSession({
    git,
    cwd: dir,
    allowlist: join(room, "allow"),
    base: "main",
  });
  await session.check();
  writeFileSync(log, "");
  for (let check = 0; check < 5; check += 1) await session.check();
  return (readFileSync(log, "utf8").split("\n").length - 1) / 5;
}

function pathOf(dir, file) {
  return `${dir}/d${Math.floor(file / 2000)}/e${Math.floor(file / 100)}/file-${file}.txt`;
}

/** A branch with one commit of its own, two edits and a new file, on `size` files. */
function makeRepository(size) {
  const dir = join(room, `files-${size}`);
  for (let file = 0; file < size; file += 1) {
    if (file % 100 === 0) mkdirSync(dirname(pathOf(dir, file)), { recursive: true });
    writeFileSync(pathOf(dir, file), `file ${file}\n`);
  }
  const quiet = ["-c", "gc.auto=0", "-c", "maintenance.auto=false"];
  const git = (...args) => spawnSync("git", [...quiet, ...args], { cwd: dir, env });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "base");
  git("checkout", "-qb", "tdd/bench");
  appendFileSync(pathOf(dir, 1), "committed\n");
  git("commit", "-qam", "work");
  appendFileSync(pathOf(dir, 2), "edited\n");
  appendFileSync(pathOf(dir, 50), "outside\n");
  writeFileSync(join(dir, "new.txt"), "new\n");
  // A status that may write settles the index, so that no side pays for fresh time stamps.
  git("status");
  return dir;
}
