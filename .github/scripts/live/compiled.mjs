// Projects for runners of compiled languages: here a missing name is a compiler's error.
function project(source, test, code) {
  return (expect, text, more = {}) => ({
    expect,
    files: { [source]: code, [test]: text, ...more },
  });
}

const GO = "package slots\n\nfunc First(l []int) int { return l[0] }\n";
const goOverlap = (body) => `${GO}\nfunc Overlap(a, b []int) bool { ${body} }\n`;
const go = project("slots.go", "gaps_test.go", goOverlap("return len(a) == 9"));
const goTest = (body, imports = ['"testing"']) =>
  `package slots\n\nimport (\n${imports.map((one) => `\t${one}\n`).join("")})\n\n${body}\n`;
const goRed =
  'func TestSees(t *testing.T) {\n\tif !Overlap([]int{1, 3}, []int{2, 4}) {\n\t\tt.Errorf("no overlap")\n\t}\n}';
const goCases = {
  missing_module: go(
    "right/missing_module",
    goTest("func TestSees(t *testing.T) {\n\tgaps.Find()\n}", [
      '"testing"',
      '"example.com/slots/gaps"',
    ]),
  ),
  missing_symbol: go("right/missing_symbol", goTest(goRed), { "slots.go": GO }),
  missing_method: go(
    "right/missing_symbol",
    goTest("func TestSees(t *testing.T) {\n\tvar d Diary\n\td.Reserve()\n}"),
    { "slots.go": `${GO}\ntype Diary struct{}\n` },
  ),
  assertion: go("right/assertion", goTest(goRed)),
  not_implemented: go("right/not_implemented", goTest(goRed), {
    "slots.go": goOverlap('panic("not implemented")'),
  }),
  syntax_test: go("wrong/syntax_error", goTest(`${goRed}\nfunc TestX( {`)),
  unused_import: go("wrong/syntax_error", goTest(goRed, ['"testing"', '"os"'])),
  syntax_source: go("wrong/syntax_error", goTest(goRed), { "slots.go": goOverlap("return (") }),
  no_tests: go(["none/no_tests", "pass/passes_already"], "package slots\n"),
  dependency: go(
    "wrong/dependency_missing",
    goTest(`${goRed}\nvar _ = require.True`, [
      '"testing"',
      '"github.com/stretchr/testify/require"',
    ]),
  ),
  set_up: go(
    "wrong/setup_error",
    goTest(
      'func TestSees(t *testing.T) {\n\tif _, err := os.ReadFile("testdata/absent.json"); err != nil {\n\t\tt.Fatalf("cannot read fixture: %v", err)\n\t}\n}',
      ['"os"', '"testing"'],
    ),
  ),
  never_ends: go(
    "wrong/timeout",
    goTest("func TestWaits(t *testing.T) {\n\ttime.Sleep(time.Hour)\n}", ['"testing"', '"time"']),
  ),
  own_timeout: {
    ...go(
      "wrong/timeout",
      goTest("func TestWaits(t *testing.T) {\n\ttime.Sleep(time.Hour)\n}", ['"testing"', '"time"']),
    ),
    command: "go test -timeout 2s ./...",
  },
  exits_in_test: go(
    "wrong/crash",
    goTest("func TestLeaves(t *testing.T) {\n\tos.Exit(0)\n}", ['"os"', '"testing"']),
  ),
  exits_with_3: go(
    "wrong/crash",
    goTest("func TestLeaves(t *testing.T) {\n\tos.Exit(3)\n}", ['"os"', '"testing"']),
  ),
  skipped: go(
    ["wrong/passes_already", "pass/passes_already", "none/no_tests"],
    goTest('func TestLater(t *testing.T) { t.Skip("later") }'),
  ),
  subtests: go(
    "right/assertion",
    goTest(
      'func TestMany(t *testing.T) {\n\tfor _, n := range []string{"a b", "é", "# 7", "x/y"} {\n\t\tt.Run(n, func(t *testing.T) {\n\t\t\tif !Overlap(nil, nil) {\n\t\t\t\tt.Error("no")\n\t\t\t}\n\t\t})\n\t}\n}',
    ),
  ),
  panics: go("right/assertion", goTest(goRed), {
    "slots.go": goOverlap('var m map[string]int; m["x"] = 1; return true'),
  }),
  noise: go(
    "right/assertion",
    goTest(
      'func TestLoud(t *testing.T) {\n\tfmt.Println("PASS\\nok  \\texample.com/slots\\t0.1s\\n--- PASS: TestLoud (0.00s)")\n\tif !Overlap(nil, nil) {\n\t\tt.Error("no")\n\t}\n}',
      ['"fmt"', '"testing"'],
    ),
  ),
  own_mistake: go(
    ["wrong/setup_error", "wrong/syntax_error"],
    goTest("func TestTrips(t *testing.T) {\n\tOverlapp(nil, nil)\n}"),
  ),
  verbose: { ...go("right/assertion", goTest(goRed)), command: "go test -v ./..." },
  green: {
    ...go("pass/passes_already", goTest(goRed), { "slots.go": goOverlap("return a[1] > b[0]") }),
    green: true,
  },
  regression: {
    expect: "right/assertion",
    regression: true,
    files: { "slots.go": GO.replace("[0]", "[1]") },
  },
};

