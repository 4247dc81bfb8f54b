import { withinLimits } from "./within-limits.ts";

/** CSI and OSC sequences, charset switches such as `ESC ( B`, and the other two-byte escapes. */
const ESCAPES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal escapes are control characters
  /\u001b\[[0-9;:?<=>!]{0,64}[ -/]{0,16}[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[()*+][0-9A-Za-z]|\u001b[@-Z\\-_=>]/g;

/**
 * Text as a person would have read it: no colours, no cursor moves, LF line ends, of a line that was
 * drawn again after a lone CR only what stood there last, and no line longer than one would read.
 */
export function plainText(text: string): string {
  const plain = text.includes("\u001b") ? text.replace(ESCAPES, "") : text;
  return withinLimits(plain.includes("\r") ? asDrawn(plain) : plain);
}

/** Without patterns: one that looks for the last CR of a line goes over it once for each. */
function asDrawn(text: string): string {
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  return [...lines.map((line) => lastDrawn(withoutEnd(line))), lastDrawn(last)].join("\n");
}

function withoutEnd(line: string): string {
  let end = line.length;
  while (line[end - 1] === "\r") end -= 1;
  return line.slice(0, end);
}

function lastDrawn(line: string): string {
  return line.slice(line.slice(0, -1).lastIndexOf("\r") + 1);
}

/** A report that is read line by line, as a person would; what is parsed whole keeps every byte. */
export function plainReport(name: string, text: string): string {
  return /\.(?:xml|json)$/.test(name) ? text : plainText(text);
}
