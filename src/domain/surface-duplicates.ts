import type { FileSurface, Signature } from "./surface.ts";

/**
 * JavaScript that has its declaration file beside it shows only what that does not name: the
 * declarations say more, and twice helps nobody.
 */
export function withoutDeclared(files: readonly FileSurface[]): readonly FileSurface[] {
  const declared = new Map(
    files.flatMap((file) => {
      const stem = /^(.*)\.d\.[cm]?ts$/.exec(file.path)?.[1];
      return stem === undefined ? [] : [[stem, namesOf(file)] as const];
    }),
  );
  return files.map((file) => {
    const stem = /^(.*)\.[cm]?jsx?$/.exec(file.path)?.[1];
    const names = stem === undefined ? undefined : declared.get(stem);
    return names === undefined ? file : { ...file, signatures: unnamed(file.signatures, names) };
  });
}

function namesOf({ signatures }: FileSurface): ReadonlySet<string> {
  const names = new Set(signatures.map(({ name }) => name));
  // `export =` and `export default` declare what a CommonJS module assigns whole.
  if (names.has("default") || names.has("export=")) names.add("export=").add("default");
  return names;
}

function unnamed(
  signatures: readonly Signature[],
  names: ReadonlySet<string>,
): readonly Signature[] {
  let isShown = false;
  return signatures.filter(({ depth, name }) => {
    if (depth === 0) isShown = !names.has(name.replace(/^\w+\.(prototype\.)?/, ""));
    return isShown;
  });
}
