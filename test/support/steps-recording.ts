import { noSpend } from "../../src/domain/spend.ts";

/** A developer's turn that adds one function of the sample library and its test. */
export function stepTurn(step: string, name: string, code: string, assertion: string) {
  const source = `src/${name}.js`;
  const test = `test/${name}.test.js`;
  return {
    role: "developer",
    attempt: 1,
    step,
    edits: [
      {
        path: source,
        text: `import { words } from "./words.js";\n\nexport const ${name} = ${code};\n`,
      },
      {
        path: test,
        text: `import assert from "node:assert/strict";\nimport test from "node:test";\nimport { ${name} } from "../src/${name}.js";\n\ntest("${name}", () => {\n  ${assertion};\n});\n`,
      },
    ],
    answer: {
      kind: "step",
      step: { summary: `Added ${name} and its test.`, artifacts: [test, source] },
    },
    spend: noSpend,
  };
}

export function stepsRecording(turns: readonly ReturnType<typeof stepTurn>[]) {
  return { version: 1, turns };
}
