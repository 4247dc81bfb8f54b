import type { RootContent } from "mdast";
import { toString as plainText } from "mdast-util-to-string";
import type { Section } from "./markdown/sections.ts";
import { unsafePath } from "./safe-path.ts";
import type { PlannedFile } from "./spec.ts";
import { isTestPath } from "./test-surface.ts";

export type FileListReading =
  | {
      readonly kind: "listed";
      readonly files: readonly PlannedFile[];
      readonly testLocations: readonly string[];
    }
  | { readonly kind: "unclear"; readonly about: "files"; readonly question: string };

/** One line of a file list: the paths in it, whether it is marked "(new)", whether it speaks of tests. */
interface Line {
  readonly paths: readonly string[];
  readonly isNew: boolean;
  readonly isTest: boolean;
}

/**
 * Reads the file sections of an issue: one path an item or a line, in backticks or bare, "(new)"
 * behind it (S0-10), `#` comments left out (S0-11), "tests:" before a place where tests go.
 */
export function readFileList(sections: readonly Section[]): FileListReading {
  const found: Place[] = [];
  for (const section of sections) {
    const isTests = /^tests?\b|^where tests/i.test(section.title);
    for (const line of section.content.flatMap(linesOf)) {
      found.push(...placesOf(line, isTests));
    }
  }
  for (const place of found) {
    const problem = problemOf(place);
    if (problem !== null) return unclear(place.path, problem);
  }
  const files = found.filter((place) => !place.isTest);
  const tests = found.filter((place) => place.isTest).map((place) => place.path);
  return {
    kind: "listed",
    files: dedupe(files.map(({ path, isNew }) => ({ path, isNew }))),
    testLocations: [...new Set(tests)],
  };
}

interface Place extends PlannedFile {
  readonly isTest: boolean;
}

function placesOf(line: Line, inTests: boolean): Place[] {
  return line.paths.map((raw) => {
    const path = raw.replace(/^\.\//, "");
    const isTest = line.isTest || inTests || isTestPath(path, []);
    return { path, isNew: line.isNew, isTest };
  });
}

function problemOf({ path, isTest }: Place): string | null {
  if (!isTest && path.endsWith("/")) return "is a directory; list exact files";
  return unsafePath(path);
}

function unclear(path: string, problem: string): FileListReading {
  return {
    kind: "unclear",
    about: "files",
    question: `The file list names \`${path}\`, which ${problem}. Which exact files may change?`,
  };
}

function linesOf(node: RootContent): Line[] {
  if (node.type === "code") return node.value.split("\n").map(bareLine);
  if (node.type === "list")
    return node.children.flatMap((item) => item.children.flatMap((child) => linesOf(child)));
  if (node.type !== "paragraph") return [];
  const codes = node.children.flatMap((child) =>
    child.type === "inlineCode" ? [child.value] : [],
  );
  const text = plainText(node);
  if (codes.length === 0) return text.split("\n").map(bareLine);
  return [{ paths: codes.filter(looksLikePath), ...marks(text) }];
}

/** A line without backticks: the path is its first word that looks like one. */
function bareLine(line: string): Line {
  const text = line.replace(/(^|\s)#.*$/, "").trim();
  const words = text.replace(/^tests?:\s*/i, "").split(/[\s,]+/);
  const path = words.find(looksLikePath);
  return { paths: path === undefined ? [] : [path], ...marks(text) };
}

function marks(text: string): { isNew: boolean; isTest: boolean } {
  return { isNew: /\(new\b/i.test(text), isTest: /^\s*tests?\b[^/`]*:/i.test(text) };
}

function looksLikePath(word: string): boolean {
  return (
    /[./]/.test(word) && !/\s/.test(word) && !/^https?:/.test(word) && /[\p{L}\p{N}]/u.test(word)
  );
}

function dedupe(files: readonly PlannedFile[]): PlannedFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return [...byPath.values()];
}
