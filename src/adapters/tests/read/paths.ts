/** A path as the repository names it: relative to the run's directory, forward slashes. */
export function relativeTo(dir: string, path: string): string {
  const plain = path.replace(/^file:\/\//, "").replaceAll("\\", "/");
  const root = dir.endsWith("/") ? dir : `${dir}/`;
  return plain.startsWith(root) ? plain.slice(root.length) : plain.replace(/^\.\//, "");
}

/** The report whose name ends like this; runners put theirs in directories of their own. */
export function reportOf(
  reports: ReadonlyMap<string, string>,
  pattern: RegExp,
): { readonly name: string; readonly text: string } | null {
  for (const [name, text] of reports) if (pattern.test(name)) return { name, text };
  return null;
}
