import { expect, it } from "vitest";
import { splitDiff } from "../../src/run/split-diff.ts";

const test =
  "diff --git a/test/a.js b/test/a.js\nnew file mode 100644\n@@ -0,0 +1 @@\n+diff --git a/x b/x\n";
const source = "diff --git a/src/a.js b/src/a.js\n@@ -1 +1 @@\n-old\n+new\n";

it("splits a diff by files and loses nothing", () => {
  expect(splitDiff(source + test, ["test/a.js"])).toEqual({ inside: test, outside: source });
  expect(splitDiff(source + test, [])).toEqual({ inside: "", outside: source + test });
  expect(splitDiff("", ["test/a.js"])).toEqual({ inside: "", outside: "" });
});

it("keeps a file whose name only begins alike with the others", () => {
  expect(splitDiff(test, ["test/a", "a.js"]).inside).toBe("");
});
