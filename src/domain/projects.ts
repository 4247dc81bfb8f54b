import { z } from "zod";
import { unsafePath } from "./safe-path.ts";

/** A project whose tests a run has to run: everything is known of it. */
export const TestProject = z.object({
  /** Its directory as a prefix of paths: "packages/api/"; empty for the whole repository. */
  path: z.string(),
  /** Where its command runs, written the same way. */
  cwd: z.string(),
  command: z.string(),
  framework: z.string().nullable(),
});
export type TestProject = z.infer<typeof TestProject>;

const ProjectConfig = z.strictObject({
  /** Where the command runs, from the top of the repository; the project's own path when absent. */
  cwd: z.string().optional(),
  /** One command line. Found from the project's files when absent. */
  command: z.string().min(1).optional(),
  framework: z.string().min(1).optional(),
});

/** `projects:` of the configuration, by path from the top of the repository; "." is all the rest. */
export const Projects = z
  .record(z.string(), ProjectConfig.nullable())
  .superRefine((map, context) => {
    const seen = new Map<string, string>();
    for (const [path, project] of Object.entries(map)) {
      const say = (message: string, ...more: string[]) =>
        context.addIssue({ code: "custom", message, path: [path, ...more] });
      const wrong = wrongPlace(path);
      if (wrong !== null) say(wrong);
      const twin = seen.get(asPrefix(path));
      if (twin !== undefined) say(`is the same place as "${twin}"; keep one of the two`);
      seen.set(asPrefix(path), path);
      const wrongCwd = project?.cwd === undefined ? null : wrongPlace(project.cwd);
      if (wrongCwd !== null) say(wrongCwd, "cwd");
    }
  });
export type Projects = z.infer<typeof Projects>;

/** A project as configured, places in one spelling; what is null has to be found. */
export interface KnownProject {
  readonly path: string;
  readonly cwd: string;
  readonly command: string | null;
  readonly framework: string | null;
}

/** The projects of a configuration, sorted by path. */
export function knownProjects(projects: Projects): readonly KnownProject[] {
  return Object.entries(projects)
    .map(([path, project]) => ({
      path: asPrefix(path),
      cwd: asPrefix(project?.cwd ?? path),
      command: project?.command ?? null,
      framework: project?.framework ?? null,
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The project that a file belongs to: the one of the longest path. Null when it is in none. */
export function projectOf<P extends { readonly path: string }>(
  file: string,
  projects: readonly P[],
): P | null {
  const around = projects.filter(({ path }) => `${file}/`.startsWith(path));
  return around.sort((a, b) => b.path.length - a.path.length)[0] ?? null;
}

/** What a person types to run them all, and what a report shows: one line for a shell. */
export function commandLine(projects: readonly TestProject[]): string {
  const [first] = projects;
  if (projects.length === 1 && first?.cwd === "") return first.command;
  return projects
    .map(({ cwd, command }) => (cwd === "" ? `(${command})` : `(cd ${quoted(cwd)} && ${command})`))
    .join("; ");
}

/** How a project is called in a sentence. */
export function projectName({ path }: { readonly path: string }): string {
  return path === "" ? "the top of the repository" : path.slice(0, -1);
}

/** Under which name a project stands that did not start. */
export function placeOf({ cwd }: { readonly cwd: string }): string {
  return cwd === "" ? "." : cwd;
}

function quoted(cwd: string): string {
  const dir = cwd.slice(0, -1);
  return /^[\w@%+:,./-]+$/.test(dir) && !dir.startsWith("-")
    ? dir
    : `'./${dir.replaceAll("'", "'\\''")}'`;
}

/** "./packages/api/" and "packages/api" are one place: "packages/api/". */
function asPrefix(path: string): string {
  const plain = path.replace(/^(?:\.\/)+/, "").replace(/(?<!\/)\/+$/, "");
  return plain === "." || plain === "" ? "" : `${plain}/`;
}

function wrongPlace(path: string): string | null {
  if (path === "") return 'must not be empty; the top of the repository is "."';
  const prefix = path.startsWith("/") ? path : asPrefix(path);
  const unsafe = prefix === "" ? null : unsafePath(prefix);
  if (unsafe === null) return null;
  return `"${path}" ${unsafe}; write a directory from the top of the repository, as in packages/api`;
}
