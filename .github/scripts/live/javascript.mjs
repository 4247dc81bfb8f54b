// Projects for the runners of JavaScript: one set of cases, said in each runner's own dialect.
const quoted = (text) => JSON.stringify(text);

const viaTest = {
  test: (name, body) => `test(${quoted(name)}, () => {\n  ${body}\n});`,
  slow: (name) => `test(${quoted(name)}, () => new Promise(() => setInterval(() => {}, 1000)));`,
  group: (name, inner) => `describe(${quoted(name)}, () => {\n${inner}\n});`,
  before: (body) => `beforeEach(() => {\n  ${body}\n});`,
  skip: (name) => `test.skip(${quoted(name)}, () => {});`,
  equal: (a, b) => `expect(${a}).toBe(${b});`,
};
const viaIt = {
  ...viaTest,
  test: (name, body) => `it(${quoted(name)}, () => {\n  ${body}\n});`,
  slow: (name) => `it(${quoted(name)}, () => new Promise(() => setInterval(() => {}, 1000)));`,
  skip: (name) => `x${viaTest.test(name, "").replace("test(", "it(")}`,
};
const viaT = {
  ...viaTest,
  test: (name, body) => `test(${quoted(name)}, (t) => {\n  ${body}\n  t.end?.();\n});`,
  slow: (name) => `test(${quoted(name)}, (t) => { setInterval(() => {}, 1000); });`,
  group: (_name, inner) => inner,
  before: null,
  skip: (name) => `test.skip(${quoted(name)}, (t) => t.end());`,
  equal: (a, b) => `t.equal(${a}, ${b});`,
};

const dialects = [
  {
    ...viaTest,
    name: "node:test",
    script: "node --test",
    esm: true,
    head: 'import { beforeEach, describe, test } from "node:test";\nimport assert from "node:assert/strict";',
    equal: (a, b) => `assert.equal(${a}, ${b});`,
  },
  {
    ...viaTest,
    name: "vitest",
    packages: ["vitest"],
    script: "vitest run",
    esm: true,
    head: 'import { beforeEach, describe, expect, test } from "vitest";',
  },
  { ...viaTest, name: "jest", packages: ["jest"], script: "jest", esm: false, head: "" },
  {
    ...viaTest,
    name: "ts-jest",
    framework: "jest",
    packages: ["jest", "ts-jest", "typescript", "@types/jest"],
    script: "jest",
    esm: true,
    extension: "ts",
    head: "",
    skips: ["missing_export_at_run_time"],
    more: {
      "jest.config.js": 'module.exports = { preset: "ts-jest", testEnvironment: "node" };\n',
      "tsconfig.json":
        '{ "compilerOptions": { "target": "es2022", "module": "commonjs", "moduleResolution": "node10", "ignoreDeprecations": "5.0", "types": ["jest", "node"], "strict": true, "skipLibCheck": true } }\n',
    },
  },
  {
    ...viaIt,
    name: "mocha",
    packages: ["mocha"],
    script: "mocha",
    esm: true,
    head: 'import assert from "node:assert/strict";',
    equal: (a, b) => `assert.equal(${a}, ${b});`,
  },
  {
    ...viaIt,
    name: "jasmine",
    packages: ["jasmine"],
    script: "jasmine",
    esm: false,
    head: "",
    place: "spec",
    suffix: "_spec",
    more: {
      "spec/support/jasmine.json":
        '{ "spec_dir": "spec", "spec_files": ["**/*_spec.js"], "random": false }\n',
    },
  },
  {
    ...viaT,
    name: "ava",
    packages: ["ava"],
    script: "ava",
    esm: true,
    head: 'import test from "ava";',
    test: (name, body) => `test(${quoted(name)}, (t) => {\n  ${body}\n});`,
    slow: (name) =>
      `test(${quoted(name)}, async (t) => { await new Promise(() => setInterval(() => {}, 1000)); });`,
    before: (body) => `test.beforeEach(() => {\n  ${body}\n});`,
    skip: (name) => `test.skip(${quoted(name)}, (t) => t.pass());`,
    equal: (a, b) => `t.is(${a}, ${b});`,
  },
  {
    ...viaT,
    name: "tap",
    packages: ["tap"],
    script: "tap --disable-coverage",
    skip: (name) => `tap.skip(${quoted(name)}, (t) => t.end());`,
    esm: true,
    head: 'import tap, { test, beforeEach } from "tap";',
    before: viaTest.before,
  },
  {
    ...viaT,
    name: "tape",
    packages: ["tape"],
    script: "tape 'test/*.test.js'",
    esm: false,
    head: 'const test = require("tape");',
  },
  {
    ...viaTest,
    name: "bun",
    packages: ["bun"],
    script: "bun test",
    esm: true,
    head: 'import { beforeEach, describe, expect, test } from "bun:test";',
  },
  {
    ...viaTest,
    name: "deno",
    packages: ["deno"],
    script: "deno test -A",
    esm: true,
    head: 'import { beforeEach, describe, test } from "node:test";\nimport assert from "node:assert/strict";',
    equal: (a, b) => `assert.equal(${a}, ${b});`,
  },
];

