/** What the benches share: runs in turns, and source files loaded as they are. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Prints one figure for bench.mjs. It meets the goal from `least` to `most`. */
export function figure({ name, value, unit, most, least }) {
  const ok = value <= (most ?? value) && value >= (least ?? value);
  const goal = most === undefined ? `>= ${least}` : `<= ${most}`;
  console.log(JSON.stringify({ name, value, unit, goal, ok }));
}

/**
 * Calls every contender once a round, in an order that turns, and gives each one's times in ms.
 * The first `warmUp` rounds do not count. One that gives `tookMs` has timed its own part.
 */
export async function inTurns(contenders, { rounds, warmUp = 2 }) {
  const names = Object.keys(contenders);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds + warmUp; round += 1) {
    for (let i = 0; i < names.length; i += 1) {
      const name = names[(i + round) % names.length];
      const start = process.hrtime.bigint();
      const own = await contenders[name]();
      const all = Number(process.hrtime.bigint() - start) / 1e6;
      if (round >= warmUp) times[name].push(own?.tookMs ?? all);
    }
  }
  return times;
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Runs a process to its end; any exit code but the expected one spoils the bench. */
export function processRun(file, args, { env = {}, cwd, exitCode = 0 } = {}) {
  const ended = spawnSync(file, args, { env, cwd, encoding: "utf8", maxBuffer: 1e9 });
  if (ended.status === exitCode) return ended;
  throw new Error(`${file} ${args.join(" ")} ended with ${ended.status}:\n${ended.stderr}`);
}

/** Imports a TypeScript file of src/, bundled as the build does it. */
export async function importSource(path) {
  const out = mkdtempSync(join(tmpdir(), "tdd-loop-bench-"));
  const bundle = await rolldown({
    cwd: root,
    input: path,
    platform: "node",
    transform: { target: "node20" },
    onLog: () => undefined,
  });
  try {
    const { output } = await bundle.write({
      dir: out,
      format: "esm",
      entryFileNames: "[name].mjs",
    });
    return await import(pathToFileURL(join(out, output[0].fileName)).href);
  } finally {
    await bundle.close();
    process.once("exit", () => rmSync(out, { recursive: true, force: true }));
  }
}
