/** A copy of a test file with tests of our own at its end, each of which must fail. */
export interface FalseTests {
  readonly text: string;
  readonly names: readonly string[];
}

/**
 * Appends tests that assert something false, in the file's own framework and by the assertions that
 * it uses: for files in which no assertion of a known form stands, as where each is made by a helper.
 * @param number what 1 is said to be, nine digits
 * @returns null where the language or its way to declare tests is not known
 */
export function appendFalseTests(
  path: string,
  text: string,
  word: string,
  number: string,
): FalseTests | null {
  if (path.endsWith(".py")) {
    const name = `test_${word}`;
    return { text: `${text}\n\ndef ${name}():\n    assert 1 == ${number}\n`, names: [name] };
  }
  if (!/[.][cm]?[jt]sx?$/.test(path)) return null;
  const declare = /^[ \t]*(test|it)(?:[.]\w+)*\s*\(/m.exec(text)?.[1];
  if (declare === undefined) return null;
  const { setup, assertions } = javascriptAssertions(text, word, number);
  const names = assertions.map((_, index) => `${word} ${index + 1}`);
  const tests = assertions.map(
    (assertion, index) => `${declare}("${names[index]}", () => { ${assertion} });`,
  );
  return { text: [text, setup, ...tests, ""].join("\n"), names };
}

function javascriptAssertions(text: string, word: string, number: string) {
  if (/\bexpect\s*\(/.test(text)) {
    const matcher = /[.]to[.]\w/.test(text) ? "to.equal" : "toEqual";
    return { setup: "", assertions: [`expect(1).${matcher}(${number});`] };
  }
  const module = /["']((?:node:)?assert(?:\/strict)?)["']/.exec(text)?.[1] ?? "node:assert";
  const setup = /^[^\S\n]*import\s/m.test(text)
    ? `import ${word} from "${module}";`
    : `const ${word} = require("${module}");`;
  const used = [...text.matchAll(/\b(equal|strictEqual|deepEqual|deepStrictEqual)\b/g)];
  const methods = new Set(used.map((match) => match[1] ?? ""));
  const chosen = methods.size === 0 ? ["strictEqual"] : [...methods];
  return { setup, assertions: chosen.map((method) => `${word}.${method}(1, ${number});`) };
}
