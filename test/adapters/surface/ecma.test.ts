import { describe, expect, it } from "vitest";
import { shown, surfaceOf } from "./shown.ts";

describe("the public surface of TypeScript", () => {
  it("shows the members of a class, and of overloads what callers see", async () => {
    const lines = await shown(
      "a.ts",
      `@Injectable({ token: "SECRET" })
export abstract class A<T> extends mixin(B, "SECRET") implements C {
  private hidden = 1; #own = 2; protected inner(): void {}
  constructor(private readonly y: number = 4, @Inject(SECRET) z?: string) { super(); }
  static get foo(): string { return "SECRET"; }
  abstract r(): void;
  arrow = (a: number = 3): void => { SECRET(); };
  over(a: string): void;
  over(a: any) { SECRET(); }
  static { SECRET(); }
  readonly "a-b": string;
}`,
    );

    expect(lines).toEqual([
      "export abstract class A<T> extends mixin(…) implements C",
      "  constructor(readonly y: number = …, z?: string)",
      "  static get foo(): string",
      "  abstract r(): void",
      "  arrow = (a: number = …): void => …",
      "  over(a: string): void",
      '  readonly "a-b": string',
    ]);
  });

  it("puts a signature of several lines on one, without defaults, comments and one-liners", async () => {
    const lines = await shown(
      "a.ts",
      `export function main() { return "SECRET"; }
export async function f<
  T extends { a: string; b(): void },
>(
  a: T, // SECRET
  { b = "SECRET", c }: Options = {},
  ...rest: readonly string[]
): Promise<Map<string, "on" | "off">> { return SECRET; }
 export default async (x: number = 5) => SECRET;
export const one = 1, two: string = "SECRET", { three, four: [five] } = SECRET;
const table = { get(url: string) { return SECRET; }, key: "SECRET" } as const;
export { table, table as other };`,
    );

    expect(lines).toEqual([
      "export function main()",
      'export async function f<T extends { a: string; b(): void }>(a: T, { b = …, c }: Options = …, ...rest: readonly string[]): Promise<Map<string, "on" | "off">>',
      "export default async (x: number = …) => …",
      "export const one = …",
      "export const two: string = …",
      "export const three = …",
      "export const five = …",
      "export const table = …",
      "  get(url: string)",
      "export { table as other }: const table = …",
      "  get(url: string)",
    ]);
  });

  it("keeps what is a type, and leaves out what is a value", async () => {
    const lines = await shown(
      "a.ts",
      `export type T<X = string> = { a: 1; b(): "lit" } | \`t\${string}\`;
export enum E { A = 1, B = "SECRET", C }
export interface I { (a: number): string; new (b: B): I; [k: string]: unknown; m?: import("y").Y<string> }
export namespace N { export const inner = 1; const hidden = 2; }
export { a as b, type C } from "./x" with { type: "SECRET" }; export * from "./y"; export * as ns from "./z";
function local() {}`,
    );

    expect(lines).toEqual([
      'export type T<X = string> = { a: 1; b(): "lit" } | `t$'.concat("{string}`"),
      "export enum E",
      "  A = …",
      "  B = …",
      "  C",
      "export interface I",
      "  (a: number): string",
      "  new (b: B): I",
      "  [k: string]: unknown",
      '  m?: import("y").Y<string>',
      "export namespace N",
      "  export const inner = …",
      'export { a as b } from "./x"',
      'export { type C } from "./x"',
      'export * from "./y"',
      'export * as ns from "./z"',
    ]);
  });

  it("follows the lists and assignments of declaration files", async () => {
    const bundled = `declare class Bar<T> { private x; m(a?: T): void; }
declare const VERSION = "1.2.3"; interface Unlisted {}
export { Bar as default, VERSION };`;
    const assigned = `declare function foo(o: string): void;
declare namespace foo { interface In {} }
export = foo;`;

    expect(await shown("a.d.ts", bundled)).toEqual([
      "export { Bar as default }: class Bar<T>",
      "  m(a?: T): void",
      "export const VERSION = …",
    ]);
    expect(await shown("b.d.ts", assigned)).toEqual([
      "export = function foo(o: string): void",
      "export = namespace foo",
      "  interface In",
    ]);
    expect(await shown("c.d.ts", "declare function global(): void;")).toEqual([
      "declare function global(): void",
    ]);
  });

  it("shows what it understood of a broken file, and says where it did not", async () => {
    const { signatures, syntaxErrors } = await surfaceOf(
      "a.ts",
      "export function ok(a: string) { return 1; }\nexport function bad(a: string, @@ SECRET) { }\n",
    );

    expect(signatures[0]?.text).toBe("export function ok(a: string)");
    expect(JSON.stringify(signatures)).not.toContain("SECRET");
    expect(syntaxErrors).toEqual([2]);
  });
});

