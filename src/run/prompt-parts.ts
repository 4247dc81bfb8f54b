import { fence } from "./fence.ts";

export function diffText(diff: string): string {
  return fence(diff === "" ? "(no difference)" : diff, "diff");
}

export function feedbackText(feedback: readonly string[]): string {
  if (feedback.length === 0) return "Nothing: this is the first try.";
  return feedback.map((text, index) => `${index + 1}.\n${fence(text)}`).join("\n\n");
}

/** A path or a command in one line. Backticks and line breaks cannot end the span. */
export function inline(text: string): string {
  const plain = text.replaceAll(/\s+/gu, " ").trim();
  return plain.includes("`") ? `"${plain.replaceAll("`", "'")}"` : `\`${plain}\``;
}

export function bullets(lines: readonly string[]): string {
  return lines.length === 0 ? "- none" : lines.map((line) => `- ${line}`).join("\n");
}
