import type { WriterAnswer } from "./answers.ts";
import type { Promised } from "./red-verdict.ts";
import type { Spec } from "./spec.ts";

/**
 * The names that may be missing at RED (settled question 1): files of the allowlist, what the issue
 * writes as code, and what the writer declared. A module the writer declared counts only when it is
 * one of the listed files: nobody promises a module that the lock does not let anyone make.
 */
export function promisedNames(spec: Spec, declared: WriterAnswer["promised"]): Promised {
  const files = spec.files.map((file) => file.path);
  const stems = new Set(files.map(stemOf));
  const modules = declared.modules.filter(
    (name) => stems.has(stemOf(name.replaceAll(".", "/"))) || stems.has(stemOf(name)),
  );
  const written = [spec.title, spec.body].flatMap(codeNames);
  return {
    files,
    modules: [...new Set([...files, ...modules])],
    symbols: [...new Set([...declared.symbols, ...written])],
  };
}

function stemOf(path: string): string {
  const name = path.split("/").at(-1) ?? path;
  return name.replace(/\.[^.]*$/, "").toLowerCase();
}

/** Identifiers inside backticks: `list.prepend(x)` gives list, prepend and list.prepend. */
function codeNames(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].flatMap((match) => {
    const code = (match[1] ?? "").replaceAll(/'[^']*'|"[^"]*"/g, "");
    const dotted = code.match(/[A-Za-z_$][\w$]*(?:(?:\.|::|#)[A-Za-z_$][\w$]*)*/g) ?? [];
    return dotted.flatMap((name) => [name, ...name.split(/\.|::|#/)]);
  });
}
