import type { Config } from "../domain/config.ts";
import { ConfigError } from "../domain/config.ts";
import { configPath } from "../domain/config-path.ts";
import { nearestWord } from "../domain/nearest-word.ts";
import type { TestProject } from "../domain/projects.ts";
import { commandLine, knownProjects, projectName } from "../domain/projects.ts";
import type { FoundProject } from "../domain/result.ts";
import { parseConfigText } from "./config-text.ts";
import type { Machine } from "./doctor/machine.ts";
import { openMachine } from "./wire-doctor.ts";

/** What `tdd-loop red` runs. */
export interface RedSubject {
  readonly command: string;
  readonly framework: string | null;
  readonly projects?: readonly TestProject[];
}

/** How the configuration wants its tests run; a sandbox of `auto` leaves the choice. */
export type ConfiguredRun = Pick<Config, "sandbox" | "network"> & {
  readonly testSeconds: number;
};

/** What to run and how, as the configuration has it. */
export interface ConfiguredSubject {
  readonly subject: RedSubject;
  readonly asConfigured: ConfiguredRun;
}

/**
 * What the configuration of a directory says to run, for a person who gives no command.
 * @param wanted paths of configured projects; none: all of them
 * @throws ConfigError when that is nothing, or not there
 */
export async function configuredSubject(
  dir: string,
  env: Machine["env"],
  wanted: readonly string[],
): Promise<ConfiguredSubject> {
  const machine = await openMachine(dir, env);
  const config = parseConfigText(configPath, await machine.readText(configPath));
  const { sandbox, network, limits } = config;
  const asConfigured = { sandbox, network, testSeconds: limits.testSeconds };
  return { subject: await subjectOf(config, machine, wanted), asConfigured };
}

async function subjectOf(
  config: Config,
  machine: Machine,
  wanted: readonly string[],
): Promise<RedSubject> {
  const { stdout } = await machine.git(["ls-files", "-z", "-c", "-o", "--exclude-standard"]);
  const files = stdout.split("\0").filter((file) => file !== "");
  const known = knownProjects(config.projects);
  if (known.length > 0) {
    const chosen = choose(known, wanted);
    const projects = (await machine.findProjects(chosen, files)).map(ready);
    return { command: commandLine(projects), framework: null, projects };
  }
  if (wanted.length > 0)
    throw new ConfigError(`${configPath} has no projects. Add them, or leave --project out.`);
  return await wholeSubject(config, machine, files);
}

async function wholeSubject(
  config: Config,
  machine: Machine,
  files: readonly string[],
): Promise<RedSubject> {
  const framework = config.framework ?? null;
  if (config.testCommand !== undefined) return { command: config.testCommand, framework };
  const found = await machine.detectTests(files, null);
  if (found.testCommand !== null)
    return { command: found.testCommand, framework: framework ?? found.framework };
  throw new ConfigError(
    `No test command was found here; looked at ${found.lookedAt.join(", ")}. Give one: tdd-loop red -- COMMAND`,
  );
}

function choose<P extends { readonly path: string }>(
  known: readonly P[],
  wanted: readonly string[],
): readonly P[] {
  if (wanted.length === 0) return known;
  return wanted.map((name) => {
    const prefix = name === "." ? "" : `${name.replace(/^\.\//, "").replace(/\/+$/, "")}/`;
    const project = known.find(({ path }) => path === prefix);
    if (project !== undefined) return project;
    const names = known.map(projectName);
    const near = nearestWord(name, names);
    const hint = near === null ? "" : ` Did you mean "${near}"?`;
    throw new ConfigError(
      `${configPath} has no project "${name}"; it has ${names.join(", ")}.${hint}`,
    );
  });
}

function ready({ path, cwd, command, framework, missing, lookedAt }: FoundProject): TestProject {
  const name = projectName({ path });
  const [absent] = missing;
  if (absent !== undefined) {
    const near = absent.near === null ? "" : ` Did you mean "${absent.near.slice(0, -1)}"?`;
    throw new ConfigError(
      `The project "${name}" of ${configPath} names ${absent.dir}, which is not there.${near}`,
    );
  }
  if (command !== null) return { path, cwd, command, framework };
  throw new ConfigError(
    `No test command was found for the project "${name}"; looked at ${lookedAt.join(", ")}. Set its command in ${configPath}.`,
  );
}
