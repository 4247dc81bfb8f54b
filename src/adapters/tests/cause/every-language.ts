import type { CauseRule } from "../framework.ts";
import { assertion, crash, notImplemented, setupError, timeout } from "./causes.ts";

/** Words that assertions are made of, and many other messages too. */
export const looseAssertion = () => assertion;

/** Wordings that mean the same in every language; tried after a language's own. */
export const everyLanguage: readonly CauseRule[] = [
  [
    /\bnot (?:yet )?implemented\b|\bunimplemented\b|\bNotImplemented(?:Error|Exception)?\b/i,
    () => notImplemented,
  ],
  [/\btimed[ -]?out\b|\btime-?out (?:of|exceeded)/i, () => timeout],
  [
    /\bSegmentation fault\b|\bSIG(?:SEGV|ABRT|KILL|BUS|ILL|FPE)\b|\bout of memory\b|\bcore dumped\b/i,
    () => crash,
  ],
  [/\bassert(?:ion)?\w*\b|\bexpect(?:ed|ation)?\b/i, looseAssertion],
  [
    /No such file or directory|Permission denied|Connection refused|Address already in use/i,
    () => setupError,
  ],
];
