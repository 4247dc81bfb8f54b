import { describe, expect, it } from "vitest";
import { ConfigError } from "../../src/domain/config.ts";
import { parseConfigText } from "../../src/entry/config-text.ts";

const names = "abcdefghi".split("");
const aliases = names.map((name, at) => {
  const before = at === 0 ? "x" : `*${names[at - 1]}`;
  return `${name}: &${name} [${Array(9).fill(before).join(", ")}]`;
});

describe("the text of a configuration", () => {
  it.each([
    ["aliases that multiply", aliases.join("\n"), "has too many aliases, or is nested too deeply."],
    ["brackets that never end", "[".repeat(20_000), "is nested too deeply."],
    ["a file of megabytes", "a".repeat(3_000_000), "is longer than 200000 characters."],
    ["two documents", "label: x\n---\nlabel: y\n", "is not YAML: "],
  ])("is refused as a person's mistake for %s", (_, text, problem) => {
    const read = () => parseConfigText("tdd-loop.yml", text);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(`tdd-loop.yml ${problem}`);
  });

  it("may use an alias", () => {
    const text = "limits: { minutes: &m 7, testSeconds: *m }\n";
    expect(parseConfigText("x", text).limits).toMatchObject({ minutes: 7, testSeconds: 7 });
  });
});
