const LINE_LIMIT = 4_000;
const WORD_LIMIT = 500;
const BLANK_LINES = 40;
const MARK = "[…]";

/**
 * Text without a line, a word or a gap that has no end. The readers and the rules of causes are
 * patterns, and some go back over a line or over blank lines: whoever prints those long enough would
 * stop the judge. Each is cut here, once, in the middle; what no runner prints is not touched.
 */
export function withinLimits(text: string): string {
  let gap = 0;
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    const short = line.length <= WORD_LIMIT ? line : shortLine(line);
    gap = short.trim() === "" ? gap + 1 : 0;
    if (gap <= BLANK_LINES) lines.push(short);
  }
  return lines.join("\n");
}

/** A machine's line has to stay one: what is too long in it are its strings. */
function shortLine(line: string): string {
  const machine = line.startsWith("{") ? shortJson(line) : null;
  const fits = machine !== null && machine.length <= 2 * LINE_LIMIT;
  return fits ? machine : shortWords(cut(line, LINE_LIMIT));
}

function shortJson(line: string): string | null {
  try {
    return JSON.stringify(JSON.parse(line), (_key, value: unknown) =>
      typeof value === "string" ? shortWords(cut(value, LINE_LIMIT)) : value,
    );
  } catch {
    // Not JSON, or half of it: a line as any other.
    return null;
  }
}

const LONG_WORD = new RegExp(`\\S{${WORD_LIMIT + 1},}|\\s{${WORD_LIMIT + 1},}`, "g");

function shortWords(line: string): string {
  return line.replace(LONG_WORD, (word) => cut(word, WORD_LIMIT));
}

/** Keeps both ends: the place stands at one, what was wrong at the other. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  // A backslash that lost what it escapes would spoil the string of a report.
  const head = text.slice(0, limit * 0.75).replace(/\\[^\\]{0,5}$/, "");
  return `${head}${MARK}${text.slice(MARK.length - limit * 0.25)}`;
}
