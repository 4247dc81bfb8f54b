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

/** Ruby words a missing gem and a missing own file alike; the judge knows what was promised. */
export const ruby: readonly CauseRule[] = [
  [/ExpectationNotMetError|Minitest::Assertion\b/, () => assertion],
  [
    /\[BUG\]|\bSystemStackError\b|\bNoMemoryError\b|\bSystemExit\b|\bSignalException\b/,
    () => crash,
  ],
  [/\bTimeout::Error\b|execution expired/, () => timeout],
  [/\bNotImplementedError\b|\bnot (?:yet )?implemented\b/i, () => notImplemented],
  [/An error occurred while loading (?!\S*\.rb)\S+/, () => misconfigured],
  [/cannot load such file -- (\S+)/, (m) => missingModule(m[1])],
  [/\bsyntax errors?\b|\bSyntaxError\b/, () => syntaxError],
  [/uninitialized constant (\S+)/, (m) => missingSymbol(m[1])],
  [
    /undefined (?:local variable or )?method [`']([^']+)' for (?:an instance of |class |module )?(?:#<)?([\w:]+?)(?::Class|:Module|:0x\w+|:NilClass)?(?=[\s>,]|$)/m,
    (m) => missingSymbol(`${m[2]}.${m[1]}`),
  ],
  [/undefined (?:local variable or )?method [`']([^']+)'/, (m) => missingSymbol(m[1])],
  [/undefined local variable or method [`']([^']+)'/, (m) => missingSymbol(m[1])],
  [/unknown keywords?: :(\w+)/, (m) => missingArgument("", m[1])],
  [
    /wrong number of arguments[\s\S]{0,800}?in [`'](?:[\w:]+#)?([^']+)'/,
    (m) => missingSymbol(m[1]),
  ],
  [/\bErrno::\w+|\bSocketError\b|\bIOError\b|\bKeyError\b|key not found/, () => setupError],
  [
    /ExpectationNotMet|Minitest::Assertion|^\s*expected:? |^Expected |^ +Actual: |\bgot:|--- expected/im,
    () => assertion,
  ],
];
