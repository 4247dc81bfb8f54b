/** Replaces what looks like, or is made of, a secret by `***`. */
export type Redactor = (text: string) => string;

const gramLength = 12;
const shortest = 6;

/**
 * Hides the given secrets wherever they show: as they are, in base64 (any alignment, wrapped or
 * url-safe), hex, url encoding once or twice, quoted-printable, HTML entities, JSON and other
 * escapes, reversed, upper or lower case, rot13, character codes, with white space in between, and
 * any fragment of 12 characters or more of those (case L13, GitHub limit 40); besides them whatever
 * has the shape of a well-known token, and compressed data, which nobody can read anyway. Secrets shorter than 6
 * characters are left alone: hiding them would shred ordinary text.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const grams = gramsOfSecrets(secrets);
  return (text) => hideShapes(grams.size === 0 ? text : hideGrams(text, grams));
}

/** Finds the given secrets in any of those forms. What only has a token's shape is not one of them. */
export function createSecretFinder(secrets: readonly string[]): (text: string) => boolean {
  const grams = gramsOfSecrets(secrets);
  return (text) => grams.size > 0 && hideGrams(text, grams) !== text;
}

function gramsOfSecrets(secrets: readonly string[]): Grams {
  const known = secrets.map((s) => s.trim()).filter((s) => s.length >= shortest);
  const forms = [...new Set(known.flatMap(formsOf).map((f) => f.replace(/\s+/g, "")))];
  return gramsOf(forms);
}

/** By length, the strings to look for: every 12 characters of a long form, or all of a short one. */
type Grams = ReadonlyMap<number, ReadonlySet<string>>;

function gramsOf(forms: readonly string[]): Grams {
  const grams = new Map<number, Set<string>>();
  for (const form of forms) {
    const length = Math.min(form.length, gramLength);
    if (length < shortest) continue;
    const set = grams.get(length) ?? new Set<string>();
    for (let i = 0; i + length <= form.length; i += 1) set.add(form.slice(i, i + length));
    grams.set(length, set);
  }
  return grams;
}

function hideGrams(text: string, grams: Grams): string {
  const dense = text.replace(/\s+/g, "");
  const hidden = new Uint8Array(dense.length);
  let found = false;
  for (const [length, set] of grams) {
    if (mark(dense, length, set, hidden)) found = true;
  }
  return found ? withoutHidden(text, hidden) : text;
}

/** Marks each hit. A table of first and last characters spares most of the look-ups. */
function mark(
  dense: string,
  length: number,
  set: ReadonlySet<string>,
  hidden: Uint8Array,
): boolean {
  const likely = new Uint8Array(65_536);
  for (const gram of set) likely[pairOf(gram, 0, length)] = 1;
  let found = false;
  for (let i = 0; i + length <= dense.length; i += 1) {
    if (likely[pairOf(dense, i, length)] === 0 || !set.has(dense.slice(i, i + length))) continue;
    hidden.fill(1, i, i + length);
    found = true;
  }
  return found;
}

function pairOf(text: string, at: number, length: number): number {
  return (text.charCodeAt(at) * 251 + text.charCodeAt(at + length - 1)) & 0xffff;
}

/** Words are taken whole where nothing is hidden, which is nearly everywhere. */
function withoutHidden(text: string, hidden: Uint8Array): string {
  const out: string[] = [];
  let at = 0;
  let coming = hidden.indexOf(1);
  for (const [word] of text.matchAll(/\s+|\S+/g)) {
    const isBlank = word.trim() === "";
    const end = at + (isBlank ? 0 : word.length);
    if (isBlank || coming < 0 || coming >= end) out.push(word);
    else {
      out.push(partly(word, hidden.subarray(at, end)));
      coming = hidden.indexOf(1, end);
    }
    at = end;
  }
  return out.join("").replace(/\*{3}(?:\s+\*{3})+/g, "***");
}

function partly(word: string, hidden: Uint8Array): string {
  const chars = word.split("").map((char, i) => (hidden[i] === 1 ? "\0" : char));
  return chars.join("").replace(/\0+/g, "***");
}