const RS = "pub fn first(l: &[i32]) -> i32 {\n    l[0]\n}\n";
const rsOverlap = (body) =>
  `${RS}\npub fn overlap(a: &[i32], b: &[i32]) -> bool {\n    ${body}\n}\n`;
const rust = project("src/lib.rs", "tests/gaps.rs", rsOverlap("a == b"));
const rsTest = (body, use = "use slots::overlap;") => `${use}\n\n${body}\n`;
const rsRed = "#[test]\nfn sees_an_overlap() {\n    assert!(overlap(&[1, 3], &[2, 4]));\n}";
const rustCases = {
  missing_module: rust("right/missing_module", rsTest(rsRed, "use slots::gaps::overlap;")),
  missing_symbol: rust("right/missing_symbol", rsTest(rsRed), { "src/lib.rs": RS }),
  missing_method: rust(
    "right/missing_symbol",
    rsTest("#[test]\nfn m() {\n    slots::Diary.reserve();\n}", ""),
    { "src/lib.rs": `${RS}\npub struct Diary;\n` },
  ),
  assertion: rust("right/assertion", rsTest(rsRed)),
  not_implemented: rust("right/not_implemented", rsTest(rsRed), {
    "src/lib.rs": rsOverlap("let _ = (a, b);\n    todo!()"),
  }),
  syntax_test: rust("wrong/syntax_error", rsTest(`${rsRed}\n#[test]\nfn x( {`)),
  syntax_source: rust("wrong/syntax_error", rsTest(rsRed), { "src/lib.rs": rsOverlap("a ==") }),
  no_tests: rust(["none/no_tests", "pass/passes_already"], rsTest("", "")),
  dependency: rust(
    "wrong/dependency_missing",
    rsTest(rsRed, "use slots::overlap;\nuse interval_trees_x::Tree;"),
  ),
  set_up: rust(
    "wrong/setup_error",
    rsTest('#[test]\nfn reads() {\n    std::fs::read_to_string("tests/absent.json").unwrap();\n}'),
  ),
  never_ends: rust(
    "wrong/timeout",
    rsTest(
      "#[test]\nfn waits() {\n    std::thread::sleep(std::time::Duration::from_secs(600));\n}",
    ),
  ),
  exits_in_test: rust(
    "wrong/crash",
    rsTest("#[test]\nfn leaves() {\n    std::process::exit(0);\n}"),
  ),
  aborts: rust("wrong/crash", rsTest("#[test]\nfn dies() {\n    std::process::abort();\n}")),
  skipped: rust(
    ["wrong/passes_already", "pass/passes_already", "none/no_tests"],
    rsTest("#[test]\n#[ignore]\nfn later() {}", ""),
  ),
  modules: rust(
    "right/assertion",
    rsTest(
      `mod outer {\n    mod inner {\n        use slots::overlap;\n        ${rsRed}\n    }\n}`,
      "",
    ),
  ),
  noise: rust(
    "right/assertion",
    rsTest(
      '#[test]\nfn loud() {\n    println!("test result: ok. 9 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s");\n    assert_eq!(overlap(&[1], &[2]), true);\n}',
    ),
  ),
  own_mistake: rust(
    ["wrong/setup_error", "wrong/syntax_error"],
    rsTest("#[test]\nfn trips() {\n    overlapp(&[1], &[2]);\n}", ""),
  ),
  type_error: rust(
    "wrong/syntax_error",
    rsTest('#[test]\nfn typed() {\n    let x: i32 = "a";\n    assert!(overlap(&[x], &[2]));\n}'),
  ),
  green: {
    ...rust("pass/passes_already", rsTest(rsRed), { "src/lib.rs": rsOverlap("a[1] > b[0]") }),
    green: true,
  },
  regression: {
    expect: "right/assertion",
    regression: true,
    files: { "src/lib.rs": RS.replace("[0]", "[1]") },
  },
};

