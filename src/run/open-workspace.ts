import type { Command } from "../domain/command.ts";
import type { Result } from "../domain/result.ts";
import { isTestPath } from "../domain/test-surface.ts";
import type { Ports } from "../ports.ts";

type Open = Extract<Command, { kind: "open_workspace" }>;

/** Opens the base and finds out how its tests are run and where they are. */
export async function openWorkspace(
  command: Open,
  { workspace, tests }: Ports,
  signal: AbortSignal,
): Promise<Result> {
  const { base, branch, paths } = command;
  const opened = await workspace.open({ base, branch, paths }, signal);
  if (opened.kind === "refused") {
    const { why, fix } = opened;
    return { kind: "broken", command: command.id, what: "open the base", detail: why, fix };
  }
  const { files, baseTree } = opened;
  const found = await tests.detect(files, (path) => workspace.readFile(baseTree, path));
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
    lookedAt: [...found.lookedAt],
    testLocations: testLocations(files),
    testPaths: files.filter((path) => isTestPath(path)).slice(0, mostTestPaths),
  };
}

const mostLocations = 20;
const mostTestPaths = 200;

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
