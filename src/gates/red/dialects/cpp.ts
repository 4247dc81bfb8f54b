import type { Dialect } from "./dialect.ts";
import { C_NOISE, noHelper } from "./dialect.ts";

export const cpp: Dialect = {
  files: /\.(?:cc|cpp|cxx|c\+\+|hpp|h)$/,
  noise: C_NOISE,
  head: /\bTEST(?:_F|_P)?\s*\(\s*\w+\s*,\s*(\w+)\s*\)\s*\{|\bTEST_CASE(?:_METHOD)?\s*\((?:[^()]|\([^()]*\))*\)\s*\{/g,
  ends: "}",
  asserts:
    /EXPECT_|ASSERT_|REQUIRE|CHECK|FAIL|SUCCEED|SECTION|STATIC_|assert|verify|expect|check|throw/i,
  helper: noHelper,
  fixture: /\bTEST(?:_F|_P|_CASE_METHOD)\b/,
  fails:
    /\b(?:FAIL|ADD_FAILURE|FAIL_CHECK)\s*\([^()]*\)(?:\s*<<[^;]*)?|\b(?:EXPECT_TRUE|ASSERT_TRUE|REQUIRE|CHECK|assert)\s*\(\s*(?:false|0)\s*\)(?:\s*<<[^;]*)?|\b(?:EXPECT_FALSE|ASSERT_FALSE|REQUIRE_FALSE|CHECK_FALSE)\s*\(\s*(?:true|1)\s*\)/g,
  holds:
    /\bSUCCEED\s*\([^()]*\)(?:\s*<<[^;]*)?|\b(?:EXPECT_TRUE|ASSERT_TRUE|REQUIRE|CHECK|assert)\s*\(\s*(?:true|1)\s*\)|\b(?:EXPECT_FALSE|ASSERT_FALSE|REQUIRE_FALSE|CHECK_FALSE)\s*\(\s*(?:false|0)\s*\)/g,
  compares: /\b(?:EXPECT|ASSERT)_(?:EQ|STREQ|FLOAT_EQ|DOUBLE_EQ)\s*\(/g,
  conditions: /\b(?:EXPECT_TRUE|ASSERT_TRUE|REQUIRE|CHECK|assert)\s*\(/g,
  subject: null,
  matcher: null,
  equal: "==",
  before: 0,
};
