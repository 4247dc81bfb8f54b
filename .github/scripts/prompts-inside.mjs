import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";

/** Puts the prompts' texts into a bundle that is run away from this repository. */
export function promptsInside() {
  const texts = Object.fromEntries(
    readdirSync("prompts").map((file) => [
      basename(file, ".md"),
      readFileSync(`prompts/${file}`, "utf8"),
    ]),
  );
  const code = `const texts = ${JSON.stringify(texts)};\nexport const promptText = (name) => texts[name];`;
  return {
    name: "prompts-inside",
    load: (id) => (id.endsWith("src/entry/prompt-texts.ts") ? { code, moduleType: "js" } : null),
  };
}