/** The word for what is taken from a module, in a module system. */
function taking(esm, names, from) {
  return esm ? `import { ${names} } from "${from}";` : `const { ${names} } = require("${from}");`;
}

function giving(esm, name, code) {
  return esm ? `export function ${name}${code}` : `exports.${name} = function ${name}${code};`;
}

const KEY_OF = (ts) => (ts ? "(list: number[]): any" : "(list)");
const FIRST = (esm, ts) => giving(esm, "first", `${KEY_OF(ts)} {\n  return list[0];\n}`);
const OVERLAP = (esm, ts, code) =>
  giving(esm, "overlap", `${ts ? "(a: number[], b: number[]): any" : "(a, b)"} {\n  ${code}\n}`);

function project(dialect) {
  const { esm, extension: ext = "js", place = "test", suffix = ".test", head } = dialect;
  const ts = ext === "ts";
  const at = (name) => `${place}/${name}${suffix}.${ext}`;
  const from = (name) => `../src/${name}${esm && !ts ? ".js" : ""}`;
  const file = (names, module, ...parts) =>
    `${[head, names === "" ? "" : taking(esm, names, module), ...parts].filter(Boolean).join("\n")}\n`;
  const slots = `src/slots.${ext}`;
  const first = FIRST(esm, ts);
  const old = file(
    "first",
    from("slots"),
    dialect.test("gives the first", dialect.equal("first([3, 4])", "3")),
  );
  return {
    at,
    from,
    file,
    slots,
    first,
    with: (code) => `${first}\n${OVERLAP(esm, ts, code)}\n`,
    base: {
      "package.json": JSON.stringify({
        private: true,
        ...(esm && !ts ? { type: "module" } : {}),
        scripts: { test: dialect.script },
        devDependencies: Object.fromEntries((dialect.packages ?? []).map((name) => [name, "*"])),
      }),
      [slots]: `${first}\n`,
      [at("slots")]: old,
      ...dialect.more,
    },
  };
}

const RED = (dialect) => dialect.equal("overlap([1, 3], [2, 4])", "true");

