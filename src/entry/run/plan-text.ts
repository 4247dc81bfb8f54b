import type { Command } from "../../domain/command.ts";
import { readAs } from "../../domain/detected.ts";
import type { Lock } from "../../domain/lock.ts";
import { plainText } from "../../domain/outbound-text.ts";
import { projectName } from "../../domain/projects.ts";
import type { RunState, StepsState } from "../../loop/state.ts";
import { workWaves } from "../../loop/steps/next-tasks.ts";

/** What a run would do, for machines. */
export function planFacts(state: RunState) {
  return {
    profile: state.request.profile,
    rules: state.request.rules,
    spec: "spec" in state ? state.spec : null,
    ...("loop" in state ? { loop: state.loop } : {}),
    lock: "lock" in state ? state.lock : null,
    pending: state.pending.map((command: Command) => command.kind),
  };
}

/** The same for a loop spec: its steps in their order, and what they may change. */
function loopText({ loop, lock, request }: StepsState): string {
  const waves = workWaves(loop.tasks, loop.parallelism) ?? [];
  const steps = waves.flatMap((wave, i) =>
    wave.map((task) => `  ${i + 1}. ${task.id}: ${task.name} — ${task.check}`),
  );
  const { command, isDefault } = loop.validation;
  const ifThere = isDefault ? " (the default: left out where it is not installed)" : "";
  return [
    `Plan: ${request.title}`,
    `Loop spec ${loop.name}: ${loop.shape}, at most ${loop.maxIterations} iterations`,
    ...steps,
    ...(loop.finalCheck === null ? [] : [`  at the end: ${loop.finalCheck}`]),
    ...(command === null ? [] : [`  after each check that passed: ${command}${ifThere}`]),
    "Lock",
    `  base ${lock.baseRef} at ${lock.baseSha.slice(0, 12)}`,
    `  branch ${lock.branch}`,
    `  may change: ${[...lock.allowlist.map(({ path }) => path), ...(lock.owned ?? [])].join(", ")}`,
  ].join("\n");
}

/** What a run would do, for a person: criteria, base, branch, tests and files. */
export function planText(state: RunState): string {
  if (state.phase === "loop_steps") return plainText(loopText(state));
  const { spec, lock } = planFacts(state);
  const criteria = (spec?.criteria ?? []).map(({ id, text }) => `  ${id}  ${text}`);
  const title = `Plan: ${spec?.title ?? state.request.title}`;
  if (lock === null)
    return plainText(
      [title, ...criteria, "Lock: a planner would propose the files first"].join("\n"),
    );
  const lines = [
    title,
    ...criteria,
    "Lock",
    `  base ${lock.baseRef} at ${lock.baseSha.slice(0, 12)}`,
    `  branch ${lock.branch}`,
    ...testLines(lock, state),
    `  tests may be written in ${lock.testFiles.join(", ")}`,
    ...lock.allowlist.map((file) => `  ${file.path}${file.isNew ? " (new)" : ""}`),
  ];
  return plainText(lines.join("\n"));
}

function testLines({ testCommand, projects }: Lock, state: RunState): string[] {
  if (projects === undefined) return [`  tests: ${assumedOf(testCommand, state)}`];
  return projects.map((project) => {
    const { cwd, command, framework } = project;
    const where = cwd === project.path ? "" : ` in ${cwd}`;
    return `  tests of ${projectName(project)}${where}: ${command}${framework === null ? "" : ` (${framework})`}`;
  });
}

/** The command, with the framework that it is taken for. */
function assumedOf(testCommand: string, state: RunState): string {
  if (!("ground" in state)) return testCommand;
  const { framework } = state.request.config;
  const { ground } = state;
  if (framework !== undefined) return readAs(testCommand, { framework, why: "as configured" });
  return readAs(testCommand, { framework: ground.framework, why: ground.why ?? "" });
}
