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

  it.each([
    ["expect(slug(1)).toBe(slug(1));"],
    ["expect(await slug('a')).toEqual( await slug('a') );"],
    ["expect(slug(a, b)).to.equal(slug(a, b)); expect(slug(2)).to.deep.equal(slug(2));"],
    ["assert.equal(slug('a'), slug('a'));"],
    ["assert.deepStrictEqual(slug('a, b'), slug('a, b'), 'alike');"],
    ["assert(slug(1) === slug(1));"],
    ["assert.ok(slug(1) == slug(1), 'alike');"],
    ["expect(slug(1) === slug(1)).toBe(true);"],
    ["t.is(slug(1), slug(1));"],
  ])("refuses a call compared with itself: %s", (body) => {
    const text = `import { slug } from "../src/slug.js";\ntest('a', async (t) => { ${body} });`;
    expect(codes("test/a.test.js", text)).toEqual(["2 TAUTOLOGY refuse"]);
  });

  it.each([
    ["assert slug(1) == slug(1)"],
    ["assert slug('a, b') == slug('a, b'), 'alike'"],
    ["assert slug(1) is slug(1)"],
    ["self.assertEqual(slug(1), slug(1))"],
    ["self.assertListEqual(slug('a'), slug('a'), 'alike')"],
    ["self.assertTrue(slug(1) == slug(1))"],
  ])("refuses a call compared with itself in Python: %s", (body) => {
    const text = `from shop.cart import slug\n\ndef test_a(self):\n    ${body}\n`;
    expect(codes("tests/test_a.py", text)).toEqual(["3 TAUTOLOGY refuse"]);
  });

  it.each([
    ["other arguments", "expect(slug('a')).toBe(slug('b'));"],
    ["a negation", "expect(id()).not.toBe(id());"],
    ["another assertion beside it", "expect(slug(1)).toBe(slug(1)); expect(slug(1)).toBe('1');"],
    ["a difference", "assert(slug(1) !== slug(1));"],
    ["an order", "assert(slug(1) <= slug(1));"],
  ])("lets %s be", (_what, body) => {
    const text = `import { slug, id } from "../src/slug.js";\ntest('a', () => { ${body} });`;
    expect(codes("test/a.test.js", text)).toEqual([]);
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

  const imports = 'import { slug, LIST } from "../src/slug.js";\n';
  it.each([
    ["String(slug)", "READS_SOURCE", "assert.match(String(slug), /x/); slug('a');"],
    ["toString", "READS_SOURCE", "slug('a'); expect(slug.toString()).toContain('x');"],
    ["a template", "READS_SOURCE", `const s = \`\${slug}\`; slug('a'); assert.match(s, /x/);`],
    [
      "its length",
      "READS_ARITY",
      "assert.equal(typeof slug, 'function'); assert.equal(slug.length, 2);",
    ],
    ["toHaveLength", "READS_ARITY", "slug('a'); expect(slug).toHaveLength(2);"],
    ["its file's size", "READS_SOURCE", "assert.ok(statSync('src/slug.js').size > 10); slug('a');"],
    [
      "its file's date",
      "READS_SOURCE",
      "assert.ok(fs.lstatSync('../src/slug.js').mtimeMs > 0); slug();",
    ],
    ["grep", "READS_SOURCE", "assert.ok(execSync('grep -c trim src/slug.js')); slug('a');"],
    ["cat", "READS_SOURCE", "assert.ok(execFileSync('cat', ['src/slug.js'])); slug('a');"],
  ])("refuses looking at the function by %s", (_how, code, body) => {
    const text = `${imports}test('a', () => { ${body} });`;
    expect(codes("test/a.test.js", text)).toEqual([`2 ${code} refuse`]);
  });

  it("refuses a source that the bundler gives as text", () => {
    const text = `import raw from "../src/slug.js?raw";\ntest('a', () => { assert.match(raw, /x/); });`;
    expect(codes("test/a.test.js", text)).toContain("1 READS_SOURCE refuse");
  });

  it.each([
    ["READS_SOURCE", "assert 'x' in inspect.getsource(cart.total)"],
    ["READS_SOURCE", "assert inspect.getsourcelines(cart.total)"],
    ["READS_SOURCE", "assert cart.total.__code__.co_code"],
    ["READS_SOURCE", "assert 'x' in open(cart.__file__).read()"],
    ["READS_SOURCE", "assert os.path.getsize('shop/cart.py') > 10"],
    ["READS_SOURCE", "assert Path('shop/cart.py').stat().st_size > 10"],
    ["READS_ARITY", "assert len(inspect.signature(cart.total).parameters) == 2"],
    ["READS_ARITY", "assert cart.total.__code__.co_argcount == 2"],
  ])("refuses it in Python: %s %s", (code, body) => {
    const text = `import cart\n\ndef test_a():\n    ${body}\n`;
    expect(codes("tests/test_a.py", text)).toContain(`4 ${code} refuse`);
  });

  it.each([
    ["pkg/slug_test.go", 'data, _ := os.ReadFile("slug.go")', "pkg/slug.go"],
    ["tests/slug.rs", 'let s = include_str!("../src/slug.rs");', "src/slug.rs"],
    ["spec/slug_spec.rb", 'expect(File.read("lib/slug.rb")).to match(/x/)', "lib/slug.rb"],
    ["tests/SlugTest.php", '$s = file_get_contents("src/Slug.php");', "src/Slug.php"],
  ])("refuses reading the source in %s", (path, text, source) => {
    expect(findWeakTests({ [path]: text }, [source]).map(({ code }) => code)).toEqual([
      "READS_SOURCE",
    ]);
  });

  it.each([
    ["the length of a list", "expect(LIST.length).toBe(3);"],
    ["the length of what it gives", "expect(slug('a').length).toBe(1);"],
    ["the text of what it gives", "expect(String(slug('a'))).toBe('a');"],
    ["a value in a template", `const text = \`\${LIST}\`; expect(slug(text)).toBe('a');`],
    [
      "a program that is run",
      "assert.equal(String(execFileSync('node', ['src/slug.js', 'a'])), 'a');",
    ],
  ])("lets %s be", (_what, body) => {
    expect(codes("test/a.test.js", `${imports}test('a', () => { ${body} });`)).toEqual([]);
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
