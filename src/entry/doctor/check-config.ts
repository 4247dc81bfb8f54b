import type { Config } from "../../domain/config.ts";
import { ConfigError } from "../../domain/config.ts";
import { configPath } from "../../domain/config-path.ts";
import { readAs } from "../../domain/detected.ts";
import { knownProjects, projectName } from "../../domain/projects.ts";
import type { FoundProject } from "../../domain/result.ts";
import { refusedCommands } from "../../gates/command-policy/refusal.ts";
import { parseConfigText } from "../config-text.ts";
import { fanOutFix, fanOutLacks } from "../fan-out-workflow.ts";
import { checkRules } from "./check-rules.ts";
import type { Finding } from "./finding.ts";
import { failure, ok, warning } from "./finding.ts";
import type { Machine } from "./machine.ts";

const workflowPath = ".github/workflows/tdd-loop.yml";

/** The configuration, what it leaves to be found, and the keys it will need. */
export async function checkConfig(machine: Machine): Promise<Finding[]> {
  const read = await readOrExplain(machine);
  if (read instanceof ConfigError) {
    return [failure("config", read.message, "Fix the file; the README lists every key.")];
  }
  const { config } = read;
  return [
    ok(
      "config",
      read.text === null ? `no ${configPath}, the defaults apply` : `${configPath} is valid`,
    ),
    ...(await checkRules(machine, config)),
    ...refusedCommands(config).map((refusal) => failure("commands", refusal, "Change that line.")),
    ...(await checkProjects(machine, config)),
    ...(await checkTestCommand(machine, config)),
    await checkIsolation(machine, config),
    ...(await checkWorkflow(machine, config)),
    checkKey(machine, config),
  ];
}

interface ReadConfig {
  readonly text: string | null;
  readonly config: Config;
}

async function readOrExplain(machine: Machine): Promise<ReadConfig | ConfigError> {
  try {
    const text = await machine.readText(configPath);
    return { text, config: parseConfigText(configPath, text) };
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

/** A configuration with projects is asked about each of them. */
async function checkProjects(machine: Machine, config: Config): Promise<Finding[]> {
  const known = knownProjects(config.projects);
  if (known.length === 0) return [];
  const found = await machine.findProjects(known, await filesOf(machine));
  return found.map((project) => checkProject(project));
}

function checkProject({ path, missing, command, framework, lookedAt }: FoundProject): Finding {
  const name = `project ${projectName({ path })}`;
  const [absent] = missing;
  if (absent !== undefined) {
    const near = absent.near === null ? "" : ` Did you mean ${absent.near.slice(0, -1)}?`;
    const what = `git knows no file in ${absent.dir}${near}`;
    return failure(name, what, `Correct projects in ${configPath}.`);
  }
  if (command !== null) return ok(name, framework === null ? command : `${command} (${framework})`);
  const looked = lookedAt.join(", ") || "nothing that says";
  return warning(
    name,
    `no test command found; looked at ${looked}`,
    `Set its command in ${configPath}.`,
  );
}

async function filesOf(machine: Machine): Promise<readonly string[]> {
  const listed = await machine.git(["ls-files", "-z"]);
  return listed.stdout.split("\0").filter((file) => file !== "");
}

async function checkTestCommand(machine: Machine, config: Config): Promise<Finding[]> {
  const { testCommand, projects } = config;
  if (testCommand === undefined && knownProjects(projects).length > 0) return [];
  const found = await machine.detectTests(await filesOf(machine), testCommand ?? null);
  if (found.testCommand !== null) {
    const how = config.framework === undefined ? found : { ...found, ...configured(config) };
    return [
      ok(
        "tests",
        `${testCommand === undefined ? "found" : "configured"}: ${readAs(found.testCommand, how)}`,
      ),
    ];
  }
  return [
    warning(
      "tests",
      `no test command found; looked at ${found.lookedAt.join(", ") || "nothing that says"}; a run is refused unless its issue names one`,
      `Set testCommand in ${configPath}, or give \`run --test-command\`.`,
    ),
  ];
}

function configured({ framework }: Config) {
  return { framework: framework ?? null, why: "as configured" };
}

async function checkIsolation(machine: Machine, config: Config): Promise<Finding> {
  const isolation = await machine.isolation(config.sandbox);
  if (isolation.kind === "unavailable") return failure("sandbox", isolation.why, isolation.fix);
  if (isolation.strong) return ok("sandbox", isolation.name);
  return warning(
    "sandbox",
    isolation.name,
    "Install bubblewrap, so that tests run without network and see nothing but the repository.",
  );
}

async function checkWorkflow(machine: Machine, { rules }: Config): Promise<Finding[]> {
  const text = await machine.readText(workflowPath);
  if (text === null) {
    return [warning("workflow", `no ${workflowPath}`, "Only for GitHub: run `tdd-loop init`.")];
  }
  const lacks = rules["fanout"] === "jobs" ? fanOutLacks(text) : [];
  const here = ok("workflow", workflowPath);
  if (lacks.length === 0) return [here];
  return [here, failure("fanout", `${workflowPath}: ${lacks.join("; ")}`, fanOutFix)];
}

function checkKey(machine: Machine, config: Config): Finding {
  if (config.agent.kind === "command" || config.agent.kind === "replay") {
    return ok("model key", `not needed by agent ${config.agent.kind}`);
  }
  if (machine.env["ANTHROPIC_API_KEY"]) return ok("model key", "ANTHROPIC_API_KEY is set");
  return warning(
    "model key",
    "ANTHROPIC_API_KEY is not set",
    "Set it, or run with --command or --replay.",
  );
}
