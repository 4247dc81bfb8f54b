import { describe, expect, it } from "vitest";
import { findWeakTests } from "../../../src/gates/red/weak-tests.ts";

const codes = (path: string, text: string) =>
  findWeakTests({ [path]: text }, []).map(({ line, code }) => `${line} ${code}`);

/** A test with this body, as each language writes it. */
const wrapped: Readonly<Record<string, (body: string) => string>> = {
  "a_test.go": (body) => `func TestA(t *testing.T) {\n\t${body}\n}\n`,
  "tests/a.rs": (body) => `#[test]\nfn adds() {\n    ${body}\n}\n`,
  "ATest.java": (body) => `class ATest {\n  @Test\n  void adds() {\n    ${body}\n  }\n}\n`,
  "ATests.cs": (body) => `class A {\n  [Fact]\n  public void Adds() {\n    ${body}\n  }\n}\n`,
  "tests/ATest.php": (body) =>
    `<?php class ATest {\n  public function testAdds(): void\n  {\n    ${body}\n  }\n}\n`,
  "a_spec.rb": (body) => `describe "a" do\n  it "adds" do\n    ${body}\n  end\nend\n`,
  "test_a.rb": (body) => `class TestA < Minitest::Test\n  def test_adds\n    ${body}\n  end\nend\n`,
  "spec/a_spec.lua": (body) =>
    `describe("a", function()\n  it("adds", function()\n    ${body}\n  end)\nend)\n`,
  "test/a_test.exs": (body) => `defmodule A do\n  test "adds" do\n    ${body}\n  end\nend\n`,
  "a_test.cc": (body) => `TEST(A, Adds) {\n  ${body}\n}\n`,
  "a.bats": (body) => `@test "adds" {\n  ${body}\n}\n`,
};

function found(path: string, body: string): string[] {
  const text = wrapped[path]?.(body) ?? "";
  return codes(path, text).map((code) => code.replace(/^\d+ /, ""));
}

