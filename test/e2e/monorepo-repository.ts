import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { noSpend } from "../../src/domain/spend.ts";
import { laidOut } from "../support/laid-out.ts";

const webTest = `import test from "node:test";
import assert from "node:assert/strict";
import * as price from "../src/price.js";

test("rounds", () => assert.equal(price.round(1.005), 1.01));
`;
const pyTest = `from shop import price


def test_rounds():
    assert price.round_up(1.001) == 1.01
`;

/** Two packages with a runner each, and a configuration that names them; one commit on main. */
export function monorepo(config: string): string {
  const dir = laidOut({
    ".github/tdd-loop.yml": config,
    "README.md": "# Shop\n",
    "packages/web/package.json": '{ "type": "module", "scripts": { "test": "node --test" } }\n',
    "packages/web/src/price.js":
      "export const round = (n) => Math.round((n + Number.EPSILON) * 100) / 100;\n",
    "packages/web/test/price.test.js": webTest,
    "packages/py/pytest.ini": "[pytest]\npythonpath = .\n",
    "packages/py/shop/__init__.py": "",
    "packages/py/shop/price.py":
      "import math\n\n\ndef round_up(n):\n    return math.ceil(n * 100) / 100\n",
    "packages/py/tests/test_price.py": pyTest,
  });
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["add", "-A"],
    [...who, "commit", "-qm", "base"],
  ])
    execFileSync("git", args, { cwd: dir });
  return dir;
}

export const monorepoSpec = `# Net prices

## Acceptance criteria
- [ ] \`net(119)\` is \`100\` in the web package
- [ ] \`net(119)\` is \`100\` in the Python package

## Files
- packages/web/src/price.js
- packages/py/shop/price.py
`;

const webNew = `${webTest}
test("takes the tax off", () => assert.equal(price.net?.(119), 100));
`;
const pyNew = `${pyTest}

def test_takes_the_tax_off():
    assert getattr(price, "net", lambda _: None)(119) == 100
`;
const webGreen =
  "export const round = (n) => Math.round((n + Number.EPSILON) * 100) / 100;\nexport const net = (n) => round(n / 1.19);\n";
const pyGreen =
  "import math\n\n\ndef round_up(n):\n    return math.ceil(n * 100) / 100\n\n\ndef net(n):\n    return round(n / 1.19, 2)\n";
const pyBroken = pyGreen.replace("math.ceil", "math.floor");

const written = {
  kind: "tests",
  tests: {
    coverage: [
      { criterion: "C1", tests: ["takes the tax off"], preserved: false },
      { criterion: "C2", tests: ["test_takes_the_tax_off"], preserved: false },
    ],
    promised: { modules: [], symbols: ["net"] },
    summary: "One test in each package.",
    cannot: null,
  },
};

/** Turns that work both packages; the implementer breaks an old Python test at first. */
export function monorepoRecording(dir: string): string {
  const edit = { kind: "edit", edit: { summary: "Added net.", cannot: null } };
  const turn = (role: string, attempt: number, edits: object[], answer: object) => ({
    ...{ role, attempt, edits, answer },
    ...{ failed: null, spend: noSpend },
  });
  const green = (py: string) => [
    { path: "packages/web/src/price.js", text: webGreen },
    { path: "packages/py/shop/price.py", text: py },
  ];
  const review = { verdict: "APPROVED", summary: "Both packages have it.", findings: [] };
  const turns = [
    turn(
      "writer",
      1,
      [
        { path: "packages/web/test/price.test.js", text: webNew },
        { path: "packages/py/tests/test_price.py", text: pyNew },
      ],
      written,
    ),
    turn("implementer", 1, green(pyBroken), edit),
    turn("debugger", 1, green(pyGreen), edit),
    turn("critic", 1, [], { kind: "review", review }),
  ];
  const path = join(dir, ".git", "recording.json");
  writeFileSync(path, JSON.stringify({ version: 1, turns }));
  return path;
}
