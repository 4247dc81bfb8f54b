import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Turn } from "../../../src/ports.ts";

/** A directory with files in it that goes away with the test. */
export interface WorkDir extends AsyncDisposable {
  readonly dir: string;
  text(path: string): Promise<string>;
}

export async function workDir(files: Readonly<Record<string, string>>): Promise<WorkDir> {
  const dir = await mkdtemp(join(tmpdir(), "tdd-agent-"));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
  return {
    dir,
    text: (path) => readFile(join(dir, path), "utf8"),
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  };
}

export function aTurn(dir: string, some: Partial<Turn> = {}): Turn {
  return {
    role: "implementer",
    attempt: 1,
    system: "You are the implementer.",
    shared: "The issue.",
    sealed: "",
    task: "Do it.",
    dir,
    mayWrite: ["src/"],
    runTests: null,
    ...some,
  };
}