const HPP =
  "#pragma once\n#include <stdexcept>\n#include <vector>\nusing Span = std::vector<int>;\ninline int first(const Span &l) { return l.at(0); }\n";
const cppOverlap = (body) =>
  `${HPP}inline bool overlap(const Span &a, const Span &b) { ${body} }\n`;
const cpp = project("src/slots.hpp", "tests/gaps_test.cpp", cppOverlap("return a == b;"));
const CMAKE = (test) =>
  `cmake_minimum_required(VERSION 3.16)\nproject(slots CXX)\nset(CMAKE_CXX_STANDARD 17)\nenable_testing()\nfind_package(GTest REQUIRED)\nfile(GLOB TESTS tests/*.cpp)\nadd_executable(slots_tests \${TESTS})\ntarget_include_directories(slots_tests PRIVATE src)\ntarget_link_libraries(slots_tests GTest::gtest GTest::gtest_main)\n${test}\n`;

/** The same failures for googletest and Catch2, which differ in words only. */
function cppCases({ head, test, check, equal, skip }, leaves = "wrong/crash") {
  const file = (body, include = '#include "slots.hpp"') => `${include}\n${head}\n${body}\n`;
  const red = test("sees", check("overlap({1, 3}, {2, 4})"));
  return {
    missing_module: cpp("right/missing_module", file(red, '#include "gaps.hpp"')),
    missing_symbol: cpp("right/missing_symbol", file(red), { "src/slots.hpp": HPP }),
    assertion: cpp(
      "right/assertion",
      file(`${red}\n${test("more", equal("overlap({1}, {2})", "true"))}`),
    ),
    not_implemented: cpp("right/not_implemented", file(red), {
      "src/slots.hpp": cppOverlap('throw std::logic_error("not implemented");'),
    }),
    syntax_test: cpp("wrong/syntax_error", file(`${red}\nint x( {`)),
    dependency: cpp(
      "wrong/dependency_missing",
      file(red, '#include <interval_trees_x.hpp>\n#include "slots.hpp"'),
    ),
    exits_in_test: cpp(
      leaves,
      file(test("leaves", "std::exit(0);"), '#include <cstdlib>\n#include "slots.hpp"'),
    ),
    aborts: cpp(
      "wrong/crash",
      file(test("dies", "std::abort();"), '#include <cstdlib>\n#include "slots.hpp"'),
    ),
    never_ends: cpp(
      "wrong/timeout",
      file(test("waits", "sleep(600);"), '#include <unistd.h>\n#include "slots.hpp"'),
    ),
    noise: cpp(
      "right/assertion",
      file(
        test(
          "loud",
          `std::puts("[  PASSED  ] 9 tests.\\nAll tests passed (9 assertions in 9 test cases)\\n100% tests passed, 0 tests failed out of 9");\n${check("overlap({1}, {2})")}`,
        ),
        '#include <cstdio>\n#include "slots.hpp"',
      ),
    ),
    ...(skip && {
      skipped: cpp(
        ["wrong/passes_already", "pass/passes_already", "none/no_tests"],
        file(test("later", skip)),
      ),
    }),
    green: {
      ...cpp("pass/passes_already", file(red), {
        "src/slots.hpp": cppOverlap("return a.at(1) > b.at(0);"),
      }),
      green: true,
    },
    regression: {
      expect: "right/assertion",
      regression: true,
      files: { "src/slots.hpp": HPP.replace("at(0)", "at(1)") },
    },
  };
}

