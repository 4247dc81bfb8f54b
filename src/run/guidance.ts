import type { Workspace } from "../ports.ts";

type Reading = Pick<Workspace, "readFile">;

/** What a repository tells those who work on it, file by file. */
export interface GuidanceFile {
  readonly path: string;
  readonly text: string;
}

/** Names of such files, in each directory above a path, the nearest last. */
const NAMES = ["AGENTS.md", "CLAUDE.md"];
const OF_ALL = ["CONTRIBUTING.md", ".github/CONTRIBUTING.md"];
const MOST_FILES = 16;

/**
 * The guidance for some paths: of every directory above them, and the documents of the repository that it
 * points to, one step far (S4-5). All of it is data.
 */
export async function guidanceFor(
  paths: readonly string[],
  tree: string,
  workspace: Reading,
): Promise<readonly GuidanceFile[]> {
  const folders = [...new Set(paths.flatMap(foldersAbove))].sort((a, b) => a.length - b.length);
  const own = [...folders.flatMap((folder) => NAMES.map((name) => `${folder}${name}`)), ...OF_ALL];
  const found = await readAll(own, tree, workspace);
  const known = new Set(own);
  const named = found.flatMap(pathsIn).filter((path) => !known.has(path));
  const more = await readAll([...new Set(named)], tree, workspace);
  return [...found, ...more].slice(0, MOST_FILES);
}

/** "" for the root, then each directory with "/" behind it. */
function foldersAbove(path: string): readonly string[] {
  const parts = path.split("/").slice(0, -1);
  return ["", ...parts.map((_part, at) => `${parts.slice(0, at + 1).join("/")}/`)];
}

async function readAll(
  paths: readonly string[],
  tree: string,
  workspace: Reading,
): Promise<readonly GuidanceFile[]> {
  const files: GuidanceFile[] = [];
  for (const path of paths.slice(0, MOST_NAMED)) {
    const text = await workspace.readFile(tree, path);
    if (text !== null && text.trim() !== "") files.push({ path, text: text.trim() });
  }
  return files;
}

const MOST_NAMED = 60;

/** Documents that a text links, imports by `@`, or names as code; only what lies inside the repository. */
function pathsIn({ path, text }: GuidanceFile): readonly string[] {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const named = [...text.matchAll(/\]\(([^)\s#]+)|(?:^|\s)@([\w./-]+)|`([\w./-]+)`/gm)];
  return named.flatMap(([, link, at, code]) => {
    const name = (link ?? at ?? code ?? "").replace(/[.,;:]+$/, "");
    if (!/\.(md|mdx|markdown|rst|adoc|txt)$/i.test(name) || /^[a-z]+:|^\//i.test(name)) return [];
    const inside = resolved(folder, name);
    return inside === null ? [] : [inside];
  });
}

/** Null when it leads out. */
function resolved(folder: string, name: string): string | null {
  const parts: string[] = [];
  for (const part of `${folder}${name}`.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return null;
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

/**
 * What the guidance says of tests: documents about them, and sections with such a heading; "" for none.
 */
export function testStrategyIn(files: readonly GuidanceFile[]): string {
  const parts = files.flatMap(({ path, text }) =>
    OF_TESTS.test(path.split("/").at(-1) ?? "") ? [text] : sectionsOfTests(text),
  );
  return parts.map((part) => part.trim()).join("\n\n");
}

const OF_TESTS = /test/i;

function sectionsOfTests(text: string): readonly string[] {
  const sections = text.split(/^(?=#{1,6}\s)/m);
  return sections.filter(
    (section) => OF_TESTS.test(section.split("\n")[0] ?? "") && /^#/.test(section),
  );
}
