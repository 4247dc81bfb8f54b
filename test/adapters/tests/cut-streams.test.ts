import { describe, expect, it } from "vitest";
import { judgeRecord, RedRecord } from "../../../src/adapters/tests/judge-record.ts";

const promised = { modules: ["lib/rotate"], symbols: ["rotate", "restore"], files: [] };

interface Printed {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exitCode?: number;
}

interface Case {
  readonly framework: string;
  readonly command: string;
  readonly printed: Printed;
  readonly baseline?: Printed;
}

function judged(one: Case, printed: Printed) {
  const whole = { exitCode: 1, stdout: "", stderr: "" };
  const { framework, command } = one;
  const baseline = one.baseline === undefined ? null : { ...whole, ...one.baseline };
  return judgeRecord(
    RedRecord.parse({ id: "x", framework, command, promised, ...whole, ...printed, baseline }),
  );
}

const bats = `1..2
not ok 1 rotate keeps two
# (in test file test/rotate.bats, line 9)
#   \`[ "$status" -eq 2 ]' failed
not ok 2 restore
# (from function \`setup' in test file test/rotate.bats, line 2)
#   \`cat /nonexistent/config' failed
# cat: /nonexistent/config: No such file or directory
`;
const mocha = `
  2 passing (215ms)
  2 failing

  1) rotate keeps two:

      AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
+ actual - expected

+ 'one'
- 'two'
      at Context.<anonymous> (file:///repo/test/rotate.mjs:5:10)

  2) restore reads the style:
     Error: Timeout of 200ms exceeded. For async tests and hooks, ensure "done()" is called.
      at listOnTimeout (node:internal/timers:581:17)

`;
const pytest = `============================= test session starts ==============================
collected 2 items

tests/test_rotate.py FE                                                  [100%]

==================================== ERRORS ====================================
____________________________ ERROR at setup of test_old ____________________________

    def saved():
>       return {}["totl"]
E       KeyError: 'totl'

tests/test_rotate.py:7: KeyError
=================================== FAILURES ===================================
_________________________________ test_rotate __________________________________

    def test_rotate():
>       assert Log().rotate() == 9
E       AttributeError: 'Log' object has no attribute 'rotate'

tests/test_rotate.py:12: AttributeError
=========================== short test summary info ============================
FAILED tests/test_rotate.py::test_rotate - AttributeErr...
ERROR tests/test_rotate.py::test_old - KeyError: 'totl'
========================= 1 failed, 1 error in 0.05s ===========================
`;
const prove = `t/a.t .. 
Failed 1/1 subtests 
t/b.t .. 
Failed 2/2 subtests 

Test Summary Report
-------------------
t/a.t (Wstat: 256 (exited 1) Tests: 1 Failed: 1)
  Failed test:  1
  Non-zero exit status: 1
t/b.t (Wstat: 512 (exited 2) Tests: 0 Failed: 0)
  Non-zero exit status: 2
  Parse errors: Bad plan.  You planned 2 tests but ran 0.
Files=2, Tests=1,  0 wallclock secs ( 0.01 usr  0.01 sys +  0.09 cusr  0.01 csys =  0.12 CPU)
Result: FAIL
`;
const proveSaid = `
#   Failed test 'rotate keeps two'
#   at t/a.t line 7.
#          got: '"one"'
#     expected: 'two'
# Looks like you failed 1 test of 1.
none.ini: No such file or directory at t/b.t line 6.
# Looks like your test exited with 2 before it could output anything.
`;
const goSaid = `# example.com/log/rotate [example.com/log/rotate.test]
rotate/rotate_test.go:4:2: imported and not used: "os"
`;
const rspec = `
An error occurred while loading ./spec/lib/rotate_spec.rb.
Failure/Error: require "lib/rotate_of_nobody"

LoadError:
  cannot load such file -- lib/rotate_of_nobody
# ./spec/lib/rotate_spec.rb:1:in \`<top (required)>'

Finished in 0.00006 seconds (files took 0.16378 seconds to load)
0 examples, 0 failures, 1 error occurred outside of examples
`;
const baseOfProve = `t/a.t .. 
1..2
ok 1 - reads
not ok 2 - keys ignore case
Failed 1/2 subtests 

Test Summary Report
-------------------
t/a.t (Wstat: 256 (exited 1) Tests: 2 Failed: 1)
  Failed test:  2
Files=1, Tests=2,  0 wallclock secs
Result: FAIL
`;
const baseSaid = `
#   Failed test 'keys ignore case'
#   at t/a.t line 10.
# Looks like you failed 1 test of 2.
`;
const maven = `[INFO] Running log.RotateTest
[INFO] 
[ERROR] Tests run: 4, Failures: 1, Errors: 0, Skipped: 0
[INFO] 
`;

