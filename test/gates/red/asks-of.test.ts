import { describe, expect, it } from "vitest";
import { asksOf } from "../../../src/gates/red/asks-of.ts";

const asked = (path: string, text: string) => asksOf(path, text).map(({ what }) => what);

describe("what tests ask of the world", () => {
  it.each([
    ["a.test.ts", "expect(f()).toBe(Date.now());"],
    ["a.test.js", "const d = new Date; g(d);"],
    ["a.test.js", "assert.equal(f(), new Date().getFullYear());"],
    ["test_a.py", "assert f() == datetime.now().year"],
    ["test_a.py", "assert f() == date.today()"],
    ["test_a.py", "assert f() == datetime.datetime.utcnow()"],
    ["a_spec.rb", "expect(f).to eq(Time.now.year)"],
    ["a_spec.rb", "expect(f).to eq Date.today"],
    ["a_test.go", "if F() != time.Now().Year() {"],
    ["a.rs", "assert_eq!(f(), SystemTime::now());"],
    ["ATest.java", "assertEquals(LocalDate.now(), f());"],
    ["ATest.php", "$this->assertSame(date('Y'), f());"],
    ["ATest.php", "$this->assertSame(time(), f());"],
    ["ATest.cs", "Assert.Equal(DateTime.UtcNow.Year, F());"],
    ["a.bats", '[ "$output" = "$(date +%Y)" ]'],
    ["a.bats", '# at first\n[ "$output" = "`date`" ]'],
    ["a_spec.lua", "assert.are.equal(os.date(), f())"],
    ["a_test.exs", "assert f() == DateTime.utc_now()"],
  ])("is the clock: %s: %s", (path, text) => {
    expect(new Set(asked(path, text))).toEqual(new Set(["clock"]));
  });

  it.each([
    ["a.test.ts", "f(Math.random());", "chance"],
    ["test_a.py", "f(random.choice(xs))", "chance"],
    ["a_test.go", "F(rand.Intn(3))", "chance"],
    ["a.bats", "f $RANDOM", "chance"],
    ["a.test.ts", "await fetch(url);", "network"],
    ["test_a.py", "requests.get(url)", "network"],
  ])("is something else: %s: %s", (path, text, what) => {
    expect(asked(path, text)).toEqual([what]);
  });

  it.each([
    ["a.test.ts", "expect(age(new Date(2020, 1, 2))).toBe(6);"],
    ["a.test.ts", "expect(age(new Date (2020))).toBe(6);"],
    ["a.test.ts", "expect(age(new Date( day ))).toBe(6); new DateRange();"],
    ["a.test.ts", "vi.setSystemTime(new Date('2020-01-02')); // never Date.now()"],
    ["a.test.ts", "expect(f('Date.now()')).toBe(1);"],
    ["a.test.ts", "expect(clock.now()).toBe(3); expect(runtime(3)).toBe(x.date('a'));"],
    ["test_a.py", "assert f(datetime(2020, 1, 2)).time() == time(3)"],
    ["a_spec.rb", "expect(f(Time.new(2020, 1, 2))).to eq 1"],
    ["a_test.go", "F(time.Date(2020, 1, 2, 0, 0, 0, 0, time.UTC))"],
    ["ATest.php", "$this->assertSame($clock->time(), strtotime_of('x'));"],
    ["a.bats", '[ "$output" = 3 ] # not $(date)'],
    ["ATest.java", "assertEquals(LocalDate.of(2020, 1, 2), f());"],
  ])("is nothing where the time is given: %s: %s", (path, text) => {
    expect(asked(path, text)).toEqual([]);
  });

  it("is told with its line", () => {
    expect(asksOf("a.test.ts", "\nf();\ng(Date.now());\n")).toEqual([{ line: 3, what: "clock" }]);
  });
});
