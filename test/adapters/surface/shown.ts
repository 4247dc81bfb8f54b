import { readSurface } from "../../../src/adapters/surface/read-surface.ts";
import { sourceLanguage } from "../../../src/domain/source-language.ts";
import type { FileSurface } from "../../../src/domain/surface.ts";

/** The surface of a text as if it were a file of this name. */
export async function surfaceOf(path: string, text: string): Promise<FileSurface> {
  const found = sourceLanguage(path);
  const language = found.kind === "readable" ? found.name : "";
  const read = await readSurface(path, text, { language, documentation: true });
  if (read.kind === "unreadable") throw new Error(`${path}: ${read.why}`);
  return read.surface;
}

/** Its signatures, members indented. */
export async function shown(path: string, text: string): Promise<readonly string[]> {
  const { signatures } = await surfaceOf(path, text);
  return signatures.map((signature) => "  ".repeat(signature.depth) + signature.text);
}
