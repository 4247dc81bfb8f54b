// Runs the scripted cheats and their honest look-alikes against `tdd-loop lock` and `gate --lock`.
//   node .github/scripts/corpus-cheats.mjs [--family P,G] [--id T05] [--json] [--jobs 2]
// Cases are found in $TDD_LOOP_CORPUS/cheats (default ../shared/corpus). Each runs in a directory of
// its own; for root in a mount namespace of its own, too, because cases may write below /tmp.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bundleCli } from "./bundle-cli.mjs";

const { values: options } = parseArgs({
  options: {
    family: { type: "string", default: "P,G,B,T,M,H" },
    id: { type: "string" },
    json: { type: "boolean", default: false },
    jobs: { type: "string", default: "2" },
    cases: { type: "string" },
  },
});
const corpus = resolve(process.env.TDD_LOOP_CORPUS ?? "../shared/corpus", "cheats");
if (!existsSync(corpus)) {
  console.log(`no corpus at ${corpus}: set TDD_LOOP_CORPUS. Nothing was run.`);
  process.exit(0);
}
const families = options.family.split(",");
const ids = options.id?.split(",");
const cases = readFileSync(options.cases ?? join(corpus, "cases.jsonl"), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line))
  .filter((one) => one.script !== undefined)
  .filter((one) => (ids === undefined ? families.includes(one.family) : ids.includes(one.id)));

const cli = await bundleCli({
  registerGate: "src/entry/commands/gate.ts",
  registerLock: "src/entry/commands/lock.ts",
});
const isRoot = process.getuid?.() === 0;
const namespace = "unshare";
const canIsolate = isRoot && spawnSync(namespace, ["-m", "true"]).status === 0;
if (!canIsolate) console.log("note: no mount namespace here, cases share /tmp");

const results = await inParallel(cases, Number(options.jobs), runCase);
rmSync(dirname(cli), { recursive: true, force: true });
if (options.json) for (const result of results) console.log(JSON.stringify(result));
else printTable(results);
process.exit(results.every(({ right }) => right) ? 0 : 1);

/** The contract of the corpus: fixture, set-up, lock, the case's own script, gate. */
function scriptOf(one) {
  const kind = one.fixture;
  const allowed = [`src/slug.${kind}`, ...(one.allow_extra ?? [])].map(quote).join(" ");
  const command =
    kind === "js" ? '["node","--test","test/"]' : '["python3","-m","pytest","-q","test"]';
  const run = ["P", "G"].includes(one.family)
    ? ""
    : ` --run --test-seconds ${one.test_seconds ?? 60} --holdout ${quote(join(corpus, "holdout", kind))}`;
  const tip = one.base_tip === undefined ? "" : ` --tip $(git rev-parse ${one.base_tip})`;
  const linked = one.linked_worktree
    ? "git checkout -q --detach; git worktree add -q ../linked tdd/slugify; cd ../linked"
    : ":";
  const shas =
    'F=$(git rev-parse --git-common-dir)/fx-shas; read -r BASE < "$F"; RED=$(sed -n 2p "$F")';
  return [
    `. ${quote(join(corpus, "prelude.sh"))}`,
    `mkfix ${kind} "$ROOM/d" || exit 90`,
    linked,
    "DIR=$PWD",
    one.setup ?? ":",
    shas,
    `node "$CLI" lock --repo "$DIR" --base "$BASE" --red "$RED" --allow ${allowed} --test-command ${quote(command)} --out "$ROOM/lock.json" || exit 91`,
    'cd "$DIR"',
    one.script,
    'cd "$DIR"',
    `node "$CLI" gate --lock "$ROOM/lock.json" --repo "$DIR"${tip}${run} --json`,
  ].join("\n");
}

function quote(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

async function runCase(one) {
  const room = mkdtempSync(join(tmpdir(), "cheat-"));
  const file = join(room, "case.sh");
  writeFileSync(file, scriptOf(one));
  const isolated = [
    "mount -t tmpfs tmpfs /mnt && mkdir /mnt/room",
    `cp ${quote(cli)} /mnt/cli.mjs && cp ${quote(file)} /mnt/case.sh`,
    "mount -t tmpfs tmpfs /tmp",
    "CLI=/mnt/cli.mjs ROOM=/mnt/room exec bash /mnt/case.sh",
  ].join(" && ");
  const started = performance.now();
  const ended = canIsolate
    ? await collect(namespace, ["-m", "bash", "-c", isolated], process.env)
    : await collect("bash", [file], { ...process.env, CLI: cli, ROOM: room });
  rmSync(room, { recursive: true, force: true });
  return judge(one, ended, Math.round(performance.now() - started));
}

function judge(one, { status, stdout, stderr }, ms) {
  const line = stdout.trim().split("\n").at(-1) ?? "";
  const answer = line.startsWith("{") ? JSON.parse(line) : { verdict: "error", reasons: [] };
  const { verdict, reasons } = answer;
  const [firstReason] = reasons;
  const wanted = one.expected === "PASS" ? "pass" : one.measured_reasons[0].split(/[:(]/)[0];
  const isBlocked = verdict === "fail" || verdict === "cannot_judge";
  return {
    id: one.id,
    family: one.family,
    verdict,
    right: one.expected === "PASS" ? verdict === "pass" : isBlocked,
    firstRight: (firstReason?.code ?? verdict) === wanted,
    codes: reasons.map(({ code, path }) => `${code}:${path}`),
    wanted,
    status,
    ms,
    note: verdict === "error" ? stderr.slice(0, 500) : (firstReason?.detail ?? ""),
  };
}

function collect(file, args, env) {
  return new Promise((done) => {
    const child = spawn(file, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    child.on("close", (status) => done({ status, stdout, stderr }));
  });
}

async function inParallel(items, jobs, work) {
  const done = new Array(items.length);
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      done[index] = await work(items[index]);
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  return done;
}

function printTable(rows) {
  for (const row of rows.filter(({ right, firstRight }) => !(right && firstRight))) {
    const what = row.right ? "other first code" : "WRONG";
    console.log(
      `${row.id} ${what}: ${row.verdict} ${row.codes.slice(0, 4).join(" ")} wanted ${row.wanted} ${row.note}`,
    );
  }
  console.log("family  cases  right  first code  seconds");
  for (const family of new Set(rows.map((row) => row.family))) {
    const own = rows.filter((row) => row.family === family);
    const count = (key) => own.filter((row) => row[key]).length;
    const seconds = (own.reduce((sum, row) => sum + row.ms, 0) / 1000).toFixed(1);
    console.log(
      `${family.padEnd(6)}  ${String(own.length).padStart(5)}  ${String(count("right")).padStart(5)}  ${String(count("firstRight")).padStart(10)}  ${seconds.padStart(7)}`,
    );
  }
}
