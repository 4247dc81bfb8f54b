import type { FileSurface, Signature, SurfaceRead } from "../../domain/surface.ts";
import { cSharp } from "./c-sharp.ts";
import { documentationOf } from "./documentation.ts";
import { go } from "./go.ts";
import { grammarOf } from "./grammar.ts";
import type { Item, Language } from "./item.ts";
import { java } from "./java.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";
import { ruby } from "./ruby.ts";
import { rust } from "./rust.ts";
import type { SyntaxNode } from "./syntax-node.ts";
import { javascript, tsx, typescript } from "./typescript.ts";

const languages: Readonly<Record<string, Language>> = Object.fromEntries(
  [typescript, javascript, python, go, rust, ruby, php, java, cSharp].map((language) => [
    language.name,
    language,
  ]),
);

/** Nothing that a person wrote is larger; what is, is data or a bundle. */
const MAX_CHARACTERS = 4_000_000;
const MAX_ERRORS = 20;

/**
 * The public part of a source file, by tree-sitter; a grammar is loaded with the first file of its language.
 * @param asked.language as `sourceLanguage` names it
 */
export async function readSurface(
  path: string,
  text: string,
  asked: { readonly language: string; readonly documentation: boolean },
): Promise<SurfaceRead> {
  const known = languages[asked.language];
  if (known === undefined) return { kind: "unreadable", why: `unknown language ${asked.language}` };
  if (text.length > MAX_CHARACTERS)
    return { kind: "unreadable", why: "larger than 4,000,000 characters" };
  if (text.includes("\0")) return { kind: "unreadable", why: "not text" };
  const language = known === typescript && path.endsWith("x") ? tsx : known;
  const grammar = await grammarOf(language.grammar);
  const prepared = language.prepare?.(text) ?? { text, restore: (shown: string) => shown };
  const surface = grammar.parse(prepared.text, (root): FileSurface => {
    const found = language.items(root, path);
    const items = root.hasError ? found.filter((item) => !isDoubtful(item)) : found;
    const signatures = items.map((item): Signature => {
      const documentation = asked.documentation ? documentationOf(item.node, language) : null;
      return signatureOf(item, prepared.restore, documentation);
    });
    return {
      path,
      language: language.name,
      signatures: inOrder(signatures),
      syntaxErrors: errorLines(root),
      characters: text.length,
    };
  });
  return surface === null
    ? { kind: "unreadable", why: "took too long to parse" }
    : { kind: "read", surface };
}

function signatureOf(
  { node, name, depth, text }: Item,
  restore: (shown: string) => string,
  documentation: string | null,
): Signature {
  const place = node.childForFieldName("name") ?? node;
  return {
    name,
    line: place.startPosition.row + 1,
    depth,
    text: restore(text),
    documentation,
  };
}

/** By line, members with their owner; what was found in two ways is said once. */
function inOrder(signatures: readonly Signature[]): readonly Signature[] {
  const groups: Signature[][] = [];
  for (const signature of signatures) {
    if (signature.depth === 0 || groups.length === 0) groups.push([]);
    groups.at(-1)?.push(signature);
  }
  const sorted = groups.toSorted((a, b) => (a[0]?.line ?? 0) - (b[0]?.line ?? 0));
  const seen = new Set<string>();
  return sorted.flatMap((group) => {
    const key = group.map(({ line, depth, text }) => `${line} ${depth} ${text}`).join("\n");
    if (seen.has(key)) return [];
    seen.add(key);
    return group;
  });
}

/** Where bodies are none, what follows a mistake is still what it seems. */
const TYPES_ONLY = /^(interface_body|object_type)$/;
/** In a broken class, `if (…) { … }` passes for a method. */
const STATEMENTS = /^(if|for|while|switch|catch|with|return)$/;

/**
 * Whether a declaration of a broken file is in or behind what the parser did not understand: then it
 * may be the inside of a body that lost its beginning.
 */
function isDoubtful({ node, name }: Item): boolean {
  if (STATEMENTS.test(name)) return true;
  for (let at: SyntaxNode | null = node; at !== null; at = at.parent)
    if (at.isError || followsError(at)) return true;
  return false;
}

function followsError({ parent, startIndex }: SyntaxNode): boolean {
  if (parent === null || TYPES_ONLY.test(parent.type)) return false;
  const before = parent.children.filter((child) => child.startIndex < startIndex);
  const near = parent.parent === null ? before.slice(-1) : before;
  return near.some(({ isError, isMissing }) => isError || isMissing);
}

function errorLines(root: SyntaxNode): readonly number[] {
  const lines = new Set<number>();
  const look = (node: SyntaxNode): void => {
    if (lines.size >= MAX_ERRORS) return;
    if (node.isError || node.isMissing) lines.add(node.startPosition.row + 1);
    else if (node.hasError) for (const child of node.children) look(child);
  };
  look(root);
  return [...lines].sort((a, b) => a - b);
}
