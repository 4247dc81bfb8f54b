import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => `${entry.parentPath}/${entry.name}`)
        .sort()
    : [];
const text = (file: string): string => readFileSync(file, "utf8");
const linesIn = (file: string): number => text(file).split("\n").length - 1;
const sources = filesIn("src").filter((file) => file.endsWith(".ts"));
const tests = filesIn("test").filter((file) => file.endsWith(".ts"));
const tracked = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" })
  .split("\0")
  .filter((file) => file !== "" && existsSync(file));

const Cruise = z.object({
  summary: z.object({
    totalCruised: z.number(),
    violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })),
  }),
  modules: z.array(z.object({ source: z.string() })),
});

describe("the directions of dependency", () => {
  let cruise: z.infer<typeof Cruise>;
  beforeAll(() => {
    const config = ".github/dependency-rules.cjs";
    const args = ["src", "--config", config, "--output-type", "json"];
    const json = execFileSync("node_modules/.bin/depcruise", args, {
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
    cruise = Cruise.parse(JSON.parse(json));
  });

  it("were looked at in every source file, not in none", () => {
    const seen = new Set(cruise.modules.map(({ source }) => source));

    expect(sources.length).toBeGreaterThan(20);
    expect(sources.filter((file) => !seen.has(file))).toEqual([]);
  });

  it("hold", () => {
    const broken = cruise.summary.violations.filter(({ rule }) => rule.name !== "no-orphans");

    expect(broken.map(({ from, rule }) => `${from}: ${rule.name}`)).toEqual([]);
  });
});

describe("the names", () => {
  it("say what a file is for", () => {
    const vague = [...sources, ...tests].filter((file) =>
      /(^|[/-])(utils?|helpers?|common|misc|manager|processor|provider)s?([-.]|$)/i.test(
        file.slice(file.lastIndexOf("/") + 1),
      ),
    );

    expect(vague).toEqual([]);
  });

  it("of exports are given by the file, not by its reader", () => {
    expect([...sources, ...tests].filter((file) => /^export default /m.test(text(file)))).toEqual(
      [],
    );
  });

  it("of profiles stay with the presets, so that a profile is data", () => {
    const presets = /^src\/(loop\/profiles|domain\/rules|domain\/config)\.ts$/;
    const branching = /\bprofile\w* *[!=]==? *["']|case ["'](strict|steps|slices|pair)["']/;

    expect(
      sources.filter((file) => !presets.test(file)).filter((file) => branching.test(text(file))),
    ).toEqual([]);
  });
});

describe("the tests", () => {
  it("use fakes of ports, never mocks of modules", () => {
    const mock = `^\\s*${["vi", "(mock|doMock|hoisted)\\("].join("\\.")}`;

    expect(tests.filter((file) => new RegExp(mock, "m").test(text(file)))).toEqual([]);
  });
});

describe("the sizes", () => {
  it("keep every source file readable at one sitting", () => {
    const budget = (file: string): number => (/^src\/(adapters|forge)\//.test(file) ? 300 : 200);
    // Blank lines and comments are free, as in the linter's own rule.
    const size = (file: string): number =>
      text(file)
        .split("\n")
        .filter((line) => !/^\s*($|\/\/|\/?\*)/.test(line)).length;

    expect(sources.filter((file) => size(file) > budget(file))).toEqual([]);
  });

  it("keep the middle source file under 100 lines", () => {
    const sizes = sources.map(linesIn).sort((a, b) => a - b);

    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(100);
  });
});

describe.each(filesIn("prompts"))("%s", (file) => {
  it("asks only for variables with one kind of name, and leaves no brace open", () => {
    const found = [...text(file).matchAll(/\{\{([^}]*)\}\}/g)].map((match) => match[1] ?? "");

    expect(found.filter((name) => !/^[a-z][A-Za-z]*$/.test(name))).toEqual([]);
    expect(text(file).replaceAll(/\{\{[A-Za-z]+\}\}/g, "")).not.toMatch(/\{\{|\}\}/);
  });
});

describe("the tracked files", () => {
  const forbidden = [
    ["registry", "npmjs"].join("."),
    ["deb", "debian"].join("."),
    ["/wo", "rk/"].join(""),
    ["/fa", "rm/"].join(""),
  ];
  const readable = tracked.filter((file) => !/\.(png|ico|wasm)$|^LICENSE$/.test(file));

  it.each(forbidden)("never say %s", (word) => {
    expect(readable.filter((file) => text(file).includes(word))).toEqual([]);
  });

  it("contain no build output, dependency or state", () => {
    expect(
      tracked.filter((file) => /^(dist|node_modules|coverage|\.tdd-loop)(\/|$)/.test(file)),
    ).toEqual([]);
  });

  it("contain no address of a loaded package in the lock file", () => {
    expect(text("package-lock.json")).not.toContain('"resolved"');
  });
});
