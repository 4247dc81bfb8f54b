import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Detected } from "../../domain/detected.ts";
import type { TestProject } from "../../domain/projects.ts";
import type { RanTests, TestRun } from "../../domain/test-run.ts";
import type { ProcessEnd, Sandbox, TestRequest, TestRunner } from "../../ports.ts";
import { detectFramework } from "./detect-framework.ts";
import { behind, findFramework, timesRun } from "./find-framework.ts";
import type { Framework, Instrumented, Output } from "./framework.ts";
import { plainReport, plainText } from "./plain-text.ts";
import { commandsOf, takesArguments } from "./read/command-line.ts";
import { repeatEnvironment } from "./repeat-environment.ts";
import { readFacts } from "./repository-facts.ts";
import { runCheck } from "./run-check.ts";
import { runProjects } from "./run-projects.ts";
import { toTestRun } from "./to-test-run.ts";
import { workspacesOf } from "./workspaces.ts";

/** Reports are read up to this many bytes, all together; the text has to do for what is left out. */
const REPORT_LIMIT = 50_000_000;
/** The most files of a directory that are looked at: a suite may have a report for each test file. */
const REPORT_FILES = 5_000;
/** File systems keep times less finely than the clock does. */
const CLOCK_STEP = 2_000;

export interface TestRunnerOptions {
  readonly sandbox: Sandbox;
  /** The framework that config names; null to find it from the command. */
  readonly framework: string | null;
  readonly testSeconds: number;
  readonly maxOutputBytes: number;
  readonly network: "off" | "on";
  /** The whole environment of the test process, PATH included. */
  readonly env: Readonly<Record<string, string>>;
  /** Where report directories are made: outside every work tree. */
  readonly tempDir: string;
}

/**
 * Runs test commands under a sandbox and reads what they leave. Reports go to a directory of random
 * name outside the tree, so that neither the tree nor an agent sees it; the command is changed by
 * flags and environment only, and runs unchanged when that breaks it.
 */
export function createTestRunner(options: TestRunnerOptions): TestRunner {
  return {
    detect: (files, read, named): Promise<Detected> => detectFramework(files, read, named),
    run: (asked, signal) => {
      const projects = asked.projects ?? packagesIn(asked);
      return projects === null
        ? runTests(options, { ...asked, top: asked.dir }, signal)
        : runProjects(asked, projects, (one) =>
            runTests({ ...options, framework: null }, one, signal),
          );
    },
    check: ({ dir, ...asked }, signal) =>
      runCheck(options.sandbox, asked, plainProcess(options, dir), signal),
    lint: (dir, command, signal) => runLint(options, dir, command, signal),
  };
}

/** The packages that one command runs; each is run by itself, so that none hides behind another. */
function packagesIn({ command, dir }: TestRequest): readonly TestProject[] | null {
  return workspacesOf(command, readFacts(dir));
}

/** A run in a directory of a checkout, which may use what lies above it there. */
type PlacedRequest = TestRequest & { readonly top: string };

async function runTests(
  options: TestRunnerOptions,
  asked: PlacedRequest,
  signal: AbortSignal,
): Promise<RanTests> {
  const facts = readFacts(asked.dir);
  const framework = findFramework(asked.framework ?? options.framework, asked.command, facts);
  const room = await mkdtemp(join(options.tempDir, "tdd-loop-report-"));
  try {
    const site = { room, reportDir: join(room, "reports"), signal };
    await mkdir(site.reportDir);
    const isOnce = timesRun(asked.command, framework, facts) < 2;
    const wanted = isOnce
      ? framework.instrument(asked.command, site.reportDir)
      : (framework.instrumentMany?.(asked.command) ?? null);
    const safe =
      wanted !== null &&
      reachesRunner(asked.command, wanted, framework, behind(asked.command, facts));
    const plain = { command: asked.command, env: {} };
    const run = await runOnce(options, asked, framework, safe ? wanted : plain, site);
    const spoilt = safe && run.kind === "did_not_start" && !signal.aborted;
    const again = spoilt ? await runOnce(options, asked, framework, plain, site) : run;
    return { run: again, sandbox: options.sandbox.name };
  } finally {
    await rm(room, { recursive: true, force: true });
  }
}

/** Flags at the end of a line must reach the runner, not a linter that comes after it. */
function reachesRunner(
  command: string,
  wanted: Instrumented,
  framework: Framework,
  script: string,
): boolean {
  if (wanted.command === command) return true;
  const takes = framework.takesFlags ?? framework.runs;
  const lines = script === command ? [command] : [command, script];
  return lines.every(takesArguments) && takes.test(commandsOf(script).at(-1) ?? "");
}

