import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cartBody, cartCode, cartFiles, cartSlices, cartTests, cartTitle } from "./cart-issue.ts";
import { git } from "./sample-repository.ts";

/** The cart's repository on disk, its issue, and a coding CLI that works it honestly. */
export interface CartSample {
  readonly dir: string;
  readonly repo: string;
  readonly spec: string;
  /** What \`--command\` takes. */
  readonly command: string;
  remove(): void;
}

const stubs = {
  S1: {
    "src/domain/cart.js": 'export function total() {\n  throw new Error("not implemented");\n}\n',
  },
  S2: {
    "src/application/receipt.js":
      'export function receipt() {\n  throw new Error("not implemented");\n}\n',
  },
};

/** A coding CLI in one file: it reads its role off the prompt, writes files and prints its answer. */
const agentText = `import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
const data = ${JSON.stringify({ slices: cartSlices, tests: cartTests, code: cartCode, stubs })};
let prompt = "";
for await (const chunk of process.stdin) prompt += chunk;
const role = /You are the (\\w+)\\.\\n\\n# Your task/.exec(prompt)?.[1];
const writable = /^- (\\S+)$/m.exec(prompt.slice(prompt.indexOf("You may write only:")))?.[1] ?? "";
const id = /receipt/.test(writable) ? "S2" : "S1";
const write = (files) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(path) || ".", { recursive: true });
    writeFileSync(path, text);
  }
};
const promised = { modules: [], symbols: ["total", "receipt"] };
const turns = {
  // Told that one is enough, it cuts one.
  decomposer: () => ({ slices: prompt.includes("One is enough") ? data.slices.slice(0, 1) : data.slices }),
  writer: () => {
    write({ [writable]: data.tests[id] });
    const coverage = [{ criterion: "slice", tests: ["the test"], preserved: false }];
    return { coverage, promised, summary: "one test" };
  },
  scaffolder: () => (write(data.stubs[id]), { summary: "stubs" }),
  implementer: () => (write(data.code[id]), { summary: "made it pass" }),
  refiner: () => ({ suggestions: [], summary: "fine as it is" }),
};
console.log("\`\`\`json\\n" + JSON.stringify(turns[role]()) + "\\n\`\`\`");
`;

export function makeCartSample(): CartSample {
  const dir = mkdtempSync(join(tmpdir(), "tdd-loop-cart-"));
  const repo = join(dir, "repo");
  for (const [path, text] of Object.entries(cartFiles)) {
    mkdirSync(dirname(join(repo, path)), { recursive: true });
    writeFileSync(join(repo, path), text);
  }
  git(repo, "init", "-q", "-b", "main");
  git(repo, "add", "-A");
  git(repo, "-c", "user.name=Mona", "-c", "user.email=mona@example.com", "commit", "-qm", "base");
  const spec = join(dir, "spec.md");
  writeFileSync(spec, `# ${cartTitle}\n\n${cartBody}`);
  writeFileSync(join(dir, "agent.mjs"), agentText);
  return {
    ...{ dir, repo, spec },
    command: `node ${join(dir, "agent.mjs")}`,
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
