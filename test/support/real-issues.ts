import type { Release } from "./npm-package.ts";

/** A published release, an issue about it, and what a model answered once when it worked on it. */
export interface RealIssue {
  readonly recording: string;
  readonly release: Release;
  readonly testCommand: string;
  readonly title: string;
  readonly body: string;
  readonly changed: readonly string[];
}

export const joinNothing: RealIssue = {
  recording: "real-url-join",
  release: {
    name: "url-join",
    version: "4.0.0",
    integrity:
      "sha512-EGXjXJZhIHiQMK2pQukuFcL303nskqIRzWvPvV5O8miOfwoUb9G+a/Cld60kUyeaybEI94wvVClT10DtfeAExA==",
    dependencies: { mocha: "5.2.0", should: "13.2.3" },
  },
  testCommand: "mocha --require should --reporter spec test/*.js",
  title: "Nothing to join, and first parts of the wrong kind",
  body: `Without parts there is a crash, and a first part that is no text fails with a strange message.

### Acceptance criteria
- [ ] without parts, or with an empty list of them, the result is \`''\`
- [ ] a first part that is no string is refused as later ones are: \`urljoin(7)\` throws the \`TypeError\` "Url must be a string. Received 7"
- [ ] everything else stays as it is

### Files
- \`lib/url-join.js\`
- tests: \`test/tests.js\`
`,
  changed: ["lib/url-join.js", "test/tests.js"],
};

export const prependParts: RealIssue = {
  recording: "real-bl",
  release: {
    name: "bl",
    version: "6.0.20",
    integrity:
      "sha512-JMP0loH6ApbpT4Aa9oU5NqAkdDvcyc8koeuK8i5mYoBCVj3XCXG0uweGNN2m6DqaCO2yRHdm+MjCeTsR5VsmcA==",
    dependencies: {
      "@types/readable-stream": "4.0.25",
      buffer: "6.0.3",
      inherits: "2.0.4",
      "readable-stream": "4.8.0",
      tape: "5.9.0",
    },
  },
  testCommand: "node test/test.js",
  title: "Put data before a list, and get its buffers",
  body: `Headers are known last and come first. And \`writev\` wants the buffers.

### Acceptance criteria
- [ ] \`prepend(x)\` takes whatever \`append\` takes and puts it first
- [ ] members of arrays and parts of lists keep their order: \`['ab', 'cd']\` before \`ef\` is \`abcdef\`
- [ ] \`length\` counts what was put first
- [ ] \`prepend\` returns the list; \`null\` and \`undefined\` change nothing
- [ ] \`getBuffers()\` gives the buffers in their order
- [ ] \`append\` stays as it is

### Files
- \`BufferList.js\`
- tests: \`test/test.js\`
`,
  changed: ["BufferList.js", "test/test.js"],
};

export const bracketPaths: RealIssue = {
  recording: "real-mpath",
  release: {
    name: "mpath",
    version: "0.7.0",
    integrity:
      "sha512-Aiq04hILxhz1L+f7sjGyn7IxYzWm1zLNNXcfhDtx04kZ2Gk7uvFdgZ8ts1cWa/6d0TQmag2yR8zSGZUmp0tFNg==",
    dependencies: { mocha: "5.2.0", benchmark: "1.0.0" },
  },
  testCommand: "mocha --reporter spec test/*.js",
  title: "Indexes in brackets",
  body: `\`rows[0].title\` should mean what \`rows.0.title\` means. The splitting goes to a module \`lib/stringToParts.js\` that exports one function from a path to its parts.

### Acceptance criteria
- [ ] \`stringToParts('rows[2][10].title')\` is \`['rows', '2', '10', 'title']\`
- [ ] dots split as before, and empty parts are left out: \`x..y\` is \`['x', 'y']\`
- [ ] what is no number in brackets throws an \`Error\` with the path in its message: \`rows[1st]\`
- [ ] \`get\`, \`set\`, \`has\` and \`unset\` take such paths
- [ ] paths that are arrays stay as they are

### Files
- \`lib/stringToParts.js\` (new)
- \`lib/index.js\`
- tests: \`test/\` (a new file)
`,
  changed: ["lib/index.js", "lib/stringToParts.js", "test/stringToParts.js"],
};
