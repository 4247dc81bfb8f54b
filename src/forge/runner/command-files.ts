import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The files through which a step speaks to the runner; new ones for each step. */
export interface CommandFiles {
  readonly env: Readonly<Record<string, string>>;
  read(): Promise<CommandFileContents>;
}

export interface CommandFileContents {
  readonly output: Record<string, string>;
  readonly env: Record<string, string>;
  readonly state: Record<string, string>;
  readonly path: readonly string[];
  readonly summary: string;
}

interface Entry {
  readonly name: string;
  readonly value: string;
  /** Index of the line after it. */
  readonly next: number;
}

function readEntry(lines: readonly string[], at: number): Entry | null {
  const line = lines[at] ?? "";
  const block = /^([^=<]+)<<(.+)$/.exec(line);
  if (block) {
    const end = lines.indexOf(block[2] ?? "", at + 1);
    if (end < 0) throw new Error(`Invalid value. Matching delimiter not found '${block[2]}'`);
    const value = lines.slice(at + 1, end).join("\n");
    return { name: (block[1] ?? "").trim(), value, next: end + 1 };
  }
  const equals = line.indexOf("=");
  if (equals > 0)
    return { name: line.slice(0, equals), value: line.slice(equals + 1), next: at + 1 };
  if (line === "") return null;
  throw new Error(`Invalid format '${line}'`);
}

/** `name=value` lines and `name<<DELIMITER` blocks. A block that never ends is an error. */
export function parseCommandFile(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; ) {
    const entry = readEntry(lines, at);
    if (entry) values[entry.name] = entry.value;
    at = entry?.next ?? at + 1;
  }
  return values;
}

/** GitHub cuts a step's summary at 1 MiB. */
const maxSummary = 1024 * 1024;

export async function createCommandFiles(dir: string, step: string): Promise<CommandFiles> {
  const folder = join(dir, "_runner_file_commands");
  await mkdir(folder, { recursive: true });
  const names = ["OUTPUT", "ENV", "STATE", "PATH", "STEP_SUMMARY"] as const;
  const file = (name: string) => join(folder, `${name.toLowerCase()}_${step}`);
  for (const name of names) await writeFile(file(name), "");
  const text = (name: string) => readFile(file(name), "utf8").catch(() => "");
  return {
    env: Object.fromEntries(names.map((name) => [`GITHUB_${name}`, file(name)])),
    async read() {
      return {
        output: parseCommandFile(await text("OUTPUT")),
        env: parseCommandFile(await text("ENV")),
        state: parseCommandFile(await text("STATE")),
        path: (await text("PATH")).split(/\r?\n/).filter(Boolean),
        summary: (await text("STEP_SUMMARY")).slice(0, maxSummary),
      };
    },
  };
}