const cargoSaid = `error[E0425]: cannot find function \`rotate\` in this scope
 --> tests/a.rs:3:5
  |
3 |     rotate(2);
  |     ^^^^^^ not found in this scope

error: expected one of \`!\` or \`::\`, found \`x\`
 --> tests/a.rs:7:5
  |
7 |     le x = 2;
  |        ^ expected one of \`!\` or \`::\`

error: could not compile \`log\` (test "a") due to 2 previous errors
`;
const makeSaid = `tests/a.cpp:4:51: error: ‘struct Log’ has no member named ‘rotate’
    4 | CHECK(Log(2, 3).rotate() == 2);
      |                 ^~~~~~
tests/a.cpp:6:10: fatal error: fmt/core.h: No such file or directory
compilation terminated.
make: *** [Makefile:12: tests/a.o] Error 1
`;
const denoSaid = `Check test/a_test.ts
TS2305 [ERROR]: Module '"file:///repo/log.ts"' has no exported member 'rotate'.
import { rotate } from "../log.ts";
         ~~~~~~
    at file:///repo/test/a_test.ts:2:10

TS2322 [ERROR]: Type 'string' is not assignable to type 'number'.
const x: number = "a";
      ^
    at file:///repo/test/a_test.ts:3:7

error: Type checking failed.
`;

const cases: readonly Case[] = [
  { framework: "cargo", command: "cargo test", printed: { stderr: cargoSaid, exitCode: 101 } },
  { framework: "catch2", command: "make test", printed: { stderr: makeSaid, exitCode: 2 } },
  { framework: "deno", command: "deno test", printed: { stderr: denoSaid } },
  { framework: "bats", command: "bats test", printed: { stdout: bats } },
  { framework: "mocha", command: "npx mocha", printed: { stdout: mocha } },
  { framework: "pytest", command: "pytest", printed: { stdout: pytest } },
  { framework: "prove", command: "prove -l", printed: { stdout: prove, stderr: proveSaid } },
  {
    framework: "go",
    command: "go test ./...",
    printed: { stdout: "FAIL\texample.com/log/rotate [build failed]\nFAIL\n", stderr: goSaid },
  },
  { framework: "rspec", command: "rspec", printed: { stdout: rspec } },
  {
    framework: "prove",
    command: "prove -lv",
    printed: { stdout: baseOfProve, stderr: baseSaid },
    baseline: { stdout: baseOfProve, stderr: baseSaid },
  },
  {
    framework: "junit5",
    command: "mvn -B test",
    printed: { stdout: maven },
    baseline: { stdout: maven },
  },
];

describe("one of the two printed streams, cut anywhere", () => {
  it.each(cases)("of $framework ($command) never makes a wrong run right", (one) => {
    const { stdout = "", stderr = "" } = one.printed;
    const right: string[] = [];
    const lookAt = (name: "stdout" | "stderr", text: string) => {
      for (let at = 0; at <= text.length; at += 1) {
        const { verdict } = judged(one, { ...one.printed, [name]: text.slice(0, at) });
        if (verdict === "right_reason") right.push(`${name} ${at}`);
      }
    };

    lookAt("stdout", stdout);
    lookAt("stderr", stderr);

    expect(right).toEqual([]);
  });

  it("says that it was cut, and what to do", () => {
    const first = cases.find(({ framework }) => framework === "bats");
    const fix =
      first === undefined ? "" : judged(first, { stdout: bats.split("not ok 2")[0] ?? "" }).fix;

    expect(fix).toMatch(/ends early \(truncated\).*Run it again/);
  });

  it("still takes an honest failure that the TAP names and stderr does not explain", () => {
    const old = baseOfProve.replace("not ok 2 - keys ignore case", "ok 2 - keys");
    const one = { framework: "prove", command: "prove -lv", printed: {} };
    const verdict = judged(
      { ...one, baseline: { exitCode: 0, stdout: old.replace(/Failed[\s\S]*Files/, "Files") } },
      { stdout: baseOfProve },
    );

    expect(verdict.verdict).toBe("right_reason");
    expect(verdict.failed).toEqual(["t/a.t 2 - keys ignore case"]);
  });
});

describe("events of go that end with a whole package", () => {
  it("are cut when another package failed on the screen alone", () => {
    const event = (more: object) => JSON.stringify({ Package: "example.com/log/a", ...more });
    const report = `${event({ Action: "pass", Test: "TestA" })}\n${event({ Action: "pass" })}`;
    const stdout =
      "ok  \texample.com/log/a\t0.1s\n--- FAIL: TestB (0.00s)\n    b_test.go:26: order changed\nFAIL\nFAIL\texample.com/log/b\t0.012s\nFAIL\n";
    const record = { id: "x", framework: "go", command: "go test ./...", exitCode: 1, stdout };
    const reports = [{ name: "report.json", text: report }];

    expect(judgeRecord(RedRecord.parse({ ...record, reports, promised })).verdict).not.toBe(
      "right_reason",
    );
  });
});
