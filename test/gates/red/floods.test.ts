import { describe, expect, it } from "vitest";
import { findWeakTests } from "../../../src/gates/red/weak-tests.ts";
import { countDeclaredTests } from "../../../src/gates/tamper/declared-tests.ts";

const SIZE = 60_000;
/** A reader that goes back over what it read would take minutes for a single one of these. */
const GENEROUS = 60_000;
const floods = ["a", ".", " ", "\n ", "a: ", "/ ", "= [", "a = ", "a=", "(", "x(", "import "];

const FILES = {
  "test/a.test.js":
    'import { x } from "../src/x.js";\ntest("x gives 1", () => {\n  assert.equal(x(), 1);\n});\n',
  "test/test_a.py": "from src.x import x\n\n\ndef test_x_gives_1():\n    assert x() == 1\n",
};

describe.each(Object.entries(FILES))("a flood in %s", (path, text) => {
  it.each(floods)(
    "of %j leaves an honest test honest",
    (unit) => {
      const flooded = `${text}\n// ${unit}\n${unit.repeat(SIZE / unit.length)}\n`;
      const refused = findWeakTests({ [path]: flooded }, ["src/x.js", "src/x.py"]);
      expect(refused.filter(({ severity }) => severity === "refuse")).toEqual([]);
      expect(countDeclaredTests(flooded)).toBe(1);
    },
    GENEROUS,
  );
});
