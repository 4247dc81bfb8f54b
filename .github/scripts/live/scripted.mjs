// Projects for runners of interpreted languages. Each is a small green suite and the ways it turns red.

/** Cases that differ by one test file and, at times, the source. */
function project({ source, test, code, old }) {
  const one = (expect, text, more = {}) => ({
    expect,
    files: { [source]: code, [test]: text, ...more },
  });
  return { one, base: { [source]: code, ...old } };
}

const PY = "def first(items):\n    return items[0]\n";
const PY_OVERLAP = `${PY}\n\ndef overlap(a, b):\n    return a == b\n`;
const pythonPromised = {
  modules: ["calendar_app.gaps"],
  symbols: ["overlap", "Diary.reserve"],
  files: ["calendar_app/gaps.py"],
};
const py = project({
  source: "calendar_app/slots.py",
  test: "tests/test_gaps.py",
  code: PY_OVERLAP,
  old: {},
});
const pyTest = (body, head = "from calendar_app.slots import overlap\n") => `${head}\n\n${body}\n`;
const pyRed = "def test_sees_an_overlap():\n    assert overlap([1, 3], [2, 4]) is True";

const pytestCases = {
  missing_module: py.one(
    "right/missing_module",
    pyTest(pyRed, "from calendar_app.gaps import overlap\n"),
  ),
  missing_symbol: py.one("right/missing_symbol", pyTest(pyRed), { "calendar_app/slots.py": PY }),
  missing_method: py.one(
    "right/missing_symbol",
    pyTest(
      "def test_m():\n    Diary().reserve()",
      "class Base: pass\nfrom calendar_app.slots import Diary\n",
    ),
    {
      "calendar_app/slots.py": `${PY_OVERLAP}\nclass Diary:\n    pass\n`,
    },
  ),
  assertion: py.one("right/assertion", pyTest(pyRed)),
  bare_assert_message: py.one(
    "right/assertion",
    pyTest(`${pyRed}, "no such file or directory: timeout"`),
  ),
  not_implemented: py.one("right/not_implemented", pyTest(pyRed), {
    "calendar_app/slots.py": `${PY}\n\ndef overlap(a, b):\n    raise NotImplementedError\n`,
  }),
  syntax_test: py.one("wrong/syntax_error", pyTest(`${pyRed}\n\ndef test_x(:\n    pass`)),
  indentation: py.one("wrong/syntax_error", pyTest(`${pyRed}\n      assert 1`)),
  syntax_source: py.one("wrong/syntax_error", pyTest(pyRed), {
    "calendar_app/slots.py": `${PY}\ndef overlap(a b)\n`,
  }),
  no_tests: py.one(["none/no_tests", "pass/passes_already"], pyTest("def check():\n    pass")),
  dependency: py.one(
    "wrong/dependency_missing",
    pyTest(pyRed, "import interval_trees_x\nfrom calendar_app.slots import overlap\n"),
  ),
  dependency_in_test: py.one(
    "wrong/dependency_missing",
    pyTest("def test_dep():\n    import interval_trees_x\n    assert interval_trees_x"),
  ),
  never_ends: py.one(
    "wrong/timeout",
    pyTest("def test_waits():\n    import time\n    time.sleep(600)"),
  ),
  exits_in_test: py.one(
    "wrong/crash",
    pyTest("def test_leaves():\n    import os\n    os._exit(0)"),
  ),
  sys_exit: py.one(
    ["wrong/crash", "wrong/setup_error"],
    pyTest("def test_leaves():\n    import sys\n    sys.exit(3)"),
  ),
  exits_at_import: py.one("wrong/crash", pyTest(pyRed, "import os\nos._exit(0)\n")),
  aborts: py.one("wrong/crash", pyTest("def test_dies():\n    import os\n    os.abort()")),
  skipped: py.one(
    ["wrong/passes_already", "pass/passes_already", "none/no_tests"],
    pyTest('import unittest\n\n\n@unittest.skip("later")\ndef test_later():\n    pass'),
  ),
  two_files: py.one("wrong/dependency_missing", pyTest(pyRed), {
    "tests/test_more.py": "import interval_trees_x\n",
  }),
  missing_and_failing: py.one("right/missing_module", pyTest(pyRed), {
    "tests/test_more.py":
      "from calendar_app.gaps import overlap\n\n\ndef test_more():\n    assert overlap\n",
  }),
  noise: py.one(
    "right/assertion",
    pyTest(
      `def test_loud(capsys):\n    print("===== 9 passed in 0.01s =====\\nOK\\nFAILED x - SyntaxError: invalid syntax")\n    assert overlap([1], [2])`,
    ),
  ),
  crlf: py.one("right/assertion", pyTest(pyRed).replaceAll("\n", "\r\n")),
  own_mistake: py.one(
    "wrong/setup_error",
    pyTest("def test_trips():\n    assert overlapp([1], [2])"),
  ),
  test_reads_a_file: py.one(
    "wrong/setup_error",
    pyTest('def test_reads():\n    open("tests/absent.json").read()'),
  ),
  green: {
    ...py.one("pass/passes_already", pyTest(pyRed), {
      "calendar_app/slots.py": `${PY}\n\ndef overlap(a, b):\n    return a[1] > b[0]\n`,
    }),
    green: true,
  },
  regression: {
    expect: "right/assertion",
    regression: true,
    files: { "calendar_app/slots.py": PY.replace("[0]", "[1]") },
  },
};

