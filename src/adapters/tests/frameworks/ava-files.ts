import type { Output, ReadCase, Reading } from "../framework.ts";
import { relativeTo, reportOf } from "../read/paths.ts";

/**
 * AVA names a test by its file only where there are several files, and shortens what they share: one
 * more file gives old tests new names. Which files run is noted by AVA's own workers, threads and
 * processes alike; each is told its file. A program that a test starts is told none.
 */
export function filesNoted(path: string): string {
  return `const { appendFileSync } = require("node:fs");
const { workerData } = require("node:worker_threads");
const note = (options) => {
  try {
    if (typeof options?.file === "string") appendFileSync(${JSON.stringify(path)}, options.file + "\\n");
  } catch {}
};
note(workerData?.options);
if (process.argv[1]?.endsWith("/ava/lib/worker/base.js"))
  process.once("message", (message) => note(message?.ava?.options));
`;
}

/** The same tests under ids that always begin with the path of their file, where it is known. */
export function withFiles(reading: Reading | null, output: Output): Reading | null {
  const files = notedIn(output);
  if (reading === null || files.length === 0) return reading;
  const shared = sharedDepth(files);
  const named = files.map((file) => ({
    file,
    prefix: files.length === 1 ? "" : prefixOf(file, shared),
  }));
  // Of two prefixes that fit, as "a" and "a > b", the longer one is meant.
  named.sort((a, b) => b.prefix.length - a.prefix.length);
  return { ...reading, cases: reading.cases.map((test) => placed(test, named)) };
}

function notedIn(output: Output): string[] {
  const noted = reportOf(output.reports, /^ava-files\.txt$/)?.text.split("\n") ?? [];
  const files = noted.filter((path) => path !== "").map((path) => relativeTo(output.dir, path));
  return [...new Set(files)];
}

function placed(
  test: ReadCase,
  named: readonly { readonly file: string; readonly prefix: string }[],
): ReadCase {
  const its = named.find((one) => test.id.startsWith(one.prefix));
  if (its === undefined) return test;
  const { file, prefix } = its;
  return { ...test, file, id: `${file} > ${test.id.slice(prefix.length)}` };
}

/** How many directories all files share; AVA leaves these out. */
function sharedDepth(files: readonly string[]): number {
  const [first = [], ...rest] = files.map((file) => file.split("/").slice(0, -1));
  const differs = first.findIndex((part, at) => rest.some((other) => other[at] !== part));
  return differs < 0 ? first.length : differs;
}

/** What AVA prints before a title: "sub > gaps > " for test/sub/gaps.test.js beside test/slots.test.js. */
function prefixOf(file: string, shared: number): string {
  const parts = file
    .split("/")
    .slice(shared)
    .filter((part) => part !== "__tests__");
  const name = (parts.pop() ?? "")
    .replace(/\.spec\./, ".")
    .replace(/\.test\./, ".")
    .replace("test-", "")
    .replace(/\.\w+$/, "");
  return `${[...parts, name].join(" > ")} > `;
}
