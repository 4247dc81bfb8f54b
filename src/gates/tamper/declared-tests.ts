const DECLARATIONS: readonly RegExp[] = [
  /^\s*(?:test|it)(?:[.](?:only|concurrent|sequential))*\s*\(/gm,
  /^\s*(?:test|it)[.]each\b/gm,
  /^\s*(?:async\s+)?def\s+test_?\w*\s*\(/gm,
  /^\s*func\s+Test\w+\s*\(/gm,
  /^\s*#\[(?:\w+::)?test\]/gm,
  /^\s*@(?:Test|ParameterizedTest)\b/gm,
];

/**
 * How many tests a file declares, read off its text: a lower bound for a file that could not be
 * loaded yet. A table of cases counts as one.
 */
export function countDeclaredTests(text: string): number {
  return DECLARATIONS.reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0);
}
