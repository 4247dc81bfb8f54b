import type { Finding } from "../domain/answers.ts";
import type { Fact } from "../domain/fact.ts";
import type { LayerMap } from "../domain/slice.ts";
import { fence } from "./fence.ts";
import type { ShownFile } from "./shown-files.ts";

export function feedbackText(feedback: readonly string[]): string {
  if (feedback.length === 0) return "Nothing: this is the first try.";
  return feedback.map((text, index) => `${index + 1}.\n${fence(text)}`).join("\n\n");
}

export function layersText(layers: LayerMap): string {
  const lines = Object.entries(layers).map(([prefix, layer]) => `${inline(prefix)} is ${layer}`);
  return lines.length === 0
    ? "None: give every slice the layer `application`, unless all of them are about infrastructure."
    : bullets(lines);
}

export function filesText(files: readonly ShownFile[]): string {
  return files.length === 0 ? "none" : files.map(fileText).join("\n\n");
}

function fileText({ path, text, lines }: ShownFile): string {
  if (text === null) return `${inline(path)} has ${lines} lines: read the parts that you need.`;
  return text.trim() === "" ? `${inline(path)} is empty.` : `${inline(path)}:\n\n${fence(text)}`;
}

/** A path or a command in one line. Backticks and line breaks cannot end the span. */
export function inline(text: string): string {
  const plain = text.replaceAll(/\s+/gu, " ").trim();
  return plain.includes("`") ? `"${plain.replaceAll("`", "'")}"` : `\`${plain}\``;
}

export function bullets(lines: readonly string[]): string {
  return lines.length === 0 ? "- none" : lines.map((line) => `- ${line}`).join("\n");
}

export function diffText(diff: string): string {
  return fence(diff === "" ? "(no difference)" : diff, "diff");
}

export function digest(text: string): string {
  return text.trim() === "" ? "(no output)" : fence(text);
}

export function factsText(facts: readonly Fact[]): string {
  if (facts.length === 0) return "None.";
  return fence(facts.map(({ path, line, what }) => `${path}:${line} ${what}`).join("\n"));
}

export function findingText(finding: Finding): string {
  const line = finding.line === null ? "" : `:${finding.line}`;
  const suggestion = finding.suggestion === "" ? "" : `\nSuggestion: ${finding.suggestion}`;
  return fence(`${finding.kind} at ${finding.file}${line}\n${finding.problem}${suggestion}`);
}
