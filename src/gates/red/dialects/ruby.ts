import type { Dialect } from "./dialect.ts";

export const ruby: Dialect = {
  files: /\.rb$/,
  noise: /#[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g,
  head: /^[ \t]*(?:(?:it|specify|example|scenario|test)\b\s*\(?\s*(["'][^"'\n]*["'])?[^\n{]*?\bdo\b[^\n]*|def\s+(test_\w+)[^\n]*)\n/gm,
  ends: "end",
  asserts:
    /expect|should|assert|refute|must_|wont_|flunk|verify|check|ensure|raise|\bfail\b|match|_equal|approve/i,
  helper:
    /^[ \t]*(?!(?:if|unless|while|until|end|do|begin|return|else)\b)[a-z_]\w*[!?]?(?:[ \t]*$|[ \t]*\(|[ \t]+[^\s=+\-*/|&<>.,])/m,
  fails:
    /^[ \t]*(?:flunk\b[^\n]*|fail\b[^\n]*|raise\b[^\n]*|assert\s*\(?\s*(?:false|nil)\b[^\n]*|refute\s*\(?\s*true\b[^\n]*|expect\s*\(\s*(?:true\s*\)\.to\s+(?:be_falsey?|be_nil|(?:be|eq|eql)\s*\(?\s*false\b\)?)|(?:false|nil)\s*\)\.to\s+(?:be_truthy|(?:be|eq|eql)\s*\(?\s*true\b\)?)))[ \t]*$/gm,
  holds:
    /^[ \t]*(?:assert\s*\(?\s*true\s*\)?|refute\s*\(?\s*(?:false|nil)\s*\)?|assert_nil\s*\(?\s*nil\s*\)?|expect\s*\(\s*true\s*\)\.to\s+(?:be_truthy|(?:be|eq|eql)\s*\(?\s*true\)?)|expect\s*\(\s*false\s*\)\.to\s+(?:be_falsey?|(?:be|eq|eql)\s*\(?\s*false\)?)|expect\s*\(\s*nil\s*\)\.to\s+be_nil)[ \t]*$/gm,
  compares: /\bassert_(?:equal|same)(?:\s*\(|[ \t]+(?=[^\s(]))/g,
  conditions: /\bassert(?:\s*\(|[ \t]+(?=[^\s(]))/g,
  subject: /(?<![\w.])expect\s*\(/g,
  matcher: /^\s*\.to\s+(?:eq|eql|equal|be|match_array)(?:\s*\(|[ \t]+)/,
  equal: "==",
  before: 0,
};
