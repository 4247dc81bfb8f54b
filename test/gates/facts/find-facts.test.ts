import { describe, expect, it } from "vitest";
import { findFacts } from "../../../src/gates/facts/find-facts.ts";

function diffOf(path: string, ...lines: string[]): string {
  const added = lines.map((line) => `+${line}`).join("\n");
  return `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -0,0 +1,${lines.length} @@\n${added}\n`;
}

const tests = diffOf(
  "test/slug.test.js",
  'test("makes a slug of a title", () => {',
  '  assert.equal(slug("Crème Brûlée 2000"), "creme-brulee-2000");',
  "});",
);

function rulesIn(path: string, ...lines: string[]): string[] {
  return findFacts(tests + diffOf(path, ...lines), []).map(({ rule }) => rule);
}

describe("findFacts", () => {
  it.each([
    ["ends_the_process", "src/a.js", "process.exit(0);", "this.exit = false;"],
    ["ends_the_process", "a.py", "os._exit(0)", "self.exit_code = 0"],
    [
      "imports_test_framework",
      "src/a.js",
      'import assert from "node:assert";',
      'import path from "node:path";',
    ],
    ["imports_test_framework", "a.py", "import _pytest.assertion", "import json"],
    [
      "looks_at_its_caller",
      "src/a.js",
      "if (new Error().stack.includes(x)) {",
      "throw new Error(message);",
    ],
    ["looks_at_its_caller", "a.py", "frame = inspect.currentframe()", "inspected = value"],
    [
      "reads_tests",
      "src/a.js",
      'readFileSync("test/slug.test.js")',
      'readFileSync("data/words.csv")',
    ],
    [
      "detects_a_test_run",
      "src/a.js",
      "if (process.env.CI) return true;",
      "const env = options.env;",
    ],
    ["detects_a_test_run", "a.py", 'if "PYTEST_CURRENT_TEST" in os.environ:', "environ = {}"],
    ["clock_or_chance", "src/a.js", "const seed = Date.now();", "const day = new Date(given);"],
    ["constant_equality", "a.py", "    def __eq__(self, other):", "    def equals(self, other):"],
    ["changes_what_is_built_in", "src/a.js", "assert.equal = () => {};", "const same = a === b;"],
    [
      "changes_what_is_built_in",
      "src/a.js",
      "String.prototype.trim = trim;",
      "const bare = text.trim();",
    ],
    ["starts_processes", "a.py", "import subprocess", "import process_names"],
    ["writes_files", "src/a.js", "writeFileSync(path, text);", "stream.write(text);"],
    ["reads_process_table", "a.py", 'for pid in os.listdir("/proc/"):', "for pid in pids:"],
    ["dynamic_code", "src/a.js", "return eval(source);", "return pattern.exec(source);"],
    ["dynamic_code", "a.py", `x = "${"QUJD".repeat(60)}"`, 'x = "QUJD"'],
    ["swallows_errors", "src/a.js", "} catch (error) {}", "} catch (error) { throw error; }"],
    ["swallows_errors", "a.py", "    except Exception:", "    except KeyError:"],
  ])("says %s of %s: %s; and not of its honest twin", (rule, path, cheat, honest) => {
    expect(rulesIn(path, cheat)).toContain(rule);
    expect(rulesIn(path, honest)).not.toContain(rule);
  });

  it("names values that RED's tests use where the code chooses by them, names of tests aside", () => {
    expect(rulesIn("src/slug.js", 'if (title === "Crème Brûlée 2000") return "x";')).toEqual([
      "repeats_test_values",
    ]);
    expect(rulesIn("src/slug.js", '  "Crème Brûlée 2000": slug,')).toEqual(["repeats_test_values"]);
    expect(rulesIn("src/slug.js", 'if (text === "makes a slug of a title") go();')).toEqual([]);
    expect(rulesIn("src/slug.js", "return title.toLowerCase().normalize();")).toEqual([]);
  });

  it("looks at what the implementation adds, not at tests, prose, or what was there", () => {
    const old =
      "--- a/src/a.js\n+++ b/src/a.js\n@@ -1,2 +1,1 @@\n-process.exit(1);\n process.exit(0);\n";
    expect(findFacts(tests + old, [])).toEqual([]);
    expect(rulesIn("README.md", "process.exit(0)")).toEqual([]);
    expect(rulesIn("checks/a.js", "process.exit(0)")).toEqual(["ends_the_process"]);
    expect(findFacts(diffOf("checks/a.js", "process.exit(0)"), ["checks/**"])).toEqual([]);
  });

  it("gives file and line in the new version", () => {
    const [fact] = findFacts(diffOf("src/a.js", "const a = 1;", "process.exit(a);"), []);
    expect(fact).toMatchObject({ path: "src/a.js", line: 2 });
  });
});
