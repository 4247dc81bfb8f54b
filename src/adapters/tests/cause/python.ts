import type { CauseRule } from "../framework.ts";
import {
  assertion,
  crash,
  misconfigured,
  missingArgument,
  missingModule,
  missingSymbol,
  notImplemented,
  setupError,
  syntaxError,
  timeout,
} from "./causes.ts";

/**
 * Python words a missing own module and a missing package alike: both are `missing_target`, and the
 * judge tells them apart by what was promised.
 */
export const python: readonly CauseRule[] = [
  // The exception that ended the test stands first; those that it caught on its way come behind.
  [/^\s*(?:AssertionError\b|assert |Failed: (?!Timeout >))/, () => assertion],
  [
    /worker '\w+' crashed|Fatal Python error|\bMemoryError\b|\bRecursionError\b|^(?:E +)?SystemExit\b/m,
    () => crash,
  ],
  [
    /^\++ Timeout \++$|Failed: Timeout >|\bTimeoutExpired\b|\bTimeout >?[\d.]+s|^(?:\w+\.)*TimeoutError\b/m,
    () => timeout,
  ],
  [/\bNotImplementedError\b|\bnot (?:yet )?implemented\b/i, () => notImplemented],
  [/\b(?:SyntaxError|IndentationError|TabError): /, () => syntaxError],
  [
    /fixture '[^']+' not found|async def functions are not natively supported|PytestUnraisableException|no tests ran because|import file mismatch/,
    () => misconfigured,
  ],
  [/No module named '(?:\w+\.)*test_\w+'|has no attribute 'test_\w+'/, () => misconfigured],
  [/ModuleNotFoundError: No module named '([^']+)'/, (m) => missingModule(m[1])],
  [/ImportError: cannot import name '([^']+)' from '([^']+)'/, (m) => missingSymbol(m[1])],
  [
    /AttributeError: (?:type object |module )?'([^']+)'(?: object)? has no attribute '([^']+)'/,
    (m) => missingSymbol(`${m[1]}.${m[2]}`),
  ],
  [
    /AttributeError: <module '([^']+)'[^>]*> does not have the attribute '([^']+)'/,
    (m) => missingSymbol(m[2]),
  ],
  [/NameError: name '([^']+)' is not defined/, (m) => missingSymbol(m[1])],
  [
    /TypeError: (?:([\w.<>]+)\(\) )?got an unexpected keyword argument '([^']+)'/,
    (m) => missingArgument(m[1], m[2]),
  ],
  [/TypeError: ([\w.<>]+)\(\) takes .* positional arguments?/, (m) => missingSymbol(m[1])],
  [/\bAssertionError\b|^(?:E +)?assert |Failed: DID NOT (?:RAISE|WARN)|Failed: /m, () => assertion],
  [
    /\b(?:FileNotFoundError|PermissionError|ConnectionError|ConnectionRefusedError|OSError|IOError|socket\.\w+|OperationalError|ImportError|KeyError: '[A-Z_]+')\b/,
    () => setupError,
  ],
];