const pytestOnly = {
  set_up: py.one(
    "wrong/setup_error",
    pyTest(
      `import pytest\n\n\n@pytest.fixture\ndef book():\n    return open("absent.json")\n\n\ndef test_f(book):\n    assert overlap(1, 2)`,
    ),
  ),
  unknown_fixture: py.one(
    "wrong/setup_error",
    pyTest("def test_f(bookk):\n    assert overlap(1, 2)"),
  ),
  parametrised: py.one(
    "right/assertion",
    pyTest(
      `import pytest\n\n\n@pytest.mark.parametrize("a", ["x y", "é", "a::b", "[1]", "\\n"])\ndef test_p(a):\n    assert overlap(a, 1)`,
    ),
  ),
  raises: py.one(
    "right/assertion",
    pyTest(
      "import pytest\n\n\ndef test_r():\n    with pytest.raises(ValueError):\n        overlap(1, 2)",
    ),
  ),
  classes: py.one(
    "right/assertion",
    pyTest(
      "class TestOuter:\n    class TestInner:\n        def test_deep(self):\n            assert overlap(1, 2)",
    ),
  ),
  expected_failure: py.one(
    ["wrong/passes_already", "pass/passes_already"],
    pyTest("import pytest\n\n\n@pytest.mark.xfail\ndef test_x():\n    assert overlap(1, 2)"),
  ),
  code_raises: py.one("right/assertion", pyTest(pyRed), {
    "calendar_app/slots.py": `${PY}\n\ndef overlap(a, b):\n    return {}["x"]\n`,
  }),
  conftest_broken: py.one("wrong/dependency_missing", pyTest(pyRed), {
    "tests/conftest.py": "import interval_trees_x\n",
  }),
  colours: {
    ...py.one("right/assertion", pyTest(pyRed)),
    command: "python3 -m pytest --color=yes",
  },
  quiet: { ...py.one("right/assertion", pyTest(pyRed)), command: "python3 -m pytest -q --tb=no" },
  line_trace: {
    ...py.one("right/assertion", pyTest(pyRed)),
    command: "python3 -m pytest --tb=line",
  },
  native_trace: {
    ...py.one("right/assertion", pyTest(pyRed)),
    command: "python3 -m pytest --tb=native",
  },
};

const asUnittest = (text) => text.replace(/^def (test_\w+)\((?:capsys)?\)/gm, "def $1(self)");
/** The same tests as methods of a TestCase. */
function inCase(one) {
  const files = Object.fromEntries(
    Object.entries(one.files).map(([path, text]) => [
      path,
      /test_/.test(path) ? methodsOf(text) : text,
    ]),
  );
  return { ...one, files };
}
function methodsOf(text) {
  const unix = text.replaceAll("\r\n", "\n");
  const at = unix.search(/^(?:@unittest.*\n)?def test_/m);
  if (at === -1) return text;
  const body = asUnittest(unix.slice(at)).replace(/^(?=.)/gm, "    ");
  const whole = `import unittest\n${unix.slice(0, at)}class Gaps(unittest.TestCase):\n${body}`;
  return text.includes("\r\n") ? whole.replaceAll("\n", "\r\n") : whole;
}

const unittestCases = Object.fromEntries(
  Object.entries(pytestCases).map(([name, one]) => [name, inCase(one)]),
);
const unit = (expect, body) =>
  py.one(
    expect,
    `import unittest\nfrom calendar_app.slots import overlap\n\n\nclass Gaps(unittest.TestCase):\n${body}\n`,
  );
const unittestOnly = {
  set_up: unit(
    "wrong/setup_error",
    '    def setUp(self):\n        open("absent.json")\n\n    def test_a(self):\n        self.assertTrue(overlap(1, 2))',
  ),
  class_set_up: unit(
    "wrong/setup_error",
    '    @classmethod\n    def setUpClass(cls):\n        open("absent.json")\n\n    def test_a(self):\n        self.assertTrue(overlap(1, 2))',
  ),
  sub_tests: unit(
    "right/assertion",
    "    def test_a(self):\n        for i in range(3):\n            with self.subTest(i=i):\n                self.assertEqual(overlap(i, 9), True)",
  ),
  equal: unit(
    "right/assertion",
    "    def test_a(self):\n        self.assertEqual(overlap(1, 2), True, 'said: timed out')",
  ),
  raises: unit(
    "right/assertion",
    "    def test_a(self):\n        with self.assertRaises(ValueError):\n            overlap(1, 2)",
  ),
};

