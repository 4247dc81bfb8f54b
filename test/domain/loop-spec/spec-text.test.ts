import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { specJsonSchema } from "../../../src/domain/loop-spec/spec-input.ts";
import { readFencedSpec, readSpecText } from "../../../src/domain/loop-spec/spec-text.ts";

const yaml = "name: x\nprompt: p\nsteps:\n  - id: a\n  - id: b\n    dependsOn: [a]\n";

describe("the text of a spec", () => {
  it.each([
    ["YAML", yaml],
    ["YAML with a byte order mark and comments", `\uFEFF# one\n${yaml}`],
    ["JSON", '{"name":"x","prompt":"p","steps":[{"id":"a"},{"id":"b","dependsOn":["a"]}]}'],
    [
      "JSON with tabs",
      '{\n\t"name":"x",\n\t"prompt":"p",\n\t"steps":[\n\t\t{"id":"a"},\n\t{"id":"b","dependsOn":["a"]}]}',
    ],
  ])("is read as %s", (_form, text) => {
    expect(readSpecText(text)).toMatchObject({ kind: "read", notes: [], spec: { shape: "dag" } });
  });

  it.each([
    ["", "is empty"],
    ["name: [", "is neither JSON nor YAML"],
    ["name: a\nname: b", "has the same key twice: the second is on line 2. Take one out"],
    ['{"name":"a","name":"b"}', "has the same key twice"],
    ["x".repeat(200_001), "is longer than 200000 characters"],
    [
      `name: x\na: &a [x]\nb: &b [${"*a,".repeat(60)}]\nc: [${"*b,".repeat(60)}]`,
      "too many aliases",
    ],
    ["[".repeat(100_000), "nested too deeply"],
    ["[".repeat(4_000), "spec"],
  ])("is refused with a reason: %.30j", (text, why) => {
    const reading = readSpecText(text);
    expect(reading).toMatchObject({ kind: "invalid" });
    expect(JSON.stringify(reading)).toContain(why);
  });

  it("is found in the one fenced block of an issue that is marked tdd", () => {
    const issue = `Please.\n\n\`\`\`js\nx\n\`\`\`\n\n\`\`\`tdd\n${yaml}\`\`\`\n`;
    expect(readFencedSpec(issue)).toMatchObject({ kind: "read", spec: { name: "x" } });
    expect(
      readFencedSpec(issue.replace("```tdd", "~~~tdd yaml").replace(/```\n$/, "~~~\n")),
    ).toMatchObject({
      kind: "read",
    });
    expect(readFencedSpec("no block")).toEqual({ kind: "none" });
    expect(readFencedSpec(`<!--\n${issue}\n-->`)).toEqual({ kind: "none" });
    expect(readFencedSpec(`> \`\`\`tdd\n> name: x\n> \`\`\``)).toEqual({ kind: "none" });
    expect(readFencedSpec(issue + issue)).toMatchObject({ kind: "invalid" });
  });
});

describe("the schema for editors", () => {
  const validate = new Ajv({ strict: false, validateSchema: false }).compile(specJsonSchema());

  it("takes what the reader takes, old names included, and marks those as deprecated", () => {
    expect(validate({ name: "x", steps: [{ id: 1, verifyCommand: "c", dependsOn: "a" }] })).toBe(
      true,
    );
    expect(validate({ $schema: "s", name: "x", plan: [], taskPrompt: "p", doneRule: "y" })).toBe(
      true,
    );
    expect(specJsonSchema()).toHaveProperty("properties.verifyCommand.deprecated", true);
  });

  it("shows misspelt fields and wrong types", () => {
    expect(validate({ name: "x", chek: "a" })).toBe(false);
    expect(validate({ name: "x", steps: [{ depndsOn: [] }] })).toBe(false);
    expect(validate({ name: "x", attempts: "5" })).toBe(false);
    expect(validate({})).toBe(false);
  });
});
