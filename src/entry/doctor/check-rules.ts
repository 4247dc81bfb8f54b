import type { Config } from "../../domain/config.ts";
import { ConfigError, Role } from "../../domain/config.ts";
import { configPath } from "../../domain/config-path.ts";
import { nearestWord } from "../../domain/nearest-word.ts";
import { rulesOf } from "../../loop/profiles.ts";
import { checkFramework } from "../wire-framework.ts";
import type { Finding } from "./finding.ts";
import { failure, ok } from "./finding.ts";
import type { Machine } from "./machine.ts";

/** What a run would refuse in a configuration that is valid as such: profile, agent, framework, base. */
export async function checkRules(machine: Machine, config: Config): Promise<Finding[]> {
  return [
    checkProfile(config),
    ...checkAgents(config),
    ...checkFrameworkName(config),
    ...(await checkBase(machine, config)),
  ];
}

function checkProfile({ profile, rules }: Config): Finding {
  const reading = rulesOf(profile, rules as Parameters<typeof rulesOf>[1]);
  if (reading.kind === "rules") return ok("profile", profile);
  return failure("profile", reading.why, `Set profile: strict in ${configPath}.`);
}

function checkAgents({ agent, agents }: Config): Finding[] {
  const settings = [
    ["agent", agent] as const,
    ...Role.options.flatMap((role) => {
      const own = agents[role];
      return own === undefined ? [] : [[`agents.${role}`, { ...agent, ...own }] as const];
    }),
  ];
  return settings
    .filter(([, { kind, command }]) => kind === "command" && command === undefined)
    .map(([key]) =>
      failure(
        "agent",
        `${key} is of kind command, and no command is set`,
        `Set ${key}.command in ${configPath}, as in [my-cli, --print].`,
      ),
    );
}

function checkFrameworkName({ framework, projects }: Config): Finding[] {
  const named = [
    ["framework", framework] as const,
    ...Object.entries(projects).map(
      ([path, project]) => [`projects.${path}.framework`, project?.framework] as const,
    ),
  ];
  return named.flatMap(([key, name]) => {
    try {
      checkFramework(name, key);
      return [];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return [failure("framework", error.message, `Correct ${key} in ${configPath}.`)];
    }
  });
}

/** Without a configured base, a run starts from the branch that is checked out. */
async function checkBranch(machine: Machine): Promise<Finding[]> {
  const branch = await machine.git(["symbolic-ref", "--quiet", "--short", "HEAD"]);
  if (branch.exitCode === 0) return [ok("branch", branch.stdout.trim())];
  const head = await machine.git(["rev-parse", "--verify", "--quiet", "HEAD"]);
  if (head.exitCode !== 0) return [];
  const fix = `Check out a branch, set base in ${configPath}, or give \`run --base\`.`;
  return [failure("branch", "detached HEAD: a run would not know its base", fix)];
}

async function checkBase(machine: Machine, { base }: Config): Promise<Finding[]> {
  if (base === undefined) return await checkBranch(machine);
  const listed = await machine.git([
    "for-each-ref",
    "--format=%(refname:short)",
    "refs/heads",
    "refs/remotes/origin",
  ]);
  const names = listed.stdout.split("\n").filter((name) => name !== "");
  if (names.includes(base) || names.includes(`origin/${base}`)) return [ok("base", base)];
  const near = nearestWord(base, names);
  const hint = near === null ? "" : ` Did you mean "${near}"?`;
  const known = names.slice(0, 8).join(", ") || "none";
  return [
    failure(
      "base",
      `there is no branch "${base}".${hint} There are: ${known}`,
      `Correct base in ${configPath}, or fetch that branch.`,
    ),
  ];
}
