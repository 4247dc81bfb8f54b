import { readFileSync } from "node:fs";

/** The version in package.json. The build puts the text in place of this file's reading. */
export function version(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const manifest: { version: string } = JSON.parse(text);
  return manifest.version;
}
