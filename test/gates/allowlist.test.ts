import { describe, expect, it } from "vitest";
import { parseAllowlist } from "../../src/gates/allowlist.ts";

describe("parseAllowlist", () => {
  it.each([
    ["plain paths", "src/a.ts\nsrc/b.ts\n", ["src/a.ts", "src/b.ts"]],
    ["blank lines and comments", "# list\n\n  # more\nsrc/a.ts", ["src/a.ts"]],
    ["comments after white space only", "src/a#1.ts # why\nb.ts\t#x", ["src/a#1.ts", "b.ts"]],
    ["(new) marks", "src/a.ts (new)\nsrc/b.ts(new)  # later", ["src/a.ts", "src/b.ts"]],
    ["CRLF and a byte order mark", "\ufeffsrc/a.ts\r\nsrc/b.ts\r\n", ["src/a.ts", "src/b.ts"]],
    ["one leading ./", "./src/a.ts\n././b", ["src/a.ts", "./b"]],
    ["spaces inside names", "  docs/with space.md  ", ["docs/with space.md"]],
    ["globs as the names they are", "src/*.ts", ["src/*.ts"]],
  ])("reads %s", (_, text, paths) => {
    expect([...parseAllowlist(text)]).toEqual(paths);
  });
});
