/** Where `spec new` writes, and a name is looked for first. */
export const specDirectory = ".github/tdd-loop";

export const specEndings = [".json", ".yml", ".yaml"] as const;

/** Whether a word is a name to be looked for, and no path. */
export function isSpecName(text: string): boolean {
  return /^[\w.-]+$/.test(text) && !/\.(json|ya?ml|md)$/i.test(text);
}

/** Places of a spec in its repository, in the order in which they count (S1-24); old ones last. */
export function placesInRepository(given: string): string[] {
  if (specEndings.some((ending) => given.endsWith(ending))) return [given];
  if (!isSpecName(given)) return [given, ...specEndings.map((ending) => given + ending)];
  return [
    ...specEndings.map((ending) => `${specDirectory}/${given}${ending}`),
    `.pi/loops/specs/${given}.json`,
    `.pi/loops/${given}.json`,
  ];
}
