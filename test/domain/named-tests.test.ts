import { expect, test } from "vitest";
import { testsNamed } from "../../src/domain/named-tests.ts";

const ids = [
  "tests/test_stock.py::test_moves_pieces",
  "tests/test_stock.py::test_refuses[0]",
  "tests/test_stock.py::test_refuses[-2]",
  "formatDuration > prints 3661 seconds as 1h 1m 1s",
  "formatDuration > prints 45 seconds as 45s",
  "formatDuration > prints zero seconds as 0s",
];

test.each([
  ["the id itself", "tests/test_stock.py::test_moves_pieces", 1],
  ["a bare name", "test_moves_pieces", 1],
  ["a name with its suite, spaced otherwise", "formatDuration prints zero seconds as 0s", 1],
  ["a parametrized name", "test_refuses", 2],
  ["a template", "prints %i seconds as %s", 3],
  ["a name that no test has", "test_stays_as_it_was", 0],
  ["a part of a word", "test_move", 0],
  ["nothing but marks", "%s", 0],
])("finds the tests that %s means", (_what, name, count) => {
  expect(testsNamed(name, ids)).toHaveLength(count);
});