const rb = project({
  source: "lib/slots.rb",
  test: "spec/gaps_spec.rb",
  code: "def first_of(list)\n  list[0]\nend\n\ndef overlap(a, b)\n  a == b\nend\n",
  old: {},
});
const RB = "def first_of(list)\n  list[0]\nend\n";
const rubyPromised = {
  modules: ["gaps"],
  symbols: ["overlap", "Diary#reserve", "Gaps"],
  files: ["lib/gaps.rb"],
};
const spec = (body, head = 'require "slots"') =>
  `${head}\n\nRSpec.describe "gaps" do\n${body}\nend\n`;
const specRed = '  it "sees an overlap" do\n    expect(overlap([1, 3], [2, 4])).to be(true)\n  end';
const rspecCases = {
  missing_module: rb.one("right/missing_module", spec(specRed, 'require "gaps"')),
  missing_symbol: rb.one("right/missing_symbol", spec(specRed), { "lib/slots.rb": RB }),
  missing_constant: rb.one(
    "right/missing_symbol",
    spec('  it "is there" do\n    expect(Gaps.new).to be\n  end'),
  ),
  described_constant: rb.one(
    "right/missing_symbol",
    `require "slots"\n\nRSpec.describe Gaps do\n${specRed}\nend\n`,
  ),
  assertion: rb.one("right/assertion", spec(specRed)),
  not_implemented: rb.one("right/not_implemented", spec(specRed), {
    "lib/slots.rb": `${RB}\ndef overlap(a, b)\n  raise NotImplementedError\nend\n`,
  }),
  syntax_test: rb.one("wrong/syntax_error", spec(`${specRed}\n  it "x" do (`)),
  syntax_source: rb.one("wrong/syntax_error", spec(specRed), {
    "lib/slots.rb": `${RB}\ndef overlap(a b)\n`,
  }),
  no_tests: rb.one(["none/no_tests", "pass/passes_already"], spec("")),
  dependency: rb.one("wrong/dependency_missing", spec(specRed, 'require "interval_trees_x"')),
  set_up: rb.one("wrong/setup_error", spec(`  before { File.read("absent.json") }\n${specRed}`)),
  set_up_all: rb.one(
    "wrong/setup_error",
    spec(`  before(:all) { File.read("absent.json") }\n${specRed}`),
  ),
  never_ends: rb.one("wrong/timeout", spec('  it "waits" do\n    sleep 600\n  end')),
  exits_in_test: rb.one("wrong/crash", spec('  it "leaves" do\n    exit!(0)\n  end')),
  plain_exit: rb.one("wrong/crash", spec('  it "leaves" do\n    exit(0)\n  end')),
  aborts: rb.one(
    "wrong/crash",
    spec('  it "dies" do\n    Process.kill(:ABRT, Process.pid); sleep 1\n  end'),
  ),
  skipped: rb.one(
    ["wrong/passes_already", "pass/passes_already", "none/no_tests"],
    spec('  xit "later" do\n  end\n  it "todo"'),
  ),
  two_files: rb.one("wrong/dependency_missing", spec(specRed), {
    "spec/more_spec.rb": 'require "interval_trees_x"\n',
  }),
  nested: rb.one(
    "right/assertion",
    spec(`  context "in" do\n    describe "#deep" do\n${specRed}\n    end\n  end`),
  ),
  odd_names: rb.one(
    "right/assertion",
    spec(
      '  ["a b", "é", "c > d", "100 %", "# 7"].each do |n|\n    it n do\n      expect(overlap(n, 1)).to eq(true)\n    end\n  end',
    ),
  ),
  noise: rb.one(
    "right/assertion",
    spec(
      '  it "is loud" do\n    puts "9 examples, 0 failures\\nFinished in 0.1 seconds\\n"\n    expect(overlap(1, 2)).to eq(true)\n  end',
    ),
  ),
  crlf: rb.one("right/assertion", spec(specRed).replaceAll("\n", "\r\n")),
  own_mistake: rb.one(
    "wrong/setup_error",
    spec('  it "trips" do\n    expect(overlapp(1, 2)).to eq(true)\n  end'),
  ),
  raises: rb.one(
    "right/assertion",
    spec('  it "refuses" do\n    expect { overlap(1, 2) }.to raise_error(ArgumentError)\n  end'),
  ),
  colours: { ...rb.one("right/assertion", spec(specRed)), command: "rspec --force-color" },
  documentation: { ...rb.one("right/assertion", spec(specRed)), command: "rspec -fd" },
  green: {
    ...rb.one("pass/passes_already", spec(specRed), {
      "lib/slots.rb": `${RB}\ndef overlap(a, b)\n  a[1] > b[0]\nend\n`,
    }),
    green: true,
  },
  regression: {
    expect: "right/assertion",
    regression: true,
    files: { "lib/slots.rb": RB.replace("[0]", "[1]") },
  },
};

const mini = (body, head = 'require "slots"') =>
  `require "minitest/autorun"\n${head}\n\nclass GapsTest < Minitest::Test\n${body}\nend\n`;
