import { z } from "zod";
import { ProfileName, Rules } from "./rules.ts";

/** The roles an agent can be spawned in. */
export const Role = z.enum([
  "planner",
  "writer",
  "scaffolder",
  "implementer",
  "debugger",
  "critic",
  "refactorer",
]);
export type Role = z.infer<typeof Role>;

/** Who plays a role: a model through the API, any coding CLI, or recorded turns. */
export const AgentConfig = z.strictObject({
  kind: z.enum(["claude", "command", "replay"]).optional(),
  model: z.string().optional(),
  /** The argv of a coding CLI; the prompt comes on its standard input. */
  command: z.array(z.string()).min(1).optional(),
  maxTurns: z.number().int().positive().optional(),
  dollars: z.number().positive().optional(),
  minutes: z.number().positive().optional(),
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
  lintCommand: z.string().min(1).optional(),
  /** Installs what tests need, e.g. `npm ci`; run once, isolated but with network. */
  setup: z.string().min(1).optional(),
  /** Ignored paths that tests need; carried read-only into each test checkout. */
  carry: z
    .array(z.string())
    .default(["node_modules", ".venv", "venv", "vendor", "target", ".yarn", "deps", "_build"]),
  /** Globs of more files that count as tests, besides the well-known ones. */
  testFiles: z.array(z.string()).default([]),
  permission: z.enum(["triage", "write", "maintain", "admin"]).default("write"),
  /** App ids of bots that may start a run; nobody by default, and no wildcard. */
  allowedBots: z.array(z.number().int().positive()).default([]),
  approveProposals: z.boolean().default(false),
  agent: AgentConfig.prefault({}),
  agents: z.partialRecord(Role, AgentConfig).prefault({}),
  limits: z
    .strictObject({
      dollars: z.number().positive().default(5),
      minutes: z.number().positive().default(45),
      testSeconds: z.number().positive().default(300),
      testOutputBytes: z.number().int().positive().default(4_000_000),
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
  const parsed = Config.safeParse(data ?? {});
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.flatMap(describeIssue);
  throw new ConfigError(`${source} is not valid:\n${problems.join("\n")}\nFix it and start again.`);
}

function describeIssue(issue: z.core.$ZodIssue): string[] {
  const place = issue.path.join(".");
  if (issue.code !== "unrecognized_keys") return [`- ${place || "(top)"}: ${issue.message}`];
  return issue.keys.map((key) => {
    const near = nearest(key, place === "" ? Object.keys(Config.shape) : []);
    const hint = near === null ? "" : ` Did you mean "${near}"?`;
    return `- ${place === "" ? key : `${place}.${key}`}: unknown key.${hint}`;
  });
}

function nearest(word: string, known: readonly string[]): string | null {
  const ranked = known
    .map((name) => ({ name, distance: editDistance(word.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best !== undefined && best.distance <= Math.max(2, word.length / 3) ? best.name : null;
}

/** Levenshtein's distance, one row at a time. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const above = row;
    row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(swap, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
  }
  return row[b.length] ?? 0;
}
