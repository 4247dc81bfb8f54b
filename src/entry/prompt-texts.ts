import { readFileSync } from "node:fs";

/** The text of prompts/NAME.md. The build puts all texts in place of this file's reading. */
export function promptText(name: string): string {
  return readFileSync(new URL(`../../prompts/${name}.md`, import.meta.url), "utf8");
}