const miniRed = "  def test_sees_an_overlap\n    assert_equal true, overlap([1, 3], [2, 4])\n  end";
const mt = project({
  source: "lib/slots.rb",
  test: "test/gaps_test.rb",
  code: `${RB}\ndef overlap(a, b)\n  a == b\nend\n`,
  old: {},
});
const minitestCases = {
  missing_module: mt.one("right/missing_module", mini(miniRed, 'require "gaps"')),
  missing_symbol: mt.one("right/missing_symbol", mini(miniRed), { "lib/slots.rb": RB }),
  missing_constant: mt.one(
    "right/missing_symbol",
    mini("  def test_c\n    assert Gaps.new\n  end"),
  ),
  assertion: mt.one("right/assertion", mini(miniRed)),
  not_implemented: mt.one("right/not_implemented", mini(miniRed), {
    "lib/slots.rb": `${RB}\ndef overlap(a, b)\n  raise NotImplementedError, "overlap"\nend\n`,
  }),
  syntax_test: mt.one("wrong/syntax_error", mini(`${miniRed}\n  def test_x(`)),
  syntax_source: mt.one("wrong/syntax_error", mini(miniRed), {
    "lib/slots.rb": `${RB}\ndef overlap(a b)\n`,
  }),
  no_tests: mt.one(["none/no_tests", "pass/passes_already"], mini("")),
  dependency: mt.one("wrong/dependency_missing", mini(miniRed, 'require "interval_trees_x"')),
  set_up: mt.one(
    "wrong/setup_error",
    mini(`  def setup\n    File.read("absent.json")\n  end\n${miniRed}`),
  ),
  never_ends: mt.one("wrong/timeout", mini("  def test_waits\n    sleep 600\n  end")),
  exits_in_test: mt.one("wrong/crash", mini("  def test_leaves\n    exit!(0)\n  end")),
  aborts: mt.one(
    "wrong/crash",
    mini("  def test_dies\n    Process.kill(:ABRT, Process.pid); sleep 1\n  end"),
  ),
  skipped: mt.one(
    ["wrong/passes_already", "pass/passes_already", "none/no_tests"],
    mini('  def test_later\n    skip "later"\n  end'),
  ),
  noise: mt.one(
    "right/assertion",
    mini(
      '  def test_loud\n    puts "9 runs, 9 assertions, 0 failures, 0 errors, 0 skips"\n    assert overlap(1, 2)\n  end',
    ),
  ),
  describe: mt.one(
    "right/assertion",
    'require "minitest/autorun"\nrequire "slots"\n\ndescribe "gaps" do\n  describe "inner" do\n    it "sees # 7 > é" do\n      _(overlap(1, 2)).must_equal true\n    end\n  end\nend\n',
  ),
  crlf: mt.one("right/assertion", mini(miniRed).replaceAll("\n", "\r\n")),
  own_mistake: mt.one(
    "wrong/setup_error",
    mini("  def test_trips\n    assert overlapp(1, 2)\n  end"),
  ),
  raises: mt.one(
    "right/assertion",
    mini("  def test_r\n    assert_raises(ArgumentError) { overlap(1, 2) }\n  end"),
  ),
  green: {
    ...mt.one("pass/passes_already", mini(miniRed), {
      "lib/slots.rb": `${RB}\ndef overlap(a, b)\n  a[1] > b[0]\nend\n`,
    }),
    green: true,
  },
  regression: {
    expect: "right/assertion",
    regression: true,
    files: { "lib/slots.rb": RB.replace("[0]", "[1]") },
  },
};

const PHP =
  "<?php\nnamespace App;\nclass Slots {\n  public static function first($l) { return $l[0]; }\n";
const phpSource = (body) => `${PHP}${body}}\n`;
const phpOverlap = (body) => phpSource(`  public static function overlap($a, $b) { ${body} }\n`);
const php = project({
  source: "src/Slots.php",
  test: "tests/GapsTest.php",
  code: phpOverlap("return $a === $b;"),
  old: {},
});
const phpTest = (body) =>
  `<?php\nuse PHPUnit\\Framework\\TestCase;\nclass GapsTest extends TestCase {\n${body}\n}\n`;
const phpRed =
  "  public function testSees() { $this->assertTrue(App\\Slots::overlap([1, 3], [2, 4])); }";
