import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Forge, JobReport } from "../../forge/forge.ts";
import { exitCodes } from "../exit-codes.ts";
import type { DemoOptions, Ended } from "../run-options.ts";
import type { Terminal } from "../terminal.ts";
import type { DemoOutcome } from "./demo-outcome.ts";
import { readOutcome } from "./demo-outcome.ts";
import { demoIssue } from "./demo-repository.ts";
import { removeOldDemos } from "./old-demos.ts";
import type { DemoWorld } from "./start-world.ts";
import { maintainer, startWorld } from "./start-world.ts";

/** `tdd-loop demo`: the main job on the embedded GitHub, from the label to the pull request. */
export async function runDemo(
  options: DemoOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Ended> {
  await removeOldDemos();
  const world = await startWorld(options.port, terminal.env);
  try {
    const { forge, repo, agent } = world;
    terminal.print(`GitHub (embedded)  ${forge.url}/${repo}`);
    terminal.print(
      `Agent              ${agent === "replay" ? "recorded turns (no key is set)" : "the model of ANTHROPIC_API_KEY"}`,
    );
    const issue = await forge.admin.createIssue(repo, { ...demoIssue, user: maintainer });
    terminal.print(
      `Issue              ${forge.url}/${repo}/issues/${issue.number}  "${demoIssue.title}"`,
    );
    await forge.admin.addLabel(repo, issue.number, "tdd", maintainer);
    terminal.print(
      `Labelled tdd by ${maintainer}; the App dispatches the workflow, a runner works it:`,
    );
    await followJobs(world, terminal, signal);
    if (terminal.env["TDD_DEBUG_REQUESTS"])
      for (const r of forge.requests)
        terminal.print(`${r.method} ${r.path} ${r.status} ${r.actor}`);
    const outcome = await readOutcome(world, issue.number);
    show(outcome, world, terminal);
    if (!options.once) await untilStopped(forge, terminal, signal);
    return { exitCode: outcome.kind === "proven" ? exitCodes.success : exitCodes.notDone };
  } finally {
    await world.close();
    await leave(world.dir, options, terminal);
  }
}

/** What was shown is gone with it, unless somebody wants to look at it afterwards. */
async function leave(dir: string, { once, keep }: DemoOptions, terminal: Terminal): Promise<void> {
  if (!once && !keep) return await rm(dir, { recursive: true, force: true });
  await rm(join(dir, "pid"), { force: true });
  terminal.print(`Kept in            ${dir}`);
}

/** Prints the log of each job as it grows, until every webhook and job has ended. */
async function followJobs(
  { forge, app }: DemoWorld,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const shown = new Map<number, number>();
  let isOver = false;
  const over = app
    .settled()
    .then(() => forge.settled())
    .then(() => app.settled())
    .then(() => forge.settled())
    .finally(() => {
      isOver = true;
    });
  while (!isOver && !signal.aborted) {
    printNews(forge.jobs(), shown, terminal);
    await Promise.race([over, pause(200)]);
  }
  printNews(forge.jobs(), shown, terminal);
}

function printNews(jobs: readonly JobReport[], shown: Map<number, number>, terminal: Terminal) {
  for (const job of jobs) {
    const lines = job.log.split("\n").filter((line) => /^[✓✗●…·▸-]|^tdd-loop:/u.test(line));
    for (const line of lines.slice(shown.get(job.id) ?? 0)) terminal.print(`  ${line}`);
    shown.set(job.id, lines.length);
  }
}

function show(outcome: DemoOutcome, { forge, repo }: DemoWorld, terminal: Terminal): void {
  if (outcome.kind === "unproven") {
    terminal.complain(`The demo did not end in a pull request: ${outcome.why}`);
    return;
  }
  const { pull, red, head, fileGate, critic, report, reportUrl, requests } = outcome;
  terminal.print("");
  terminal.print(`Pull request       ${forge.url}/${repo}/pull/${pull}`);
  terminal.print(`Report             ${reportUrl}`);
  terminal.print(`Bare repository    ${outcome.bare}`);
  terminal.print(`GitHub requests    ${requests} by the App and the Action`);
  terminal.print(
    `demo: PR #${pull} · RED ${red.slice(0, 12)} · HEAD ${head.slice(0, 12)} · file-gate ${fileGate} · critic ${critic} · report ${report}`,
  );
}

async function untilStopped(forge: Forge, terminal: Terminal, signal: AbortSignal): Promise<void> {
  terminal.print(`Serving ${forge.url} until you press Ctrl-C.`);
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
