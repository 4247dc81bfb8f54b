import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { SyntaxNode } from "./syntax-node.ts";
import { wasmDirectory } from "./wasm-directory.ts";

interface SyntaxTree {
  readonly rootNode: SyntaxNode;
  delete(): void;
}

interface Library {
  readonly Parser: {
    new (): {
      setLanguage(language: unknown): unknown;
      parse(
        text: string,
        old: null,
        options: { progressCallback: () => boolean },
      ): SyntaxTree | null;
      reset(): void;
    };
    init(options: { wasmBinary: Uint8Array }): Promise<void>;
  };
  readonly Language: { load(bytes: Uint8Array): Promise<unknown> };
}

export interface Grammar {
  /**
   * Reads a file's text and gives its tree to `use`; frees it afterwards.
   * @returns null when the parser gave up within its time
   */
  parse<T>(text: string, use: (root: SyntaxNode) => T): T | null;
}

/** The longest that one file may take to parse. */
const MAX_PARSE_MS = 5_000;

let library: Promise<Library> | null = null;
const grammars = new Map<string, Promise<Grammar>>();

/** The parser of one language, loaded when it is asked for the first time. */
export function grammarOf(name: string): Promise<Grammar> {
  const known = grammars.get(name) ?? loadGrammar(name);
  grammars.set(name, known);
  return known;
}

async function loadGrammar(name: string): Promise<Grammar> {
  library ??= loadLibrary();
  const { Parser, Language } = await library;
  const parser = new Parser();
  parser.setLanguage(await Language.load(await readWasm(name)));
  return {
    parse: (text, use) => {
      const late = performance.now() + MAX_PARSE_MS;
      const tree = parser.parse(text, null, { progressCallback: () => performance.now() > late });
      if (tree === null) {
        parser.reset();
        return null;
      }
      try {
        return use(tree.rootNode);
      } finally {
        tree.delete();
      }
    },
  };
}

/** Loaded as a file of its own, never bundled: it looks for its own place. */
async function loadLibrary(): Promise<Library> {
  const require = createRequire(import.meta.url);
  const loaded: Library = require(join(wasmDirectory(), "tree-sitter.js"));
  await loaded.Parser.init({ wasmBinary: await readWasm("tree-sitter") });
  return loaded;
}

async function readWasm(name: string): Promise<Uint8Array> {
  return new Uint8Array(await readFile(join(wasmDirectory(), `${name}.wasm`)));
}