const phpunitCases = {
  missing_module: php.one(
    ["right/missing_module", "right/missing_symbol"],
    phpTest("  public function testIt() { $this->assertNotNull(new App\\Gaps()); }"),
  ),
  missing_symbol: php.one("right/missing_symbol", phpTest(phpRed), {
    "src/Slots.php": phpSource(""),
  }),
  assertion: php.one("right/assertion", phpTest(phpRed)),
  not_implemented: php.one("right/not_implemented", phpTest(phpRed), {
    "src/Slots.php": phpOverlap('throw new \\BadMethodCallException("not implemented");'),
  }),
  syntax_test: php.one("wrong/syntax_error", phpTest(`${phpRed}\n  public function testX( {`)),
  syntax_source: php.one("wrong/syntax_error", phpTest(phpRed), {
    "src/Slots.php": phpOverlap("return $a === ;"),
  }),
  no_tests: php.one(["none/no_tests", "pass/passes_already", "wrong/passes_already"], phpTest("")),
  dependency: php.one(
    "wrong/dependency_missing",
    phpTest("  public function testIt() { $this->assertNotNull(new Acme\\Intervals\\Tree()); }"),
  ),
  set_up: php.one(
    "wrong/setup_error",
    phpTest(
      `  protected function setUp(): void { if (@file_get_contents("absent.json") === false) { throw new RuntimeException("absent.json: No such file or directory"); } }\n${phpRed}`,
    ),
  ),
  never_ends: php.one("wrong/timeout", phpTest("  public function testWaits() { sleep(600); }")),
  exits_in_test: php.one("wrong/crash", phpTest("  public function testLeaves() { exit(0); }")),
  exits_at_import: php.one("wrong/crash", `${phpTest(phpRed)}exit(0);\n`),
  skipped: php.one(
    ["wrong/passes_already", "pass/passes_already"],
    phpTest(
      '  public function testLater() { $this->markTestSkipped("later"); }\n  public function testTodo() { $this->markTestIncomplete(); }',
    ),
  ),
  providers: php.one(
    "right/assertion",
    phpTest(
      '  public function data() { return ["a b" => [1, 2], "é # 7" => [3, 4]]; }\n  /** @dataProvider data */\n  public function testP($a, $b) { $this->assertSame(true, App\\Slots::overlap($a, $b)); }',
    ),
  ),
  noise: php.one(
    "right/assertion",
    phpTest(
      '  public function testLoud() { fwrite(STDOUT, "OK (9 tests, 9 assertions)\\n"); $this->assertTrue(App\\Slots::overlap(1, 2)); }',
    ),
  ),
  crlf: php.one("right/assertion", phpTest(phpRed).replaceAll("\n", "\r\n")),
  own_mistake: php.one(
    "wrong/setup_error",
    phpTest("  public function testTrips() { $this->assertTrue(App\\Slots::overlapp(1, 2)); }"),
  ),
  raises: php.one(
    "right/assertion",
    phpTest(
      "  public function testR() { $this->expectException(InvalidArgumentException::class); App\\Slots::overlap(1, 2); }",
    ),
  ),
  testdox: {
    ...php.one("right/assertion", phpTest(phpRed)),
    command: "phpunit --testdox --colors=always",
  },
  green: {
    ...php.one("pass/passes_already", phpTest(phpRed), {
      "src/Slots.php": phpOverlap("return $a[1] > $b[0];"),
    }),
    green: true,
  },
  regression: {
    expect: "right/assertion",
    regression: true,
    files: { "src/Slots.php": phpOverlap("return $a === $b;").replace("$l[0]", "$l[1]") },
  },
};

const PM = "package Slots;\nuse strict;\nsub first { return $_[0][0] }\n";
const pmOverlap = (body) => `${PM}sub overlap { ${body} }\n1;\n`;
const perl = project({
  source: "lib/Slots.pm",
  test: "t/gaps.t",
  code: pmOverlap("return 0"),
  old: {},
});
const t = (body, head = "use Slots;") =>
  `use strict;\nuse warnings;\nuse Test::More;\n${head}\n${body}\ndone_testing;\n`;
const tRed = "ok(Slots::overlap([1, 3], [2, 4]), 'sees an overlap');";
const proveCases = {
  missing_module: perl.one("right/missing_module", t(tRed, "use Gaps;")),
  missing_symbol: perl.one("right/missing_symbol", t(tRed), { "lib/Slots.pm": `${PM}1;\n` }),
  assertion: perl.one("right/assertion", t(tRed)),
  is_deeply: perl.one(
    "right/assertion",
    t(
      "is_deeply(Slots::overlap(1, 2), { a => [1] }, 'deep');\nis(Slots::overlap(1,2), 1, 'one # 7');",
    ),
  ),
  not_implemented: perl.one("right/not_implemented", t(tRed), {
    "lib/Slots.pm": pmOverlap('die "not implemented"'),
  }),
  syntax_test: perl.one("wrong/syntax_error", t(`${tRed}\nok(1,`)),
  syntax_source: perl.one("wrong/syntax_error", t(tRed), { "lib/Slots.pm": pmOverlap("return (") }),
  no_tests: perl.one(["none/no_tests", "pass/passes_already"], "use strict;\n1;\n"),
  dependency: perl.one("wrong/dependency_missing", t(tRed, "use Interval::Trees::X;")),
  set_up: perl.one(
    "wrong/setup_error",
    t(`open(my $f, '<', 'absent.json') or die "cannot open absent.json: $!";\n${tRed}`),
  ),
  never_ends: perl.one("wrong/timeout", t("sleep 600;")),
  exits_in_test: perl.one("wrong/crash", t(`ok(1, 'one');\nexit 0;\n${tRed}`)),
  aborts: perl.one("wrong/crash", t(`ok(1, 'one');\nkill 'ABRT', $$;\nsleep 1;\n${tRed}`)),
  skipped: perl.one(
    ["wrong/passes_already", "pass/passes_already", "none/no_tests"],
    "use Test::More skip_all => 'later';\n",
  ),
  subtests: perl.one(
    "right/assertion",
    t(`subtest 'outer' => sub { plan tests => 2; ok(1, 'fine'); ${tRed} };`),
  ),
  noise: perl.one("right/assertion", t(`diag("All tests successful.\\nResult: PASS");\n${tRed}`)),
  crlf: perl.one("right/assertion", t(tRed).replaceAll("\n", "\r\n")),
  own_mistake: perl.one("wrong/setup_error", t("ok(Slots::overlapp(1, 2), 'trips');")),
  verbose: { ...perl.one("right/assertion", t(tRed)), command: "prove -lv t" },
  green: {
    ...perl.one("pass/passes_already", t(tRed), {
      "lib/Slots.pm": pmOverlap("return $_[0][1] > $_[1][0]"),
    }),
    green: true,
  },
  regression: {
    expect: "right/assertion",
    regression: true,
    files: { "lib/Slots.pm": pmOverlap("return 0").replace("[0][0]", "[0][1]") },
  },
};

