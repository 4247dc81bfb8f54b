import type { LoopFiles } from "./loop-sample.ts";

const place = (name: string) => `import test from "node:test";\ntest("${name}", () => {});\n`;

/** Finds test files by what their paths hold, as the runners of the samples do. */
const runner = `import { readdirSync } from "node:fs";
import { spawnSync } from "node:child_process";
const wanted = process.argv.slice(2);
const all = readdirSync(".", { recursive: true }).map(String);
const files = all.filter((path) => /\\.test\\.(mjs|ts)$/.test(path) && wanted.some((word) => path.includes(word)));
if (files.length === 0) { console.log("no test matches"); process.exit(1); }
const options = ["--import", "./ts.mjs", "--test", ...files];
process.exit(spawnSync(process.execPath, options, { stdio: "inherit" }).status ?? 1);
`;

/** The samples' TypeScript holds no types, so that every version of Node runs it. */
const loader = `import { register } from "node:module";
const code = "export const load = (url, context, next) => next(url, url.endsWith('.ts') ? { ...context, format: 'module' } : context);";
register("data:text/javascript," + encodeURIComponent(code));
`;

const packageText = JSON.stringify({ type: "module", scripts: { test: "node run.mjs" } });
const common = { "package.json": packageText, "run.mjs": runner, "ts.mjs": loader };

/** The single-test spec of the original system's README, on a repository that has the bug. */
export const singleTest: LoopFiles = {
  spec: {
    name: "fix-login-bug",
    goal: "Fix the login bug",
    prompt:
      "First write or update one behavior-focused failing test that proves the login behavior and its predictable failure mode. Then implement the smallest fix. End by calling tdd_loop_report.",
    check: "npm test -- login.test.ts",
    validationCommand: "fallow audit --format json --quiet --fail-on-issues",
    attempts: 5,
  },
  files: {
    ...common,
    "src/auth.ts": 'export const login = (token) => token.split(":")[1];\n',
    "tests/login.test.ts": place("there is a login"),
  },
  agent: `
writeFileSync("tests/login.test.ts", \`import assert from "node:assert/strict";
import test from "node:test";
import { login } from "../src/auth.ts";
test("a token without a user is refused", () => assert.throws(() => login("x"), RangeError));
test("a token names its user", () => assert.equal(login("x:ada"), "ada"));
\`);
if (attempt > 1 && prompt.includes("Missing expected exception"))
  writeFileSync("src/auth.ts", \`export function login(token) {
  const user = token.split(":")[1];
  if (user === undefined) throw new RangeError("The token names no user.");
  return user;
}
\`);
report({ blocked: false, nextPrompt: "If still failing, inspect cookie handling.", artifacts: ["tests/login.test.ts", "src/auth.ts"] });
`,
};

/** The plan spec of that README: two independent parts, one that depends, and the whole. */
export const onboarding: LoopFiles = {
  spec: {
    name: "onboarding-parallel",
    goal: "Implement independent onboarding pieces",
    parallelism: 2,
    attempts: 3,
    steps: [
      {
        id: "draft",
        name: "Creates draft applicant",
        dependsOn: [],
        prompt: "Write/update the draft test, then implement the smallest fix.",
        check: "npm test -- onboarding.create-draft.test.ts",
      },
      {
        id: "validate",
        name: "Validates required fields",
        dependsOn: [],
        prompt: "Write/update the validation test, then implement the smallest fix.",
        check: "npm test -- onboarding.validation.test.ts",
      },
      {
        id: "kyc",
        name: "Submits to KYC",
        dependsOn: ["draft"],
        prompt: "Write/update the KYC test, then implement the smallest fix.",
        check: "npm test -- onboarding.kyc-submit.test.ts",
      },
    ],
    finalCheck: "npm test -- onboarding",
  },
  files: {
    ...common,
    "src/draft.ts": "export {};\n",
    "src/validate.ts": "export {};\n",
    "src/kyc.ts": "export {};\n",
    "tests/onboarding.create-draft.test.ts": place("draft"),
    "tests/onboarding.validation.test.ts": place("validation"),
    "tests/onboarding.kyc-submit.test.ts": place("kyc"),
  },
  agent: `
const test = { draft: "create-draft", validate: "validation", kyc: "kyc-submit" }[step];
const paths = [\`tests/onboarding.\${test}.test.ts\`, \`src/\${step}.ts\`];
writeFileSync(paths[0], \`import assert from "node:assert/strict";
import test from "node:test";
import { \${step} } from "../src/\${step}.ts";
test("\${step}", () => assert.deepEqual(\${step}("ada"), { \${step}: "ada" }));
\`);
writeFileSync(paths[1], \`export const \${step} = (name) => ({ \${step}: name });\\n\`);
report({ artifacts: paths, taskId: step });
`,
};
