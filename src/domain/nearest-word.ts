/** The known word that was most likely meant; null when none is near. */
export function nearestWord(word: string, known: readonly string[]): string | null {
  const ranked = known
    .map((name) => ({ name, distance: editDistance(word.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  if (best !== undefined && best.distance <= Math.max(2, word.length / 3)) return best.name;
  return ranked.find(({ name }) => abbreviates(word, name))?.name ?? null;
}

/** `testCmd` for `testCommand`: its letters in their order, the first three at the start. */
function abbreviates(word: string, name: string): boolean {
  const [short, long] = [word.toLowerCase(), name.toLowerCase()];
  if (short.length < 5 || short.length * 2 < long.length || !long.startsWith(short.slice(0, 3)))
    return false;
  let at = 0;
  for (const letter of short) {
    at = long.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** Levenshtein's distance, one row at a time. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const above = row;
    row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(swap, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
  }
  return row[b.length] ?? 0;
}