const LUA = "local Slots = {}\nfunction Slots.first(l) return l[1] end\n";
const luaOverlap = (body) => `${LUA}function Slots.overlap(a, b) ${body} end\nreturn Slots\n`;
const lua = project({
  source: "slots.lua",
  test: "spec/gaps_spec.lua",
  code: luaOverlap("return a == b"),
  old: {},
});
const busted = (body, head = 'local Slots = require("slots")') =>
  `${head}\n\ndescribe("gaps", function()\n${body}\nend)\n`;
const bustedRed =
  '  it("sees an overlap", function()\n    assert.is_true(Slots.overlap({1, 3}, {2, 4}))\n  end)';
const bustedCases = {
  missing_module: lua.one(
    "right/missing_module",
    busted(bustedRed, 'local Slots = require("gaps")'),
  ),
  missing_symbol: lua.one("right/missing_symbol", busted(bustedRed), {
    "slots.lua": `${LUA}return Slots\n`,
  }),
  assertion: lua.one("right/assertion", busted(bustedRed)),
  not_implemented: lua.one("right/not_implemented", busted(bustedRed), {
    "slots.lua": luaOverlap('error("not implemented")'),
  }),
  syntax_test: lua.one("wrong/syntax_error", busted(`${bustedRed}\n  it("x", function(`)),
  syntax_source: lua.one("wrong/syntax_error", busted(bustedRed), {
    "slots.lua": luaOverlap("return ("),
  }),
  no_tests: lua.one(["none/no_tests", "pass/passes_already"], busted("")),
  dependency: lua.one(
    "wrong/dependency_missing",
    busted(bustedRed, 'local X = require("interval_trees_x")'),
  ),
  set_up: lua.one(
    "wrong/setup_error",
    busted(`  before_each(function() assert(io.open("absent.json")) end)\n${bustedRed}`),
  ),
  never_ends: lua.one(
    "wrong/timeout",
    busted('  it("waits", function() os.execute("sleep 600") end)'),
  ),
  exits_in_test: lua.one("wrong/crash", busted('  it("leaves", function() os.exit(0) end)')),
  skipped: lua.one(
    ["wrong/passes_already", "pass/passes_already", "none/no_tests"],
    busted('  pending("later", function() end)'),
  ),
  nested: lua.one(
    "right/assertion",
    busted(`  describe("in # 7", function()\n${bustedRed}\n  end)`),
  ),
  noise: lua.one(
    "right/assertion",
    busted(
      '  it("is loud", function()\n    print("9 successes / 0 failures / 0 errors / 0 pending : 0.1 seconds")\n    assert.are.equal(true, Slots.overlap(1, 2))\n  end)',
    ),
  ),
  crlf: lua.one("right/assertion", busted(bustedRed).replaceAll("\n", "\r\n")),
  own_mistake: lua.one(
    "wrong/setup_error",
    busted('  it("trips", function() assert.is_true(Slots.overlapp(1, 2)) end)'),
  ),
  raises: lua.one(
    "right/assertion",
    busted('  it("refuses", function() assert.has_error(function() Slots.overlap(1, 2) end) end)'),
  ),
  tap: { ...lua.one("right/assertion", busted(bustedRed)), command: "busted -o TAP" },
  plain: { ...lua.one("right/assertion", busted(bustedRed)), command: "busted -o plainTerminal" },
  green: {
    ...lua.one("pass/passes_already", busted(bustedRed), {
      "slots.lua": luaOverlap("return a[2] > b[1]"),
    }),
    green: true,
  },
  regression: {
    expect: "right/assertion",
    regression: true,
    files: { "slots.lua": luaOverlap("return a == b").replace("l[1]", "l[2]") },
  },
};