describe("tests of every language that prove nothing", () => {
  it.each([
    ["a_test.go", 't.Fatal("not written")'],
    ["a_test.go", "t.FailNow()"],
    ["a_test.go", 'panic("later")'],
    ["a_test.go", "assert.True(t, false)"],
    ["a_test.go", "assert.Equal(t, 1, 2)"],
    ["tests/a.rs", 'panic!("later");'],
    ["tests/a.rs", "assert!(false);"],
    ["tests/a.rs", "todo!()"],
    ["tests/a.rs", "assert_eq!(1, 2);"],
    ["ATest.java", 'fail("later");'],
    ["ATest.java", "Assertions.fail();"],
    ["ATest.java", "assertTrue(false);"],
    ["ATest.java", "assertEquals(1, 2);"],
    ["ATest.java", 'throw new IllegalStateException("later");'],
    ["ATests.cs", 'Assert.Fail("later");'],
    ["ATests.cs", "Assert.True(false);"],
    ["ATests.cs", 'Assert.Equal("a", "b");'],
    ["ATests.cs", "throw new NotImplementedException();"],
    ["tests/ATest.php", "$this->fail('later');"],
    ["tests/ATest.php", "self::assertTrue(false);"],
    ["tests/ATest.php", "$this->assertSame(1, 2);"],
    ["tests/ATest.php", "throw new \\RuntimeException('later');"],
    ["a_spec.rb", "expect(true).to be(false)"],
    ["a_spec.rb", "expect(1).to eq(2)"],
    ["a_spec.rb", 'raise NotImplementedError, "later"'],
    ["test_a.rb", 'flunk "later"'],
    ["test_a.rb", "assert false"],
    ["test_a.rb", "assert_equal 1, 2"],
    ["spec/a_spec.lua", "assert.is_true(false)"],
    ["spec/a_spec.lua", 'error("later")'],
    ["spec/a_spec.lua", "assert.are.equal(1, 2)"],
    ["test/a_test.exs", 'flunk("later")'],
    ["test/a_test.exs", "assert false"],
    ["test/a_test.exs", "assert 1 == 2"],
    ["a_test.cc", 'FAIL() << "later";'],
    ["a_test.cc", "EXPECT_TRUE(false);"],
    ["a_test.cc", "EXPECT_EQ(1, 2);"],
    ["a.bats", "false"],
    ["a.bats", "[ 1 -eq 2 ]"],
    ["a.bats", '[ "a" = "b" ]'],
    ["a.bats", "fail 'later'"],
  ])("always fail: %s: %s", (path, body) => {
    expect(found(path, body)).toEqual(["UNCONDITIONAL_FAILURE"]);
  });

  it.each([
    ["a_test.go", "assert.True(t, true)"],
    ["a_test.go", "got := Slug(1)\n\trequire.Equal(t, got, got)"],
    ["a_test.go", "assert.Equal(t, Slug(1), Slug(1))"],
    ["tests/a.rs", "assert!(true);"],
    ["tests/a.rs", "let s = slug(1);\n    assert_eq!(s, s);"],
    ["tests/a.rs", 'assert_eq!(slug("a, b"), slug("a, b"));'],
    ["tests/a.rs", "assert!(slug(1) == slug(1));"],
    ["ATest.java", "assertTrue(true);"],
    ["ATest.java", "assertEquals(slug(1), slug(1));"],
    ["ATest.java", "assertThat(slug(1)).isEqualTo(slug(1));"],
    ["ATests.cs", "Assert.Equal(Slug(1), Slug(1));"],
    ["ATests.cs", "Assert.True(Slug(1) == Slug(1));"],
    ["tests/ATest.php", "$this->assertTrue(true);"],
    ["tests/ATest.php", "$s = slug(1);\n    $this->assertSame($s, $s);"],
    ["tests/ATest.php", "self::assertEquals(slug('a'), slug('a'));"],
    ["a_spec.rb", "expect(slug(1)).to eq(slug(1))"],
    ["a_spec.rb", "expect(slug 1).to eq slug 1"],
    ["a_spec.rb", "expect(true).to be_truthy"],
    ["test_a.rb", "assert true"],
    ["test_a.rb", "s = slug(1)\n    assert_equal s, s"],
    ["test_a.rb", "assert slug(1) == slug(1)"],
    ["spec/a_spec.lua", "assert.are.same(slug(1), slug(1))"],
    ["test/a_test.exs", "assert slug(1) == slug(1)"],
    ["test/a_test.exs", "assert true"],
    ["a_test.cc", "EXPECT_EQ(slug(1), slug(1));"],
    ["a_test.cc", "SUCCEED();"],
    ["a_test.cc", "EXPECT_TRUE(slug(1) == slug(1));"],
    ["a.bats", "true"],
    ["a.bats", '[ "$output" = "$output" ]'],
  ])("cannot fail: %s: %s", (path, body) => {
    expect(found(path, body)).toEqual(["TAUTOLOGY"]);
  });

  it.each([
    ["a_test.go", "Slug(1)"],
    ["tests/a.rs", "slug(1);"],
    ["ATest.java", "Text.slug(1);"],
    ["ATests.cs", "Text.Slug(1);"],
    ["tests/ATest.php", "slug(1);"],
    ["a_spec.rb", "Text.slug(1)"],
    ["test_a.rb", "x = Text.slug(1)"],
    ["spec/a_spec.lua", "slug(1)"],
    ["test/a_test.exs", "slug(1)"],
    ["a_test.cc", "slug(1);"],
  ])("assert nothing: %s: %s", (path, body) => {
    expect(found(path, body)).toEqual(["NO_ASSERTION"]);
  });

  it.each([
    ["a_test.go", 'if got := Slug("A"); got != "a" {\n\t\tt.Errorf("got %q", got)\n\t}'],
    ["a_test.go", 'if err := Check(""); err == nil {\n\t\tt.Fatal("no error")\n\t}'],
    ["a_test.go", 't.Run("a", func(t *testing.T) { mustSlug(t, "A", "a") })'],
    ["a_test.go", "for _, c := range cases {\n\t\tcompare(t, Slug(c.in), c.want)\n\t}"],
    ["a_test.go", "assert.Equal(t, Slug(1), Slug(2))"],
    ["a_test.go", 'defer func() { if recover() == nil { t.Error("no panic") } }()\n\tSlug(nil)'],
    ["tests/a.rs", 'assert_eq!(slug("A"), "a");'],
    ["tests/a.rs", "let x = slug(1).unwrap();"],
    ["tests/a.rs", "assert!(matches!(slug(1), Err(_)));"],
    ["tests/a.rs", "assert!(slug(1) != slug(1));"],
    ["tests/a.rs", "assert!(slug(1) <= slug(1));"],
    ["ATest.java", "assertThrows(IllegalArgumentException.class, () -> slug(null));"],
    ["ATest.java", 'try { slug(null); fail("no exception"); } catch (Exception e) { }'],
    ["ATest.java", 'assertThat(slug("A")).isEqualTo("a").isNotEqualTo("A");'],
    ["ATest.java", "roundTrip(1);"],
    ["ATests.cs", "await RoundTrip(1);"],
    ["tests/ATest.php", "$this->executeServiceTest(1);"],
    ["tests/ATest.php", "return [[1, 2]];"],
    ["test_a.rb", "round_trip 1"],
    ["a_spec.rb", "sign_in\n    see_page"],
    ["a_test.go", "runtime.RunStealTest()"],
    ["ATest.java", "mockMvc.perform(get(1)).andExpect(status().isOk());"],
    ["ATests.cs", 'Slug("A").Should().Be("a");'],
    ["ATests.cs", "Assert.Throws<ArgumentException>(() => Slug(null));"],
    ["tests/ATest.php", "$this->expectException(RangeError::class);\n    slug('');"],
    ["tests/ATest.php", "$this->assertSame('a', slug('A'));"],
    ["a_spec.rb", 'expect(slug("A")).to eq("a")'],
    ["a_spec.rb", "expect { slug(nil) }.to raise_error(ArgumentError)"],
    ["a_spec.rb", "is_expected.to be_valid"],
    ["a_spec.rb", "expect(id).not_to eq(id)"],
    ["test_a.rb", 'assert_equal "a", slug("A")'],
    ["test_a.rb", "assert_raises(ArgumentError) { slug(nil) }"],
    ["test_a.rb", "_(slug(1)).must_equal 1"],
    ["spec/a_spec.lua", 'assert.are.equal("a", slug("A"))'],
    ["spec/a_spec.lua", "assert.has_error(function() slug(nil) end)"],
    ["test/a_test.exs", 'assert slug("A") == "a"'],
    ["test/a_test.exs", "assert_raise ArgumentError, fn -> slug(nil) end"],
    ["test/a_test.exs", "{:ok, _} = slug(1)"],
    ["a_test.cc", 'EXPECT_EQ(slug("A"), "a");'],
    ["a_test.cc", "EXPECT_THROW(slug(nullptr), std::invalid_argument);"],
    ["a.bats", 'run ./slug A\n  [ "$output" = "a" ]'],
    ["a.bats", "./slug A"],
    ["a.bats", 'run ./slug\n  [ "$status" -eq 1 ]'],
  ])("are not seen in an honest one: %s: %s", (path, body) => {
    expect(found(path, body)).toEqual([]);
  });

  it.each([
    ["tests/a.rs", "#[test]\n#[should_panic]\nfn refuses() {\n    slug(1);\n}\n"],
    [
      "ATest.java",
      "@Test(expected = RuntimeException.class)\npublic void refuses() {\n  slug(1);\n}",
    ],
    [
      "ATests.cs",
      "[Test]\n[ExpectedException(typeof(Exception))]\npublic void Refuses() {\n  Slug(1);\n}",
    ],
    ["a_spec.rb", 'describe "a" do\n  it "is pending"\n  include_examples "all"\nend\n'],
    ["a_test.go", "func TestMain(m *testing.M) {\n\tos.Exit(m.Run())\n}\n"],
    ["a_test.cc", "TEST_F(A, Adds) {\n  roundTrip(1);\n}\n"],
    [
      "a_test.cc",
      "void roundTrip(int) { EXPECT_EQ(1, f()); }\nTEST(A, Adds) {\n  roundTrip(1);\n}\n",
    ],
    ["lib/a.rb", 'def raise_it\n  raise "x"\nend\n'],
  ])("are not taken for one by their form: %s: %s", (path, text) => {
    expect(codes(path, text)).toEqual([]);
  });

  it("are told at the line of their head, and only they", () => {
    const good = 'func TestGood(t *testing.T) {\n\tif Slug() != "" {\n\t\tt.Fatal("x")\n\t}\n}\n';
    const text = `package a\n\n// func TestOld(t *testing.T) { t.Fatal() }\n${good}\nfunc TestBad(t *testing.T) {\n\tt.Fatal("}")\n}\n`;
    expect(codes("a_test.go", text)).toEqual(["10 UNCONDITIONAL_FAILURE"]);
  });

  it("are looked for in time that grows with the file alone", () => {
    for (const path of Object.keys(wrapped)) {
      const flood = `${wrapped[path]?.("((((".repeat(500)) ?? ""}${'@Test @A("'.repeat(2_000)}`;
      expect(() => codes(path, flood)).not.toThrow();
    }
  });
});
