/** CSI and OSC sequences, charset switches such as `ESC ( B`, and the other two-byte escapes. */
const ESCAPES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal escapes are control characters
  /\u001b\[[0-9;:?<=>!]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[()*+][0-9A-Za-z]|\u001b[@-Z\\-_=>]/g;

/**
 * Text as a person would have read it: no colours, no cursor moves, LF line ends, and of a line that
 * was drawn again after a lone CR only what stood there last.
 */
export function plainText(text: string): string {
  const plain = text.includes("\u001b") ? text.replace(ESCAPES, "") : text;
  if (!plain.includes("\r")) return plain;
  return plain.replace(/\r+\n/g, "\n").replace(/^[^\n]*\r(?=[^\n])/gm, "");
}
