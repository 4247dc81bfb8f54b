#!/usr/bin/env node
// Judges every recorded run of the corpus and prints the score by framework.
// TDD_LOOP_CORPUS names the folder that holds `red/*.ndjson`; `-v` lists the misses; `--peers` compares with other ways to tell RED; a last argument picks ids.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { bundled } from "./bundled.mjs";
import { peers } from "./live/peers.mjs";

const root = resolve(import.meta.dirname, "../..");
const corpus = resolve(root, process.env.TDD_LOOP_CORPUS ?? "../shared/corpus", "red");
if (!existsSync(corpus)) {
  console.log(
    `No corpus at ${corpus}: nothing was judged. Set TDD_LOOP_CORPUS to the folder that holds it.`,
  );
  process.exit(0);
}

const verbose = process.argv.includes("-v");
const only = process.argv.slice(2).find((word) => !word.startsWith("-"));
const { judgeLine } = await bundled("src/entry/wire-tests.ts");

function asRecord(run) {
  const record = {
    id: run.id,
    framework: run.expect.framework,
    command: run.cmd,
    exitCode: run.exit,
    stdout: run.stdout,
    stderr: run.stderr,
    reports: Object.entries(run.reports ?? {}).map(([name, text]) => ({ name, text })),
    promised: run.expect.subject,
  };
  const more = run.more ?? {};
  if (more["base.exit"] === undefined) return record;
  const reports = Object.entries(more)
    .filter(([name]) => /^base\.(?!exit$|stdout$|stderr$|cmd)/.test(name))
    .map(([name, text]) => ({ name: name.slice("base.".length), text }));
  const baseline = {
    exitCode: Number(more["base.exit"]),
    stdout: more["base.stdout"] ?? "",
    stderr: more["base.stderr"] ?? "",
    reports,
  };
  return { ...record, baseline };
}

const comparing = process.argv.includes("--peers");
const ways = { ...peers, "tdd-loop": ({ judged }) => judged.verdict === "right_reason" };
const compared = new Map(Object.keys(ways).map((name) => [name, [0, 0, 0]]));

/** Whether each way accepts exactly what is RED for the right reason. */
function compare(run, record) {
  const isRed = [run.expect, ...(run.expect.acceptable ?? [])].some(
    (one) => one.verdict === "right_reason",
  );
  for (const [name, accepts] of Object.entries(ways)) {
    const place = isRed ? 2 : 1;
    const row = compared.get(name);
    row[accepts(record) === isRed ? 0 : place] += 1;
  }
}

const empty = () => ({ n: 0, verdict: 0, reason: 0, counts: 0, names: 0, falseRight: 0 });
const scores = new Map();
const misses = [];
const started = Date.now();
for (const file of readdirSync(corpus).filter((name) => name.endsWith(".ndjson"))) {
  for (const line of readFileSync(join(corpus, file), "utf8").split("\n").filter(Boolean)) {
    const run = JSON.parse(line);
    if (only !== undefined && !run.id.includes(only)) continue;
    const record = asRecord(run);
    const judged = judgeLine(JSON.stringify(record));
    score(file.replace(".ndjson", ""), run, judged);
    if (comparing) compare(run, { ...record, judged });
  }
}

function score(framework, run, got) {
  const want = run.expect;
  const allowed = [want, ...(want.acceptable ?? [])];
  const row = scores.get(framework) ?? empty();
  const verdict = allowed.some((one) => one.verdict === got.verdict);
  const reason = allowed.some((one) => one.verdict === got.verdict && one.reason === got.reason);
  const counts =
    got.passed === want.passed &&
    got.failedCount === want.failedCount &&
    got.skipped === want.skipped;
  const sorted = (names) => JSON.stringify([...(names ?? [])].sort());
  const falseRight =
    got.verdict === "right_reason" && !allowed.some((one) => one.verdict === "right_reason");
  row.n += 1;
  row.verdict += verdict;
  row.reason += reason;
  row.counts += counts;
  row.names += sorted(got.failed) === sorted(want.failed);
  row.falseRight += falseRight;
  scores.set(framework, row);
  if (verdict && reason && counts) return;
  const label = (one) =>
    `${one.verdict}/${one.reason} p${one.passed} f${one.failedCount} s${one.skipped}`;
  misses.push(
    `${falseRight ? "FALSE RIGHT " : ""}${run.id}: want ${label(want)}, got ${label(got)} ${got.error ?? ""}| ${got.fix ?? ""}`,
  );
}

const total = empty();
const cell = (value) => String(value).padStart(11);
console.log("framework".padEnd(12) + Object.keys(total).map(cell).join(""));
for (const [name, row] of scores) {
  for (const key of Object.keys(total)) total[key] += row[key];
  console.log(name.padEnd(12) + Object.values(row).map(cell).join(""));
}
console.log("all".padEnd(12) + Object.values(total).map(cell).join(""));
const percent = (part) => `${((100 * part) / total.n).toFixed(2)} %`;
console.log(
  `verdict ${percent(total.verdict)} (at least 99.5), reason ${percent(total.reason)} (98), ` +
    `counts ${percent(total.counts)} (99), wrong judged right ${total.falseRight} (0), ` +
    `names ${percent(total.names)}; ${Date.now() - started} ms, ${Math.round(process.memoryUsage.rss() / 1e6)} MB`,
);
if (comparing) {
  console.log(`\n${"what counts as RED".padEnd(22)}     right  wrong accepted  right refused`);
  for (const [name, [right, accepted, refused]] of compared)
    console.log(
      `${name.padEnd(22)}${String(right).padStart(10)}${String(accepted).padStart(16)}${String(refused).padStart(15)}`,
    );
}
if (verbose) for (const miss of misses) console.log(miss);
const good =
  total.verdict >= 0.995 * total.n &&
  total.reason >= 0.98 * total.n &&
  total.counts >= 0.99 * total.n &&
  total.falseRight === 0;
process.exitCode = good || only !== undefined ? 0 : 1;
