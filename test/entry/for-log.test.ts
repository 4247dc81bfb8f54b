import { describe, expect, it } from "vitest";
import { forLog, pathForLog } from "../../src/entry/for-log.ts";

/** What GitHub's runner takes for a command. */
const command = /^\s*::|##\[/m;

describe("what goes to a job's log", () => {
  it.each([
    "::error::x",
    "told\n  ::add-mask::x",
    "told\r\n\u200b::stop-commands::x",
    "a test named ##[error]x",
    "\t##[command]x",
  ])("has no command in it for %j", (text) => {
    expect(forLog(text)).not.toMatch(command);
    expect(forLog(text).replaceAll("\u200b", "")).toBe(text.replaceAll("\u200b", ""));
  });

  it("keeps colours, tables and what only looks like a command", () => {
    const text = "\u001b[31mred\u001b[39m  a::b  # [x]\n  | src/a::b.rs |";
    expect(forLog(text)).toBe(text);
  });

  it("keeps what JSON says", () => {
    const value = { id: "a\n::error::x", name: "##[error]y" };
    const printed = forLog(JSON.stringify(value));
    expect(printed).not.toMatch(command);
    expect(JSON.parse(printed)).toEqual(value);
  });

  it("quotes a path that would be a command, and no other", () => {
    expect(pathForLog("::error::x/a.js")).toBe('"::error::x/a.js"');
    expect(JSON.parse(pathForLog("src/##[error]x"))).toBe("src/##[error]x");
    expect(pathForLog("src/##[error]x")).not.toMatch(command);
    expect(pathForLog("src/a::b.js")).toBe("src/a::b.js");
  });
});
