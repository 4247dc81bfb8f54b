import { describe, expect, it } from "vitest";
import { judgeRecord, RedRecord } from "../../../src/adapters/tests/judge-record.ts";

function judged(framework: string, command: string, printed: string, exitCode = 1) {
  const promised = { modules: [], symbols: ["first", "last"], files: [] };
  const record = { id: "x", framework, command, exitCode, stdout: printed, stderr: "", promised };
  return judgeRecord(RedRecord.parse(record));
}

const exunit = `..

  1) test first (GapsTest)
     test/gaps_test.exs:4
     Assertion with == failed
     code:  assert Gaps.first([]) == 1
     left:  2
     right: 1
     stacktrace:
       test/gaps_test.exs:5: (test)



  2) test last (GapsTest)
     test/gaps_test.exs:9
     ** (File.Error) could not read file "absent.json"
     stacktrace:
       test/gaps_test.exs:2: GapsTest.__ex_unit_setup_0/1


Finished in 0.03 seconds (0.03s async, 0.00s sync)
3 tests, 2 failures
`;
const go = `--- FAIL: TestFirst (0.00s)
    gaps_test.go:11: got 2, want 1
--- FAIL: TestLast (0.00s)
    gaps_test.go:23: open testdata/x.json: no such file or directory
FAIL
FAIL\texample.com/gaps\t0.003s
FAIL
`;
const busted = `+--
1 success / 1 failure / 1 error / 0 pending : 0.001426 seconds

Failure → spec/gaps_spec.lua @ 4
gaps first
spec/gaps_spec.lua:5: Expected objects to be equal.
Passed in:
(number) 1
Expected:
(number) 0

Error → spec/zz_spec.lua:2: <name> expected near 'end'
`;
const catch2 = `
-------------------------------------------------------------------------------
gaps first
-------------------------------------------------------------------------------
tests/gaps_test.cpp:4
...............................................................................

tests/gaps_test.cpp:4: FAILED:
  REQUIRE( first() == 1 )
with expansion:
  2 == 1

-------------------------------------------------------------------------------
gaps last
-------------------------------------------------------------------------------
tests/gaps_test.cpp:8
...............................................................................

tests/gaps_test.cpp:8: FAILED:
  {Unknown expression after the reported line}
due to a fatal error condition:
  SIGSEGV - Segmentation violation signal

===============================================================================
test cases: 2 | 2 failed
assertions: 2 | 2 failed
`;
const gtest = `[1/3] Building CXX object CMakeFiles/gaps.dir/tests/gaps_test.cpp.o
FAILED: CMakeFiles/gaps.dir/tests/gaps_test.cpp.o
/repo/tests/gaps_test.cpp:2:10: fatal error: fmt/core.h: No such file or directory
    2 | #include <fmt/core.h>
compilation terminated.
ninja: build stopped: subcommand failed.
`;

describe("printed text that is cut in the middle", () => {
  it.each([
    ["exunit", "mix test", exunit],
    ["go", "go test ./...", go],
    ["busted", "busted", busted],
    ["catch2", "./run", catch2],
    ["gtest", "ninja && ./gaps --gtest_color=no", gtest],
  ])("of %s never makes a wrong run right", (framework, command, text) => {
    const right = [];
    for (let at = 0; at < text.length; at += 1) {
      if (judged(framework, command, text.slice(0, at)).verdict === "right_reason") right.push(at);
    }

    expect(judged(framework, command, text).verdict).toBe("wrong_reason");
    expect(right).toEqual([]);
  });

  it("is no honest RED of a runner that never named a test", () => {
    const verdict = judged("pytest", "pytest", "E   AssertionError: assert 1 == 2\n");

    expect(verdict.verdict).not.toBe("right_reason");
  });
});
