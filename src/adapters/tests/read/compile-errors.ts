import type { Output, Reading, ReadLoad } from "../framework.ts";
import { relativeTo } from "./paths.ts";

/**
 * Splits a compiler's output into its errors, each with the file it is in.
 * @param head where an error begins, as in /^error/ (multi-line)
 * @param place how it names its file, the path in the first group
 */
export function compileErrors(
  text: string,
  output: Output,
  { head, place }: { readonly head: RegExp; readonly place: RegExp },
): ReadLoad[] {
  const starts = [...text.matchAll(new RegExp(head.source, "gm"))].map((match) => match.index);
  const errors = starts.map((start, at) => text.slice(start, starts[at + 1]));
  const loads = errors.map((error) => ({
    file: relativeTo(output.dir, place.exec(error)?.[1] ?? ""),
    text: error,
  }));
  return loads.filter(
    (load, at) => loads.findIndex((other) => firstLine(other) === firstLine(load)) === at,
  );
}

function firstLine(load: ReadLoad): string {
  return `${load.file} ${load.text.split("\n")[0]}`;
}

/** g++ and clang++: `file:line:column: error: …`, and the linker's undefined references. */
export function cppErrors(output: Output): ReadLoad[] {
  const text = `${output.stdout}\n${output.stderr}`;
  return compileErrors(text, output, {
    head: /^\S+:\d+:\d+: (?:fatal )?error: |^.*: undefined reference to |^.*cannot find -l/,
    place: /^(?:.*\/CMakeFiles\/[^/]+\/)?([^\s:]+?)(?::\(|:\d+)/m,
  });
}

/** A program that does not compile or link has no tests to run. */
export function notBuilt(output: Output): Reading | null {
  const loads = cppErrors(output);
  if (loads.length === 0) return null;
  const counts = { passed: 0, failed: 0, skipped: 0 };
  return { cases: [], loads, counts, source: "text", cut: false, ended: true };
}

/** TypeScript's compiler, run by itself. */
export function tscErrors(output: Output): ReadLoad[] {
  const text = `${output.stdout}\n${output.stderr}`;
  return compileErrors(text, output, {
    head: /^\S+\(\d+,\d+\): error TS\d+: |^\S+:\d+:\d+ - error TS\d+: /,
    place: /^(\S+?)(?:\(|:\d)/,
  });
}
