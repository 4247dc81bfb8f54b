/**
 * Eight independent steps of a loop spec whose agent takes its time, one after the other and all at the
 * same time (P13): the whole command line, real processes, commits and checks. Also that both end in the
 * same tree. Needs the build.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { figure } from "../measure.mjs";

const STEPS = 8;
/** An agent's latency, far above what its check takes; a model's turn is a minute and more. Milliseconds. */
const LATENCY = 12_000;
const cli = resolve("dist/cli.js");
const place = mkdtempSync(join(tmpdir(), "tdd-loop-bench-steps-"));
const env = { PATH: process.env.PATH, HOME: place, XDG_STATE_HOME: join(place, "state") };

const agent = `
import { writeFileSync } from "node:fs";
let prompt = "";
for await (const chunk of process.stdin) prompt += chunk;
const step = /Step: \`.*\\(([^()]+)\\)\`/.exec(prompt)[1];
await new Promise((done) => setTimeout(done, ${LATENCY}));
writeFileSync(\`src/\${step}.txt\`, step);
console.log(JSON.stringify({ summary: "Did it.", artifacts: [\`src/\${step}.txt\`] }));
`;

function makeRepository(name, parallelism) {
  const repo = join(place, name);
  mkdirSync(join(repo, "src"), { recursive: true });
  const ids = Array.from({ length: STEPS }, (_, i) => `s${i}`);
  const steps = ids.map((id) => ({
    ...{ id, dependsOn: [], files: [`src/${id}.txt`] },
    check: `grep -q ${id} src/${id}.txt`,
  }));
  for (const id of ids) writeFileSync(join(repo, `src/${id}.txt`), "-\n");
  const spec = { name: "eight", goal: "Eight letters", parallelism, validationCommand: "", steps };
  writeFileSync(join(repo, "spec.json"), JSON.stringify(spec));
  writeFileSync(join(place, "agent.mjs"), agent);
  const git = (...args) => execFileSync("git", ["-C", repo, ...args], { env, stdio: "ignore" });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("-c", "user.name=b", "-c", "user.email=b@example.com", "commit", "-qm", "base");
  return repo;
}

/** Seconds of one whole run, and the tree it ended in. */
function run(name, parallelism) {
  const repo = makeRepository(name, parallelism);
  const command = `${process.execPath} ../agent.mjs`;
  const began = performance.now();
  const args = [cli, "run", "spec.json", "--command", command, "--json"];
  execFileSync(process.execPath, args, { cwd: repo, env, stdio: "ignore" });
  const seconds = (performance.now() - began) / 1_000;
  const tree = execFileSync("git", ["-C", repo, "rev-parse", "tdd/eight:src"], { env });
  return { seconds, tree: tree.toString().trim() };
}

try {
  const together = run("together", STEPS);
  const serial = run("serial", 1);
  const times = serial.seconds / together.seconds;
  const isSame = serial.tree === together.tree;
  figure({
    name: `${STEPS} steps at once, as in turn`,
    value: times,
    unit: "times as fast",
    least: 6,
  });
  figure({ name: "trees the two orders end in", value: isSame ? 1 : 2, unit: "", most: 1 });
} finally {
  rmSync(place, { recursive: true, force: true });
}
