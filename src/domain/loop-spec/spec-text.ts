import type { Code, RootContent } from "mdast";
import { parseDocument } from "yaml";
import { hasRunawayMarkup, visibleText } from "../inbound-text.ts";
import { sectionsOf } from "../markdown/sections.ts";
import type { LoopSpecReading } from "./loop-spec.ts";
import { readLoopSpec } from "./read-loop-spec.ts";

/** Longer texts are no specs. */
const longest = 200_000;

/** The parser takes seconds for many that are never closed. */
const mostBrackets = 5_000;

/** Reads the text of a spec: JSON or YAML, whichever it is. */
export function readSpecText(text: string): LoopSpecReading {
  const source = text.replace(/^\uFEFF/, "");
  if (source.length > longest) return invalid(`is longer than ${longest} characters`);
  if (source.trim() === "") return invalid("is empty. `tdd-loop spec new` writes one");
  if ((source.match(/[[{]/g)?.length ?? 0) > mostBrackets) return invalid("is nested too deeply");
  try {
    return readSource(source);
  } catch (error) {
    // The parser throws at more aliases than anybody writes, and runs out of stack on deep nesting.
    if (error instanceof ReferenceError || error instanceof RangeError)
      return invalid("has too many aliases, or is nested too deeply");
    throw error;
  }
}

function readSource(source: string): LoopSpecReading {
  const document = parseDocument(source, { prettyErrors: true });
  const [problem] = document.errors;
  if (problem === undefined) return readLoopSpec(document.toJS({ maxAliasCount: 100 }));
  // YAML allows no tab where JSON does, but it is the stricter one about a key that is there twice.
  if (problem.code === "DUPLICATE_KEY") return invalid(twice(problem));
  const json = asJson(source);
  if (json !== null) return readLoopSpec(json.data);
  return invalid(`is neither JSON nor YAML: ${problem.message.trim().replace(/\s+/g, " ")}`);
}

/** @param problem with the place of the second one */
function twice({ linePos }: { readonly linePos?: readonly { readonly line: number }[] }): string {
  const [at] = linePos ?? [];
  return `has the same key twice${at === undefined ? "" : `: the second is on line ${at.line}`}. Take one out`;
}

function asJson(source: string): { data: unknown } | null {
  try {
    return { data: JSON.parse(source) };
  } catch {
    return null;
  }
}

function invalid(text: string): LoopSpecReading {
  return { kind: "invalid", problems: [{ place: "spec", text }], notes: [] };
}

export type FencedSpec = LoopSpecReading | { readonly kind: "none" };

/**
 * Reads the one fenced block marked `tdd` of an issue: ```tdd, with `json` or `yaml` behind it or not.
 * Only what a person sees counts, so a block in an HTML comment is none.
 */
export function readFencedSpec(markdown: string): FencedSpec {
  const visible = visibleText(markdown);
  if (hasRunawayMarkup(visible)) return invalid("stands in a text that is nested too deeply");
  const blocks = sectionsOf(visible)
    .flatMap((section) => section.content)
    .filter(isSpecBlock);
  const [only, ...more] = blocks;
  if (only === undefined) return { kind: "none" };
  if (more.length > 0)
    return invalid(`is there ${blocks.length} times: one issue has one fenced block marked tdd`);
  return readSpecText(only.value);
}

function isSpecBlock(node: RootContent): node is Code {
  return node.type === "code" && node.lang?.toLowerCase() === "tdd";
}
