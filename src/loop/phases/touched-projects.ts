import type { TestProject } from "../../domain/projects.ts";
import { commandLine, projectName, projectOf } from "../../domain/projects.ts";
import type { FoundProject } from "../../domain/result.ts";
import type { Grounded } from "../state.ts";
import { testCommandOf } from "./test-command-of.ts";

type Found = Pick<FoundProject, "path" | "cwd" | "command" | "framework" | "lookedAt">;

export type Touched =
  /** The repository is one; `testCommand` says how it is tested. */
  | { readonly kind: "whole" }
  | {
      readonly kind: "projects";
      readonly projects: readonly TestProject[];
      /** Where they have their tests, for a writer who is told no place. */
      readonly testPlaces: readonly string[];
    }
  | { readonly kind: "no_command"; readonly project: Found };

/**
 * The projects whose tests this run has to run: those that a listed file or an asked place for tests
 * lies in, by the longest path. What lies in none is tested by the command of the whole repository
 * where there is one; else anything may depend on it, and all projects are run.
 */
export function touchedProjects(state: Grounded): Touched {
  const found = foundProjects(state);
  if (found === null) return { kind: "whole" };
  const { spec } = state;
  const paths = [...spec.files.map((file) => file.path), ...spec.testLocations];
  const owners = paths.map((path) => projectOf(path, found));
  const all = paths.length === 0 || owners.includes(null);
  const touched = found.filter((project) => all || owners.includes(project));
  const silent = touched.find(({ command }) => command === null);
  if (silent !== undefined) return { kind: "no_command", project: silent };
  const projects = touched.map(({ path, cwd, command, framework }) => ({
    path,
    cwd,
    command: command ?? "",
    framework,
  }));
  const places = touched.flatMap((one) => testPlaces(one, found, state.ground.testLocations));
  return { kind: "projects", projects, testPlaces: places };
}

/** Those of the configuration, and all the rest as one more when it has a command of its own. */
function foundProjects({ request, spec, ground }: Grounded): readonly Found[] | null {
  const { projects } = ground;
  if (projects === undefined) return null;
  const named = testCommandOf(request, spec, { ...ground, testCommand: null });
  if (named === null || projects.some(({ path }) => path === "")) return projects;
  const framework = request.config.framework ?? null;
  return [{ path: "", cwd: "", command: named, framework, lookedAt: [] }, ...projects];
}

/** Where a touched project has its tests; the two usual folders where it has none yet. */
function testPlaces(
  project: Found,
  found: readonly Found[],
  places: readonly string[],
): readonly string[] {
  const own = places.filter((place) => projectOf(place, found) === project);
  return own.length > 0 ? own : [`${project.cwd}test/`, `${project.cwd}tests/`];
}

/** What stops a run before anything is asked of anyone: the configuration names what is not there. */
export function projectsProblem({ ground }: Grounded) {
  for (const { path, missing } of ground.projects ?? []) {
    const [first] = missing;
    if (first === undefined) continue;
    const dir = first.dir.slice(0, -1);
    const near = first.near === null ? "" : ` Did you mean \`${first.near.slice(0, -1)}\`?`;
    return {
      reason: "configuration",
      failed: `The configuration's project \`${projectName({ path })}\` names the directory \`${dir}\`, which ${ground.baseRef} does not have.${near}`,
      decision: `Where is that project now? Correct \`projects:\` in .github/tdd-loop.yml.`,
    } as const;
  }
  return null;
}

export function noCommandIn(project: Found) {
  const name = projectName(project);
  const looked = project.lookedAt.join(", ") || "nothing that names one";
  return {
    reason: "configuration",
    failed: `No test command was found for the project \`${name}\`. Looked at: ${looked}.`,
    decision: `Which command runs its tests? Set \`command:\` below \`projects: ${name}:\` in .github/tdd-loop.yml.`,
  } as const;
}

/** One line for a person's shell: of the whole repository, or of every touched project. */
export function lockedCommand({ request, spec, ground }: Grounded, touched: Touched): string {
  if (touched.kind === "projects") return commandLine(touched.projects);
  return testCommandOf(request, spec, ground) ?? "";
}

/** The places for tests; else where the tests of what is touched are; else the usual folders. */
export function testFilesOf(
  asked: readonly string[],
  found: readonly string[],
  touched: Touched,
): string[] {
  if (asked.length > 0) return [...asked];
  if (touched.kind === "projects") return [...touched.testPlaces];
  return found.length > 0 ? [...found] : ["test/", "tests/"];
}
