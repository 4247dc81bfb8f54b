/**
 * Two independent steps whose agents only compute, side by side and in turn, against two bare processes
 * that compute the same (P14). And how much more memory the loop has for eight steps at once than for
 * one, in a repository of 100,000 files (P24). Needs the build.
 */
import { spawn } from "node:child_process";
import { inRoom, runSteps } from "../independent-steps.mjs";
import { figure } from "../measure.mjs";

const ROUNDS = Number(process.argv[2] ?? 2_600_000_000);
const FILES = Number(process.argv[3] ?? 100_000);
const burn = `let x = 1; for (let i = 0; i < ${ROUNDS}; i += 1) x = (x * 48271) % 2147483647;`;

function bare() {
  const child = spawn(process.execPath, ["-e", `${burn} console.log(x);`], { stdio: "ignore" });
  return new Promise((done) => child.on("close", done));
}

async function secondsOf(work) {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

await inRoom(async (room) => {
  const alike = { steps: 2, does: `${burn} if (x === 0) console.error(x);` };
  const pair = await secondsOf(() => Promise.all([bare(), bare()]));
  const together = await runSteps(room, { ...alike, name: "together", parallelism: 2 });
  const serial = await runSteps(room, { ...alike, name: "serial", parallelism: 1 });
  const inTurn = await secondsOf(async () => {
    await bare();
    await bare();
  });
  figure({
    name: "two computing steps at once, as bare processes gain",
    value: serial.seconds / together.seconds / (inTurn / pair),
    unit: "x",
    least: 0.95,
  });
});

await inRoom(async (room) => {
  const files = Object.fromEntries(
    Array.from({ length: FILES }, (_, i) => [`data/${i % 500}/${i}.txt`, `${i}\n`]),
  );
  const alike = { does: "await new Promise((done) => setTimeout(done, 500));", files };
  const one = await runSteps(room, { ...alike, name: "one", steps: 1, parallelism: 1 });
  const eight = await runSteps(room, { ...alike, name: "eight", steps: 8, parallelism: 8 });
  figure({
    name: `memory of eight steps at once, ${FILES / 1_000}k files`,
    value: eight.peakMb / one.peakMb,
    unit: "x of one",
    most: 1.5,
  });
});
