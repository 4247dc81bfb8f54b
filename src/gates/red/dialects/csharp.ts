import type { Dialect } from "./dialect.ts";
import { C_NOISE, OWN_CALL } from "./dialect.ts";

export const csharp: Dialect = {
  files: /\.cs$/,
  noise: C_NOISE,
  head: /\[(?:Fact|Theory|Test|TestCase|TestMethod|DataTestMethod)\b[^\]]*\](?:\s*\[[^\]]*\])*\s*(?:(?:public|internal|static|async)\s+)*(?:void|Task|ValueTask)\s+(\w+)\s*\([^()]*\)\s*\{/g,
  ends: "}",
  asserts: /assert|should|verify|expect|throws|check|must|ensure|ExpectedException|received\s*\(/i,
  helper: OWN_CALL,
  fails:
    /\bAssert\.Fail\s*\([^()]*\)|\bAssert\.(?:True|IsTrue|That)\s*\(\s*false\b[^()]*\)|\bAssert\.(?:False|IsFalse)\s*\(\s*true\b[^()]*\)|\bthrow\s+new\s+\w+\s*\([^()]*\)/g,
  holds:
    /\bAssert\.(?:True|IsTrue|That)\s*\(\s*true\b[^()]*\)|\bAssert\.(?:False|IsFalse)\s*\(\s*false\b[^()]*\)|\bAssert\.Pass\s*\([^()]*\)/g,
  compares: /\bAssert\.(?:Equal|AreEqual|Same|AreSame|StrictEqual|Equivalent)\s*\(/g,
  conditions: /\bAssert\.(?:True|IsTrue|That)\s*\(/g,
  subject: null,
  matcher: null,
  equal: "==",
  before: 0,
};
