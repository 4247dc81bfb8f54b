/**
 * Holds the gates that read a journal of changes (an overlay's upper directory, the kernel's watches)
 * against a scan by a fresh gate and, where it is there, against the same gate as a shell script, on
 * random sequences of steps. Half of them touch the listed file only, as an honest agent does.
 *   node .github/scripts/fuzz-tiers.mjs [--seed 1] [--sequences 2000]
 * The shell gate is found in $TDD_LOOP_PEERS (default ../shared/peers). It is asked every tenth time.
 * Exits 1 when two of them disagree, and says how often a scan was spared.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { makeTemplate, runProgram, write } from "./fuzz/programs.mjs";
import { gitEnv } from "./git-env.mjs";
import { importSource } from "./measure.mjs";

const { values: options } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    sequences: { type: "string", default: "2000" },
  },
});
const { FileGateSession } = await importSource("src/adapters/git/gate-session.ts");
const { openWatchedGate } = await importSource("src/adapters/git/watched-gate.ts");
const { developerGit } = await importSource("src/adapters/git/git.ts");
const { encodePath } = await importSource("src/adapters/git/path-bytes.ts");
const { RandomNumbers } = await importSource("test/support/random-numbers.ts");

const peer = resolve(process.env.TDD_LOOP_PEERS ?? "../shared/peers", "file-gate.sh");
const A_REPOSITORY = 20;
const room = mkdtempSync(join(tmpdir(), "fuzz-tiers-"));
const allowlist = join(room, "allow");
const counts = { sequences: 0, byShell: 0, watch: 0, overlay: 0, scans: 0, disagreements: 0 };
const started = Date.now();

const questionOf = (dir) => ({ git: developerGit(gitEnv, dir), cwd: dir, allowlist, base: "main" });
const told = (outcome) =>
  outcome.kind === "distrust"
    ? "no trust"
    : JSON.stringify(outcome.findings.map(({ path }) => encodePath(path).toString("latin1")));

/** The same repository as an overlay over a copy, where mounts are allowed. */
function mountOn(lower) {
  const [upper, work, top] = ["upper", "work", "top"].map((name) => join(room, `overlay-${name}`));
  for (const dir of [upper, work, top]) mkdirSync(dir);
  const how = `lowerdir=${lower},upperdir=${upper},workdir=${work}`;
  const done = spawnSync("mount", ["-t", "overlay", "overlay", "-o", how, top]);
  return done.status === 0 ? top : null;
}

function unmount(top) {
  if (top !== null) spawnSync("umount", ["-l", top]);
  for (const name of ["upper", "work", "top"])
    rmSync(join(room, `overlay-${name}`), { recursive: true, force: true });
}

/** An honest agent writes in place, or a new file over the old one. */
function step(dir, random) {
  if (random.chance(50)) return runProgram(dir, random);
  write(dir, "src/a.ts", `work ${random.below(1_000_000)}\n`);
  return ["listed"];
}

function byShell(dir) {
  const { status, stdout } = spawnSync("bash", [peer, allowlist, "main"], {
    cwd: dir,
    env: gitEnv,
  });
  if (status === 2) return "no trust";
  const paths = stdout
    .toString("latin1")
    .split("\n")
    .filter((line) => line !== "");
  return JSON.stringify(paths.sort());
}

async function compare(dir, gate, tier, place) {
  const [{ outcome, by }, fresh] = [
    await gate.check(),
    await new FileGateSession(questionOf(dir)).check(),
  ];
  counts[by === "scan" ? "scans" : by] += 1;
  const [ours, theirs] = [told(outcome), told(fresh)];
  if (ours === theirs) return fresh;
  counts.disagreements += 1;
  console.log(`${tier} ${place} by ${by}\n  tier ${ours}\n  scan ${theirs}`);
  return fresh;
}

function compareShell(dir, fresh, place) {
  const odd = fresh.kind === "judged" && fresh.findings.some(({ path }) => /[\n\r]/.test(path));
  if (odd || !existsSync(peer)) return;
  counts.byShell += 1;
  const ours =
    fresh.kind === "distrust"
      ? "no trust"
      : JSON.stringify(
          fresh.findings.map(({ path }) => encodePath(path).toString("latin1")).sort(),
        );
  const theirs = byShell(dir);
  if (ours === theirs) return;
  counts.disagreements += 1;
  console.log(`shell ${place}\n  scan  ${ours}\n  shell ${theirs}`);
}

async function openSides(copies, overlay) {
  const sides = [["watch", copies.watch], ...(overlay === null ? [] : [["overlay", overlay]])];
  const opened = sides.map(async ([tier, dir]) => {
    return { tier, dir, gate: await openWatchedGate(questionOf(dir)) };
  });
  return await Promise.all(opened);
}

async function runGroup(group, template, wanted) {
  const copies = { watch: join(room, "watch"), lower: join(room, "lower") };
  for (const dir of Object.values(copies))
    cpSync(template, dir, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  const overlay = mountOn(copies.lower);
  const sides = await openSides(copies, overlay);
  for (let n = 0; n < A_REPOSITORY && counts.sequences < wanted; n += 1) {
    counts.sequences += 1;
    await runSequence(sides, { group, n });
  }
  for (const { gate } of sides) gate.close();
  unmount(overlay);
  for (const dir of Object.values(copies)) rmSync(dir, { recursive: true, force: true });
}

async function runSequence(sides, { group, n }) {
  const seed = Number(options.seed) * 1_000_003 + group * 100 + n;
  for (const { tier, dir, gate } of sides) {
    const steps = step(dir, new RandomNumbers(seed));
    const place = `group ${group} sequence ${n} steps ${steps}`;
    const fresh = await compare(dir, gate, tier, place);
    if (n % 10 === 9) compareShell(dir, fresh, place);
  }
}

try {
  const template = makeTemplate(join(room, "template"));
  writeFileSync(allowlist, "src/a.ts\n");
  const wanted = Number(options.sequences);
  for (let group = 0; counts.sequences < wanted; group += 1)
    await runGroup(group, template, wanted);
} finally {
  rmSync(room, { recursive: true, force: true });
}
const seconds = Math.round((Date.now() - started) / 1000);
console.log(JSON.stringify({ seed: Number(options.seed), ...counts, seconds }));
process.exitCode = counts.disagreements === 0 ? 0 : 1;
