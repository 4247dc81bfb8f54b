import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomSource, writtenLanguages } from "./random-source.ts";
import { surfaceOf } from "./shown.ts";

const paths: Readonly<Record<string, string>> = {
  TypeScript: "a.ts",
  JavaScript: "a.cjs",
  Python: "a.py",
  Go: "a.go",
  Rust: "a.rs",
  Ruby: "a.rb",
  PHP: "a.php",
  Java: "a.java",
  "C#": "a.cs",
};

/** More by hand: `SURFACE_RUNS=5000`, then with seeds of its own. */
const RUNS = Number(process.env["SURFACE_RUNS"] ?? 60);
const SEED = process.env["SURFACE_RUNS"] === undefined ? { seed: 20_250_101 } : {};

describe("whatever a file of this language holds", () => {
  it.each(writtenLanguages)(
    "%s: no word of a body or a value shows, and every name does",
    async (language) => {
      const path = paths[language] ?? "";

      await fc.assert(
        fc.asyncProperty(randomSource(language), async ({ text, shown, hidden }) => {
          const { signatures } = await surfaceOf(path, text);
          const lines = signatures.map((signature) => signature.text).join("\n");

          expect(hidden.filter((word) => lines.includes(word))).toEqual([]);
          expect(shown.filter((word) => !lines.includes(word))).toEqual([]);
        }),
        { numRuns: RUNS, ...SEED },
      );
    },
  );

  it.each(writtenLanguages)(
    "%s: nothing leaks from a file that is cut off or damaged anywhere",
    async (language) => {
      const path = paths[language] ?? "";

      await fc.assert(
        fc.asyncProperty(
          randomSource(language),
          fc.nat(),
          fc.constantFrom("", "{", "}", "(", '"', "end", "@@"),
          async ({ text, hidden }, at, junk) => {
            const place = at % (text.length + 1);
            const { signatures } = await surfaceOf(
              path,
              text.slice(0, place) + junk + (junk === "" ? "" : text.slice(place)),
            );
            const lines = signatures.map((signature) => signature.text).join("\n");

            expect(hidden.filter((word) => lines.includes(word))).toEqual([]);
          },
        ),
        { numRuns: RUNS, ...SEED },
      );
    },
  );
});

describe("a file that nobody wrote", () => {
  it("does not overflow the stack, however deep it nests", async () => {
    const deep = `export const a: ${"Array<".repeat(5_000)}T${">".repeat(5_000)} = ${"[".repeat(20_000)};`;

    const { signatures } = await surfaceOf("a.ts", deep);

    expect(JSON.stringify(signatures).length).toBeLessThan(4_000);
  });

  it("is read as text, not as a program of ours, when it is binary", async () => {
    await expect(surfaceOf("a.py", "\0\0")).rejects.toThrow("not text");
  });
});
