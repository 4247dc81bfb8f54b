/** A diff as git prints it, in the files of a list and all others; each part in the diff's order. */
export function splitDiff(
  diff: string,
  paths: readonly string[],
): { readonly inside: string; readonly outside: string } {
  const files = diff.split(/^(?=diff --git )/mu);
  const isInside = (file: string): boolean => paths.some((path) => isOf(path, file));
  return {
    inside: files.filter(isInside).join(""),
    outside: files.filter((file) => !isInside(file)).join(""),
  };
}

/** Odd names are quoted by git and stay with the others: nothing is lost, it is only cached worse. */
function isOf(path: string, file: string): boolean {
  return file.startsWith(`diff --git a/${path} b/${path}\n`);
}
