/** What test frameworks put into a template of names: %s, %i, $value, ${value}, {value}, [0]. */
const HOLE = /%[a-z#]|\$\{[^}]*\}|\$[\w.]+|\{[^}]*\}/giu;

/**
 * The ids of the tests that a writer means by a name. Runners print suites, files and parameters around
 * the name that is written in the code, so words are compared, not marks: the id itself, else those
 * that end in the name, else those that contain it. A template of names means all that it gives.
 */
export function testsNamed(name: string, ids: readonly string[]): readonly string[] {
  if (ids.includes(name)) return [name];
  const parts = name.split(HOLE).map(words);
  if (parts.every((part) => part === "")) return [];
  const ends = ids.filter((id) => ` ${words(id)}`.endsWith(` ${parts.join(" ")}`));
  if (ends.length > 0) return ends;
  return ids.filter((id) => holdsInOrder(` ${words(id)} `, parts));
}

function holdsInOrder(id: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const part of parts.filter((one) => one !== "")) {
    const at = id.indexOf(` ${part} `, from);
    if (at < 0) return false;
    from = at + part.length + 1;
  }
  return true;
}

function words(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}
