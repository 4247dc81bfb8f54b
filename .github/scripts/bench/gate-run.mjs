/**
 * What `gate --run` takes beyond the suite's own time, what `lock` takes beyond a bare Node, and what a
 * sandbox adds to one command. In turns, in one run; the goals are differences in milliseconds.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { bundleCli } from "../bundle-cli.mjs";
import { figure, importSource, inTurns, median, processRun } from "../measure.mjs";

const place = mkdtempSync(join(tmpdir(), "tdd-loop-gate-run-"));
const repo = join(place, "repo");
const lock = join(place, "lock.json");
const cli = await bundleCli({
  registerGate: "src/entry/commands/gate.ts",
  registerLock: "src/entry/commands/lock.ts",
});
const { chooseSandbox } = await importSource("src/adapters/sandbox/choose-sandbox.ts");
const env = { PATH: process.env.PATH, HOME: place };

try {
  const made = `. ${resolve("test/fixtures/cheats/prelude.sh")}; mkfix js ${repo}; ok; printf '%s %s' $BASE $RED`;
  const [base, red] = execFileSync("bash", ["-c", made], { env, encoding: "utf8" }).split(" ");
  const command = JSON.stringify(["node", "--test", "test/"]);
  const names = ["--repo", repo, "--base", base, "--red", red, "--allow", "src/slug.js"];
  const node = (args) => processRun(process.execPath, args, { env, cwd: repo });
  const takeLock = () => node([cli, "lock", ...names, "--test-command", command, "--out", lock]);
  takeLock();
  const gate = [cli, "gate", "--lock", lock, "--repo", repo];
  const times = await inTurns(
    {
      bare: () => node(["-e", ""]),
      suite: () => node(["--test", "test/"]),
      lock: takeLock,
      gate: () => node(gate),
      run: () => node([...gate, "--run"]),
    },
    { rounds: 9, warmUp: 1 },
  );
  const beyond = (name, than) => median(times[name]) - median(times[than]);
  report("gate --run beyond the suite's own time", beyond("run", "suite"), 1_500);
  report("gate --lock beyond bare node, small repository", beyond("gate", "bare"), 500);
  report("lock beyond bare node, small repository", beyond("lock", "bare"), 500);
  await sandboxes();
} finally {
  rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  rmSync(dirname(cli), { recursive: true, force: true });
}

async function sandboxes() {
  const { signal } = new AbortController();
  const view = { path: env.PATH, home: place, readable: [], hidden: [] };
  const chosen = await chooseSandbox("auto", view);
  if (chosen.kind !== "ready") return;
  const asked = {
    command: "true",
    cwd: repo,
    env,
    writable: [],
    timeoutMs: 10_000,
    maxOutputBytes: 10_000,
    network: "off",
  };
  const times = await inTurns(
    {
      bare: () => processRun("sh", ["-c", "true"], { env, cwd: repo }),
      sandbox: () => chosen.sandbox.run(asked, signal),
    },
    { rounds: 21 },
  );
  const name = `sandbox (${chosen.sandbox.name}) beyond sh -c, one command`;
  report(name, median(times.sandbox) - median(times.bare), 50);
}

function report(name, value, most) {
  figure({ name, value: Number(value.toFixed(1)), unit: "ms", most });
}
