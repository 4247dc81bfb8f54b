import type { FailureCause } from "../../../domain/test-run.ts";
import type { CauseRule, Phase } from "../framework.ts";
import { withinLimits } from "../within-limits.ts";
import { assertion, setupError, timeout } from "./causes.ts";
import { everyLanguage, looseAssertion } from "./every-language.ts";

/** Longer failure texts are read at both ends: the error is at one, the stack in between. */
const READ_AT_MOST = 40_000;

/**
 * Why a test failed, read off its failure text. What happens in a hook is the set-up's fault, unless
 * it names something that does not exist yet: the judge knows what was promised.
 */
export function causeOf(text: string, phase: Phase, rules: readonly CauseRule[]): FailureCause {
  const read = shortened(text);
  const found = matchIn(read, [...rules, ...wordsOf(phase)]);
  const inCode = phase === "test" && thrownByCode(read);
  if (found === null) return inCode ? assertion : setupError;
  if (inCode && isMissingSymbol(found)) return assertion;
  return phase === "hook" ? causeInHook(found) : found;
}

/**
 * Before any test ran, "expected" is a parser's word, and an excerpt of the test's own code may say
 * "assert": only what a language's own rules know counts there.
 */
function wordsOf(phase: Phase): readonly CauseRule[] {
  return phase === "load"
    ? everyLanguage.filter(([, cause]) => cause !== looseAssertion)
    : everyLanguage;
}

/** A path and a line. It begins where no path can go on, so that a long word is gone over once. */
const FRAME =
  /(?<![\w@~.+/-])(?:file:\/\/)?([\w@~.+/-]+\.(?:[cm]?[jt]sx?|py|rb|php|exs?|lua|p[lm]|go|rs|java|kt)):\d+/g;
/** Python prints the innermost frame last. */
const PYTHON_FRAME = /^[^\S\n]*File "([^"\n]+)", line \d+/gm;
const OF_RUNNER =
  /node_modules\/|node:|^\/(?:usr|lib)\/|\/lib\/(?:python|ruby|node)|\/(?:gems|site-packages|dist-packages)\//;
const OF_TEST =
  /(?:^|\/)(?:tests?|specs?|__tests__|t)\/|(?:[._-]|^)(?:test|spec)s?[._]|Tests?\.(?:java|kt|php)$|_test\./;

/**
 * An exception that no rule knows, thrown by the code under test: the behaviour the test asks for is
 * not there. Thrown by the test itself it is the test's own mistake.
 */
function thrownByCode(text: string): boolean {
  const python = [...text.matchAll(PYTHON_FRAME)].map((match) => match[1] ?? "").reverse();
  const frames =
    python.length > 0 ? python : [...text.matchAll(FRAME)].map((match) => match[1] ?? "");
  const innermost = frames.find((path) => !OF_RUNNER.test(path));
  return innermost !== undefined && !OF_TEST.test(innermost);
}

/**
 * `Cannot read properties of undefined` inside the code under test names what that code stumbled
 * over, not a name that the test is waiting for: the behaviour is there, and it is wrong.
 */
function isMissingSymbol(cause: FailureCause): boolean {
  return cause.kind === "missing_target" && cause.target === "symbol";
}

/** Null when no rule knows the wording. */
export function firstMatch(text: string, rules: readonly CauseRule[]): FailureCause | null {
  return matchIn(shortened(text), rules);
}

function matchIn(text: string, rules: readonly CauseRule[]): FailureCause | null {
  for (const [pattern, cause] of rules) {
    const match = pattern.exec(text);
    if (match !== null) return cause(match);
  }
  return null;
}

function causeInHook(cause: FailureCause): FailureCause {
  const stays = [
    "missing_target",
    "not_implemented",
    "crash",
    "dependency_missing",
    "syntax_error",
  ];
  if (cause.kind === "timeout") return timeout;
  return stays.includes(cause.kind) ? cause : setupError;
}

function shortened(text: string): string {
  if (text.length <= READ_AT_MOST) return withinLimits(text);
  return withinLimits(`${text.slice(0, READ_AT_MOST / 2)}\n${text.slice(-READ_AT_MOST / 2)}`);
}
