/** Alphabets of base85: Adobe's, RFC 1924's (git, Python's b85encode) and ZeroMQ's. */
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const letters = LETTERS.toLowerCase();
const DIGITS = "0123456789";
const base85 = [
  Array.from({ length: 85 }, (_, at) => String.fromCharCode(33 + at)).join(""),
  `${DIGITS}${LETTERS}${letters}!#$%&()*+-;<=>?@^_\`{|}~`,
  `${DIGITS}${letters}${LETTERS}.-:+=^!/*?&<>()[]{}@%$#`,
];
const base58 = `${DIGITS}${LETTERS}${letters}`.replace(/[0OIl]/g, "");

/** Four bytes as one number, at each place where blocks may begin in longer data. */
export function base85Forms(bytes: readonly number[]): string[] {
  return base85.flatMap((alphabet) =>
    [0, 1, 2, 3].map((shift) => inBase85(bytes, shift, alphabet)),
  );
}

/** All bytes as one number: nothing of it is a part's. */
export function wholeForms(bytes: readonly number[]): string[] {
  const whole = numberOf(bytes);
  return [whole.toString(), whole.toString(36), inBase(whole, base58)];
}

function numberOf(bytes: readonly number[]): bigint {
  return bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
}

/** Four bytes are five signs. The last block may be short when the first one began the data. */
function inBase85(bytes: readonly number[], shift: number, alphabet: string): string {
  const own = bytes.slice(shift);
  const blocks = Array.from({ length: Math.ceil(own.length / 4) }, (_, at) =>
    own.slice(at * 4, at * 4 + 4),
  );
  return blocks
    .map((block) => {
      if (block.length < 4 && shift > 0) return "";
      const padded = [...block, 0, 0, 0].slice(0, 4);
      const signs = inBase(numberOf(padded), alphabet).padStart(5, alphabet[0]);
      return signs.slice(0, block.length + 1);
    })
    .join("");
}

function inBase(number: bigint, alphabet: string): string {
  const base = BigInt(alphabet.length);
  const signs: string[] = [];
  for (let left = number; left > 0n; left /= base) signs.push(alphabet[Number(left % base)] ?? "");
  return signs.reverse().join("");
}
