import type { CauseRule } from "../framework.ts";
import {
  assertion,
  crash,
  misconfigured,
  missingDependency,
  missingModule,
  missingSymbol,
  notImplemented,
  setupError,
  syntaxError,
  timeout,
} from "./causes.ts";

/** A path is the project's own; anything else comes from a registry. */
function module(name: string | undefined): ReturnType<typeof missingModule> {
  const own = /^(?:\.{0,2}\/|file:|[A-Za-z]:[\\/]|[@~#]\/)/.test(name ?? "");
  return own ? missingModule(name) : missingDependency(name);
}

/** `(0 , _filters.byStatus)` and `__vite_ssr_import_0__.x` are how compilers spell an import. */
function symbol(name: string | undefined): ReturnType<typeof missingSymbol> {
  return missingSymbol(
    name?.replace(/^(?:__vite_ssr_import_\d+__|_\w+|\w+__WEBPACK_IMPORTED_MODULE_\w+__)\./, ""),
  );
}

/** Node, Deno, Bun and browsers-like runners, TypeScript's compiler included. */
export const javascript: readonly CauseRule[] = [
  [/^\s*(?:AssertionError\b|Error: expect\()/, () => assertion],
  [/does not provide an export named '([^']+)'/, (m) => missingSymbol(m[1])],
  [
    /(?:Export named|No matching export in "[^"]*" for import|export) ['"]([^'"]+)['"] (?:not found|was not found)/,
    (m) => missingSymbol(m[1]),
  ],
  [/No matching export in "[^"]*" for import "([^"]+)"/, (m) => missingSymbol(m[1])],
  [
    /JavaScript heap out of memory|Native stack trace|signal: ?'?SIG|Maximum call stack size exceeded|Worker exited unexpectedly|Worker forks emitted error|A jest worker process .* was terminated|process\.exit (?:unexpectedly )?called|calling exit\(|Test case attempted to exit/i,
    () => crash,
  ],
  [
    /(?:Exceeded timeout|Timeout) of [\d.]+ ?m?s|[Tt]est timed out|Hook timed out|timed out after [\d.]+ ?m?s|timed out in [\d.]+ ?m?s|Promise resolution is still pending|exited without ending|did not complete within|failed to finish|event loop/,
    () => timeout,
  ],
  [
    /Duplicate (?:spec|suite) name|Duplicate test title|Cannot use import statement outside a module|Must use import to load ES Module|ERR_REQUIRE_ESM|Unknown file extension|require is not defined in ES module|ERR_UNKNOWN_FILE_EXTENSION|exports is not defined in ES module/,
    () => misconfigured,
  ],
  [
    /\btsconfig\S*\.json\S*? - error|ERR_INVALID_PACKAGE_CONFIG|Error parsing \S*package\.json|failed to parse \S*tsconfig|TS5\d{3}:|TS18003:|TS2688:|ERR_UNSUPPORTED_DIR_IMPORT/i,
    () => misconfigured,
  ],
  [/TS1\d{3}\b/, () => syntaxError],
  [
    /TS(?:2305|2724|2614)\b[^\n]*?has no exported member(?: named)? ['"]([^'"]+)['"]/,
    (m) => missingSymbol(m[1]),
  ],
  [/TS2307\b[^\n]*?Cannot find module ['"]([^'"]+)['"]/, (m) => module(m[1])],
  [
    /TS(?:2339|2551)\b[^\n]*?Property ['"]([^'"]+)['"] does not exist on type ['"](?:typeof )?([^'"<]+)/,
    (m) => missingSymbol(`${m[2]}.${m[1]}`),
  ],
  [
    /TS(?:2304|2552|2693|18004)\b[^\n]*?(?:name|property) ['"]([^'"]+)['"]/,
    (m) => missingSymbol(m[1]),
  ],
  [/TS2353\b[^\n]*?['"]([^'"]+)['"] does not exist in type/, (m) => missingSymbol(m[1])],
  [/TS(?:2554|2555|2575)\b/, () => missingSymbol("")],
  [/\bTS\d{4,5}\b/, () => syntaxError],
  [
    /(?:Cannot find (?:module|package)|Could not resolve|Failed to resolve import|Failed to load url|Unable to resolve(?: path to)? module|Module not found|Could not locate module|ENOENT reading) ['"`]?([^\s'"`,]+)['"`]?/,
    (m) => module(m[1]),
  ],
  [
    /A remote specifier was requested: ['"]([^'"]+)['"]|JSR package|npm package ['"]([^'"]+)['"]/i,
    (m) => missingDependency(m[1] ?? m[2]),
  ],
  [
    /SyntaxError[^\n]*(?:in JSON at|is not valid JSON|Unexpected end of JSON|JSON Parse error)/,
    () => setupError,
  ],
  [/\bnot (?:yet )?implemented\b|\bunimplemented\b/i, () => notImplemented],
  [
    /\bAssertionError\b|ERR_ASSERTION|\bJestAssertionError\b|^\s*(?:Error: )?expect\(|^\s*(?:Error: )?(?:Expected|expected) /m,
    () => assertion,
  ],
  [
    /\bENOENT\b|\bECONN(?:REFUSED|RESET)\b|\bEACCES\b|\bEPERM\b|\bEADDRINUSE\b|\bENOTFOUND\b|\bETIMEDOUT\b|\bEROFS\b|NotCapable|PermissionDenied|getaddrinfo/,
    () => setupError,
  ],
  [
    /SyntaxError|PARSE_ERROR|invalid JS syntax|Transform failed|Unexpected token|Parse (?:failure|error)|Expected ['"`].{1,3}['"`] but found|The module's source code could not be parsed/,
    () => syntaxError,
  ],
  [
    /\b(?:TypeError|Error)[^\n]*?: (?:\(0 ?, ?)?(?:\(intermediate value\))?\.?([\w$.[\]]+)\)? is not (?:a function|a constructor|iterable)/,
    (m) => symbol(m[1]),
  ],
  [/([\w$.[\]]+)\)? is not (?:a function|a constructor)/, (m) => symbol(m[1])],
  [/ReferenceError: (?:Can't find variable: )?([\w$]+)(?: is not defined)?/, (m) => symbol(m[1])],
  [
    /Cannot (?:read|set) properties of (?:undefined|null) \((?:reading|setting) '([^']+)'\)/,
    (m) => symbol(m[1]),
  ],
  [/(?:undefined|null) is not an object \(evaluating '([^']+)'\)/, (m) => symbol(m[1])],
];
