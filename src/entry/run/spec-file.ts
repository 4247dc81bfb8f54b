import { readFile } from "node:fs/promises";
import { ConfigError } from "../../domain/config.ts";

export interface SpecFile {
  readonly title: string;
  readonly body: string;
}

/**
 * Reads a Markdown spec: the first `# heading` is the title, the rest is what an issue's body is.
 * @throws ConfigError when there is no such file, or nothing in it
 */
export async function readSpecFile(path: string): Promise<SpecFile> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new ConfigError(`Cannot read the spec ${path}. Give the path of a Markdown file.`, {
      cause: error,
    });
  }
  return splitSpec(text.replace(/^\uFEFF/, ""), path);
}

function splitSpec(text: string, path: string): SpecFile {
  const heading = /^\s*#\s+(?<title>[^\n]+)\n?/.exec(text);
  const title = heading?.groups?.["title"]?.replace(/\s#+\s*$/, "").trim();
  if (title !== undefined && heading !== null)
    return { title, body: text.slice(heading[0].length) };
  const name =
    path
      .split("/")
      .at(-1)
      ?.replace(/\.[^.]+$/, "") ?? "spec";
  return { title: name, body: text };
}
