import fc from "fast-check";

/** Parts of a random source file: words that must show, and words that must not. */
export interface RandomSource {
  readonly text: string;
  readonly shown: readonly string[];
  readonly hidden: readonly string[];
}

/** How a language writes a public function, from its name, a default value and a statement of its body. */
interface Writing {
  readonly path: string;
  /** What a file begins and ends with. */
  readonly around?: readonly [string, string];
  declaration(name: string, value: string, body: string, shape: number): string;
  literal(word: string, shape: number): string;
  statement(word: string, shape: number): string;
}

const call = (word: string, end = ";"): string => `${word}(${word}1, "${word}2")${end}`;
const quoted = (word: string, shape: number): string =>
  [`"${word}"`, `["${word}"]`, `${word}(1)`, `"a" + "${word}"`][shape % 4] ?? "";
const braces = (word: string, shape: number): string =>
  [
    call(word),
    `if (${word}) { return ${word}; }`,
    `{ ${call(word)} }`,
    `// ${word}\n`,
    `/* ${word} */`,
  ][shape % 5] ?? "";

const writings: Readonly<Record<string, Writing>> = {
  TypeScript: {
    path: "a.ts",
    literal: quoted,
    statement: braces,
    declaration: (name, value, body, shape) =>
      [
        `export function ${name}(a: string = ${value}, { b = ${value} } = {}): void { ${body} }`,
        `export const ${name} = async (a = ${value}) => { ${body} };`,
        `export const ${name} = (a = ${value}) => ${value};`,
        `@Dec(${value}) export class ${name} { f = ${value}; constructor(a = ${value}) { ${body} } get g() { ${body} return 1; } #p = ${value}; static { ${body} } }`,
        `/** ${value.replace(/\*\//g, "")} */ export const ${name}: T = ${value};`,
        `export enum ${name} { A = ${value} }`,
        `const ${name}Local = { m(a = ${value}) { ${body} }, k: ${value} }; export { ${name}Local as ${name} };`,
      ][shape % 7] ?? "",
  },
  JavaScript: {
    path: "a.cjs",
    literal: quoted,
    statement: braces,
    declaration: (name, value, body, shape) =>
      [
        `exports.${name} = function (a = ${value}) { ${body} };`,
        `function ${name}(a = ${value}) { ${body} }\nmodule.exports.${name} = ${name};`,
        `Object.assign(module.exports, { ${name}(a = ${value}) { ${body} } });`,
        `Object.defineProperty(exports, "${name}", { get: function () { ${body} return ${value}; } });`,
        `exports.${name} = class { m(a = ${value}) { ${body} } };`,
        `exports.${name} = ${value};`,
      ][shape % 6] ?? "",
  },
  Python: {
    path: "a.py",
    literal: quoted,
    statement: (word, shape) =>
      [call(word, ""), `return ${word}`, `"""${word}"""`, `${word} = lambda: ${word}`][shape % 4] ??
      "",
    declaration: (name, value, body, shape) =>
      [
        `def ${name}(a=${value}, *, b: int = ${value}) -> int: ${body}`,
        `@dec(${value})\nasync def ${name}(a,\n  b=${value},\n):  # ${value}\n    ${body}`,
        `class ${name}(Base(${value})):\n    """${value.replace(/"/g, "'")}"""\n    x: int = ${value}\n    def m(self, a=${value}):\n        ${body}\n    def _p(self): ${body}`,
        `${name}: int = ${value}`,
        `if True:\n    def ${name}(a=lambda: ${value}):\n        def inner(): ${body}`,
      ][shape % 5] ?? "",
  },
  Go: {
    path: "a.go",
    around: ["package a\n", ""],
    literal: (word, shape) => [`"${word}"`, `[]string{"${word}"}`, `${word}(1)`][shape % 3] ?? "",
    statement: braces,
    declaration: (name, value, body, shape) =>
      [
        `func ${name}(a int) error { ${body} }`,
        `func (t *T) ${name}(a int) (n int, err error) { ${body} }`,
        `var ${name} = ${value}`,
        `const ${name} string = ${value}`,
        `var ${name} = func() { ${body} }`,
        `type ${name} struct { A int \`${value.replace(/`/g, "")}\` }`,
      ][shape % 6] ?? "",
  },
  Rust: {
    path: "a.rs",
    literal: (word, shape) => [`"${word}"`, `${word}(1)`, `${word}::new()`][shape % 3] ?? "",
    statement: braces,
    declaration: (name, value, body, shape) =>
      [
        `pub fn ${name}(a: i32) -> i32 { ${body} }`,
        `impl S { pub fn ${name}(&self) { ${body} } }`,
        `pub const ${name}: &str = ${value};`,
        `pub trait ${name} { fn m(&self) { ${body} } }`,
        `#[doc = "${value.replace(/"/g, "")}"] pub struct ${name} { pub a: i32 }`,
      ][shape % 5] ?? "",
  },
  Ruby: {
    path: "a.rb",
    literal: quoted,
    statement: (word, shape) => [call(word, ""), `return ${word}`, `# ${word}`][shape % 3] ?? "",
    declaration: (name, value, body, shape) =>
      [
        `def ${name}(a = ${value}, b: ${value})\n  ${body}\nend`,
        `def ${name}(a) = ${value}`,
        `class C\n  def ${name}(a)\n    ${body}\n  end\n  private\n  def p(a = ${value}); end\nend`,
        `module M\n  class << self\n    def ${name}(a = ${value})\n      ${body}\n    end\n  end\nend`,
      ][shape % 4] ?? "",
  },
  PHP: {
    path: "a.php",
    around: ["<?php\n", ""],
    literal: (word, shape) => [`"${word}"`, `['${word}']`, `self::${word}`][shape % 3] ?? "",
    statement: braces,
    declaration: (name, value, body, shape) =>
      [
        `function ${name}($a = ${value}) { ${body} }`,
        `#[At(${value})] class ${name} { public $a = ${value}; public function __construct(private int $b = ${value}) { ${body} } private function p() { ${body} } }`,
        `const ${name} = ${value};`,
        `interface ${name} { const A = ${value}; }`,
      ][shape % 4] ?? "",
  },
  Java: {
    path: "a.java",
    literal: (word, shape) => [`"${word}"`, `${word}(1)`, `new ${word}() { }`][shape % 3] ?? "",
    statement: braces,
    declaration: (name, value, body, shape) =>
      [
        `public class ${name} { public static final Object A = ${value}; public ${name}() { ${body} } static { ${body} } private void p() { ${body} } }`,
        `@At(${value}) public interface ${name} { default void m() { ${body} } Object B = ${value}; }`,
        `public enum ${name} { A(${value}) { void q() { ${body} } }; public void m() { ${body} } }`,
      ][shape % 3] ?? "",
  },
  "C#": {
    path: "a.cs",
    literal: (word, shape) =>
      [`"${word}"`, `${word}(1)`, `default(${word})`, `${word}.Get`][shape % 4] ?? "",
    statement: braces,
    declaration: (name, value, body, shape) =>
      [
        `public class ${name} : Base { public ${name}(int a = ${value}) : base(${value}) { ${body} } public int P { get; } = ${value}; public int Q => ${value}; }`,
        `[At(${value})] public interface ${name} { void M(string a = ${value}) { ${body} } }`,
        `public static class ${name} { public const string A = ${value}; public static int M() => ${value}; }`,
        `public record ${name}(int A = ${value}) { public int this[int i] { get { ${body} return 1; } } }`,
      ][shape % 4] ?? "",
  },
};

export const writtenLanguages = Object.keys(writings);

/** Random files of one language: every declaration with words of its own in its bodies and values. */
export function randomSource(language: string): fc.Arbitrary<RandomSource> {
  const writing = writings[language];
  if (writing === undefined) throw new Error(`Nobody wrote how ${language} is written.`);
  const shapes = fc.tuple(
    fc.nat(1000),
    fc.nat(1000),
    fc.array(fc.nat(1000), { minLength: 1, maxLength: 1 }),
  );
  return fc.array(shapes, { minLength: 1, maxLength: 8 }).map((choices) => {
    const [begin, end] = writing.around ?? ["", ""];
    const parts = choices.map(([shape, value, bodies], index) => {
      const body = bodies.map((kind) => writing.statement(`leakb${index}q`, kind)).join(" ");
      return writing.declaration(
        `Name${index}q`,
        writing.literal(`leakv${index}q`, value),
        body,
        shape,
      );
    });
    return {
      text: `${begin}${parts.join("\n")}\n${end}`,
      shown: choices.map((_, index) => `Name${index}q`),
      hidden: ["leakb", "leakv"],
    };
  });
}