/** What a missing name, a wrong file and a wrong end look like. */
function cases(dialect) {
  const { at, from, file, slots, first, with: withOverlap } = project(dialect);
  const red = dialect.test("sees an overlap", RED(dialect));
  const test = (...parts) => file("overlap", from("slots"), ...parts);
  const wrongAnswer = withOverlap("return a === b;");
  const stubbed = withOverlap('throw new Error("not implemented");');
  const reads = 'process.getBuiltinModule("node:fs").readFileSync("fixtures/absent.json");';
  const only = (expect, code, source = wrongAnswer) => ({
    expect,
    files: { [slots]: source, [at("gaps")]: code },
  });
  return {
    missing_module: only("right/missing_module", file("overlap", from("gaps"), red), `${first}\n`),
    missing_symbol: only("right/missing_symbol", test(red), `${first}\n`),
    assertion: only("right/assertion", test(red)),
    not_implemented: only("right/not_implemented", test(red), stubbed),
    syntax_test: only("wrong/syntax_error", test(`${red}\n}}`)),
    syntax_source: only("wrong/syntax_error", test(red), `${wrongAnswer}\nexport const = ;\n`),
    no_tests: only(["none/no_tests", "pass/passes_already"], test("")),
    dependency: only("wrong/dependency_missing", file("overlap", "interval-trees-x", red)),
    set_up: dialect.before && only("wrong/setup_error", test(dialect.before(reads), red)),
    never_ends: only("wrong/timeout", test(dialect.slow("waits"), red)),
    exits_in_test: {
      ...only("wrong/crash", test(dialect.test("leaves", "process.exit(0);"), red)),
      // What node:test prints of it is what it prints of a file without tests.
      ...(dialect.name === "node:test" && { bare: ["wrong/crash", "none/no_tests"] }),
    },
    exits_at_import: only(["wrong/crash", "none/no_tests"], test("process.exit(0);", red)),
    aborts: only(
      ["wrong/crash", "wrong/setup_error"],
      test(dialect.test("dies", "process.abort();"), red),
    ),
    skipped: only(
      ["wrong/passes_already", "pass/passes_already", "none/no_tests"],
      test(dialect.skip("later")),
    ),
    two_files: {
      expect: "wrong/dependency_missing",
      files: {
        [slots]: wrongAnswer,
        [at("gaps")]: test(red),
        [at("more")]: file("overlap", "interval-trees-x", red),
      },
    },
    missing_and_failing: {
      expect: "right/missing_module",
      files: {
        [slots]: wrongAnswer,
        [at("gaps")]: file("overlap", from("gaps"), red),
        [at("more")]: test(dialect.test("sees more", RED(dialect))),
      },
    },
    ...shapes({ dialect, only, test, red }),
    green: {
      expect: "pass/passes_already",
      green: true,
      ...onlyFiles(at, slots, test(red), withOverlap("return a[1] > b[0];")),
    },
    regression: {
      expect: "right/assertion",
      regression: true,
      files: { [slots]: `${first.replace("list[0]", "list[1]")}\n` },
    },
  };
}

function onlyFiles(at, slots, code, source) {
  return { files: { [slots]: source, [at("gaps")]: code } };
}

const FORGED =
  'console.log("ok 1 - fake\\n1..1\\n# tests 1\\n# pass 1\\n# fail 0\\nTests:       9 passed, 9 total\\n  9 passing (1ms)");';

/** The same failure in other clothes. */
function shapes({ dialect, only, test, red }) {
  const many = ['"a"', "'b'", "c > d", "é|ß", "100 %", "# 7"];
  const named = many.map((name) => dialect.test(`sees ${name}`, RED(dialect))).join("\n");
  const throwing = dialect.test("throws", `${dialect.equal("overlap(null, null).length", "2")}`);
  return {
    nested: only("right/assertion", test(dialect.group("outer", dialect.group("inner", red)))),
    odd_names: only("right/assertion", test(named)),
    noise: only(
      "right/assertion",
      test(FORGED, dialect.test("is loud", `${FORGED}\n${RED(dialect)}`)),
    ),
    crlf: only("right/assertion", test(red).replaceAll("\n", "\r\n")),
    colours: { ...only("right/assertion", test(red)), env: { FORCE_COLOR: "1", NO_COLOR: "" } },
    own_mistake: only(
      ["wrong/setup_error", "right/assertion", "wrong/syntax_error"],
      test(dialect.test("trips", "overlapp([1, 3], [2, 4]);"), red),
    ),
    many_of_one_name: only(
      ["right/assertion", "wrong/misconfigured"],
      test(red, red.replace("true", "1")),
    ),
    throws_type_error: only(
      ["wrong/setup_error", "right/assertion", "wrong/syntax_error"],
      test(throwing),
    ),
  };
}

export const javascript = dialects.map((dialect) => ({
  name: dialect.name,
  framework: dialect.framework ?? dialect.name,
  needs: ["node"],
  packages: dialect.packages ?? [],
  promised: {
    modules: ["src/gaps"],
    symbols: ["overlap"],
    files: [`src/gaps.${dialect.extension ?? "js"}`],
  },
  files: project(dialect).base,
  cases: cases(dialect),
}));