interface Site {
  /** A directory of ours that the run may read and write; the reports' is in it. */
  readonly room: string;
  readonly reportDir: string;
  readonly signal: AbortSignal;
}

async function runOnce(
  options: TestRunnerOptions,
  asked: PlacedRequest,
  framework: Framework,
  how: Instrumented,
  { room, reportDir, signal }: Site,
): Promise<TestRun> {
  const again = await repeatEnvironment(asked, room, options.env);
  for (const [name, text] of Object.entries(how.files ?? {}))
    await writeFile(join(reportDir, name), text);
  const started = Date.now();
  const end = await options.sandbox.run(
    {
      command: how.command,
      cwd: asked.dir,
      env: environment({ ...options.env, ...again, ...asked.env }, placesOf(asked), how.env),
      writable: asked.top === asked.dir ? [room] : [room, asked.top],
      timeoutMs: options.testSeconds * 1000,
      maxOutputBytes: options.maxOutputBytes,
      network: options.network,
    },
    signal,
  );
  const reports = await reportsIn(reportDir);
  for (const written of framework.treeReports ?? []) {
    const own = await reportsIn(join(asked.dir, written), started);
    for (const [name, text] of own) reports.set(join(written, name), text);
  }
  return toTestRun(framework, toOutput(asked, end, reports));
}

function placesOf({ dir, top }: PlacedRequest): readonly string[] {
  return dir === top ? [dir] : [dir, top];
}

/** Options variables are added to what is there; everything else is replaced. */
function environment(
  base: Readonly<Record<string, string>>,
  places: readonly string[],
  more: Readonly<Record<string, string>>,
): Record<string, string> {
  // npm asks its registry for news, and prints them between the runner's own lines.
  const quiet = { NO_COLOR: "1", NPM_CONFIG_UPDATE_NOTIFIER: "false" };
  const env: Record<string, string> = { ...quiet, ...base };
  for (const [name, value] of Object.entries(more)) {
    const before = /OPTIONS$|OPTS$/.test(name) ? env[name] : undefined;
    env[name] = before === undefined ? value : `${before} ${value}`;
  }
  const bins = places.map((dir) => `${dir}/node_modules/.bin`);
  return {
    ...env,
    PATH: [...bins, base["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"].join(":"),
  };
}

function toOutput(asked: TestRequest, end: ProcessEnd, reports: Map<string, string>): Output {
  return {
    command: asked.command,
    dir: asked.dir,
    exitCode: end.exitCode,
    signal: end.signal,
    timedOut: end.timedOut,
    stdout: plainText(end.stdout),
    stderr: plainText(end.stderr),
    reports,
    durationMs: end.durationMs,
    outputCut: end.outputCut,
    ...(end.leftovers === undefined ? {} : { leftovers: end.leftovers }),
    ...(end.limit === undefined ? {} : { limit: end.limit }),
  };
}

/**
 * The reports of a directory, which may not be there. Code under test can write there too: neither
 * the number of its files nor their sizes are without a bound, and the runner's own are not crowded
 * out by larger ones.
 * @param since leaves out what an earlier run wrote (milliseconds since the epoch)
 */
async function reportsIn(dir: string, since = 0): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let left = REPORT_LIMIT;
  for (const { path, size } of await filesIn(dir, since - CLOCK_STEP)) {
    left -= size;
    if (left < 0) break;
    found.set(path.slice(dir.length + 1), plainReport(path, await readFile(path, "utf8")));
  }
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The smallest first. */
async function filesIn(
  dir: string,
  since: number,
): Promise<readonly { readonly path: string; readonly size: number }[]> {
  if (!existsSync(dir)) return [];
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).slice(0, REPORT_FILES);
  const sized = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      const { size, mtimeMs } = await stat(path);
      return { path, size, mtimeMs };
    }),
  );
  return sized.filter((file) => file.mtimeMs >= since).sort((one, other) => one.size - other.size);
}

/** A command as it is, in a checkout. */
function plainProcess(options: TestRunnerOptions, dir: string) {
  const { maxOutputBytes, network } = options;
  const env = environment(options.env, [dir], {});
  return { cwd: dir, env, writable: [], maxOutputBytes, network };
}

async function runLint(
  options: TestRunnerOptions,
  dir: string,
  command: string,
  signal: AbortSignal,
): Promise<{ passed: boolean; output: string }> {
  const end = await options.sandbox.run(
    {
      ...plainProcess(options, dir),
      command,
      timeoutMs: options.testSeconds * 1000,
    },
    signal,
  );
  const output = plainText([end.stdout, end.stderr].filter((text) => text !== "").join("\n"));
  const passed = end.exitCode === 0 && !end.timedOut;
  return {
    passed,
    output: end.timedOut ? `${output}\n[timed out after ${options.testSeconds} s]` : output,
  };
}
