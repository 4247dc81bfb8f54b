import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const isRoot = process.getuid?.() === 0;
const namespace = "unshare";
export const canIsolate = isRoot && spawnSync(namespace, ["-m", "true"]).status === 0;

/** Runs cases against a bundled command line, each in a directory (for root: a /tmp) of its own. */
export function runCases(cases, { cli, jobs, env = {} }) {
  return inParallel(cases, jobs, (one) => runCase(one, cli, env));
}

/** The contract of the corpus: fixture, set-up, lock, the case's own script, gate. */
function scriptOf(one) {
  const kind = one.fixture;
  const allowed = [`src/slug.${kind}`, ...(one.allow_extra ?? [])].map(quote).join(" ");
  const command =
    kind === "js" ? '["node","--test","test/"]' : '["python3","-m","pytest","-q","test"]';
  const run = ["P", "G"].includes(one.kind ?? one.family)
    ? ""
    : ` --run --test-seconds ${one.test_seconds ?? 60} --holdout "$CASES/holdout/${kind}"`;
  const tip = one.base_tip === undefined ? "" : ` --tip $(git rev-parse ${one.base_tip})`;
  const linked = one.linked_worktree
    ? "git checkout -q --detach; git worktree add -q ../linked tdd/slugify; cd ../linked"
    : ":";
  const shas =
    'F=$(git rev-parse --git-common-dir)/fx-shas; read -r BASE < "$F"; RED=$(sed -n 2p "$F")';
  return [
    '. "$CASES/prelude.sh"',
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

async function runCase(one, cli, env) {
  const room = mkdtempSync(join(tmpdir(), "cheat-"));
  const file = join(room, "case.sh");
  writeFileSync(file, scriptOf(one));
  const isolated = [
    "mount -t tmpfs tmpfs /mnt && mkdir /mnt/room /mnt/cases",
    // The folder itself may lie below /tmp, which is another one for the case.
    `cp -r ${quote(one.folder)}/prelude.sh ${quote(one.folder)}/holdout /mnt/cases`,
    `cp ${quote(cli)} /mnt/cli.mjs && cp ${quote(file)} /mnt/case.sh`,
    "mount -t tmpfs tmpfs /tmp",
    "TMPDIR=/tmp CLI=/mnt/cli.mjs ROOM=/mnt/room CASES=/mnt/cases exec bash /mnt/case.sh",
  ].join(" && ");
  const started = performance.now();
  const all = { ...process.env, ...env };
  const ended = canIsolate
    ? await collect(namespace, ["-m", "bash", "-c", isolated], all)
    : await collect("bash", [file], { ...all, CLI: cli, ROOM: room, CASES: one.folder });
  rmSync(room, { recursive: true, force: true });
  return judge(one, ended, Math.round(performance.now() - started));
}

function judge(one, { status, stdout, stderr }, ms) {
  const line = stdout.trim().split("\n").at(-1) ?? "";
  const answer = line.startsWith("{") ? JSON.parse(line) : { verdict: "error", reasons: [] };
  const { verdict, reasons } = answer;
  const [firstReason] = reasons;
  const wanted = one.expected === "PASS" ? "pass" : one.measured_reasons[0].split(/[:(]/)[0];
  // A gate that breaks on everything would block every attack; that is not what is asked here.
  const isBlocked =
    (verdict === "fail" || verdict === "cannot_judge") &&
    firstReason?.code !== "GATE_ERROR_FAIL_CLOSED";
  return {
    id: one.id,
    family: one.family,
    verdict,
    right: one.expected === "PASS" ? verdict === "pass" : isBlocked,
    firstRight: (firstReason?.code ?? verdict) === wanted,
    codes: reasons.map(({ code, path }) => `${code}:${path}`),
    reasons,
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
