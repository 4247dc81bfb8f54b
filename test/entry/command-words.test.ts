import { describe, expect, it } from "vitest";
import { commandWords } from "../../src/entry/command-words.ts";

describe("commandWords", () => {
  it.each([
    ["claude -p", ["claude", "-p"]],
    ["  a   b\tc\n", ["a", "b", "c"]],
    [`a 'b c' "d e"`, ["a", "b c", "d e"]],
    [`a --x='b "c"'d`, ["a", `--x=b "c"d`]],
    [String.raw`a b\ c \'`, ["a", "b c", "'"]],
    [String.raw`a "b \" \\ \n"`, ["a", String.raw`b " \ \n`]],
    [`a '' ""`, ["a", "", ""]],
    ["a $HOME && b | c > d", ["a", "$HOME", "&&", "b", "|", "c", ">", "d"]],
  ])("splits %j", (line, words) => {
    expect(commandWords(line)).toEqual(words);
  });

  it.each([`a "b`, "a 'b", "a b\\"])("refuses the open quote of %j", (line) => {
    expect(() => commandWords(line)).toThrow("open quote");
  });

  it.each(["", "  "])("refuses %j, which names no program", (line) => {
    expect(() => commandWords(line)).toThrow("names no program");
  });
});
