import { describe, expect, it } from "vitest";
import { proseCell, proseLine, proseQuote, testIdCell } from "../../src/report/markdown-prose.ts";

describe("text from outside as prose", () => {
  it.each([
    ['`register("")` throws a `RangeError`', '`register("")` throws a `RangeError`'],
    ["Names like snake_case stay words", "Names like snake\\_case stay words"],
    ["", "—"],
  ])("shows %j as words with code", (text, shown) => {
    expect(proseLine(text, 200)).toBe(shown);
  });

  it.each([
    "see https://attacker.invalid",
    "ask @mia",
    "as in #12",
    "<b>loud</b>",
    "[text](to)",
    "an `odd tick",
    "~~gone~~",
    "- an item",
  ])("shows %j as code as a whole", (text) => {
    expect(proseLine(text, 200)).toMatch(/^(`+).*\1$/s);
    expect(proseQuote(text, 200)).toMatch(/^```/);
  });

  it("keeps a table's borders", () => {
    expect(proseCell("`a | b` or c | d", 200)).toBe("`a \\| b` or c \\| d");
  });

  it("quotes several lines", () => {
    expect(proseQuote("One.\n\nTwo `x`.", 200)).toBe("> One.\n>\n> Two `x`.");
  });

  it("lets a narrow screen break the id of a test between its parts", () => {
    expect(testIdCell("tests/test_x.py::TestX::test_y")).toBe(
      "`tests/test_x.py` › `TestX` › `test_y`",
    );
    expect(testIdCell("adds two numbers")).toBe("`adds two numbers`");
  });
});
