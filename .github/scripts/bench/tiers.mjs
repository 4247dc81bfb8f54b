// How much the gate costs when it reads a journal of changes instead of the tree (P7, P8), beside a
// bare `git status`, the bare reading of the index and the same gate as a shell script.
//   node .github/scripts/bench/tiers.mjs [--sizes 1000,100000]
// Before each check a file of the list is written, as after an agent's step. An overlay needs the
// right to mount; without it its figures are left out, and so are the shell gate's without that
// script ($TDD_LOOP_PEERS, default ../shared/peers). One JSON line a figure.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { gitEnv as env } from "../git-env.mjs";
import { figure, importSource, inTurns, median, processRun } from "../measure.mjs";

const { values: options } = parseArgs({
  options: { sizes: { type: "string", default: "1000,100000" } },
});
const peer = resolve(process.env.TDD_LOOP_PEERS ?? "../shared/peers", "file-gate.sh");
const { openWatchedGate } = await importSource("src/adapters/git/watched-gate.ts");
const { developerGit } = await importSource("src/adapters/git/git.ts");
const room = mkdtempSync(join(tmpdir(), "bench-tiers-"));
const mounts = [];
process.on("exit", () => {
  for (const top of mounts) spawnSync("umount", ["-l", top]);
  rmSync(room, { recursive: true, force: true, maxRetries: 5 });
});
const allowlist = join(room, "allow");
writeFileSync(allowlist, "d0/e0/file-1.txt\n");

const overlays = {};
for (const size of options.sizes.split(",").map(Number)) await measure(size);
if (overlays[1000] !== undefined && overlays[100_000] !== undefined) {
  const value = overlays[100_000] / overlays[1000];
  figure({ name: "overlay journal, 100k / 1k", value, unit: "x", most: 1.5 });
}

async function measure(size) {
  const dir = makeRepository(size);
  const overlay = mountOn(dir, size);
  const sides = {
    status: () =>
      processRun("git", ["--no-optional-locks", "status", "--porcelain=v2", "-uall"], {
        cwd: dir,
        env,
      }),
    index: () => processRun("git", ["ls-files", "-z"], { cwd: dir, env }),
    watch: await sideOf(dir, "watch"),
    ...(overlay === null ? {} : { overlay: await sideOf(overlay, "overlay") }),
    ...(existsSync(peer)
      ? { shell: () => processRun("bash", [peer, allowlist, "main"], { cwd: dir, env }) }
      : {}),
  };
  const times = await inTurns(sides, { rounds: size >= 100_000 ? 9 : 25 });
  const ms = Object.fromEntries(Object.entries(times).map(([side, all]) => [side, median(all)]));
  report(size, ms);
}

function report(size, ms) {
  const name = `${size / 1000}k`;
  const isLarge = size >= 100_000;
  const compare = (what, value, bound) => figure({ name: `${what}, ${name}`, value, ...bound });
  compare("watch journal / index read", ms.watch / ms.index, { unit: "x", most: 2.5 });
  if (ms.shell !== undefined) {
    const least = isLarge ? 4 : 1;
    compare("shell gate / watch journal", ms.shell / ms.watch, { unit: "x", least });
  }
  if (ms.overlay === undefined) return;
  overlays[size] = ms.overlay;
  compare("overlay journal", ms.overlay, { unit: "ms", most: 1 });
  if (ms.shell === undefined) return;
  const least = isLarge ? 500 : 1;
  compare("shell gate / overlay journal", ms.shell / ms.overlay, { unit: "x", least });
}

/** One check after a listed file was written; refuses to count a check that had to scan. */
async function sideOf(dir, tier) {
  const git = developerGit(env, dir);
  const gate = await openWatchedGate({ git, cwd: dir, allowlist, base: "main" });
  await new Promise((done) => setTimeout(done, 100));
  await gate.check();
  let n = 0;
  return async () => {
    n += 1;
    writeFileSync(join(dir, "d0/e0/file-1.txt"), `work ${n}\n`);
    const start = performance.now();
    const { by, outcome } = await gate.check();
    const took = performance.now() - start;
    if (by !== tier || outcome.findings.length > 0) throw new Error(`${tier}: ${by}`);
    return { tookMs: took };
  };
}

function mountOn(lower, size) {
  const [upper, work, top] = ["upper", "work", "top"].map((part) => join(room, `${part}-${size}`));
  for (const dir of [upper, work, top]) mkdirSync(dir);
  const how = `lowerdir=${lower},upperdir=${upper},workdir=${work}`;
  if (spawnSync("mount", ["-t", "overlay", "overlay", "-o", how, top]).status !== 0) return null;
  mounts.push(top);
  return top;
}

/** On a branch of its own, 100 files a directory. */
function makeRepository(size) {
  const dir = join(room, `files-${size}`);
  for (let file = 0; file < size; file += 1) {
    const path = join(
      dir,
      `d${Math.floor(file / 2000)}/e${Math.floor(file / 100)}/file-${file}.txt`,
    );
    if (file % 100 === 0) mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `file ${file}\n`);
  }
  const git = (...args) => processRun("git", ["-c", "gc.auto=0", ...args], { cwd: dir, env });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "base");
  git("checkout", "-qb", "tdd/bench");
  return dir;
}
