/** How the tests of a language are written, as far as it takes to see that one proves nothing. */
export interface Dialect {
  readonly files: RegExp;
  /** Comments and strings. */
  readonly noise: RegExp;
  /** Everything up to the body, in code without noise. */
  readonly head: RegExp;
  /** How a body ends: by its brace, or by a line of this word that is no deeper than the head. */
  readonly ends: "}" | "end";
  /** Words of a head or body that may assert, helpers of the repository's own included; null where every command does. */
  readonly asserts: RegExp | null;
  /** What may be a call of a helper of the test's own class, or of one that it inherits from. */
  readonly helper: RegExp;
  /** A head of a test that has such helpers, where a call does not tell. */
  readonly fixture?: RegExp;
  /** What cannot pass. */
  readonly fails: RegExp;
  /** What cannot fail. */
  readonly holds: RegExp;
  /** Calls that compare two of their arguments, up to the parenthesis, or the space, before the first. */
  readonly compares: RegExp;
  /** Calls with one condition. */
  readonly conditions: RegExp;
  /** `expect(a)` and its kin, and what follows before `b`. */
  readonly subject: RegExp | null;
  readonly matcher: RegExp | null;
  /** What stands between two sides of a condition. */
  readonly equal: "==" | "=";
  /** Arguments before the two that are compared, such as Go's `t`. */
  readonly before: number;
}

/** Matches nothing. */
export const none = /(?!)/g;

/** Comments, strings and characters of C and its kin; a lifetime is no character. */
export const C_NOISE =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\[^\n]{1,8}|[^'\\\n])'/g;

/** A method that is called on nothing, in languages where it is then the class's own. */
export const OWN_CALL =
  /(?<![\w.>:$@)])(?!(?:if|for|foreach|while|switch|catch|using|lock|return|synchronized|when|typeof|nameof)\b)[A-Za-z_]\w*\s*\(/;
/** Where no helper can stand that the file itself does not show. */
export const noHelper = /(?!)/;
