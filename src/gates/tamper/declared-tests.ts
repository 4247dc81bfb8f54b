const DECLARATIONS: readonly RegExp[] = [
  /^[^\S\n]*(?:test|it)(?:[.](?:only|concurrent|sequential))*\s*\(/gm,
  /^[^\S\n]*(?:test|it)[.]each\b/gm,
  /^[^\S\n]*(?:async\s+)?def\s+test_?\w*\s*\(/gm,
  /^[^\S\n]*func\s+Test\w+\s*\(/gm,
  /^[^\S\n]*#\[(?:\w+::)?test\]/gm,
  /^[^\S\n]*@(?:Test|ParameterizedTest)\b/gm,
];

/**
 * How many tests a file declares, read off its text: a lower bound for a file that could not be
 * loaded yet. A table of cases counts as one.
 */
export function countDeclaredTests(text: string): number {
  return DECLARATIONS.reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0);
}