describe("the public surface of CommonJS", () => {
  it.each([
    [
      "an object",
      "function a(x = 'SECRET') {}\nmodule.exports = { a, k: (y) => SECRET, v: 'SECRET', get g() { return 1 }, ...require('./o') }",
      [
        "exports.a: function a(x = …)",
        "exports.k = (y) => …",
        "exports.v = …",
        "exports.g = get g()",
        "exports.* = require('./o')",
      ],
    ],
    [
      "single names",
      "exports.f = function (a, b = 1) { SECRET }\nexports['x-y'] = class { constructor(z) {} }\nmodule.exports.n = 1",
      [
        "exports.f = function (a, b = …)",
        'exports["x-y"] = class',
        "  constructor(z)",
        "exports.n = …",
      ],
    ],
    [
      "a class of old",
      "module.exports = exports = Foo\nfunction Foo(a) { SECRET }\nFoo.make = () => SECRET\nFoo.prototype.go = function (b) { SECRET }\nFoo.prototype.size = 'SECRET'",
      [
        "module.exports = function Foo(a)",
        "Foo.make = () => …",
        "Foo.prototype.go = function (b)",
        "Foo.prototype.size = …",
      ],
    ],
    [
      "Object.assign",
      "Object.assign(module.exports, { m(a) { SECRET } }, require('./more'))",
      ["exports.m(a)", "exports.* = require('./more')"],
    ],
    [
      "a name for the exports",
      "var app = exports = module.exports = {}\napp.use = function use(fn) { SECRET }",
      ["exports.use = function use(fn)"],
    ],
    [
      "a UMD wrapper",
      "(function (root, factory) { if (typeof module === 'object') { module.exports = factory() } else { root.X = factory() } })(this, function () { function X(a) { SECRET } return X })",
      ["module.exports = function X(a)"],
    ],
    [
      "what TypeScript compiles to",
      "exports.a = exports.b = void 0\nconst m_1 = require('./m')\nObject.defineProperty(exports, 'a', { enumerable: true, get: function () { return m_1.a } })\nexports.b = SECRET.value\n__exportStar(require('./s'), exports)",
      ["exports.a = require('./m').a", "exports.b = …", "exports.* = require('./s')"],
    ],
    [
      "what esbuild bundles",
      "var src = {}\n__export(src, { f: () => f })\nmodule.exports = __toCommonJS(src)\nfunction f(a) { SECRET }",
      ["exports.f: function f(a)"],
    ],
    [
      "a branch",
      "if (process.env.X) module.exports = require('./a'); else { module.exports = require('./b') }",
      ["module.exports = require('./a')", "module.exports = require('./b')"],
    ],
  ])("is read from %s", async (_what, text, expected) => {
    const lines = await shown("a.js", text);

    expect(new Set(lines)).toEqual(new Set(expected));
    expect(lines.join("\n")).not.toContain("SECRET");
  });

  it("is read beside ES exports, JSX and all", async () => {
    expect(
      await shown("a.jsx", "export const View = ({ a = 'SECRET' }) => <p title='SECRET'>{a}</p>;"),
    ).toEqual(["export const View = ({ a = … }) => …"]);
  });
});