const gtestWords = {
  head: "#include <gtest/gtest.h>",
  test: (name, body) => `TEST(Gaps, ${name}) {\n  ${body}\n}`,
  check: (code) =>
    `EXPECT_TRUE((overlap(Span${code.slice(8).replace(", {", ", Span{")}));`.replace(
      "(overlap(Span{",
      "(overlap(Span{",
    ),
  equal: (a, b) => `EXPECT_EQ(overlap(Span{1}, Span{2}), ${b}) << "${a.length}";`,
  skip: 'GTEST_SKIP() << "later";',
};
const catchWords = {
  ...gtestWords,
  head: "#include <catch2/catch.hpp>",
  test: (name, body) => `TEST_CASE("gaps ${name}") {\n  ${body}\n}`,
  check: (code) => gtestWords.check(code).replace("EXPECT_TRUE", "CHECK"),
  equal: (_a, b) => `SECTION("a # b") { REQUIRE(overlap(Span{1}, Span{2}) == ${b}); }`,
  skip: null,
};
const cppPromised = { modules: ["gaps.hpp"], symbols: ["overlap"], files: ["src/gaps.hpp"] };
const cppOld = (words) => ({
  "src/slots.hpp": HPP,
  "tests/slots_test.cpp": `#include "slots.hpp"\n${words.head}\n${words.test("first", words.equal("", "true").replace(/overlap\(Span\{1\}, Span\{2\}\)/, "(first(Span{3, 4}) == 3)"))}\n`,
});

const EX = "defmodule Slots do\n  def first(l), do: hd(l)\n";
const exOverlap = (body) => `${EX}\n  def overlap(a, b), do: ${body}\nend\n`;
const elixir = project("lib/slots.ex", "test/gaps_test.exs", exOverlap("a == b"));
const exTest = (body) => `defmodule GapsTest do\n  use ExUnit.Case\n\n${body}\nend\n`;
const exRed = '  test "sees an overlap" do\n    assert Slots.overlap([1, 3], [2, 4])\n  end';
const exunitCases = {
  missing_module: elixir(
    "right/missing_module",
    exTest('  test "sees" do\n    assert Gaps.find([1])\n  end'),
  ),
  missing_symbol: elixir("right/missing_symbol", exTest(exRed), { "lib/slots.ex": `${EX}end\n` }),
  assertion: elixir("right/assertion", exTest(exRed)),
  not_implemented: elixir("right/not_implemented", exTest(exRed), {
    "lib/slots.ex": exOverlap('raise("not implemented #{inspect({a, b})}")'),
  }),
  syntax_test: elixir("wrong/syntax_error", exTest(`${exRed}\n  test "x" do (`)),
  syntax_source: elixir("wrong/syntax_error", exTest(exRed), {
    "lib/slots.ex": `${EX}  def overlap(a b), do: (\nend\n`,
  }),
  no_tests: elixir(["none/no_tests", "pass/passes_already"], exTest("")),
  set_up: elixir(
    "wrong/setup_error",
    exTest(`  setup do\n    {:ok, text: File.read!("absent.json")}\n  end\n\n${exRed}`),
  ),
  exits_in_test: elixir("wrong/crash", exTest('  test "leaves" do\n    System.halt(0)\n  end')),
  skipped: elixir(
    ["wrong/passes_already", "pass/passes_already", "none/no_tests"],
    exTest('  @tag :skip\n  test "later" do\n  end'),
  ),
  noise: elixir(
    "right/assertion",
    exTest(
      '  test "is loud" do\n    IO.puts("9 tests, 0 failures\\nFinished in 0.1 seconds")\n    assert Slots.overlap(1, 2) == true\n  end',
    ),
  ),
  own_mistake: elixir(
    "wrong/setup_error",
    exTest('  test "trips" do\n    assert Slots.overlapp(1, 2)\n  end'),
  ),
  raises: elixir(
    "right/assertion",
    exTest(
      '  test "refuses" do\n    assert_raise ArgumentError, fn -> Slots.overlap(1, 2) end\n  end',
    ),
  ),
  green: {
    ...elixir("pass/passes_already", exTest(exRed), {
      "lib/slots.ex": exOverlap("Enum.at(a, 1) > hd(b)"),
    }),
    green: true,
  },
  regression: {
    expect: "right/assertion",
    regression: true,
    files: { "lib/slots.ex": `${EX.replace("hd(l)", "length(l)")}end\n` },
  },
};

