/** One line that a diff adds, with its number in the new version. */
export interface AddedLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** Characters of a line that are looked at: what is longer was not written by hand. */
const longestLine = 2_000;

/** The added lines of a unified diff as git prints it, in order. */
export function addedLines(diff: string): AddedLine[] {
  const added: AddedLine[] = [];
  let at = { path: "", line: 0, left: 0 };
  for (const text of diff.split("\n")) {
    if (at.left === 0) at = headed(at, text);
    else if (!/^[-\\]/.test(text)) {
      const { path, line, left } = at;
      if (text.startsWith("+")) added.push({ path, line, text: text.slice(1, longestLine) });
      at = { path, line: line + 1, left: left - 1 };
    }
  }
  return added;
}

interface Place {
  readonly path: string;
  readonly line: number;
  /** Lines of the hunk in the new version that are still to come. */
  readonly left: number;
}

/** Between hunks: the next file's name, or where the next hunk lies. */
function headed(at: Place, text: string): Place {
  if (text.startsWith("+++ ")) return { ...at, path: pathOf(text.slice(4)) };
  const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/.exec(text);
  return hunk === null ? at : { ...at, line: Number(hunk[1]), left: Number(hunk[2] ?? "1") };
}

/** `b/src/a.js`, or quoted as git does with odd names. */
function pathOf(name: string): string {
  const bare = name.replace(/\t$/, "");
  const plain = bare.startsWith('"') ? bare.slice(1, -1).replaceAll(/\\(["\\])/g, "$1") : bare;
  return plain.replace(/^b\//, "");
}
