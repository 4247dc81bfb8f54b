import type { Dialect } from "./dialect.ts";
import { noHelper, none } from "./dialect.ts";

export const elixir: Dialect = {
  files: /_test\.exs$/,
  noise: /#[^\n]*|"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"/g,
  head: /^[ \t]*test\s+("[^"\n]*")[^\n]*\bdo[ \t]*\n/gm,
  ends: "end",
  asserts: /assert|refute|flunk|raise|=|check|verify|expect|must|should|->/i,
  helper: noHelper,
  fails: /^[ \t]*(?:flunk\b[^\n]*|raise\b[^\n]*|assert\s+(?:false|nil)|refute\s+true)[ \t]*$/gm,
  holds: /^[ \t]*(?:assert\s+true|refute\s+(?:false|nil))[ \t]*$/gm,
  compares: none,
  conditions: /\bassert(?:\s*\(|[ \t]+(?=[^\s(]))/g,
  subject: null,
  matcher: null,
  equal: "==",
  before: 0,
};
