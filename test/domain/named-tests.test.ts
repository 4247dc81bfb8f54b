import { expect, test } from "vitest";
import { testsNamed } from "../../src/domain/named-tests.ts";

const ids = [
  "tests/test_stock.py::test_moves_pieces",
  "tests/test_stock.py::test_refuses[0]",
  "tests/test_stock.py::test_refuses[-2]",
  "tests/test_stats.py::test_median_of_nothing",
  "formatDuration > prints 3661 seconds as 1h 1m 1s",
  "formatDuration > prints 45 seconds as 45s",
  "formatDuration > prints zero seconds as 0s",
  "what a price is",
  "TestAdd/zero_and_one",
  "com.acme.StockTest > adds(int)[1]",
  "test_stock.StockTest.test_counts",
  "StockTest#test_0001_counts what is there",
  "stock::tests::adds_up",
  "stock::tests::refuses::case_1",
  "AddTest::testAdd with data set #0",
  "Basket with two eggs knows its weight",
  "a/b goes to c",
  "packages/web/takes the tax off",
];

test.each([
  ["the id itself", "tests/test_stock.py::test_moves_pieces", 1],
  ["a bare name", "test_moves_pieces", 1],
  ["a title without the path of its project", "takes the tax off", 1],
  ["a name with its file", "test_stock.py::test_moves_pieces", 1],
  ["a name with its suite, spaced otherwise", "formatDuration prints zero seconds as 0s", 1],
  ["a name with another mark between", "formatDuration › prints zero seconds as 0s", 1],
  ["a parametrized name", "test_refuses", 2],
  ["a template", "prints %i seconds as %s", 2 + 1],
  ["a subtest", "zero and one".replaceAll(" ", "_"), 1],
  ["a method with parameters", "adds", 1],
  ["a method in dotted form", "StockTest.test_counts", 1],
  ["a numbered method", "counts what is there", 1],
  ["a path of modules", "tests::adds_up", 1],
  ["a case", "refuses", 1],
  ["a data set", "testAdd", 1],
  ["a title whose suite is joined by blanks", "knows its weight", 1],
  ["a title with a slash", "a/b goes to c", 1],
])("finds the tests that %s means", (_what, name, count) => {
  expect(testsNamed(name, ids)).toHaveLength(count);
});

test.each([
  ["a name that no test has", "test_stays_as_it_was"],
  ["a part of a word", "test_move"],
  ["the beginning of another name", "test_median"],
  ["the end of another name", "nothing"],
  ["a word that many names have", "is"],
  ["the last word of a title", "seconds"],
  ["words of a title", "seconds as"],
  ["a suite", "formatDuration"],
  ["a file", "tests/test_stock.py"],
  ["nothing but holes", "%s"],
  ["nothing but marks", "::"],
  ["nothing", ""],
  ["a template that is only a part", "as %s"],
])("takes %s for no test", (_what, name) => {
  expect(testsNamed(name, ids)).toEqual([]);
});
