import { readFileSync } from "node:fs";

/** The text of .github/examples/NAME. The build puts all texts in place of this file's reading. */
export function exampleText(name: string): string {
  return readFileSync(new URL(`../../.github/examples/${name}`, import.meta.url), "utf8");
}
