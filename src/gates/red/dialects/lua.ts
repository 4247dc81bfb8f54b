import type { Dialect } from "./dialect.ts";
import { noHelper } from "./dialect.ts";

export const lua: Dialect = {
  files: /(?:_spec|_test|^spec|\/spec|test_\w*)\.lua$|(?:^|\/)(?:spec|tests?)\/.*\.lua$/,
  noise: /--\[\[[\s\S]*?\]\]|--[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g,
  head: /^[ \t]*(?:it|test)\s*\(\s*(["'][^"'\n]*["'])\s*,\s*(?:async\s*\(\s*)?function\s*\([^()]*\)[^\n]*\n/gm,
  ends: "end",
  asserts: /assert|expect|error|fail|spy|stub|should|verify|check|must/i,
  helper: noHelper,
  fails:
    /^[ \t]*(?:assert(?:\.(?:is_true|True|truthy|is_truthy))?\s*\(\s*(?:false|nil)\b[^()]*\)|assert\.(?:is_false|False|is_nil)\s*\(\s*true\b[^()]*\)|error\s*\([^()]*\)|fail\s*\([^()]*\))[ \t]*$/gm,
  holds:
    /^[ \t]*(?:assert(?:\.(?:is_true|True|truthy|is_truthy))?\s*\(\s*true\b[^()]*\)|assert\.(?:is_false|False)\s*\(\s*false\b[^()]*\)|assert\.is_nil\s*\(\s*nil\s*\))[ \t]*$/gm,
  compares: /\bassert\.(?:are\.)?(?:equals?|equal|same|Equals?|Same|are_equal|are_same)\s*\(/g,
  conditions: /\bassert(?:\.(?:is_true|True|truthy))?\s*\(/g,
  subject: null,
  matcher: null,
  equal: "==",
  before: 0,
};
