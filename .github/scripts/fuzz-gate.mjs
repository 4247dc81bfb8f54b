/**
 * Holds the file gate against a slow oracle that shares no code with it, on random git programs.
 *   node .github/scripts/fuzz-gate.mjs [--seed 1] [--programs 20000] [--start 0]
 * Every sixth time the gate by lock is asked as well: it may say more, but never pass what changed.
 * A program takes a repository a few steps on; every 12 programs the repository is made anew, from
 * a seed of its own (--start N begins at that one). Exits 1 when gate and oracle disagree.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { changesOf } from "./fuzz/oracle.mjs";
import { makeTemplate, runProgram } from "./fuzz/programs.mjs";
import { gitEnv } from "./git-env.mjs";
import { importSource } from "./measure.mjs";

const { values: options } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    programs: { type: "string", default: "20000" },
    start: { type: "string", default: "0" },
  },
});
const A_REPOSITORY = 12;
const { FileGateSession } = await importSource("src/adapters/git/gate-session.ts");
const { developerGit } = await importSource("src/adapters/git/git.ts");
const { takeGateLock } = await importSource("src/adapters/git/gate-lock-taking.ts");
const { judgeRepositoryByLock } = await importSource("src/adapters/git/gate-locked.ts");
const { encodePath } = await importSource("src/adapters/git/path-bytes.ts");
const { RandomNumbers } = await importSource("test/support/random-numbers.ts");

const room = mkdtempSync(join(tmpdir(), "fuzz-gate-"));
const counts = {
  programs: 0,
  clean: 0,
  changed: 0,
  locked: 0,
  noTrust: 0,
  paths: 0,
  disagreements: 0,
};
const started = Date.now();
try {
  const template = makeTemplate(join(room, "template"));
  writeFileSync(join(room, "allow"), "src/a.ts\n");
  const wanted = Number(options.programs);
  for (let group = Number(options.start); counts.programs < wanted; group += 1) {
    const dir = join(room, "top");
    cpSync(template, dir, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    const random = new RandomNumbers(Number(options.seed) * 1_000_003 + group);
    const lock = await takeLock(dir);
    for (let n = 0; n < A_REPOSITORY && counts.programs < wanted; n += 1) {
      const steps = runProgram(dir, random);
      const paths = await compare(dir, { group, n, steps });
      if (n % 6 === 5 && paths !== null) await compareLocked(dir, { group, n, steps, lock, paths });
    }
    rmSync(dir, { recursive: true, force: true });
    if (group % 50 === 49) console.error(`${counts.programs} of ${wanted}`);
  }
} finally {
  rmSync(room, { recursive: true, force: true });
}
console.log(
  JSON.stringify({
    seed: Number(options.seed),
    ...counts,
    seconds: Math.round((Date.now() - started) / 1000),
  }),
);
process.exitCode = counts.disagreements === 0 ? 0 : 1;

async function compare(dir, place) {
  const git = developerGit(gitEnv, dir);
  const asked = { git, cwd: dir, allowlist: join(room, "allow"), base: "main" };
  const outcome = await new FileGateSession(asked).checkThoroughly();
  const oracle = changesOf(dir, "refs/heads/main");
  const theirs =
    oracle.kind === "no_trust"
      ? "no trust"
      : JSON.stringify(oracle.paths.filter((path) => path !== "src/a.ts"));
  const ours =
    outcome.kind === "distrust"
      ? "no trust"
      : JSON.stringify(
          outcome.findings.map(({ path }) => encodePath(path).toString("latin1")).sort(),
        );
  counts.programs += 1;
  if (oracle.kind === "no_trust") counts.noTrust += 1;
  else counts[theirs === "[]" ? "clean" : "changed"] += 1;
  counts.paths += oracle.paths?.length ?? 0;
  if (ours === theirs) return oracle.paths ?? null;
  counts.disagreements += 1;
  const why = outcome.kind === "distrust" ? ` (${outcome.code}: ${outcome.why})` : "";
  console.log(
    `group ${place.group} program ${place.n} steps ${place.steps}\n  gate   ${ours}${why}\n  oracle ${theirs}`,
  );
  return null;
}

async function takeLock(dir) {
  const names = { base: "main", red: "tdd/1-x", allow: ["src/a.ts"], testFiles: [] };
  const outcome = await takeGateLock({ env: gitEnv, repo: dir, testCommand: ["true"], ...names });
  if (outcome.kind !== "locked") throw new Error(outcome.why);
  return outcome.lock;
}

/** Whatever is changed beyond the list and RED's test has to be found here, too. */
async function compareLocked(dir, { group, n, steps, lock, paths }) {
  counts.locked += 1;
  const beyond = paths.filter((path) => path !== "src/a.ts" && path !== "test/a.test.ts");
  const asked = { path: gitEnv.PATH, repo: dir, lock, tip: null, lockFile: null };
  const { findings } = await judgeRepositoryByLock(asked);
  const found = findings.some(({ code }) => code !== "NO_CHANGE");
  if (beyond.length === 0 || found) return;
  counts.disagreements += 1;
  console.log(`group ${group} program ${n} steps ${steps}\n  by lock nothing\n  oracle ${beyond}`);
}
