import { expect, it } from "vitest";
import { causeOf } from "../../../src/adapters/tests/cause/classify.ts";
import { javascript } from "../../../src/adapters/tests/cause/javascript.ts";
import { python } from "../../../src/adapters/tests/cause/python.ts";

const caught = "ModuleNotFoundError: No module named 'pkg'";

/** A test that catches a missing import and then fails by itself ran: nothing has to exist for it to run. */
it.each([
  ["pytest.fail", python, `Failed: cannot be imported: No module named 'pkg'\n${caught}`],
  [
    "an assertion",
    python,
    `AssertionError: there is no pkg\n${caught}\nAssertionError: there is no pkg`,
  ],
  ["assert with a message", python, "AssertionError: No module named 'pkg.slug'\nassert False"],
  ["unittest's fail", python, `AssertionError: No module named 'pkg'\n${caught}`],
  [
    "an assertion of node",
    javascript,
    "AssertionError [ERR_ASSERTION]: Cannot find module '../a.js'",
  ],
  [
    "an assertion of vitest",
    javascript,
    "AssertionError: Cannot find module './a': expected undefined",
  ],
])("takes a guard that fails by %s for an assertion", (_what, rules, text) => {
  expect(causeOf(text, "test", rules)).toEqual({ kind: "assertion" });
});

it("still knows a time-out that pytest words as a failure", () => {
  expect(causeOf("Failed: Timeout >1.0s", "test", python)).toEqual({ kind: "timeout" });
});
