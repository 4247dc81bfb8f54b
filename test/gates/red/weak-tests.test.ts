import { describe, expect, it } from "vitest";
import { findWeakTests } from "../../../src/gates/red/weak-tests.ts";

const SOURCES = ["src/slug.js", "shop/cart.py"];

function codes(path: string, text: string): string[] {
  return findWeakTests({ [path]: text }, SOURCES).map(
    ({ line, code, severity }) => `${line} ${code} ${severity}`,
  );
}

describe("findWeakTests", () => {
  it.each([
    ["an assertion of false", "test/a.test.js", "test('a', () => { assert(false); });"],
    ["a literal contradiction", "test/a.test.js", "it('a', () => expect(true).toBe(false));"],
    ["a bare fail", "test/a.test.js", "test('a', () => {\n  assert.fail('not written');\n});"],
    ["a throw of its own", "test/a.test.js", "test('a', () => { throw new Error('todo'); });"],
    ["assert False", "tests/test_a.py", "def test_a():\n    assert False\n"],
    ["pytest.fail", "tests/test_a.py", "def test_a():\n    pytest.fail('later')\n"],
    [
      "a raise of its own",
      "tests/test_a.py",
      "def test_a(self):\n    raise NotImplementedError()\n",
    ],
  ])("refuses %s as unconditional", (_what, path, text) => {
    expect(codes(path, text)).toEqual(["1 UNCONDITIONAL_FAILURE refuse"]);
  });

  it.each([
    ["a literal truth", "test/a.test.js", "test('a', () => { assert.ok(true); });"],
    [
      "a value compared with itself",
      "test/a.test.js",
      "it('a', () => { const s = slug('x'); expect(s).toBe(s); });",
    ],
    ["assert True", "tests/test_a.py", "def test_a():\n    assert True\n"],
    [
      "assertEqual of one name",
      "tests/test_a.py",
      "def test_a(self):\n    x = f()\n    self.assertEqual(x, x)\n",
    ],
  ])("refuses %s as a tautology", (_what, path, text) => {
    expect(codes(path, text)).toEqual(["1 TAUTOLOGY refuse"]);
  });

  it("refuses a test without any assertion, and says where", () => {
    const text = "\ntest('a', () => {\n  slug('x');\n});\n";
    expect(codes("test/a.test.js", text)).toEqual(["2 NO_ASSERTION refuse"]);
    expect(codes("tests/test_a.py", "def test_a():\n    slug('x')\n")).toEqual([
      "1 NO_ASSERTION refuse",
    ]);
  });

  it.each([
    ["it.only", "FOCUSED", "it.only('a', () => { expect(f()).toBe(1); });"],
    ["fdescribe", "FOCUSED", "fdescribe('a', () => {});"],
    ["it.skip", "SKIPPED", "it.skip('a', () => { expect(f()).toBe(1); });"],
    ["test.todo", "SKIPPED", "test.todo('a');"],
    ["xit", "SKIPPED", "xit('a', () => { expect(f()).toBe(1); });"],
  ])("refuses %s", (_what, code, text) => {
    expect(codes("test/a.test.js", text)).toContain(`1 ${code} refuse`);
  });

  it("refuses a skip mark, and lets a conditional one be", () => {
    const skipped = "@pytest.mark.skip\ndef test_a():\n    assert f() == 1\n";
    const conditional = skipped.replace("skip\n", "skipif(os.name == 'nt', reason='x')\n");
    expect(codes("tests/test_a.py", skipped)).toEqual(["1 SKIPPED refuse"]);
    expect(codes("tests/test_a.py", conditional)).toEqual([]);
  });

  it.each([
    ["by its path", "const s = readFileSync('src/slug.js', 'utf8'); assert.match(s, /x/);"],
    [
      "by a relative path",
      "const s = readFileSync(join(__dirname, '..', 'src', 'slug.js'));assert.ok(s);",
    ],
  ])("refuses reading the source's text %s", (_how, body) => {
    expect(codes("test/a.test.js", `test('a', () => { ${body} });`)).toEqual([
      "1 READS_SOURCE refuse",
    ]);
  });

  it("refuses mocking the module under test, not another one", () => {
    const mock = (path: string): string =>
      `${"vi"}.mock('${path}');\ntest('a', () => { expect(f()).toBe(1); });`;
    expect(codes("test/a.test.js", mock("../src/slug"))).toEqual(["1 MOCKS_SUBJECT refuse"]);
    expect(codes("test/a.test.js", mock("../src/mailer"))).toEqual([]);
  });

  it("refuses a snapshot that its first run writes, and warns of time and network", () => {
    const text = "test('a', () => { expect(f(Date.now())).toMatchSnapshot(); });";
    expect(codes("test/a.test.js", text)).toEqual([
      "1 FIRST_SNAPSHOT refuse",
      "1 NOT_HERMETIC warn",
    ]);
  });

  it.each([
    [
      "a fail that guards an expected exception",
      "test('a', () => { try { slug(); assert.fail(); } catch (e) { assert.match(e.message, /x/); } });",
    ],
    [
      "comments and strings that look like weak code",
      "// it.only('x')\ntest('uses it.only(\"a\") as text', () => { assert.equal(slug('assert(false)'), 'x'); });",
    ],
    ["a helper of the repository that asserts", "test('a', () => { expectSlug('x', 'y'); });"],
    [
      "a regular expression with quotes",
      "test('a', () => { assert.match(slug('it\\'s'), /[\"']/); });\ntest('b', () => { assert.equal(slug('b'), 'b'); });",
    ],
    [
      "an expected rejection",
      "test('a', async () => { await assert.rejects(() => slug(null)); });",
    ],
    [
      "a throw inside a stub",
      "test('a', () => { const f = () => { throw new Error('boom'); }; assert.equal(guard(f), 1); });",
    ],
    [
      "reading a fixture",
      "test('a', () => { const s = readFileSync('test/fixtures/slug.txt'); assert.equal(slug(s), 'x'); });",
    ],
  ])("lets %s pass", (_what, text) => {
    expect(codes("test/a.test.js", text)).toEqual([]);
  });

  it("judges no language that it cannot read", () => {
    expect(codes("t/a.t", "ok(0);")).toEqual([]);
  });
});
