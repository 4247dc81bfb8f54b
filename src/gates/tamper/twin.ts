import { countDeclaredTests } from "./declared-tests.ts";

const SLASHES =
  /[.](?:[cm]?[jt]sx?|go|rs|java|kts?|scala|swift|cs|php|dart|c|cc|cpp|cxx|m|mm|groovy)$/;
const HASH = /[.](?:py|rb|ex|exs|sh|bats|jl|nim|cr|r|R|pl|t)$/;
const DASHES = /[.](?:lua|hs|elm)$/;

/**
 * The same test file with one comment added at its end: whoever runs the tests honestly cannot tell
 * the two apart. Code that behaves by the bytes of its tests can.
 * @returns null where the language's comments are not known, or the file holds no test
 */
export function makeTwin(path: string, text: string, word: string): string | null {
  const mark = commentMark(path);
  if (mark === null || countDeclaredTests(text) === 0) return null;
  const end = text.endsWith("\n") || text === "" ? "" : "\n";
  return `${text}${end}${mark} ${word}\n`;
}

function commentMark(path: string): string | null {
  if (SLASHES.test(path)) return "//";
  if (HASH.test(path)) return "#";
  return DASHES.test(path) ? "--" : null;
}

/** Whether a test asks for its own name, or keeps snapshots by it: a copy has another one. */
export function namesItself(text: string, name: string): boolean {
  return text.includes(name) || /__filename\b|__file__\b|\bimport\.meta\b|snapshot/i.test(text);
}
