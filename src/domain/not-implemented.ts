/** The ways in which languages and people say that code is still to be written. */
export const NOT_IMPLEMENTED =
  /\bnot[\s_-]?(?:yet[\s_-]?)?implemented\b|NotImplemented|\bunimplemented\b|\btodo!\s*[([]|\bUnsupportedOperationException\b/i;

/** Whether a line, or any text, says that something is not implemented. */
export function saysNotImplemented(text: string): boolean {
  return NOT_IMPLEMENTED.test(text);
}
