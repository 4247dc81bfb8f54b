import { describe, expect, it } from "vitest";
import type { Layer } from "../../../src/domain/slice.ts";
import { judgeSliceTests } from "../../../src/gates/red/slice-tests.ts";
import { layers } from "../../support/play-slices.ts";

const behaviour =
  "The cart adds up the prices of all its items, also when it is empty. `total([])` is `0`.";

function judge(path: string, text: string, layer: Layer = "domain", from = 1) {
  const count = text.split("\n").length;
  const added = Array.from({ length: count - from + 1 }, (_, at) => at + from);
  return judgeSliceTests({ texts: { [path]: { text, added } }, layer, map: layers, behaviour });
}
const code = (path: string, text: string, layer?: Layer) => {
  const { verdict } = judge(path, text, layer);
  return verdict.kind === "fail" ? verdict.code : verdict.kind;
};

const one = 'test("adds up", () => {\n  expect(add(1, 2)).toBe(3);\n});\n';

describe("the test of a slice", () => {
  it("is one, well named, and asserts a value", () => {
    expect(code("a.test.ts", one)).toBe("pass");
    expect(code("test_a.py", "def test_adds_up():\n    assert add(1, 2) == 3\n")).toBe("pass");
  });

  it("is exactly one: not two, and old ones beside it do not count", () => {
    expect(code("a.test.ts", `${one}${one.replace("up", "down")}`)).toBe("ONE_TEST");
    expect(code("a_test.go", "func TestA(t *testing.T) {}\nfunc TestB(t *testing.T) {}")).toBe(
      "ONE_TEST",
    );
    expect(judge("a.test.ts", `${one}${one}`, "domain", 4).verdict.kind).toBe("pass");
  });

  it.each([
    ["a.test.ts", 'test("it", () => {\n  expect(add(1)).toBe(3);\n});\n', "GENERIC_NAME"],
    ["test_a.py", "def test_works():\n    assert add(1) == 2\n", "GENERIC_NAME"],
    ["test_a.py", "def test_gives_a_number():\n    assert isinstance(add(1), int)\n", "TAUTOLOGY"],
    ["test_a.py", "def test_gives_something():\n    assert add(1) is not None\n", "TAUTOLOGY"],
    ["a.test.ts", 'test("is there", () => {\n  expect(add(1)).toBeDefined();\n});\n', "TAUTOLOGY"],
  ])("is refused in %s: %s", (path, text, expected) => {
    expect(code(path, text)).toBe(expected);
  });

  it("is only warned about for many assertions without a message", () => {
    const three =
      "def test_adds():\n    assert a() == 1\n    assert b() == 2\n    assert c() == 3\n";
    const { verdict, warnings } = judge("test_a.py", three);

    expect(verdict.kind).toBe("pass");
    expect(warnings).toEqual([expect.stringContaining("assertion roulette")]);
  });
});

describe("the description of a slice", () => {
  it("does not get to its implementer by way of the test", () => {
    const told = `test("adds up", () => {\n  // The cart adds up the prices of all its items,\n  // also when it is empty.\n  expect(total([])).toBe(0);\n});\n`;

    expect(code("a.test.ts", told)).toBe("SPEC_IN_TEST");
    expect(code("a.test.ts", told.replaceAll(/ {2}\/\/.*\n/g, ""))).toBe("pass");
    expect(
      code(
        "a.test.ts",
        told
          .replace("adds up", "adds up the prices of all its items")
          .replaceAll(/ {2}\/\/.*\n/g, ""),
      ),
    ).toBe("pass");
  });
});

describe("mocks in the test of a slice", () => {
  const mocking = [
    ["a.test.ts", 'vi.mock("./x");\ntest("adds up", () => {\n  expect(add(1)).toBe(1);\n});\n'],
    ["a.test.js", 'jest.mock("./x");\ntest("adds up", () => {\n  expect(add(1)).toBe(1);\n});\n'],
    ["test_a.py", "def test_adds_up():\n    user = MagicMock()\n    assert add(user) == 1\n"],
    ["test_a.py", "def test_adds_up():\n    with mock.patch('x'):\n        assert add(1) == 1\n"],
  ] as const;

  it.each(mocking)("are forbidden in the domain: %s", (path, text) => {
    expect(code(path, text, "domain")).toBe("LAYER_MOCK");
  });

  it.each(mocking)("are no one's business further out: %s", (path, text) => {
    expect(code(path, text, "application")).toBe("pass");
    expect(code(path, text, "infrastructure")).toBe("pass");
  });

  it("in a domain service are forbidden for domain objects, and allowed for ports", () => {
    const head = "from src.domain.user import User\n\ndef test_registers():\n";
    const domain = `${head}    user = Mock(spec=User)\n    assert register(user) == 1\n`;
    const port = `${head}    mails = Mock()\n    assert register(User(), mails) == 1\n`;

    expect(code("test_a.py", domain, "domain-service")).toBe("LAYER_MOCK");
    expect(code("test_a.py", port, "domain-service")).toBe("pass");
  });
});
