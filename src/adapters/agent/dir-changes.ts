import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { RecordedEdit } from "./recording.ts";
import { workFiles } from "./work-files.ts";

/** How the files of a directory looked: path to size, time and inode, which any write changes. */
export type DirStamp = ReadonlyMap<string, string>;

const LARGEST_FILE = 2_000_000;

export async function stampDir(dir: string): Promise<DirStamp> {
  const { files } = await workFiles(dir, "");
  const stamps = await Promise.all(
    files.map(async (path) => {
      const found = await stat(join(dir, path), { bigint: true }).catch(() => null);
      const stamp =
        found === null ? "gone" : `${found.size} ${found.mtimeNs} ${found.ctimeNs} ${found.ino}`;
      return [path, stamp] as const;
    }),
  );
  return new Map(stamps);
}

/** The text files that differ from `before`, with their text now. Large and binary ones are left out. */
export async function changesSince(
  dir: string,
  before: DirStamp,
): Promise<readonly RecordedEdit[]> {
  const now = await stampDir(dir);
  const gone = [...before.keys()].filter((path) => !now.has(path));
  const touched = [...now].filter(([path, stamp]) => before.get(path) !== stamp);
  const edits = await Promise.all(touched.map(([path]) => editOf(dir, path)));
  const all = [...edits.flat(), ...gone.map((path) => ({ path, text: null }))];
  return all.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function editOf(dir: string, path: string): Promise<readonly RecordedEdit[]> {
  const bytes = await readFile(join(dir, path)).catch(() => null);
  if (bytes === null || bytes.length > LARGEST_FILE || bytes.includes(0)) return [];
  return [{ path, text: bytes.toString("utf8") }];
}
