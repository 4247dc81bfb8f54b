import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FileSurface } from "../../src/domain/surface.ts";
import { withoutDeclared } from "../../src/domain/surface-duplicates.ts";
import { docsText } from "../../src/report/docs-text.ts";
import { surfaceText } from "../../src/report/surface-text.ts";

function file(
  path: string,
  names: readonly string[],
  more: Partial<FileSurface> = {},
): FileSurface {
  const signatures = names.map((name, at) => ({
    name,
    line: at + 1,
    depth: 0,
    text: `export const ${name} = …`,
    documentation: null,
  }));
  return { path, language: "TypeScript", signatures, syntaxErrors: [], characters: 1, ...more };
}

const nothing = { unreadable: [], leftOut: {} };

describe("the text of a surface", () => {
  it("has a header, files, lines, and what was left out and why", () => {
    const files = [
      file("a.ts", ["x"]),
      file("b.ts", ["y"], { syntaxErrors: [7] }),
      file("c.ts", []),
    ];

    expect(
      surfaceText(
        { files, unreadable: [{ path: "d.ts", why: "not text" }], leftOut: { tests: 2 } },
        10_000,
      ),
    ).toBe(
      `# Public API: 2 signatures in 2 files (TypeScript 2)

## a.ts (TypeScript)
1: export const x = …

## b.ts (TypeScript)
1: export const y = …

Syntax errors, shown as far as understood: b.ts:7.
Could not be read: d.ts (not text).
Not looked at: 2 files: tests.
Nothing public in 1 file.`,
    );
  });

  it("is never longer than its limit, and names what does not fit", () => {
    const files = Array.from({ length: 60 }, (_, at) =>
      file(
        `${"d".repeat(90)}/f${at}.ts`,
        Array.from({ length: 50 }, (__, n) => `name${n}of${at}`),
      ),
    );

    const text = surfaceText({ ...nothing, files }, 6_000);

    expect(text.length).toBeLessThanOrEqual(6_000);
    expect(text).toContain("Cut at 6000 characters; not shown: ");
    expect(text).toContain("and 48 more");
  });

  it("does not say twice what a package holds twice", () => {
    const names = ["one", "two", "three", "four", "five"];
    const text = surfaceText(
      { ...nothing, files: [file("cjs/a.js", names), file("esm/a.js", names)] },
      10_000,
    );

    expect(text.match(/const three/g)).toHaveLength(1);
    expect(text).toContain("the same as cjs/a.js");
  });

  it("shows of JavaScript beside its declarations what those do not name", () => {
    const files = withoutDeclared([
      file("a.d.ts", ["x"]),
      file("a.js", ["x", "more"]),
      file("b.js", ["x"]),
    ]);

    expect(files.map(({ signatures }) => signatures.map(({ name }) => name))).toEqual([
      ["x"],
      ["more"],
      ["x"],
    ]);
  });
});

describe("the text of the documentation", () => {
  const empty = { documents: [], descriptions: [], surfaces: [] };

  it("has three sections, each of which says when there is nothing (S3-52)", () => {
    expect(docsText(empty, 15_000)).toBe(
      "# Documents\n\nnone found\n\n# API descriptions\n\nnone found\n\n# Comments of public declarations\n\nnone found",
    );
  });

  it("shows 200 lines of a file and says how many there are more", () => {
    const text = Array.from({ length: 250 }, (_, at) => `${at}`).join("\n");

    expect(docsText({ ...empty, documents: [{ path: "README", text }] }, 15_000)).toContain(
      "\n199\n… 50 more lines",
    );
  });

  it("shows the comments of declarations without their marks, and cuts long ones", () => {
    const documentation = `/**\n * Adds.\n *\n * ${"More.\n * ".repeat(9)}\n */`;
    const { signatures, ...rest } = file("a.ts", ["add"]);
    const surfaces = [
      { ...rest, signatures: signatures.map((one) => ({ ...one, documentation })) },
    ];

    expect(docsText({ ...empty, surfaces }, 15_000)).toContain(
      "## a.ts\n1: add\n  Adds.\n  More.\n  More.\n  More.\n  More.\n  More.\n  …",
    );
  });

  it("keeps its total whatever there is: 40 documents are not 191,385 characters (S3-53)", () => {
    const text = "A line of a document that says something.\n".repeat(150);
    const documents = Array.from({ length: 40 }, (_, at) => ({ path: `docs/${at}.md`, text }));
    const shown = docsText(
      { ...empty, documents, descriptions: [{ path: "a.proto", text: "syntax" }] },
      15_000,
    );

    expect(shown.length).toBeLessThanOrEqual(15_000);
    expect(shown.length).toBeGreaterThan(11_000);
    expect(shown).toContain("## a.proto\nsyntax");
    expect(shown).toContain("Cut at 15000 characters; cut or not shown: docs/0.md");
  });

  it("keeps its total for documents of any size and number", () => {
    const doc = fc.record({
      path: fc.string({ maxLength: 90 }),
      text: fc.integer({ max: 9_000, min: 0 }).map((n) => "word \n".repeat(n)),
    });
    fc.assert(
      fc.property(
        fc.array(doc, { maxLength: 30 }),
        fc.array(doc, { maxLength: 9 }),
        fc.integer({ min: 2_000, max: 20_000 }),
        (documents, descriptions, limit) => {
          expect(docsText({ ...empty, documents, descriptions }, limit).length).toBeLessThanOrEqual(
            limit,
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});
