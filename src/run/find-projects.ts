import { nearestWord } from "../domain/nearest-word.ts";
import type { KnownProject } from "../domain/projects.ts";
import type { FoundProject } from "../domain/result.ts";
import type { TestRunner } from "../ports.ts";

/** What the files of a repository say about each configured project: is it there, how is it tested. */
export async function findProjects(
  projects: readonly KnownProject[],
  files: readonly string[],
  read: (path: string) => Promise<string | null>,
  tests: Pick<TestRunner, "detect">,
): Promise<FoundProject[]> {
  const directories = directoriesOf(files);
  return await Promise.all(
    projects.map(async (project) => {
      const { cwd } = project;
      const inside = files.filter((file) => file.startsWith(cwd));
      const own = inside.map((file) => file.slice(cwd.length));
      const found = await tests.detect(own, (path) => read(`${cwd}${path}`));
      const isFound = project.command === null;
      return {
        path: project.path,
        cwd,
        missing: missingOf(project, directories),
        command: isFound ? found.testCommand : project.command,
        framework: project.framework ?? (isFound ? found.framework : null),
        lookedAt: found.lookedAt.map((path) => `${cwd}${path}`),
      };
    }),
  );
}

function missingOf({ path, cwd }: KnownProject, directories: ReadonlySet<string>) {
  return [...new Set([path, cwd])]
    .filter((dir) => dir !== "" && !directories.has(dir))
    .map((dir) => ({ dir, near: nearestWord(dir, [...directories]) }));
}

/** Every directory that holds a file, each with a "/" at its end. */
function directoriesOf(files: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const file of files) {
    for (let at = file.lastIndexOf("/"); at > 0; at = file.lastIndexOf("/", at - 1)) {
      const dir = file.slice(0, at + 1);
      if (found.has(dir)) break;
      found.add(dir);
    }
  }
  return found;
}
