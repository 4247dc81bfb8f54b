import type { Dialect } from "./dialect.ts";
import { C_NOISE, noHelper } from "./dialect.ts";

export const rust: Dialect = {
  files: /\.rs$/,
  noise: C_NOISE,
  head: /#\[(?:\w+::)*test\b[^\]]*\](?:\s*#\[[^\]]*\])*\s*(?:pub\s+)?(?:async\s+)?fn\s+(\w+)\s*\([^()]*\)[^{;]*\{/g,
  ends: "}",
  asserts: /assert|panic|expect|unwrap|\?|check|verify|must|should|matches!|proptest|insta/i,
  helper: noHelper,
  fails:
    /\b(?:panic|unimplemented|todo|unreachable)!\s*\([^()]*\)|\bassert!\s*\(\s*false\b[^()]*\)/g,
  holds: /\bassert!\s*\(\s*true\s*(?:,[^()]*)?\)/g,
  compares: /\b(?:debug_)?assert_eq!\s*\(/g,
  conditions: /\b(?:debug_)?assert!\s*\(/g,
  subject: null,
  matcher: null,
  equal: "==",
  before: 0,
};
