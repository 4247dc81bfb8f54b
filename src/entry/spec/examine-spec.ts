import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../domain/config.ts";
import type { LoopSpec, SpecNote } from "../../domain/loop-spec/loop-spec.ts";
import { readFencedSpec, readSpecText } from "../../domain/loop-spec/spec-text.ts";
import { judgeSpec } from "../../loop/steps/judge-spec.ts";
import type { FoundSpec } from "./find-spec.ts";

/** A spec, read and judged. `spec` is null when it could not be read. */
export interface Examined {
  readonly path: string;
  readonly spec: LoopSpec | null;
  readonly problems: readonly SpecNote[];
  readonly notes: readonly SpecNote[];
}

/** Reads and judges a spec; a Markdown file is read as the text of an issue. */
export function examineSpec(found: FoundSpec, config: Config, asIssue: boolean): Examined {
  const { path, text } = found;
  const reading = /\.(md|markdown)$/i.test(path) ? readFencedSpec(text) : readSpecText(text);
  if (reading.kind === "none") {
    const why = "has no fenced block marked tdd: begin one with ```tdd on a line of its own";
    return { path, spec: null, problems: [{ place: "spec", text: why }], notes: [] };
  }
  if (reading.kind === "invalid") return { path, spec: null, ...reading };
  const { spec, notes } = reading;
  const { allowCommands: allowed, testCommand } = config;
  const configured = [...allowed, ...(testCommand === undefined ? [] : [testCommand])];
  const verdict = judgeSpec(spec, { kind: asIssue ? "issue" : "file", allowed, configured });
  return { path, spec, problems: verdict.problems, notes: [...notes, ...verdict.notes] };
}

/** The repository that a directory lies in; the directory itself outside of any. */
export function repositoryAround(dir: string): string {
  let at = dir;
  while (!existsSync(join(at, ".git"))) {
    const above = join(at, "..");
    if (above === at) return dir;
    at = above;
  }
  return at;
}
