#!/usr/bin/env node
// Runs a small project of each test framework live through its adapter, in every way a test can be red,
// and says where the verdict is not the expected one. Exit code 1 on any wrong verdict.
//   --only NAME   one framework        --case NAME   one case        -v   prints what was misjudged
//   --install     installs what is missing: npm packages into a temporary directory, Debian's by apt-get
//   --packages D  a directory with node_modules that holds the npm packages
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { bundled } from "./bundled.mjs";
import { compiled } from "./live/compiled.mjs";
import { javascript } from "./live/javascript.mjs";
import { scripted } from "./live/scripted.mjs";

const flag = (name) => process.argv.includes(name);
const value = (name) => process.argv[process.argv.indexOf(name) + 1];
const given = (name) => (flag(name) ? value(name) : undefined);

const { runTests } = await bundled("src/entry/wire-red.ts");
const { judgeRed } = await bundled("src/gates/red/judge-red.ts");
const { judgeRecord } = await bundled("src/adapters/tests/judge-record.ts");
const { detectFramework } = await bundled("src/adapters/tests/detect-framework.ts");

const WORDS = {
  right_reason: "right",
  already_satisfied: "pass",
  wrong_reason: "wrong",
  cannot_judge: "wrong",
};
/** Only where the adapter has a report made does the bare command print something else. */
const REPORTS = new Set(
  "node:test vitest jest ts-jest mocha jasmine tap pytest rspec phpunit go prove junit5".split(" "),
);
/** Newer lines of these need a newer Node than 20. */
const PINNED = { ava: "ava@6", typescript: "typescript@5", vitest: "vitest@4", tap: "tap@21" };
/** What has no project here, and why. */
const NEVER = new Map([
  [
    "junit5",
    "Maven takes its plugins from a repository on the network, Debian has none for JUnit 5; recorded outputs are judged by `npm run corpus:red`",
  ],
]);
const SECONDS = 120;
const SHORT_SECONDS = 12;
const work = mkdtempSync(join(tmpdir(), "live-frameworks-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
const signal = new AbortController().signal;

const wanted = [...javascript, ...scripted, ...compiled].filter(
  ({ name }) => given("--only") === undefined || given("--only").split(",").includes(name),
);
const packages = packagesFor(wanted);
const tally = { right: 0, wrong: [], skipped: [] };
for (const [name, why] of NEVER) {
  if ((given("--only") ?? name).split(",").includes(name)) tally.skipped.push(`${name}: ${why}`);
}
for (const framework of wanted) await runFramework(framework);
report();

/** Where npm packages are: a given directory, or a fresh one that `--install` fills. */
function packagesFor(frameworks) {
  if (given("--packages") !== undefined) return resolve(given("--packages"));
  const names = [...new Set(frameworks.flatMap((framework) => framework.packages ?? []))];
  if (!flag("--install") || names.length === 0) return resolve(".");
  const dir = join(work, "packages");
  mkdirSync(dir);
  writeFileSync(join(dir, "package.json"), '{ "private": true }');
  const pinned = names.map((name) => PINNED[name] ?? name);
  spawnSync("npm", ["install", "--no-audit", "--no-fund", ...pinned], {
    cwd: dir,
    stdio: "inherit",
  });
  return dir;
}

function missing(framework) {
  const programs = framework.needs.filter(
    (name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0,
  );
  const modules = (framework.packages ?? []).filter(
    (name) => !existsSync(join(packages, "node_modules", name)),
  );
  const probe =
    framework.probe !== undefined && spawnSync("sh", ["-c", framework.probe]).status !== 0;
  return [...programs, ...modules, ...(probe ? [framework.probe] : [])];
}

async function runFramework(framework) {
  const why = absent(framework);
  if (why.length > 0) {
    tally.skipped.push(`${framework.name}: not installed: ${why.join(", ")} (--install tries)`);
    return;
  }
  const started = Date.now();
  const baseline = await observe(framework, {}, "base");
  const wrongBefore = tally.wrong.length;
  if (baseline.run.kind !== "finished" || baseline.run.counts.passed === 0)
    return wrong(framework, "baseline", "a green suite", said(baseline.run), baseline.run);
  for (const [name, one] of Object.entries(framework.cases)) {
    if (one && (given("--case") ?? name) === name) await runCase(framework, name, one, baseline);
  }
  const misjudged = tally.wrong.length - wrongBefore;
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(
    `${framework.name.padEnd(12)} ${misjudged === 0 ? "ok" : `${misjudged} WRONG`} (${seconds} s)`,
  );
}

function absent(framework) {
  const before = missing(framework);
  if (before.length === 0 || !flag("--install") || framework.debian === undefined) return before;
  spawnSync("apt-get", ["install", "-y", "--no-install-recommends", ...framework.debian], {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return missing(framework);
}

function laidOut(framework, files, name) {
  const dir = join(work, `${framework.name.replace(/\W/g, "-")}-${name}`);
  for (const [path, text] of Object.entries({ ...framework.files, ...files })) {
    if (text === null) continue;
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  if ((framework.packages ?? []).length > 0)
    symlinkSync(join(packages, "node_modules"), join(dir, "node_modules"));
  return dir;
}

/** One run through the adapter, and one of the bare command as somebody would record it. */
async function observe(framework, one, name) {
  const dir = laidOut(framework, one.files ?? {}, name);
  const paths = Object.keys({ ...framework.files, ...one.files });
  const texts = { ...framework.files, ...one.files };
  const found = await detectFramework(paths, async (path) => texts[path] ?? null);
  const command = one.command ?? framework.command ?? found.testCommand;
  const testSeconds = /never_ends/.test(name) ? (framework.seconds ?? SHORT_SECONDS) : SECONDS;
  const env = { ...process.env, ...one.env };
  const words = Object.entries(one.env ?? {}).map(([key, text]) => `${key}=${text}`);
  const asked = {
    dir,
    command: words.length === 0 ? command : `env ${words.join(" ")} ${command}`,
    framework: framework.named ?? null,
    testSeconds,
    network: "on",
    sandbox: "process",
    times: 1,
    since: null,
    env,
  };
  const { runs } = await runTests(asked, signal);
  const record = flag("--bare") && REPORTS.has(framework.name) ? bare(framework, asked) : null;
  rmSync(dir, { recursive: true, force: true });
  return { run: runs[0], record, command };
}

function bare(framework, { dir, command, testSeconds, env }) {
  const line = `timeout -k 2 ${testSeconds} sh -c ${JSON.stringify(command).replaceAll("$", "\\$")}`;
  const path = `${dir}/node_modules/.bin:${env.PATH}`;
  const end = spawnSync("bash", ["-c", line], {
    cwd: dir,
    env: { ...env, PATH: path },
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  const exitCode = end.status ?? 137;
  return {
    framework: framework.framework ?? framework.name,
    command,
    dir,
    exitCode,
    stdout: end.stdout,
    stderr: end.stderr,
    reports: [],
  };
}

async function runCase(framework, name, one, baseline) {
  const seen = await observe(framework, one, name);
  const { promised } = framework;
  const verdict = judgeRed({ baseline: baseline.run, now: seen.run, promised });
  const word = `${WORDS[verdict.verdict]}/${verdict.reason}`.replace(
    /^wrong\/no_tests/,
    "none/no_tests",
  );
  const expected = [one.expect].flat();
  if (!expected.includes(word)) wrong(framework, name, expected.join(" or "), word, seen.run);
  else tally.right += 1;
  ids(framework, name, one, { baseline, seen });
  if (seen.record !== null) bareCase(framework, name, one, { baseline, seen });
}

function bareCase(framework, name, one, { baseline, seen }) {
  const { dir: _dir, ...before } = baseline.record;
  const judged = judgeRecord({
    id: name,
    ...seen.record,
    promised: framework.promised,
    baseline: before,
  });
  const short = {
    all_pass: "pass",
    no_tests: "none",
    right_reason: "right",
    wrong_reason: "wrong",
  };
  const word = `${short[judged.verdict]}/${judged.reason}`;
  const expected = [one.bare ?? one.expect].flat();
  if (expected.includes(word)) tally.right += 1;
  else
    wrong(framework, `${name} (bare)`, expected.join(" or "), word, {
      output: `${seen.record.exitCode}\n${seen.record.stdout}\n--- stderr\n${seen.record.stderr}`,
      ...judged,
    });
}

/** Ids are the same in every run: what passed before is found again, and what was red is what is green. */
function ids(framework, name, one, { baseline, seen }) {
  if (seen.run.kind !== "finished") return;
  const now = new Map(seen.run.cases.map((test) => [test.id, test.outcome.kind]));
  const passed = baseline.run.cases.filter((test) => test.outcome.kind === "passed");
  if (one.green && passed.some((test) => now.get(test.id) !== "passed"))
    wrong(framework, `${name} (ids)`, "every old test passes", [...now].join("; "), seen.run);
  if (one.regression && !passed.some((test) => now.get(test.id) === "failed"))
    wrong(
      framework,
      `${name} (ids)`,
      "an old test fails under its old id",
      [...now].join("; "),
      seen.run,
    );
}

function said(run) {
  return run.kind === "finished" ? JSON.stringify(run.counts) : `${run.kind} ${run.why ?? ""}`;
}

function wrong(framework, name, expected, got, run) {
  tally.wrong.push(`${framework.name} ${name}: expected ${expected}, got ${got}`);
  console.log(`WRONG ${tally.wrong.at(-1)}`);
  if (flag("-v"))
    console.log(JSON.stringify({ ...run, output: undefined }, null, 1), `\n${run.output}`);
}

function report() {
  console.log(`\n${tally.right} verdicts right, ${tally.wrong.length} wrong.`);
  for (const line of tally.skipped) console.log(`skipped ${line}`);
  process.exitCode = tally.wrong.length === 0 ? 0 : 1;
}
