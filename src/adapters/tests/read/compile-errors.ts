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

/**
 * A program that does not compile or link has no tests to run. A build tool says so behind the errors
 * of its compiler: without these words there may have been more of them.
 */
export function notBuilt(output: Output): Reading | null {
  const loads = cppErrors(output);
  if (loads.length === 0) return null;
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const isTool = /\b(?:g?make|ninja|ctest|cmake)\b/.test(output.command);
  const ended = !isTool || TOOL_STOPPED.test(`${output.stdout}\n${output.stderr}`);
  return { cases: [], loads, counts, source: "text", cut: false, ended };
}

const TOOL_STOPPED =
  /^g?make(?:\[\d+\])?: \*\*\* |^ninja: (?:build stopped|error)|^(?:CMake Error|Errors while running CTest)/m;

/** TypeScript's compiler, run by itself. */
export function tscErrors(output: Output): ReadLoad[] {
  const text = `${output.stdout}\n${output.stderr}`;
  return compileErrors(text, output, {
    head: /^\S+\(\d+,\d+\): error TS\d+: |^\S+:\d+:\d+ - error TS\d+: /,
    place: /^(\S+?)(?:\(|:\d)/,
  });
}
