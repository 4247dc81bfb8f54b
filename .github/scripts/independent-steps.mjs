/** A loop spec of independent steps, run by the whole command line: what the benches of steps share. Needs the build. */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const cli = resolve("dist/cli.js");

/** A directory that is gone when `work` has ended. */
export async function inRoom(work) {
  const room = mkdtempSync(join(tmpdir(), "tdd-loop-bench-steps-"));
  try {
    await work(room);
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}

/** An agent of kind command that does this before it writes what its step's check looks for. */
function agentThat(does) {
  return `
import { writeFileSync } from "node:fs";
let prompt = "";
for await (const chunk of process.stdin) prompt += chunk;
const step = /Step: \`.*\\(([^()]+)\\)\`/.exec(prompt)[1];
${does}
writeFileSync(\`src/\${step}.txt\`, step);
console.log(JSON.stringify({ summary: "Did it.", artifacts: [\`src/\${step}.txt\`] }));
`;
}

function makeRepository(room, env, { name, steps, parallelism, does, files = {} }) {
  const repo = join(room, name);
  const ids = Array.from({ length: steps }, (_, i) => `s${i}`);
  const asked = ids.map((id) => ({
    ...{ id, dependsOn: [], files: [`src/${id}.txt`] },
    check: `grep -q ${id} src/${id}.txt`,
  }));
  const letters = Object.fromEntries(ids.map((id) => [`src/${id}.txt`, "-\n"]));
  const spec = {
    ...{ name: "many", goal: "Many letters", parallelism, validationCommand: "", steps: asked },
  };
  const all = { ...files, ...letters, "spec.json": JSON.stringify(spec) };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(repo, path)), { recursive: true });
    writeFileSync(join(repo, path), text);
  }
  writeFileSync(join(room, `${name}.agent.mjs`), agentThat(does));
  const git = (...args) => execFileSync("git", ["-C", repo, ...args], { env, stdio: "ignore" });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("-c", "user.name=b", "-c", "user.email=b@example.com", "commit", "-qm", "base");
  return repo;
}

/**
 * One whole run: its seconds, the tree it ended in, and the most memory that the loop's own process
 * had, in MB.
 */
export async function runSteps(room, asked) {
  const env = { PATH: process.env.PATH, HOME: room, XDG_STATE_HOME: join(room, "state") };
  const repo = makeRepository(room, env, asked);
  const command = `${process.execPath} ../${asked.name}.agent.mjs`;
  const began = performance.now();
  const args = [cli, "run", "spec.json", "--command", command, "--json"];
  const child = spawn(process.execPath, args, { cwd: repo, env, stdio: "ignore" });
  let peakMb = 0;
  const look = setInterval(() => {
    peakMb = Math.max(peakMb, peakOf(child.pid));
  }, 50);
  const exitCode = await new Promise((done) => child.on("close", done));
  clearInterval(look);
  if (exitCode !== 0) throw new Error(`The run of ${asked.name} ended with ${exitCode}.`);
  const seconds = (performance.now() - began) / 1_000;
  const tree = execFileSync("git", ["-C", repo, "rev-parse", "tdd/many:src"], { env });
  return { seconds, tree: tree.toString().trim(), peakMb };
}

function peakOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    // A process that has ended and was not waited for has none.
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}
