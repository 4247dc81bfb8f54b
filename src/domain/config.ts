import { z } from "zod";
import { describeProblem } from "./describe-problem.ts";
import { nearestWord } from "./nearest-word.ts";
import { Projects } from "./projects.ts";
import { ProfileName, Rules } from "./rules.ts";
import { LayerMap } from "./slice.ts";

/** What a timer of the platform can wait, 2^31 milliseconds, with room for what is added to it. */
const mostMinutes = 35_000;
const mostSeconds = 2_000_000;
/** A text of the platform cannot be longer than half a gigabyte. */
const mostBytes = 256_000_000;

/** The roles an agent can be spawned in. */
export const Role = z.enum([
  "planner",
  "decomposer",
  "writer",
  "scaffolder",
  "implementer",
  "debugger",
  "critic",
  "refactorer",
  "refiner",
  "developer",
  "reviewer",
]);
export type Role = z.infer<typeof Role>;

/** Variables of the runner and of the loop itself: tokens, event and command files, the key of the lock. */
export function isOursAlone(name: string): boolean {
  return /^(GITHUB_|GH_|ACTIONS_|RUNNER_|INPUT_|TDD_LOOP_)/i.test(name);
}

/** Who plays a role: a model through the API, any coding CLI, or recorded turns. */
export const AgentConfig = z.strictObject({
  kind: z.enum(["claude", "command", "replay"]).optional(),
  model: z.string().optional(),
  /** The argv of a coding CLI; the prompt comes on its standard input. */
  command: z.array(z.string()).min(1).optional(),
  /** Names of more variables that a coding CLI gets, e.g. its provider's key; never a token of GitHub's. */
  env: z
    .array(
      z
        .string()
        .regex(/^[A-Za-z_]\w*$/, "is no name of an environment variable")
        .refine((name) => !isOursAlone(name), "is never given to an agent"),
    )
    .optional(),
  /** Files or directories below HOME that a coding CLI needs, e.g. its login; it gets a copy a turn. */
  home: z
    .array(
      z
        .string()
        .refine(
          (path) => /^[^/]/.test(path) && path.split("/").every((part) => !/^\.{0,2}$/.test(part)),
          'must be a path below HOME, without "." and ".."',
        ),
    )
    .optional(),
  maxTurns: z.number().int().positive().optional(),
  dollars: z.number().positive().optional(),
  minutes: z.number().positive().max(mostMinutes).optional(),
});
export type AgentConfig = z.infer<typeof AgentConfig>;

/** `.github/tdd-loop.yml`, read from the default branch only. Every default is here and nowhere else. */
export const Config = z.strictObject({
  label: z.string().min(1).default("tdd"),
  profile: ProfileName.default("strict"),
  rules: Rules.partial().prefault({}),
  base: z.string().optional(),
  /** One shell-free command line, e.g. `npm test` or `python3 -m pytest`. Found by itself when absent. */
  testCommand: z.string().min(1).optional(),
  framework: z.string().optional(),
  /** Packages with tests of their own, by path; `testCommand` is then for what is in none of them. */
  projects: Projects.default({}),
  lintCommand: z.string().min(1).optional(),
  /** Installs what tests need, e.g. `npm ci`; run once, isolated but with network. */
  setup: z.string().min(1).optional(),
  /** Command lines that the command policy lets pass as they are, each by its exact text. */
  allowCommands: z.array(z.string().min(1)).default([]),
  /** Ignored paths that tests need; carried read-only into each test checkout. */
  carry: z
    .array(z.string())
    .default(["node_modules", ".venv", "venv", "vendor", "target", ".yarn", "deps", "_build"]),
  /** Globs of more files that count as tests, besides the well-known ones. */
  testFiles: z.array(z.string()).default([]),
  /** Directories, each ending in "/", and the layer of the code below. Found by their names when absent. */
  layers: LayerMap.optional(),
  permission: z.enum(["triage", "write", "maintain", "admin"]).default("write"),
  /** App ids of bots that may start a run; nobody by default, and no wildcard. */
  allowedBots: z.array(z.number().int().positive()).default([]),
  approveProposals: z.boolean().default(false),
  agent: AgentConfig.prefault({}),
  agents: z.partialRecord(Role, AgentConfig).prefault({}),
  limits: z
    .strictObject({
      dollars: z.number().positive().default(5),
      minutes: z.number().positive().max(mostMinutes).default(45),
      testSeconds: z.number().positive().max(mostSeconds).default(300),
      testOutputBytes: z.number().int().positive().max(mostBytes).default(4_000_000),
    })
    .prefault({}),
  network: z.enum(["off", "on"]).default("off"),
  sandbox: z.enum(["auto", "bubblewrap", "namespaces", "process"]).default("auto"),
});
export type Config = z.infer<typeof Config>;

/** The user's to fix: printed without a stack trace. Says what, where and what to do next. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Parses a configuration; unknown keys are errors with a suggestion.
 * @param source path or name to show in the message
 * @throws ConfigError naming each problem, its place and the legal values
 */
export function readConfig(source: string, data: unknown): Config {
  const parsed = Config.safeParse(data ?? {}, { reportInput: true });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.flatMap(describeIssue);
  throw new ConfigError(`${source} is not valid:\n${problems.join("\n")}\nFix it and start again.`);
}

function describeIssue(issue: z.core.$ZodIssue): string[] {
  const place = issue.path.join(".");
  if (issue.code !== "unrecognized_keys")
    return [`- ${place || "(top)"}: ${describeProblem(issue)}`];
  return issue.keys.map((key) => {
    const near = nearestWord(key, keysAt(issue.path));
    const hint = near === null ? "" : ` Did you mean "${near}"?`;
    return `- ${place === "" ? key : `${place}.${key}`}: unknown key.${hint}`;
  });
}

/** The legal keys of the object at a path of the configuration; none where anything may stand. */
function keysAt(path: readonly PropertyKey[]): readonly string[] {
  let schema: unknown = Config;
  for (const step of path) {
    const inner = unwrapped(schema);
    schema = inner instanceof z.ZodObject ? inner.shape[String(step)] : valueIn(inner);
  }
  const found = unwrapped(schema);
  if (found instanceof z.ZodRecord && found.keyType instanceof z.ZodEnum) {
    return found.keyType.options.map(String);
  }
  return found instanceof z.ZodObject ? Object.keys(found.shape) : [];
}

function unwrapped(schema: unknown): unknown {
  const hasInner =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault;
  return hasInner ? unwrapped(schema.unwrap()) : schema;
}

function valueIn(schema: unknown): unknown {
  return schema instanceof z.ZodRecord ? schema.valueType : undefined;
}