const SH = 'first() { echo "$1"; }\n';
const shOverlap = (body) => `${SH}overlap() { ${body}; }\n`;
const bats = project({
  source: "slots.sh",
  test: "test/gaps.bats",
  code: shOverlap("echo no"),
  old: {},
});
const bat = (body, head = 'setup() { source "$BATS_TEST_DIRNAME/../slots.sh"; }') =>
  `${head}\n\n${body}\n`;
const batRed = '@test "sees an overlap" {\n  run overlap 1 3 2 4\n  [ "$output" = "yes" ]\n}';
const batsCases = {
  missing_module: bats.one(
    "right/missing_module",
    bat(batRed, 'setup() { source "$BATS_TEST_DIRNAME/../gaps.sh"; }'),
  ),
  missing_symbol: bats.one("right/missing_symbol", bat('@test "sees" {\n  overlap 1 3 2 4\n}'), {
    "slots.sh": SH,
  }),
  assertion: bats.one("right/assertion", bat(batRed)),
  not_implemented: bats.one("right/not_implemented", bat('@test "sees" {\n  overlap 1 3 2 4\n}'), {
    "slots.sh": shOverlap('echo "not implemented" >&2; return 1'),
  }),
  syntax_test: bats.one("wrong/syntax_error", bat(`${batRed}\n@test "x" {\n  if true; then\n}`)),
  syntax_source: bats.one("wrong/syntax_error", bat(batRed), {
    "slots.sh": `${SH}overlap() { if ; }\n`,
  }),
  no_tests: bats.one(["none/no_tests", "pass/passes_already"], bat("x=1")),
  dependency: bats.one(
    "wrong/dependency_missing",
    bat('@test "uses a tool" {\n  interval-trees-x 1\n}'),
  ),
  set_up: bats.one("wrong/setup_error", bat(batRed, "setup() { cat absent.json; }")),
  never_ends: bats.one("wrong/timeout", bat('@test "waits" {\n  sleep 600\n}')),
  skipped: bats.one(
    ["wrong/passes_already", "pass/passes_already", "none/no_tests"],
    bat('@test "later" {\n  skip "later"\n}'),
  ),
  noise: bats.one(
    "right/assertion",
    bat(
      '@test "is loud" {\n  echo "ok 1 fake"\n  echo "1 test, 0 failures" >&3\n  run overlap\n  [ "$output" = yes ]\n}',
    ),
  ),
  odd_names: bats.one(
    "right/assertion",
    bat('@test "a # b \'c\' é 100 %" {\n  run overlap\n  [ "$output" = yes ]\n}'),
  ),
  pretty: { ...bats.one("right/assertion", bat(batRed)), command: "bats --formatter pretty test" },
  tap13: { ...bats.one("right/assertion", bat(batRed)), command: "bats --formatter tap13 test" },
  timing: { ...bats.one("right/assertion", bat(batRed)), command: "bats --timing test" },
  green: {
    ...bats.one("pass/passes_already", bat(batRed), { "slots.sh": shOverlap("echo yes") }),
    green: true,
  },
  regression: {
    expect: "right/assertion",
    regression: true,
    files: { "slots.sh": shOverlap("echo no").replace("$1", "$2") },
  },
};

const shu = project({
  source: "slots.sh",
  test: "test/gaps_test.sh",
  code: shOverlap("echo no"),
  old: {},
});
const sh = (body, from = "./slots.sh") =>
  `#!/bin/sh\noneTimeSetUp() {\n  . ${from}\n}\n${body}\n. shunit2\n`;
const shRed = "testSeesAnOverlap() {\n  assertEquals 'overlap' yes \"$(overlap 1 3 2 4)\"\n}";
const shunitCases = {
  missing_module: shu.one("right/missing_module", sh(shRed, "./gaps.sh")),
  missing_symbol: shu.one(
    ["right/missing_symbol", "right/assertion"],
    sh('testSees() {\n  assertTrue "overlap 1 3 2 4"\n}'),
    { "slots.sh": SH },
  ),
  assertion: shu.one("right/assertion", sh(shRed)),
  syntax_test: shu.one("wrong/syntax_error", sh(`${shRed}\ntestX() {\n  if true; then\n}`)),
  syntax_source: shu.one("wrong/syntax_error", sh(shRed), {
    "slots.sh": `${SH}overlap() { if ; }\n`,
  }),
  no_tests: shu.one(["none/no_tests", "pass/passes_already"], sh("")),
  never_ends: shu.one("wrong/timeout", sh("testWaits() {\n  sleep 600\n}")),
  skipped: shu.one(
    ["wrong/passes_already", "pass/passes_already", "none/no_tests"],
    sh("testLater() {\n  startSkipping\n  assertEquals 1 2\n}"),
  ),
  noise: shu.one(
    "right/assertion",
    sh("testLoud() {\n  echo 'Ran 9 tests.'\n  echo OK\n  assertEquals yes \"$(overlap)\"\n}"),
  ),
  green: {
    ...shu.one("pass/passes_already", sh(shRed), { "slots.sh": shOverlap("echo yes") }),
    green: true,
  },
  regression: {
    expect: "right/assertion",
    regression: true,
    files: { "slots.sh": shOverlap("echo no").replace("$1", "$2") },
  },
};

