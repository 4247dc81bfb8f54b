/** One test in each framework's own shape: arrange, act, assert (S3-60). */
const SKELETONS: readonly { readonly name: RegExp; readonly text: string }[] = [
  {
    name: /vitest/i,
    text: 'import { expect, it } from "vitest";\n\nit("says what is promised", () => {\n  const input = …;\n\n  const result = act(input);\n\n  expect(result).toEqual(…);\n});',
  },
  {
    name: /jest/i,
    text: 'test("says what is promised", () => {\n  const input = …;\n\n  const result = act(input);\n\n  expect(result).toEqual(…);\n});',
  },
  {
    name: /mocha|jasmine/i,
    text: 'describe("the thing", () => {\n  it("says what is promised", () => {\n    const result = act(…);\n\n    assert.deepStrictEqual(result, …);\n  });\n});',
  },
  {
    name: /node/i,
    text: 'import assert from "node:assert/strict";\nimport { test } from "node:test";\n\ntest("says what is promised", () => {\n  const result = act(…);\n\n  assert.deepEqual(result, …);\n});',
  },
  {
    name: /pytest/i,
    text: "def test_says_what_is_promised():\n    given = …\n\n    result = act(given)\n\n    assert result == …\n\n# where the repository has pytest-asyncio in strict mode: @pytest.mark.asyncio above an async def; in auto mode a bare async def",
  },
  {
    name: /unittest/i,
    text: "class TheThing(unittest.TestCase):\n    def test_says_what_is_promised(self):\n        result = act(…)\n\n        self.assertEqual(result, …)",
  },
  {
    name: /^go/i,
    text: 'func TestSaysWhatIsPromised(t *testing.T) {\n\tgot := Act(…)\n\n\tif got != want {\n\t\tt.Errorf("Act(…) = %v, want %v", got, want)\n\t}\n}\n\n// for a table: cases := []struct{ name string; … }{…}; for _, c := range cases { t.Run(c.name, func(t *testing.T) { … }) }',
  },
  {
    name: /cargo|rust/i,
    text: "#[test]\nfn says_what_is_promised() {\n    let result = act(…);\n\n    assert_eq!(result, …);\n}",
  },
  {
    name: /rspec/i,
    text: 'RSpec.describe Thing do\n  it "says what is promised" do\n    result = described_class.new.act(…)\n\n    expect(result).to eq(…)\n  end\nend',
  },
  {
    name: /phpunit/i,
    text: "public function testSaysWhatIsPromised(): void\n{\n    $result = act(…);\n\n    $this->assertSame(…, $result);\n}",
  },
  {
    name: /junit|maven|gradle/i,
    text: "@Test\nvoid saysWhatIsPromised() {\n    var result = act(…);\n\n    assertEquals(…, result);\n}",
  },
  {
    name: /dotnet|xunit|nunit/i,
    text: "[Fact]\npublic void SaysWhatIsPromised()\n{\n    var result = Act(…);\n\n    Assert.Equal(…, result);\n}",
  },
];

/** For a framework that is not known, the shape that all of them share. */
const PLAIN =
  "arrange: what is given\nact: one call of the public interface\nassert: the whole result";

export function skeletonOf(framework: string | null): string {
  const found = SKELETONS.find(({ name }) => framework !== null && name.test(framework));
  return found?.text ?? PLAIN;
}
