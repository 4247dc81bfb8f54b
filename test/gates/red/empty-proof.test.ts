import { describe, expect, it } from "vitest";
import { findWeakTests } from "../../../src/gates/red/weak-tests.ts";

const SOURCES = ["src/slug.js", "shop/cart.py"];

function codes(path: string, text: string): string[] {
  return findWeakTests({ [path]: text }, SOURCES)
    .filter(({ severity }) => severity === "refuse")
    .map(({ code }) => code);
}

function js(body: string, more = ""): string[] {
  const head = 'import assert from "node:assert";\nimport { slug } from "../src/slug.js";\n';
  return codes("test/a.test.js", `${head}${more}\ntest("keeps words", () => {\n  ${body}\n});\n`);
}

function py(body: string, more = ""): string[] {
  const head = "import pytest\nfrom pathlib import Path\nfrom shop.cart import total\n";
  const lines = body.replace(/^/gm, "    ");
  return codes("tests/test_a.py", `${head}${more}\n\ndef test_keeps_words():\n${lines}\n`);
}

describe("a test that reads its source's text", () => {
  it.each([
    [
      "through a name",
      'const p = join(__dirname, "..", "src", "slug.js"); assert.ok(readFileSync(p));',
    ],
    [
      "through a URL",
      'const p = new URL("../src/slug.js", import.meta.url); assert.ok(readFileSync(p));',
    ],
    ["by adding strings", 'const dir = "../src"; assert.ok(readFileSync(dir + "/slug.js"));'],
    ["by a template", "const dir = '../src'; assert.ok(readFileSync(`$" + "{dir}/slug.js`));"],
    [
      "over several lines",
      'assert.ok(readFileSync(\n    join(\n      "src",\n      "slug.js",\n    ),\n    "utf8",\n  ));',
    ],
  ])("is refused %s", (_how, body) => {
    expect(js(body)).toContain("READS_SOURCE");
  });

  it("is refused when the path is made at the top of the file", () => {
    const top =
      'const ROOT = resolve(__dirname, "..");\nconst FILE = join(ROOT, "src", "slug.js");';
    expect(js('assert.match(readFileSync(FILE, "utf8"), /x/);', top)).toContain("READS_SOURCE");
  });

  it.each([
    ['(Path(__file__).parent.parent / "shop" / "cart.py").read_text()', ""],
    ["SOURCE.read_text()", 'SOURCE = Path("shop") / "cart.py"'],
    ["open(SOURCE).read()", 'SOURCE = os.path.join("shop", "cart.py")'],
    ["inspect.getsource(total)", ""],
  ])("is refused in Python: %s", (what, more) => {
    expect(py(`text = ${what}\nassert "tax" in text`, more)).toContain("READS_SOURCE");
  });

  it.each([
    'const cli = join(__dirname, "..", "src", "slug.js"); assert.equal(execFileSync("node", [cli]), "a");',
    'const want = readFileSync(join(__dirname, "fixtures", "slug.txt")); assert.equal(slug("a"), want);',
    'const out = join(tmp, "slug.js"); slug(out); assert.ok(readFileSync(out));',
  ])("passes when it runs the source, or reads another file: %s", (body) => {
    expect(js(body)).toEqual([]);
  });
});

describe("a test that fails whatever the code does", () => {
  it.each([
    ["two numbers in names", "const got = 1; const want = 2; assert.equal(got, want);"],
    ["a value of a name", "const value = true; expect(false).toBe(value);"],
    ["two literals", "assert.strictEqual(1, 2);"],
    ["after a call whose answer is not looked at", 'slug("a"); assert.equal(1, 2);'],
  ])("is refused: %s", (_what, body) => {
    expect(js(body)).toEqual(["UNCONDITIONAL_FAILURE"]);
  });

  it("is refused in Python, with the names outside the test", () => {
    expect(py("total([])\nassert GOT == WANT", "GOT = 1\nWANT = 2")).toEqual([
      "UNCONDITIONAL_FAILURE",
    ]);
  });

  it.each([
    "let called = false; slug(() => { called = true; }); assert.equal(called, true);",
    "const seen = []; slug((x) => seen.push(x)); assert.deepEqual(seen, [1]);",
    "try { slug(null); assert.ok(false); } catch (error) { assert.match(error.message, /null/); }",
    "let n = 0; slug(() => n++); assert.equal(n, 1);",
  ])("passes when the code decides: %s", (body) => {
    expect(js(body)).toEqual([]);
  });
});

describe("a test that never calls the code", () => {
  it("is refused when nothing it uses comes from the code", () => {
    expect(js('const text = "a b".split(" "); assert.deepEqual(text, ["a-b"]);')).toEqual([
      "NEVER_CALLS",
    ]);
    expect(py('words = "a b".split()\nassert words == ["a-b"]')).toEqual(["NEVER_CALLS"]);
  });

  it("passes when it goes through a helper, a hook or a fixture", () => {
    const helper = "function make(text, { deep = true } = {}) {\n  return slug(text, deep);\n}";
    const hook = "let made;\nbeforeEach(() => {\n  made = slug('x');\n});";
    expect(js('assert.equal(make("a"), "a");', helper)).toEqual([]);
    expect(js('assert.equal(made, "x");', hook)).toEqual([]);
    expect(
      codes(
        "tests/test_a.py",
        "from shop import x\n\ndef test_a(client):\n    assert client.get('/') == 1\n",
      ),
    ).toEqual([]);
  });

  it("passes when the file imports for effect only: what is global may be the subject", () => {
    const text =
      'import "../src/slug.js";\ntest("adds a method", () => { expect("a".slug()).toBe("a"); });\n';
    expect(codes("test/a.test.js", text)).toEqual([]);
  });
});

describe("a test of the stub's own words", () => {
  it.each([
    'assert.throws(() => slug("a"), /not implemented/);',
    'expect(() => slug("a")).toThrow("Not implemented");',
    'try { slug("a"); } catch (e) { assert.doesNotMatch(e.message, /not implemented/i); }',
  ])("is refused: %s", (body) => {
    expect(js(body)).toContain("ASSERTS_STUB");
  });

  it("passes when the words are the behaviour", () => {
    expect(js('assert.equal(slug.statusText(501), "Not Implemented");')).toEqual([]);
    expect(py("with pytest.raises(NotImplementedError):\n    total(None)")).toEqual([]);
  });
});
