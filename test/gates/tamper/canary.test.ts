import { describe, expect, it } from "vitest";
import { makeCanary, ownersOf } from "../../../src/gates/tamper/canary.ts";
import { countDeclaredTests } from "../../../src/gates/tamper/declared-tests.ts";

describe("makeCanary", () => {
  it.each([
    ["assert.strictEqual(slug('A, B'), 'a-b');", `assert.strictEqual(slug('A, B'), 'T');`],
    ["assert.equal(f(1), 2, 'message');", `assert.equal(f(1), 100000091, 'message');`],
    ["assert.deepEqual(f([1, 2]), { a: [3] });", `assert.deepEqual(f([1, 2]), "T");`],
    ["  expect(f(1, g(2))).toBe(3);", `  expect(f(1, g(2))).toBe(100000091);`],
    ["expect(f()).to.equal('x')", `expect(f()).to.equal('T')`],
    ["t.is(f(), 1);", `t.is(f(), 100000091);`],
    ["self.assertEqual(f('a'), ['b'])", `self.assertEqual(f('a'), "T")`],
    ["    assert f('x == y') == 'b'", `    assert f('x == y') == 'T'`],
    ["    assert f(1) == 2, 'why'", `    assert f(1) == 100000091, 'why'`],
    ["    assert f(1) == {'a': 2}  # why", `    assert f(1) == "T"  # why`],
    ["    assert f(1) == 2, 'x == y'", `    assert f(1) == 100000091, 'x == y'`],
    ["expect(() => f()).toThrow();", "expect(() => f()).not.toThrow();"],
    ["expect(f()).not.toBeNull();", "expect(f()).toBeNull();"],
    ["assert.throws(() => f());", "assert.doesNotThrow(() => f());"],
    ["    assert is_ok(x)", "    assert not (is_ok(x))"],
    ["self.assertTrue(f())", "self.assertFalse(f())"],
  ])("turns %j", (line, turned) => {
    expect(makeCanary(line, "T", 0)).toEqual({ text: turned, line: 1 });
  });

  it("writes another value as the one it replaces is written, so that who reads it finds it", () => {
    const turned = makeCanary("assert.equal(f(), 'a');\nassert.equal(g(), 7)", "w1", 1);
    expect(turned?.text).toMatch(/^assert[.]equal\(f\(\), 'a'\);\nassert[.]equal\(g\(\), \d{9}\)$/);
  });

  it("takes another assertion at another attempt, and counts round", () => {
    const text = "assert f() == 1\nassert g() == 2";
    expect([0, 1, 2, -1].map((pick) => makeCanary(text, "T", pick)?.line)).toEqual([1, 2, 1, 2]);
  });

  it("tells which tests a line stands in, and nothing of names that a table fills in", () => {
    const text = "test('a', () => {\n  ok(1);\n});\ntest('b', () => ok(2));\nok(3);\n";
    expect([2, 4, 5].map((line) => ownersOf("a.test.js", text, line))).toEqual([["a"], ["b"], []]);
    expect(ownersOf("a.test.js", "test.each(t)('a %s', () => ok(1));", 1)).toEqual([]);
  });

  it("leaves comments and skipped tests alone, and says when there is nothing to turn", () => {
    expect(
      makeCanary("// assert.ok(f())\n# assert f()\nit.skip('x', () => expect(1).toBe(2))", "T", 0),
    ).toBeNull();
  });
});

describe("countDeclaredTests", () => {
  it.each([
    ["test('a', () => {})\n  it('b', () => {})\ntest.each([1])('c', () => {})", 3],
    ["def test_a():\n    pass\nasync def test_b():\n    pass\ndef helper(): pass", 2],
    ["func TestA(t *testing.T) {}", 1],
    ["const contest = (x) => x", 0],
  ])("counts in %j", (text, count) => {
    expect(countDeclaredTests(text)).toBe(count);
  });
});