function formsOf(secret: string): string[] {
  const binary = Array.from(new TextEncoder().encode(secret), (b) => String.fromCharCode(b));
  const hex = binary.map((c) => c.charCodeAt(0).toString(16).padStart(2, "0"));
  const plain = [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    encodeURIComponent(encodeURIComponent(secret.toWellFormed())),
    JSON.stringify(secret).slice(1, -1),
    escapedHtml(secret),
    hex.join(""),
    hex.join("").toUpperCase(),
    hex.map((h) => `%${h}`).join(""),
    hex.map((h) => `%${h.toUpperCase()}`).join(""),
    ...["\\x", "\\u00", "%25", "="].flatMap((before) => [
      hex.map((h) => `${before}${h}`).join(""),
      hex.map((h) => `${before}${h.toUpperCase()}`).join(""),
    ]),
    hex.map((h) => `&#x${h};`).join(""),
    hex.map((h) => `&#x${h.toUpperCase()};`).join(""),
    binary.map((c) => `&#${c.charCodeAt(0)};`).join(""),
    binary.map((c) => `\\${c.charCodeAt(0).toString(8).padStart(3, "0")}`).join(""),
    hex.join(":"),
    binary.map((c) => c.charCodeAt(0)).join(","),
    rot13(secret),
    secret.toUpperCase(),
    secret.toLowerCase(),
    ...base64Of(binary.join("")),
  ];
  return [...plain, ...plain.map((form) => form.split("").reverse().join(""))];
}

function escapedHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&${HTML[c] ?? ""};`);
}

const HTML: Readonly<Record<string, string>> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "#39",
};

/** Base64 as it stands, and inside of longer data at each of the three alignments. */
function base64Of(binary: string): string[] {
  const aligned = [0, 1, 2].map((shift) => {
    const whole = btoa("\0".repeat(shift) + binary);
    const tail = (binary.length + shift) % 3 === 0 ? 0 : 4 - ((binary.length + shift) % 3);
    return whole.slice(Math.ceil((shift * 8) / 6), whole.length - tail);
  });
  const all = [btoa(binary), ...aligned];
  return [...all, ...all.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"))];
}

function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (c) => {
    const base = c <= "Z" ? 65 : 97;
    return String.fromCharCode(((c.charCodeAt(0) - base + 13) % 26) + base);
  });
}

const shapes = [
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|$)/g,
  // gzip and zlib in base64: a secret inside has no pattern left.
  /\b(?:H4sI[A-Za-z0-9+/_-]{20,}|eJ[wxyz][A-Za-z0-9+/_-]{40,})={0,2}/g,
  /\bgh[pousr]_[A-Za-z0-9_]{16,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{16,}/g,
  /\bsk-ant-[A-Za-z0-9_-]{12,}/g,
  /\bsk-(?:proj-)?[A-Za-z0-9_-]{32,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /(?<=aws_secret_access_key["']?\s{0,4}[=:]\s{0,4}["']?)[A-Za-z0-9/+=]{40}/gi,
  /(?<=:_(?:authToken|auth|password)\s{0,4}=\s{0,4})[^\s"']{4,}/g,
  /\bAIza[A-Za-z0-9_-]{35}\b/g,
  /\bnpm_[A-Za-z0-9]{30,}/g,
  /\bglpat-[A-Za-z0-9_-]{16,}/g,
  /\bxox[a-z]-[A-Za-z0-9-]{10,}/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g,
];
/** Credentials in an address or a header: the name stays, the value goes. */
const afterName =
  /(:\/\/(?=[^\s/:@]{8,}@)|:\/\/[^\s/:@]{0,64}:|\bauthorization: *(?:basic|bearer|token) +)[^\s@"']{4,}/gi;

function hideShapes(text: string): string {
  const hidden = shapes.reduce((seen, shape) => seen.replace(shape, "***"), text);
  return hidden.replace(afterName, (whole, name: string, offset: number, all: string) =>
    name.startsWith(":") && all[offset + whole.length] !== "@" ? whole : `${name}***`,
  );
}
