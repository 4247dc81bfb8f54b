/**
 * Whether some path matches both patterns. Knows `*` and `?` within a part and `**` for any number of
 * parts; every other character stands for itself. Exact, and quadratic in the patterns' lengths.
 */
export function globsOverlap(a: string, b: string): boolean {
  return meet(a.split("/"), b.split("/"), { many: "**", agree: partsOverlap });
}

function partsOverlap(a: string, b: string): boolean {
  const agree = (c: string, d: string) => c === d || c === "?" || d === "?";
  return meet([...a], [...b], { many: "*", agree });
}

interface Alphabet {
  /** The item that stands for any number of items, none included. */
  readonly many: string;
  readonly agree: (one: string, other: string) => boolean;
}

/** Whether two sequences with wild cards have a sequence in common; a table of what is left of each. */
function meet(a: readonly string[], b: readonly string[], alphabet: Alphabet): boolean {
  let below: boolean[] = [];
  for (let i = a.length; i >= 0; i -= 1) {
    const row: boolean[] = [];
    for (let j = b.length; j >= 0; j -= 1) {
      const left = { down: below[j], right: row[j + 1], both: below[j + 1] };
      row[j] = meetHere(a[i], b[j], left, alphabet);
    }
    below = row;
  }
  return below[0] === true;
}

/** Whether what is left meets when an item of the one, of the other, or of both is taken. */
interface Left {
  readonly down: boolean | undefined;
  readonly right: boolean | undefined;
  readonly both: boolean | undefined;
}

function meetHere(
  x: string | undefined,
  y: string | undefined,
  left: Left,
  { many, agree }: Alphabet,
): boolean {
  if (x === many || y === many) return left.down === true || left.right === true;
  if (x === undefined || y === undefined) return x === y;
  return left.both === true && agree(x, y);
}
