import {
  cell,
  codeSpan,
  cutMiddle,
  defang,
  fence,
  oneLine,
  plainText,
} from "../domain/outbound-text.ts";

type Span = (text: string, max: number) => string;

/**
 * Text from outside as one line of a paragraph: what stands between backticks is code, the rest is
 * words. Text with anything in it that would do something on GitHub is code as a whole. At most `max`
 * code points of it are shown.
 */
export function proseLine(text: string, max: number): string {
  return proseOr(text, max, codeSpan);
}

/** The same for a cell of a table. */
export function proseCell(text: string, max: number): string {
  return proseOr(text, max, cell);
}

/** The same for several lines, quoted; at most `max` UTF-16 units, the middle left out. */
export function proseQuote(text: string, max: number): string {
  if (!isHarmless(text)) return fence(text, max);
  const lines = cutMiddle(plainText(text).trim(), max).split("\n");
  return lines.map((line) => `> ${withCode(line.trim(), codeSpan)}`.trimEnd()).join("\n");
}

/** The id of a test for a cell: its parts apart, so that a narrow screen can break between them. */
export function testIdCell(id: string): string {
  const parts = oneLine(id, 140).split(/::| > /);
  return parts.length < 2 || parts.some((part) => part.trim() === "")
    ? cell(id, 140)
    : parts.map((part) => cell(part, 140)).join(" › ");
}

function proseOr(text: string, max: number, span: Span): string {
  const line = oneLine(text, max);
  return isHarmless(text) && line !== "" ? withCode(line, span) : span(text, max);
}

/** Nothing in it is a reference, address, tag, block or invisible sign. */
function isHarmless(text: string): boolean {
  const plain = text.replace(/`[^`\n]+`/g, "");
  return (
    defang(plain) === plain &&
    !plain.includes("`") &&
    !/::|%%|[\\~]|^\s*(?:[-+*>|=]|\d+[.)])|\[[^\]]*\]/m.test(plain)
  );
}

function withCode(line: string, span: Span): string {
  const parts = line.split(/`([^`]+)`/);
  return parts
    .map((part, i) =>
      i % 2 === 0 ? part.replace(/[`*_[\]<>|$&#{}]/g, "\\$&") : span(part, part.length),
    )
    .join("");
}
