import type { Dialect } from "./dialect.ts";
import { noHelper, none } from "./dialect.ts";

export const bats: Dialect = {
  files: /\.bats$/,
  noise: /(?<=^|\s)#[^\n]*/gm,
  head: /^[ \t]*@test\s+(["'][^\n]*["'])\s*\{[^\n]*\n/gm,
  ends: "}",
  asserts: null,
  helper: noHelper,
  fails:
    /^[ \t]*(?:false|return\s+[1-9]\d*|exit\s+[1-9]\d*|fail\b[^\n]*|flunk\b[^\n]*|\[\s+(\d+)\s+-eq\s+(?!\1\b)\d+\s+\])[ \t]*;?$/gm,
  holds: /^[ \t]*(?:true|:|return\s+0|\[\s+(\d+)\s+-eq\s+\1\s+\])[ \t]*;?$/gm,
  compares: none,
  conditions: /(?<=^[ \t]*)\[\[?[ \t]+(?=[^\n]*\][ \t]*$)/gm,
  subject: null,
  matcher: null,
  equal: "=",
  before: 0,
};
