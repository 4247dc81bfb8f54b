import type { Html } from "./html.ts";
import { html } from "./html.ts";

interface Box {
  readonly name: string;
  readonly lines: readonly string[];
  readonly style: string;
}

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

const box = { width: 118, height: 54, gap: 34, rise: 46 };
const colour = /^#[0-9a-f]{3,6}$/i;

/**
 * A mermaid flowchart as a picture, without mermaid, a script or the network: boxes in a row, arrows
 * to the next, dotted arrows back. That is what a run's picture is made of; null for anything else.
 */
export function flowPicture(text: string): Html | null {
  const lines = text.split("\n").map((line) => line.trim());
  if (lines.shift() !== "flowchart LR") return null;
  const styles = new Map(lines.flatMap(styleIn));
  const boxes = lines.flatMap((line) => boxIn(line, styles));
  const arrows = lines.flatMap(arrowIn);
  const known = lines.every((line) => line === "" || isKnown(line));
  if (!known || boxes.length === 0 || boxes.length > 30) return null;
  const width = boxes.length * (box.width + box.gap);
  const place = new Map(boxes.map(({ name }, i) => [name, i * (box.width + box.gap) + 4]));
  const label = boxes.map(({ lines: words }) => words.join(" ")).join(", then ");
  return html`<div class="scroll"><svg class="flow" role="img" aria-label="${label}" viewBox="0 0 ${width} ${box.height + box.rise}" width="${width}" height="${box.height + box.rise}">
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="currentColor"/></marker></defs>
${arrows.map((arrow) => drawArrow(arrow, place))}${boxes.map((one) => drawBox(one, place.get(one.name) ?? 0))}</svg></div>`;
}

const patterns = {
  box: /^(\w+)\["([^"]*)"\](?::::?(\w+))?$/,
  next: /^(\w+) --> (\w+)$/,
  back: /^(\w+) -\. "([^"]*)" \.-> (\w+)$/,
  style: /^classDef (\w+) (.*)$/,
};

function isKnown(line: string): boolean {
  return Object.values(patterns).some((pattern) => pattern.test(line));
}

function styleIn(line: string): (readonly [string, string])[] {
  const [, name, text = ""] = patterns.style.exec(line) ?? [];
  if (name === undefined) return [];
  const legal = text.split(",").flatMap((part) => {
    const [key = "", value = ""] = part.split(":");
    return ["fill", "stroke", "color"].includes(key) && colour.test(value)
      ? [`${key}:${value}`]
      : [];
  });
  return [[name, legal.join(";")]];
}

function boxIn(line: string, styles: ReadonlyMap<string, string>): Box[] {
  const [, name, label = "", state = ""] = patterns.box.exec(line) ?? [];
  if (name === undefined) return [];
  return [{ name, lines: label.split("<br/>").slice(0, 2), style: styles.get(state) ?? "" }];
}

function arrowIn(line: string): Arrow[] {
  const [, from, to] = patterns.next.exec(line) ?? [];
  if (from !== undefined && to !== undefined) return [{ from, to, text: "" }];
  const [, start, text = "", end] = patterns.back.exec(line) ?? [];
  return start === undefined || end === undefined ? [] : [{ from: start, to: end, text }];
}

function drawBox({ lines, style }: Box, x: number): Html {
  const text = (/color:([^;]+)/.exec(style) ?? [])[1] ?? "currentColor";
  const [title = "", note = ""] = lines;
  const middle = x + box.width / 2;
  return html`<rect x="${x}" y="2" width="${box.width}" height="${box.height - 4}" rx="8" style="${style}"/>
<text x="${middle}" y="24" style="fill:${text}" font-weight="600">${title}</text><text x="${middle}" y="41" style="fill:${text}" font-size="11">${note}</text>`;
}

function drawArrow({ from, to, text }: Arrow, place: ReadonlyMap<string, number>): Html {
  const [start, end] = [place.get(from), place.get(to)];
  if (start === undefined || end === undefined) return html``;
  if (text === "") {
    const y = box.height / 2;
    return html`<path d="M${start + box.width} ${y}L${end - 1} ${y}" fill="none" stroke="currentColor" marker-end="url(#tip)"/>`;
  }
  const [a, b, y] = [start + box.width / 2, end + box.width / 2, box.height];
  return html`<path d="M${a} ${y}Q${(a + b) / 2} ${y + 34} ${b} ${y}" fill="none" stroke="currentColor" stroke-dasharray="4 3" marker-end="url(#tip)"/>
<text x="${(a + b) / 2}" y="${y + 36}" font-size="11" fill="currentColor">${text}</text>`;
}
