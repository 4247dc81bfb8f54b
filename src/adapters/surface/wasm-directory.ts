import { createRequire } from "node:module";
import { dirname } from "node:path";

/** Where the grammars are; the build puts the place beside the bundle here. */
export const wasmDirectory = (): string =>
  dirname(createRequire(import.meta.url).resolve("@vscode/tree-sitter-wasm"));
