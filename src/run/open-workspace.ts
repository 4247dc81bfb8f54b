import type { Command } from "../domain/command.ts";
import { detectLayers } from "../domain/layer-map.ts";
import type { KnownProject } from "../domain/projects.ts";
import { knownProjects, projectOf } from "../domain/projects.ts";
import type { Result } from "../domain/result.ts";
import { isTestPath } from "../domain/test-surface.ts";
import type { Folded } from "../loop/fold.ts";
import { namedTestCommand } from "../loop/phases/test-command-of.ts";
import { findProjects } from "./find-projects.ts";
import type { Performing } from "./performing.ts";

type Open = Extract<Command, { kind: "open_workspace" }>;

/** Opens the base and finds out how its tests are run and where they are. */
export async function openWorkspace(
  command: Open,
  { state }: Folded,
  { ports, signal }: Performing,
): Promise<Result> {
  const { workspace, tests } = ports;
  const { base, branch, paths } = command;
  const opened = await workspace.open({ base, branch, paths }, signal);
  if (opened.kind === "refused") {
    const { why, fix } = opened;
    return { kind: "broken", command: command.id, what: "open the base", detail: why, fix };
  }
  const { files, baseTree } = opened;
  const read = (path: string) => workspace.readFile(baseTree, path);
  const named = "spec" in state ? namedTestCommand(state.request, state.spec) : null;
  const found = await tests.detect(files, read, named);
  const projects = knownProjects(state.request.config.projects);
  const present = new Set(files);
  return {
    kind: "workspace_opened",
    command: command.id,
    baseRef: opened.baseRef,
    baseSha: opened.baseSha,
    baseTree,
    branch: opened.branch,
    existing: paths.filter((path) => present.has(path)),
    testCommand: found.testCommand,
    framework: found.framework,
    why: found.why,
    lookedAt: [...found.lookedAt],
    ...(projects.length === 0
      ? {}
      : { projects: await findProjects(projects, files, read, tests) }),
    testLocations: testLocationsIn(files, projects),
    testPaths: files.filter((path) => isTestPath(path)).slice(0, mostTestPaths),
    layers: state.request.config.layers ?? detectLayers(files),
  };
}

const mostLocations = 20;
const mostTestPaths = 200;

/** Directories that hold tests; no project's are left out because another has many. */
function testLocationsIn(files: readonly string[], projects: readonly KnownProject[]): string[] {
  if (projects.length === 0) return testLocations(files);
  const all = [...projects, null];
  return all.flatMap((project) =>
    testLocations(files.filter((file) => projectOf(file, projects) === project)),
  );
}

/** Directories that hold tests, outermost first; a test beside its source counts by its own folder. */
function testLocations(files: readonly string[]): string[] {
  const tests = files.filter((path) => isTestPath(path));
  const folders = new Set(tests.map(testFolder));
  const outermost = [...folders].filter(
    (folder) => ![...folders].some((other) => other !== folder && folder.startsWith(other)),
  );
  return outermost.sort().slice(0, mostLocations);
}

function testFolder(path: string): string {
  const parts = path.split("/").slice(0, -1);
  const index = parts.findIndex((part) => /^(tests?|specs?|__tests__)$/i.test(part));
  const folder = index < 0 ? parts : parts.slice(0, index + 1);
  return folder.length === 0 ? path : `${folder.join("/")}/`;
}
