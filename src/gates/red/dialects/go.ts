import type { Dialect } from "./dialect.ts";
import { noHelper } from "./dialect.ts";

export const go: Dialect = {
  files: /_test\.go$/,
  noise: /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|`[^`]*`|'(?:\\[^\n]{1,8}|[^'\\\n])'/g,
  head: /^func\s+(Test\w*)\s*\(\s*\w+\s+\*testing\.T\s*\)\s*\{/gm,
  ends: "}",
  asserts:
    /\bt[tcb]?\.(?:Error|Fatal|Fail|Run)|assert|require|expect|check|verify|must|should|equal|panic|\(\s*t\s*[,)]|\bcmp\./i,
  helper: noHelper,
  fails:
    /\bt\.(?:Error|Fatal)f?\s*\([^()]*\)|\bt\.Fail(?:Now)?\s*\(\s*\)|\bpanic\s*\([^()]*\)|\b(?:assert|require)\.(?:Fail(?:Now)?\s*\(\s*t\b[^()]*\)|True\s*\(\s*t\s*,\s*false\s*[,)][^()]*\)?|False\s*\(\s*t\s*,\s*true\s*[,)][^()]*\)?)/g,
  holds:
    /\b(?:assert|require)\.(?:True\s*\(\s*t\s*,\s*true\s*\)|False\s*\(\s*t\s*,\s*false\s*\)|Nil\s*\(\s*t\s*,\s*nil\s*\))/g,
  compares: /\b(?:assert|require)\.(?:Equal|EqualValues|Exactly|Same)f?\s*\(/g,
  conditions: /\b(?:assert|require)\.Truef?\s*\(/g,
  subject: null,
  matcher: null,
  equal: "==",
  before: 1,
};
