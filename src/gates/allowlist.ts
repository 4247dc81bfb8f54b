/**
 * Reads an allowlist: one repository-relative path a line. Blank lines and lines that begin with
 * "#" are comments; white space before "#" begins a comment inside a line (a "#" without it is part
 * of the name); "(new)" at the end marks a file to be created; a leading "./" and CRLF do not
 * matter (S0-10, S0-34; settled question 8). Paths are exact: there are no globs, no directories.
 */
export function parseAllowlist(text: string): ReadonlySet<string> {
  const lines = text.replace(/^\ufeff/, "").split("\n");
  return new Set(lines.map(readLine).filter((path) => path !== ""));
}

function readLine(line: string): string {
  const path = line
    .replace(/^[ \t\v\f\r]*#.*$/s, "")
    .replace(/(?<![ \t\v\f\r])[ \t\v\f\r]+#.*$/s, "")
    .replace(/(?<![ \t\v\f\r])[ \t\v\f\r]*\(new\)[ \t\v\f\r]*$/, "")
    .replace(/^[ \t\v\f\r]+/, "")
    .replace(/(?<![ \t\v\f\r])[ \t\v\f\r]+$/, "");
  return path.startsWith("./") ? path.slice(2) : path;
}
