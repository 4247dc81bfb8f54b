import { ConfigError } from "../../domain/config.ts";
import { readNamed } from "../named-file.ts";

export interface SpecFile {
  readonly title: string;
  readonly body: string;
}

/**
 * Reads a Markdown spec: the first `# heading` is the title, the rest is what an issue's body is.
 * @throws ConfigError when there is no such file, it is no text, or nothing is in it
 */
export async function readSpecFile(path: string): Promise<SpecFile> {
  const text = (await readNamed(path, "a Markdown file, written like an issue")).replace(
    /^\uFEFF/,
    "",
  );
  if (text.trim() === "")
    throw new ConfigError(
      `The spec ${path} is empty. Write a heading, the acceptance criteria and the files that may change.`,
    );
  return splitSpec(text, path);
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
