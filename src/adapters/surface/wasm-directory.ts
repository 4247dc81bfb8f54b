import { createRequire } from "node:module";
import { dirname } from "node:path";

const require = createRequire(import.meta.url);

/** Where the parser and its grammars are; the build puts the place beside the bundle here. */
export const wasmDirectory = (): string => dirname(require.resolve("@vscode/tree-sitter-wasm"));
