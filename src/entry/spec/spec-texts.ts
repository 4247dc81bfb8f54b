import type { LoopSpec, SpecNote, SpecTask } from "../../domain/loop-spec/loop-spec.ts";
import { workWaves } from "../../loop/steps/next-tasks.ts";
import type { Examined } from "./examine-spec.ts";

/** What `spec lint` prints on one spec. */
export function lintText({ path, spec, problems, notes }: Examined): string {
  const verdict =
    problems.length > 0 || spec === null
      ? counted(problems.length, "problem")
      : `ok: ${summary(spec)}`;
  return [
    `${path}: ${verdict}`,
    ...problems.map((problem) => `  problem: ${noteText(problem)}`),
    ...notes.map((note) => `  note: ${noteText(note)}`),
  ].join("\n");
}

export function noteText({ place, text }: SpecNote): string {
  return `${place}: ${text}`;
}

function summary({ shape, order, tasks, maxIterations }: LoopSpec): string {
  const steps = order === "one" ? "" : `, ${counted(tasks.length, "step")}`;
  return `${shape}${steps}, ${counted(maxIterations, "iteration")} at most`;
}

/** What `spec show` prints: every value as it counts, then the order of work. */
export function showText(spec: LoopSpec, hasValidator: boolean): string {
  const rows = rowsOf(spec, hasValidator).map(([name, value]) => `${name.padEnd(23)}${value}`);
  const waves = workWaves(spec.tasks, spec.order === "dag" ? spec.parallelism : 1) ?? [];
  const work = waves.flatMap((wave, i) => wave.map((task) => taskText(task, i + 1)));
  return [...rows, "", "Order of work:", ...work, ...finalText(spec)].join("\n");
}

function rowsOf(spec: LoopSpec, hasValidator: boolean): [string, string][] {
  const shape = { one: "", given: ", steps in order", dag: ", steps by their dependencies" };
  return [
    ["name", spec.name],
    ["goal", spec.goal],
    ["shape", `${spec.shape}${shape[spec.order]}`],
    ["attempts", `${spec.attemptsPerTask}${spec.order === "one" ? "" : " per step"}`],
    ["maxIterations", String(spec.maxIterations)],
    ["timeoutMs", String(spec.timeoutMs)],
    ["finalCheck", spec.finalCheck ?? "none"],
    ["validationCommand", validationText(spec, hasValidator)],
    ["verifyOutputPattern", spec.verifyOutputPattern ?? "none"],
    ["verifyPrefix", spec.verifyPrefix ?? "none"],
    ["parallelism", String(spec.parallelism)],
    ["overlap", spec.overlap],
    ["taskWorktrees", String(spec.taskWorktrees)],
    ["autoCommitNoVerify", String(spec.autoCommitNoVerify)],
    ["autoCommitAddUntracked", String(spec.autoCommitAddUntracked)],
  ];
}

function validationText({ validation }: LoopSpec, hasValidator: boolean): string {
  if (validation.command === null) return "none";
  if (!validation.isDefault) return validation.command;
  const state = hasValidator ? "default" : "default; skipped, because it is not installed here";
  return `${validation.command} (${state})`;
}

function taskText({ id, name, check, dependsOn, files, prompt }: SpecTask, round: number): string {
  const details = [
    ...(dependsOn.length > 0 ? [`after ${dependsOn.join(", ")}`] : []),
    ...(files.length > 0 ? [`owns ${files.join(", ")}`] : []),
    `check: ${check}`,
    ...(prompt === null ? ["no prompt of its own: the goal"] : []),
  ];
  return [
    `  ${round}. ${id}${name === id ? "" : `: ${name}`}`,
    ...details.map((d) => `     ${d}`),
  ].join("\n");
}

function finalText({ finalCheck, shape, order }: LoopSpec): string[] {
  const checked =
    finalCheck === null || order === "one" ? [] : [`  then the final check: ${finalCheck}`];
  const stops =
    shape === "fuzzy" ? ["  the first writes the checker; then a person approves it"] : [];
  return [...checked, ...stops];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
