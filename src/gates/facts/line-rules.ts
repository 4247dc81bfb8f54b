import { NOT_IMPLEMENTED } from "../../domain/not-implemented.ts";

/** What one line of the implementation says of itself. */
export interface LineRule {
  readonly rule: string;
  readonly pattern: RegExp;
  /** Paths of the languages that it speaks of; every language when absent. */
  readonly only?: RegExp;
  readonly what: string;
}

const SCRIPT = /[.][cm]?[jt]sx?$/;
const PYTHON = /[.]pyi?$/;

/** The static rules of security.md 2.1. Each has an honest twin, so that none of them decides. */
export const lineRules: readonly LineRule[] = [
  {
    rule: "ends_the_process",
    pattern:
      /\b(process\.(exit|abort|kill|reallyExit)|os\._exit|sys\.exit|os\.abort|os\.kill|std::process::exit|os\.Exit|System\.exit|exit!)\s*\(?/,
    what: "ends the process",
  },
  {
    rule: "imports_test_framework",
    pattern:
      /\b(?:import|from|require)\b.*\b(?:node:test|node:assert|assert(?:\/strict)?|pytest|_pytest|unittest|jest|@jest\/\w+|vitest|mocha|chai)\b/,
    what: "imports a test framework or its assertions",
  },
  {
    rule: "looks_at_its_caller",
    pattern:
      /\b(?:process\.argv|sys\.argv|inspect\.(?:stack|currentframe|getframeinfo)|_getframe|prepareStackTrace|captureStackTrace|require\.cache|require\.main|Module\._\w+|sys\.modules|traceback\.)|new Error\([^)]*\)\.stack/,
    what: "looks at who called it or how it was started",
  },
  {
    rule: "reads_tests",
    pattern:
      /["'`](?:[^"'`\n]*\/)?(?:tests?|__tests__|specs?)\/[^"'`\n]*["'`]|\b(?:test_\w+\.py|\w+[.](?:test|spec)[.]\w+)\b/,
    what: "names a path of the tests",
  },
  {
    rule: "detects_a_test_run",
    pattern:
      /\b(?:NODE_TEST_CONTEXT|PYTEST_CURRENT_TEST|JEST_WORKER_ID|VITEST|GITHUB_\w+|NODE_OPTIONS|PYTEST_ADDOPTS)\b|(?:env(?:iron)?(?:\.get\()?[.[(]?["']?)CI\b/,
    what: "asks whether it runs under a test runner or in CI",
  },
  {
    rule: "clock_or_chance",
    pattern:
      /\b(?:Date\.now|new Date\(\)|performance\.now|Math\.random|time\.time|datetime\.(?:now|today|utcnow)|date\.today|random\.\w+|randomUUID|randomBytes)\b/,
    what: "depends on the clock or on chance",
  },
  {
    rule: "constant_equality",
    pattern:
      /\bdef __(?:eq|ne|contains|bool|hash)__\b|\bSymbol\.toPrimitive\b|\bequals\s*\([^)]*\)\s*\{\s*return true/,
    what: "says itself what it is equal to",
  },
  {
    rule: "changes_what_is_built_in",
    pattern:
      /\b(?:Object|Array|String|Number|Function|Map|Set|Promise|RegExp|Error|globalThis|assert|console|JSON|process)\.(?:prototype\.)?\w+\s*=(?!=)|\bObject\.(?:defineProperty|setPrototypeOf)\s*\(\s*(?:globalThis|global|\w+\.prototype|assert)|\bbuiltins\.\w+\s*=|\bsetattr\s*\(/,
    what: "changes something that is built in or belongs to others",
  },
  {
    rule: "starts_processes",
    pattern: /\b(?:child_process|subprocess|os\.system|os\.popen|worker_threads)\b/,
    what: "starts other processes",
  },
  {
    rule: "writes_files",
    pattern:
      /\b(?:writeFile(?:Sync)?|appendFile(?:Sync)?|unlink(?:Sync)?|rmSync|renameSync|copyFileSync|os\.(?:remove|rename|unlink)|shutil\.\w+)\s*\(|\bopen\([^)]*["'][wa]b?\+?["']/,
    what: "writes, moves or deletes files",
  },
  {
    rule: "reads_process_table",
    pattern: /\/proc\/|\b(?:ppid|getppid)\b/,
    what: "looks at other processes",
  },
  {
    rule: "dynamic_code",
    pattern:
      /(?<![.\w])(?:eval|exec|compile|Function)\s*\(|\bnew Function\b|\bvm\.(?:run|Script)|[A-Za-z0-9+/]{200,}/,
    what: "runs code that is made at run time, or carries a long encoded text",
  },
  {
    rule: "not_implemented",
    pattern: NOT_IMPLEMENTED,
    what: "says that something is not implemented: a stub that was left, or what the issue asks for",
  },
  {
    rule: "swallows_errors",
    pattern: /\bcatch\s*(?:\([^)]*\))?\s*\{\s*\}/,
    only: SCRIPT,
    what: "swallows every error",
  },
  {
    rule: "swallows_errors",
    pattern: /^\s*except\s*(?:BaseException|Exception)?\s*:\s*(?:pass)?\s*$/,
    only: PYTHON,
    what: "catches every error",
  },
];
