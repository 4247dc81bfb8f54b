import type { Dialect } from "./dialect.ts";
import { C_NOISE, OWN_CALL } from "./dialect.ts";

/** Arguments of an annotation. */
const GIVEN = String.raw`(?:\s*\((?:[^()]|\([^()]*\))*\))?`;

export const java: Dialect = {
  files: /\.(?:java|kt|groovy)$/,
  noise: C_NOISE,
  head: new RegExp(
    String.raw`(?:@(?:org\.junit\.[\w.]{0,60}\.)?(?:Test|ParameterizedTest|RepeatedTest)\b${GIVEN}(?:\s*@\w[\w.]*${GIVEN})*\s*(?:(?:public|protected|private|internal|static|final|suspend)\s+)*(?:void|fun)\s+|public\s+void\s+(?=test))(\w+|${"`[^`\\n]+`"})\s*\([^()]*\)[^{;]*\{`,
    "g",
  ),
  ends: "}",
  asserts:
    /assert|verify|expect|check|should|\bfail\b|must|ensure|\bthen\s*\(|isEqualTo|StepVerifier|await\s*\(/i,
  helper: OWN_CALL,
  fails:
    /\b(?:Assertions?\.)?fail\s*\([^()]*\)|\bassertTrue\s*\([^(),]*(?:,\s*)?\bfalse\s*\)|\bassertTrue\s*\(\s*false\b[^()]*\)|\bassertFalse\s*\(\s*true\b[^()]*\)|\bassert\s+false\b[^;]*;|\bthrow\s+(?:new\s+)?\w+\s*\([^()]*\)/g,
  holds:
    /\bassertTrue\s*\(\s*true\b[^()]*\)|\bassertFalse\s*\(\s*false\b[^()]*\)|\bassertNull\s*\(\s*null\s*\)|\bassert\s+true\b[^;]*;/g,
  compares: /\b(?:assertEquals|assertSame|assertArrayEquals|assertIterableEquals)\s*\(/g,
  conditions: /\bassertTrue\s*\(/g,
  subject: /\bassertThat\s*\(/g,
  matcher: /^\s*\.(?:isEqualTo|isSameAs|isEqualToComparingFieldByField)\s*\(/,
  equal: "==",
  before: 0,
};