export const compiled = [
  {
    name: "go",
    needs: ["go"],
    debian: ["golang-go"],
    promised: {
      modules: ["example.com/slots/gaps"],
      symbols: ["Overlap", "Diary.Reserve"],
      files: ["gaps/gaps.go"],
    },
    files: {
      "go.mod": "module example.com/slots\n\ngo 1.19\n",
      "slots.go": GO,
      "slots_test.go": goTest(
        'func TestFirst(t *testing.T) {\n\tif First([]int{3, 4}) != 3 {\n\t\tt.Error("not the first")\n\t}\n}',
      ),
    },
    cases: goCases,
  },
  {
    name: "cargo",
    needs: ["cargo"],
    debian: ["cargo"],
    promised: {
      modules: ["slots::gaps"],
      symbols: ["overlap", "Diary::reserve"],
      files: ["src/gaps.rs"],
    },
    files: {
      "Cargo.toml": '[package]\nname = "slots"\nversion = "0.1.0"\nedition = "2021"\n',
      "src/lib.rs": RS,
      "tests/slots.rs":
        "#[test]\nfn gives_the_first() {\n    assert_eq!(slots::first(&[3, 4]), 3);\n}\n",
    },
    cases: rustCases,
  },
  {
    name: "gtest",
    needs: ["cmake", "g++"],
    probe: "test -e /usr/include/gtest/gtest.h || test -e /usr/local/include/gtest/gtest.h",
    debian: ["libgtest-dev", "cmake", "g++", "make"],
    named: "gtest",
    command: "cmake -S . -B build > /dev/null && cmake --build build && ./build/slots_tests",
    promised: cppPromised,
    files: { "CMakeLists.txt": CMAKE(""), ...cppOld(gtestWords) },
    seconds: 40,
    cases: cppCases(gtestWords),
  },
  {
    name: "ctest",
    needs: ["cmake", "g++", "ctest"],
    probe: "test -e /usr/include/gtest/gtest.h || test -e /usr/local/include/gtest/gtest.h",
    debian: ["libgtest-dev", "cmake", "g++", "make"],
    promised: cppPromised,
    seconds: 40,
    files: {
      "CMakeLists.txt": CMAKE("include(GoogleTest)\ngtest_discover_tests(slots_tests)"),
      ...cppOld(gtestWords),
    },
    // CTest runs each test as a process of its own: exit code 0 is its way to pass.
    cases: cppCases(gtestWords, "pass/passes_already"),
  },
  {
    name: "catch2",
    needs: ["g++", "make"],
    probe: "test -e /usr/include/catch2/catch.hpp",
    debian: ["catch2", "g++", "make"],
    named: "catch2",
    command: "make -s tests && ./tests/run",
    seconds: 60,
    promised: cppPromised,
    files: {
      Makefile:
        "OBJS = main.o $(patsubst %.cpp,%.o,$(wildcard tests/*.cpp))\ntests: $(OBJS)\n\t$(CXX) -o tests/run $^\n%.o: %.cpp\n\t$(CXX) -std=c++17 -Isrc -c -o $@ $<\n.PHONY: tests\n",
      "main.cpp": "#define CATCH_CONFIG_MAIN\n#include <catch2/catch.hpp>\n",
      ...cppOld(catchWords),
    },
    cases: cppCases(catchWords),
  },
  {
    name: "exunit",
    needs: ["mix"],
    debian: ["elixir"],
    promised: {
      modules: ["Gaps"],
      symbols: ["Slots.overlap", "Gaps.find"],
      files: ["lib/gaps.ex"],
    },
    files: {
      "mix.exs":
        'defmodule Slots.MixProject do\n  use Mix.Project\n  def project, do: [app: :slots, version: "0.1.0", deps: []]\nend\n',
      "test/test_helper.exs": "ExUnit.start()\n",
      "lib/slots.ex": `${EX}end\n`,
      "test/slots_test.exs":
        'defmodule SlotsTest do\n  use ExUnit.Case\n\n  test "gives the first" do\n    assert Slots.first([3, 4]) == 3\n  end\nend\n',
    },
    cases: exunitCases,
  },
];
