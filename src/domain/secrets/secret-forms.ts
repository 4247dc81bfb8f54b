import { base85Forms, wholeForms } from "./number-forms.ts";

/** How a secret may be spelled. */
export interface SecretForms {
  /** As people write it: escaped, turned round, in other cases. */
  readonly spelled: readonly string[];
  /** As codes of its bytes: nothing of these is a word of any language by chance. */
  readonly coded: readonly string[];
}

/**
 * Every spelling that a reader turns back without a key: each is also read backwards. Separators
 * between codes are left out: who searches leaves them out of the text as well.
 * @param whole with what all secrets of its kind begin with, where that is not looked for
 */
export function formsOf(secret: string, whole = secret): SecretForms {
  const all = bytesOf(whole);
  const coded = [
    ...codedForms(bytesOf(secret), secret),
    ...(all.length > LONGEST ? [] : wholeForms(all)),
  ];
  return { spelled: bothWays(spelledForms(secret)), coded: bothWays(coded) };
}

function bothWays(forms: readonly string[]): string[] {
  const all = new Set(forms);
  return [...new Set([...all, ...[...all].map((form) => form.split("").reverse().join(""))])];
}

function spelledForms(secret: string): string[] {
  const url = encodeURIComponent(secret.toWellFormed());
  return [
    secret,
    secret.toUpperCase(),
    secret.toLowerCase(),
    rot13(secret),
    rot47(secret),
    url,
    lowerEscapes(url),
    encodeURIComponent(url),
    lowerEscapes(encodeURIComponent(url)),
    url.replaceAll("%", "="),
    JSON.stringify(secret).slice(1, -1),
    escapedHtml(secret),
  ];
}

function codedForms(bytes: readonly number[], secret: string): string[] {
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0"));
  const upper = hex.map((code) => code.toUpperCase());
  const before = ["", "0x", "x", "u00", "25", "U000000", "u", "00", "0000"];
  const octal = bytes.map((byte) => byte.toString(8));
  return [
    ...before.flatMap((mark) =>
      [hex, upper].map((codes) => codes.map((code) => mark + code).join("")),
    ),
    bytes.join(""),
    bytes.map((byte) => `${byte}`.padStart(3, "0")).join(""),
    octal.join(""),
    octal.map((code) => code.padStart(3, "0")).join(""),
    ...inBlocks(bytes, base64),
    ...inBlocks(bytes, base32),
    ...inBlocks(bytes, base32).map((form) => form.toLowerCase()),
    ...inBlocks(wide(secret), base64),
    ...codedTwice(bytes, secret),
    ...(bytes.length > LONGEST ? [] : base85Forms(bytes)),
  ];
}

/** Of a private key the forms would fill megabytes. */
const LONGEST = 200;

/** A code of a code, or of the secret turned round: each step is one that a reader takes at sight. */
function codedTwice(bytes: readonly number[], secret: string): string[] {
  if (bytes.length > LONGEST) return [];
  const hex = hexOf(bytes);
  const inner = inBlocks(bytes, base64);
  const codes = [hex, hex.toUpperCase(), ...inner];
  const turned = [secret.split("").reverse().join(""), rot13(secret)];
  return [
    ...[...codes, ...turned].flatMap((text) => inBlocks(bytesOf(text), base64)),
    ...inner.map((text) => hexOf(bytesOf(text))),
  ];
}

function bytesOf(text: string): number[] {
  return [...new TextEncoder().encode(text)];
}

function hexOf(bytes: readonly number[]): string {
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function lowerEscapes(url: string): string {
  return url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
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

function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (c) => {
    const base = c <= "Z" ? 65 : 97;
    return String.fromCharCode(((c.charCodeAt(0) - base + 13) % 26) + base);
  });
}

function rot47(text: string): string {
  return text.replace(/[!-~]/g, (c) =>
    String.fromCharCode(((c.charCodeAt(0) - 33 + 47) % 94) + 33),
  );
}

/** UTF-16, as PowerShell encodes its commands. */
function wide(text: string): number[] {
  return text.split("").flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]);
}

interface Alphabet {
  readonly signs: readonly string[];
  /** Bits of one sign, and bytes after which signs and bytes end together. */
  readonly bits: number;
  readonly block: number;
}

const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const base64: Alphabet = {
  signs: [
    `${UPPER}${UPPER.toLowerCase()}0123456789+/`,
    `${UPPER}${UPPER.toLowerCase()}0123456789-_`,
  ],
  bits: 6,
  block: 3,
};
const base32: Alphabet = { signs: [`${UPPER}234567`], bits: 5, block: 5 };

/** The signs that are made of these bytes alone, at each place where they may begin in longer data. */
function inBlocks(bytes: readonly number[], { signs, bits, block }: Alphabet): string[] {
  return signs.flatMap((alphabet) =>
    Array.from({ length: block }, (_, shift) => {
      const data = [...Array.from({ length: shift }, () => 0), ...bytes];
      const first = Math.ceil((shift * 8) / bits);
      // Data that begins with the secret may end with it, too: then the last sign is its own.
      const last = (shift === 0 ? Math.ceil : Math.floor)((data.length * 8) / bits);
      return Array.from({ length: last - first }, (_sign, at) =>
        alphabet.charAt(bitsAt(data, (first + at) * bits, bits)),
      ).join("");
    }),
  );
}

function bitsAt(bytes: readonly number[], at: number, count: number): number {
  const from = at >> 3;
  const word = ((bytes[from] ?? 0) << 8) | (bytes[from + 1] ?? 0);
  return (word >> (16 - count - (at & 7))) & ((1 << count) - 1);
}
