import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FileGateOutcome } from "../../src/adapters/git/gate-session.ts";
import { FileGateSession } from "../../src/adapters/git/gate-session.ts";
import { developerGit } from "../../src/adapters/git/git.ts";
import { encodePath } from "../../src/adapters/git/path-bytes.ts";
import { RandomNumbers } from "../support/random-numbers.ts";
import {
  disturb,
  git,
  makeTemplate,
  ODD_NAMES,
  repositoryEnv,
} from "../support/random-repository.ts";

const peer = resolve(process.env["TDD_LOOP_PEERS"] ?? "../shared/peers", "file-gate.sh");
const havePeer = existsSync(peer);
const full = process.env["TDD_LOOP_FULL"] === "1";
const states = Number(process.env["TDD_LOOP_STATES"] ?? (full ? 2400 : 14));
const firstSeed = Number(process.env["TDD_LOOP_SEED"] ?? 1);

/** Where ours is stricter than the shell on purpose (settled question 9; S0-43). */
const STRICTER = new Set(["BASE_IS_OWN_TIP", "BASE_AMBIGUOUS"]);

let room = "";
beforeAll(() => {
  room = mkdtempSync(join(tmpdir(), "file-gate-"));
  makeTemplate(join(room, "template"));
});
afterAll(() => rmSync(room, { recursive: true, force: true }));

/**
 * The shell's answer; `broke` when one of its git calls died (over a .gitmodules that is no
 * configuration, for instance): it then goes on with what it has, and misses changes.
 */
function askPeer(
  cwd: string,
  args: readonly string[],
): { exit: number | null; paths: string[]; broke: boolean } {
  const env = { ...repositoryEnv, GATE_NUL: "1" };
  const { status, stdout, stderr } = spawnSync("bash", [peer, ...args], { cwd, env });
  const paths = stdout.toString("latin1").split("\0");
  const broke = status !== 2 && /^fatal: /m.test(stderr.toString("latin1"));
  return { exit: status, paths: paths.filter((path) => path !== "").sort(), broke };
}

function told(outcome: FileGateOutcome): { exit: number; paths: string[] } {
  if (outcome.kind === "distrust") return { exit: 2, paths: [] };
  const paths = outcome.findings.map((finding) => encodePath(finding.path).toString("latin1"));
  return { exit: paths.length === 0 ? 0 : 1, paths: paths.sort() };
}

function writeAllowlist(dir: string, random: RandomNumbers): string {
  const place = random.pick(["allow.txt", "docs/allow list.txt", ".tdd-loop/allow", "../outside"]);
  const end = random.pick(["\n", "\r\n"]);
  const changed = git(dir, "status", "--porcelain", "-z", "-uall").split("\0");
  const names = [...ODD_NAMES, "sub", "link", "run.sh", ...changed.map((line) => line.slice(3))];
  const keep = random.pick([15, 60, 97]);
  const lines = names
    .filter((name) => !name.includes("\n") && random.chance(keep))
    .map(
      (name) => random.pick(["", "", "./", "  "]) + name + random.pick(["", " (new)", "  # why"]),
    );
  const text = ["# the list", "", ...lines, place, " # end"].join(end);
  mkdirSync(join(dir, place, ".."), { recursive: true });
  writeFileSync(join(dir, place), random.chance(50) ? text + end : text);
  if (random.chance(20)) git(dir, "add", "-f", "--", place);
  if (random.chance(10)) git(dir, "commit", "-qm", "list");
  return join(dir, place);
}

const BASES = [
  ...["main", "main", "main", "origin/main", "origin/main", "refs/heads/main", "v1", "main~1"],
  ...["tdd/slug", "HEAD", "@", "origin/tdd/slug", "heads/tdd/slug", "nowhere", "-x", "main..HEAD"],
  ...["@{upstream}", "HEAD~1", null, null],
];

describe.runIf(havePeer)("file gate and the shell gate", () => {
  it(`agree on ${states} random repository states`, { timeout: 3_600_000 }, async () => {
    const disagreements: string[] = [];
    const exits = [0, 0, 0];
    let stricter = 0;
    let broken = 0;
    for (let seed = firstSeed; seed < firstSeed + states; seed += 1) {
      const random = new RandomNumbers(seed);
      const dir = join(room, "state", "top");
      cpSync(join(room, "template"), join(room, "state"), {
        recursive: true,
        verbatimSymlinks: true,
      });
      disturb(dir, random);
      const allowlist = writeAllowlist(dir, random);
      const base = random.pick(BASES);
      const below = join(dir, random.pick([".", ".", "src", "docs"]));
      const cwd = existsSync(join(below, ".")) ? below : dir;
      const { broke, ...theirs } = askPeer(cwd, base === null ? [allowlist] : [allowlist, base]);
      const session = new FileGateSession({
        git: developerGit(repositoryEnv, cwd),
        cwd,
        allowlist,
        base,
      });
      const outcome = await session.checkThoroughly();
      const ours = told(outcome);
      if (outcome.kind === "distrust" && STRICTER.has(outcome.code)) stricter += 1;
      else if (broke && theirs.paths.every((path) => ours.paths.includes(path))) broken += 1;
      else if (JSON.stringify(ours) !== JSON.stringify(theirs)) {
        disagreements.push(JSON.stringify({ seed, base, cwd, ours, theirs, outcome }));
      }
      exits[ours.exit] = (exits[ours.exit] ?? 0) + 1;
      rmSync(join(room, "state"), { recursive: true, force: true });
      rmSync(join(room, "outside"), { force: true });
    }
    process.stdout.write(
      `file gate: ${states} states, exits ${exits}, stricter ${stricter}, peer broken ${broken}\n`,
    );
    expect(disagreements).toEqual([]);
    if (states >= 100) expect(Math.min(...exits)).toBeGreaterThan(states / 20);
  });
});

it.runIf(!havePeer)("has no shell gate to compare with here", () => {
  process.stdout.write(`file gate: ${peer} is absent, so nothing was compared\n`);
});
