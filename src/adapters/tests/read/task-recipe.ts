import { parse } from "yaml";
import { z } from "zod";
import type { MakeRecipe } from "./make-recipe.ts";
import { makeRecipe } from "./make-recipe.ts";

type Read = (path: string) => string | null;

/** What a task runner's file says of one task; null where it does not tell plainly. */
interface TaskTool {
  /** The whole call; the task's name is its first group. */
  readonly call: RegExp;
  readonly files: readonly string[];
  readonly recipe: (text: string, task: string) => string;
}

const TOOLS: readonly TaskTool[] = [
  {
    call: /^\s*just\s+([\w:-]+)\s*$/,
    files: ["justfile", "Justfile", ".justfile"],
    recipe: (text, task) => justRecipe(text, task, []),
  },
  {
    call: /^\s*(?:task|go-task)\s+([\w:-]+)\s*$/,
    files: ["Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml"],
    recipe: (text, task) => taskfileRecipe(text, task, []),
  },
  {
    call: /^\s*composer\s+(?:(?:run|run-script)\s+)?(test[\w:-]*)\s*$/,
    files: ["composer.json"],
    recipe: composerScript,
  },
  {
    call: /^\s*(?:python3?\s+-m\s+)?(tox)\b[^|;&]*$/,
    files: ["tox.ini"],
    recipe: toxCommands,
  },
  {
    call: /^\s*(?:bundle\s+exec\s+)?rake(?:\s+(\w+))?\s*$/,
    files: ["Rakefile", "rakefile", "Rakefile.rb"],
    recipe: rakeRunner,
  },
];

/** The lines behind a task of make, just, task, composer, tox or rake, and where they stand. */
export function taskRecipe(command: string, read: Read): MakeRecipe | null {
  const made = makeRecipe(command, read);
  if (made !== null) return made;
  return TOOLS.map((tool) => byTool(tool, command, read)).find((found) => found !== null) ?? null;
}

function byTool({ call, files, recipe }: TaskTool, command: string, read: Read): MakeRecipe | null {
  const match = call.exec(command);
  const file = match === null ? undefined : files.find((path) => read(path) !== null);
  if (file === undefined) return null;
  const target = match?.[1] ?? "default";
  const text = recipe(read(file) ?? "", target);
  return text === "" ? null : { file, target, text };
}

/** Recipes that wait for each other in a circle, or in a long chain, are followed so far. */
const MOST_NEEDED = 8;

function justRecipe(text: string, task: string, seen: readonly string[]): string {
  if (seen.includes(task) || seen.length > MOST_NEEDED) return "";
  const lines = text.split(/\r?\n/);
  const at = lines.findIndex((line) => /^@?([\w-]+)[^:=]*:(?!=)/.exec(line)?.[1] === task);
  if (at === -1) return "";
  const after = lines.slice(at + 1);
  const end = after.findIndex((line) => !/^(?:\s+\S|\s*$)/.test(line));
  const own = (end === -1 ? after : after.slice(0, end))
    .map((line) => line.trim().replace(/^[@-]+\s*/, ""))
    .filter((line) => line !== "" && !line.startsWith("#"));
  const needed = (lines[at] ?? "").replace(/^[^:]*:/, "").match(/[\w-]+/g) ?? [];
  return [...own, ...needed.map((name) => justRecipe(text, name, [...seen, task]))]
    .filter((line) => line !== "")
    .join("\n");
}

const Step = z.union([
  z.string(),
  z.looseObject({ cmd: z.string().optional(), task: z.string().optional() }),
]);
const Task = z.union([
  z.string().transform((cmd) => ({ cmds: [cmd], deps: [] })),
  z.looseObject({
    cmds: z.array(Step).default([]),
    cmd: z.string().optional(),
    deps: z.array(Step).default([]),
  }),
]);
const Taskfile = z.looseObject({ tasks: z.record(z.string(), z.unknown()) });

function taskfileRecipe(text: string, task: string, seen: readonly string[]): string {
  if (seen.includes(task) || seen.length > MOST_NEEDED) return "";
  const one = Task.safeParse(tasksOf(text)[task]);
  if (!one.success) return "";
  const single = "cmd" in one.data && typeof one.data.cmd === "string" ? [one.data.cmd] : [];
  const follow = (name: string | undefined) =>
    name === undefined ? "" : taskfileRecipe(text, name, [...seen, task]);
  const steps = one.data.cmds.map((step) =>
    typeof step === "string" ? step : (step.cmd ?? follow(step.task)),
  );
  const deps = one.data.deps.map((step) => follow(typeof step === "string" ? step : step.task));
  return [...single, ...steps, ...deps].filter((line) => line !== "").join("\n");
}

function tasksOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const file = Taskfile.safeParse(parse(text));
    return file.success ? file.data.tasks : {};
  } catch {
    // The tool itself will say what is wrong with its file.
    return {};
  }
}

const Composer = z.looseObject({
  scripts: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});

function composerScript(text: string, name: string): string {
  try {
    const file = Composer.safeParse(JSON.parse(text));
    const script = file.success ? (file.data.scripts[name] ?? "") : "";
    return typeof script === "string" ? script : script.join("\n");
  } catch {
    return "";
  }
}

/** The commands of every environment: one run of tox runs them all. */
function toxCommands(text: string): string {
  const found = text.matchAll(/^commands\s*=[ \t]*(.*(?:\n[ \t]+\S.*|\n[ \t]*(?=\n[ \t]))*)/gm);
  return [...found]
    .flatMap((match) => (match[1] ?? "").split("\n"))
    .map((line) => line.trim().replace(/^-\s*/, ""))
    .filter((line) => line !== "" && !line.startsWith("#"))
    .join("\n");
}

/** A Rakefile names the class that runs the tests, and no command. */
function rakeRunner(text: string, task: string): string {
  const isRspec =
    /RSpec::Core::RakeTask/.test(text) && !/Rake::TestTask|Minitest::TestTask/.test(text);
  return isRspec && /^(?:default|spec|test)$/.test(task) ? "rspec" : "";
}
