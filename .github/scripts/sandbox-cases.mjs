/**
 * Usage: npm run cases:sandbox [-- TIMES]
 * Runtime cases, each twenty times in each sandbox that works here: the supervisor lives, nothing is
 * left one second after the deadline, output is capped, the host is unchanged. Every run has tight
 * limits of its own, so that a case that gets through harms nothing but the figure.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { importSource } from "./measure.mjs";

const { chooseSandbox } = await importSource("src/adapters/sandbox/choose-sandbox.ts");

const times = Number(process.argv[2] ?? 20);
if (!Number.isInteger(times) || times < 1) {
  console.error("How many times is each case run? Usage: npm run cases:sandbox [-- TIMES]");
  process.exit(2);
}
const room = mkdtempSync(join(tmpdir(), "tdd-loop-sandbox-cases-"));
const outside = join(room, "outside");
const deps = join(room, "deps");
for (const dir of [outside, deps]) mkdirSync(dir);
const mark = `91.${process.pid}`;
const MAX_OUTPUT = 100_000;
const options = {
  path: process.env.PATH ?? "/usr/bin:/bin",
  home: process.env.HOME ?? null,
  readable: [deps],
  hidden: [],
  maxProcesses: 320,
};

/** Case id to command; `walls` for what needs namespaces to be stopped. */
const cases = [
  ["R01", `trap '' TERM INT; while :; do sleep ${mark}; done`],
  ["R02", `(setsid sh -c 'setsid sleep ${mark} &' &); echo ended`],
  ["R03", "node -e 'const a=[];for(;;)a.push(Buffer.alloc(1e6,1))'", "walls"],
  ["R04", `i=0; while [ $i -lt 1000 ]; do sleep ${mark} & i=$((i+1)); done`, "walls"],
  ["R05", "head -c 5000000 /dev/zero > $TMPDIR/big; rm $TMPDIR/big"],
  ["R06", "yes"],
  ["R07", "head -c 50000000 /dev/zero | tr '\\0' a"],
  ["R08", "cat; node -e 'process.stdin.resume()'"],
  ["R09", "kill -9 0"],
  ["R10", `node -e "require('net').connect(443,'140.82.112.3').on('error',()=>{})"`, "walls"],
  ["R11", "cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n' | grep PLANTED", "walls"],
  ["R12", "echo x > ~/.gitconfig; echo x > ~/.npmrc; echo x > ~/.bashrc"],
  ["R13", `echo x > ${outside}/x; echo x > /etc/x; echo x > /usr/x`, "walls"],
  ["R14", `echo x > ${deps}/shim; echo x > /usr/local/bin/shim`, "walls"],
  ["R15", `sleep 0.9; echo PASS; sleep ${mark}`],
  ["R16", "sh -c 'kill -SEGV $$' | cat"],
];

process.env.PLANTED = "PLANTED";

function isLeft() {
  const all = execFileSync("ps", ["-eo", "stat,args"], { encoding: "utf8", maxBuffer: 256e6 });
  return all.split("\n").some((line) => line.includes(mark) && !/^Z|ps -eo/.test(line));
}

function hostFaults() {
  const places = [
    join(outside, "x"),
    "/etc/x",
    "/usr/x",
    join(deps, "shim"),
    "/usr/local/bin/shim",
  ];
  return [...places.filter((path) => existsSync(path)), ...readdirSync(outside)];
}

async function faultsOf(sandbox, [id, command]) {
  const cwd = mkdtempSync(join(room, "cwd-"));
  const asked = { command, cwd, env: {}, writable: [], timeoutMs: 1_500, network: "off" };
  // R03 would be stopped by the machine's memory alone: here it may have a little of it.
  const limited = id === "R03" ? `ulimit -v 2000000; ${command}` : command;
  const end = await sandbox.run(
    { ...asked, command: limited, maxOutputBytes: MAX_OUTPUT },
    new AbortController().signal,
  );
  if (isLeft()) await sleep(1_000);
  const faults = [
    ...(isLeft() ? ["a process is left"] : []),
    ...(end.stdout.length + end.stderr.length > MAX_OUTPUT ? ["output over its limit"] : []),
    ...(id === "R11" && end.stdout.includes("PLANTED") ? ["an environment was read"] : []),
    ...hostFaults().map((path) => `the host has ${path}`),
  ];
  rmSync(cwd, { recursive: true, force: true });
  return faults;
}

let failed = 0;
try {
  for (const kind of ["bubblewrap", "namespaces", "process"]) {
    const chosen = await chooseSandbox(kind, options);
    if (chosen.kind === "unavailable") {
      console.log(`${kind}: not tried here. ${chosen.why}`);
      continue;
    }
    for (const one of cases) {
      if (one[2] === "walls" && kind === "process") continue;
      const faults = [];
      for (let turn = 0; turn < times; turn += 1)
        faults.push(...(await faultsOf(chosen.sandbox, one)));
      failed += faults.length;
      console.log(
        `${kind} ${one[0]}: ${faults.length === 0 ? `${times} of ${times}` : faults.join("; ")}`,
      );
    }
  }
} finally {
  rmSync(room, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;