const pyFiles = {
  "calendar_app/__init__.py": "",
  "calendar_app/slots.py": PY,
  "tests/__init__.py": "",
};
const shellPromised = { modules: ["gaps"], symbols: ["overlap"], files: ["gaps.sh"] };

export const scripted = [
  {
    name: "pytest",
    needs: ["python3"],
    probe: "python3 -m pytest --version",
    debian: ["python3-pytest"],
    promised: pythonPromised,
    files: {
      ...pyFiles,
      "pytest.ini": "[pytest]\n",
      "tests/test_slots.py": pyTest(
        "def test_gives_the_first():\n    assert first([3, 4]) == 3",
        "from calendar_app.slots import first\n",
      ),
    },
    cases: { ...pytestCases, ...pytestOnly },
  },
  {
    name: "unittest",
    needs: ["python3"],
    promised: pythonPromised,
    command: "python3 -m unittest -v",
    files: {
      ...pyFiles,
      "tests/test_slots.py": methodsOf(
        pyTest(
          "def test_gives_the_first():\n    assert first([3, 4]) == 3",
          "from calendar_app.slots import first\n",
        ),
      ),
    },
    cases: { ...unittestCases, ...unittestOnly },
  },
  {
    name: "rspec",
    needs: ["rspec"],
    debian: ["ruby-rspec"],
    promised: rubyPromised,
    files: {
      "lib/slots.rb": RB,
      "spec/slots_spec.rb": spec(
        '  it "gives the first" do\n    expect(first_of([3, 4])).to eq(3)\n  end',
      ),
    },
    cases: rspecCases,
  },
  {
    name: "minitest",
    needs: ["ruby"],
    probe: "ruby -e 'require \"minitest\"'",
    debian: ["ruby-minitest"],
    promised: rubyPromised,
    files: {
      "lib/slots.rb": RB,
      "test/slots_test.rb":
        'require "minitest/autorun"\nrequire "slots"\n\nclass SlotsTest < Minitest::Test\n  def test_first\n    assert_equal 3, first_of([3, 4])\n  end\nend\n',
    },
    cases: minitestCases,
  },
  {
    name: "phpunit",
    needs: ["phpunit"],
    debian: ["phpunit"],
    command: "phpunit",
    promised: {
      modules: ["App\\Gaps"],
      symbols: ["Slots::overlap", "App\\Gaps"],
      files: ["src/Gaps.php"],
    },
    files: {
      "phpunit.xml":
        '<?xml version="1.0"?>\n<phpunit bootstrap="bootstrap.php"><testsuites><testsuite name="all"><directory>tests</directory></testsuite></testsuites></phpunit>\n',
      "bootstrap.php":
        '<?php\nspl_autoload_register(function ($name) {\n  $file = __DIR__ . "/src/" . str_replace(["App\\\\", "\\\\"], ["", "/"], $name) . ".php";\n  if (is_file($file)) { require $file; }\n});\n',
      "src/Slots.php": phpSource(""),
      "tests/SlotsTest.php":
        "<?php\nuse PHPUnit\\Framework\\TestCase;\nclass SlotsTest extends TestCase {\n  public function testFirst() { $this->assertSame(3, App\\Slots::first([3, 4])); }\n}\n",
    },
    cases: phpunitCases,
  },
  {
    name: "prove",
    needs: ["prove"],
    debian: ["perl"],
    promised: { modules: ["Gaps"], symbols: ["Slots::overlap"], files: ["lib/Gaps.pm"] },
    files: {
      "lib/Slots.pm": `${PM}1;\n`,
      "t/slots.t": t("is(Slots::first([3, 4]), 3, 'gives the first');"),
    },
    cases: proveCases,
  },
  {
    name: "busted",
    needs: ["busted"],
    debian: ["lua-busted"],
    promised: { modules: ["gaps"], symbols: ["overlap", "Slots.overlap"], files: ["gaps.lua"] },
    files: {
      "slots.lua": `${LUA}return Slots\n`,
      "spec/slots_spec.lua": busted(
        '  it("gives the first", function()\n    assert.are.equal(3, Slots.first({3, 4}))\n  end)',
      ),
    },
    cases: bustedCases,
  },
  {
    name: "bats",
    needs: ["bats"],
    debian: ["bats"],
    promised: shellPromised,
    files: {
      "slots.sh": SH,
      "test/slots.bats": bat('@test "gives the first" {\n  run first 3 4\n  [ "$output" = 3 ]\n}'),
    },
    cases: batsCases,
  },
  {
    name: "shunit2",
    needs: ["shunit2"],
    debian: ["shunit2"],
    promised: shellPromised,
    command: 'rc=0; for t in test/*_test.sh; do sh "$t" || rc=1; done; exit $rc',
    named: "shunit2",
    files: {
      "slots.sh": SH,
      "test/slots_test.sh": sh('testFirst() {\n  assertEquals 3 "$(first 3 4)"\n}'),
    },
    cases: shunitCases,
  },
];
