import type { Workspace } from "../ports.ts";

/** A file that is put into a prompt; `text` null when it is too long to be shown whole. */
export interface ShownFile {
  readonly path: string;
  readonly text: string | null;
  readonly lines: number;
}

type Reading = Pick<Workspace, "readFile">;

/** Characters of a test. What is longer is read by the agent, in parts, and only if it is needed. */
const longestTest = 8_000;
/** A planned source is looked at by every role: shown once, it is read from the cache by all but the first. */
const longestSource = 16_000;
const longestTogether = 32_000;
const mostNeighbours = 2;

/** The text files among planned sources and tests beside them in a tree, in order, whole while there is room. */
export async function shownFiles(
  sources: readonly string[],
  tests: readonly string[],
  tree: string,
  workspace: Reading,
): Promise<readonly ShownFile[]> {
  const shown: ShownFile[] = [];
  let room = longestTogether;
  for (const path of new Set([...sources, ...tests])) {
    const text = await workspace.readFile(tree, path);
    if (text === null) continue;
    const longest = sources.includes(path) ? longestSource : longestTest;
    const fits = text.length <= Math.min(room, longest);
    if (fits) room -= text.length;
    shown.push({ path, text: fits ? text : null, lines: text.trimEnd().split("\n").length });
  }
  return shown;
}

/**
 * The existing tests that a writer should see: those named for it, and of those beside them the few that
 * belong to a planned source by their name, else the first ones as examples of style.
 * @param places exact paths, or directories ending in "/"
 */
export function neighbourTests(
  places: readonly string[],
  existing: readonly string[],
  sources: readonly string[],
): readonly string[] {
  const named = existing.filter((path) => places.includes(path));
  const folders = places.map((place) => place.slice(0, place.lastIndexOf("/") + 1));
  const stems = sources.map(stemOf);
  const near = existing.filter(
    (path) => !named.includes(path) && folders.some((folder) => path.startsWith(folder)),
  );
  const kin = near.filter((path) => stems.includes(stemOf(path)));
  const others = near.filter((path) => !kin.includes(path) && isTestName(path));
  const room = Math.max(0, mostNeighbours - named.length);
  return [...named, ...[...kin, ...others].slice(0, room)];
}

/** "src/duration.ts", "test/duration.test.ts" and "tests/test_duration.py" are all "duration". */
function stemOf(path: string): string {
  const name = path.split("/").at(-1) ?? "";
  const bare = name.split(".")[0] ?? "";
  return bare
    .replace(/^test_/u, "")
    .replace(/_(?:test|spec)$/u, "")
    .replace(/Tests?$/u, "");
}

function isTestName(path: string): boolean {
  return /(?:test|spec)/iu.test(path.split("/").at(-1) ?? "");
}
