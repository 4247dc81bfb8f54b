import type { Dialect } from "./dialect.ts";

export const php: Dialect = {
  files: /\.php$/,
  noise: /\/\/[^\n]*|#(?!\[)[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g,
  head: /(?:\bfunction\s+(?=test)|#\[Test\b[^\]]*\](?:\s*#\[[^\]]*\])*\s*(?:public\s+)?function\s+)(\w+)\s*\([^()]*\)[^{;]*\{|(?<![\w$>:])(?:it|test)\s*\(\s*(["'][^"'\n]*["'])\s*,\s*function\s*\([^()]*\)[^{;]*\{/g,
  ends: "}",
  asserts: /assert|expect|should|fail|verify|check|must|ensure|throws|prophe/i,
  helper: /(?:\$this->|self::|static::|parent::)\w+\s*\(|\breturn\b\s*[^\s;]/,
  fails:
    /(?:\$this->|self::|static::)(?:fail\s*\([^()]*\)|assertTrue\s*\(\s*false\b[^()]*\)|assertFalse\s*\(\s*true\b[^()]*\))|\bthrow\s+new\s+\\?[\w\\]+\s*\([^()]*\)/g,
  holds:
    /(?:\$this->|self::|static::)(?:assertTrue\s*\(\s*true\b[^()]*\)|assertFalse\s*\(\s*false\b[^()]*\)|assertNull\s*\(\s*null\s*\))/g,
  compares: /(?:\$this->|self::|static::)assert(?:Same|Equals|EqualsCanonicalizing)\s*\(/g,
  conditions: /(?:\$this->|self::|static::)assertTrue\s*\(/g,
  subject: /(?<![\w$>:])expect\s*\(/g,
  matcher: /^\s*->(?:toBe|toEqual)\s*\(/,
  equal: "==",
  before: 0,
};
