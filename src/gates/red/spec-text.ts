import type { Verdict } from "../../domain/verdict.ts";

/**
 * Words about how, not what (S4-18). A tester's description of a behaviour goes to nobody who implements it,
 * but it shows how the test was thought: one that was written for a certain code is coupled to it.
 */
const SPEAKS_OF_CODE: readonly RegExp[] = [
  /\bimplement(?:ed|ing|s)?\b[^.]{0,40}\b(?:by|with|using|via|through|as)\b/i,
  /\b(?:uses?|using|via|through|with)\b(?:\s+(?:a|an|the))?\s+(?:[\w-]+\s+){0,2}?(?:loop|recursion|reduce|fold|map-reduce|regex|regular expression|hash ?map|dictionary|switch|if-else|mutex|memoi[sz]ation|cache|helper|private|internal)\b/i,
  /\b(?:loops?|iterates?|recurses?)\s+(?:over|through|across)\b/i,
  /\b(?:call|invoke|delegate)s?\s+(?:to\s+)?(?:an?\s+|the\s+)?(?:internal|private|helper)\b/i,
  /\b(?:should|must|can|could)\s+be\s+(?:implemented|coded|refactored|extracted)\b/i,
  /\b(?:add|create|introduce|extract|write)s?\s+(?:an?\s+)?(?:\w+\s+)?(?:helper|private method|private function|branch|loop|field|local variable)\b/i,
];

/**
 * Whether a description of what tests demand keeps to behaviour: no code, no name that is not promised, no
 * word of how it is to be done. The sentence is quoted, so that it can be said in another way.
 * @param known texts whose names anybody may use: the issue, listed paths, names that the tests need
 */
export function judgeSpecText(text: string, known: readonly string[]): Verdict {
  if (/^\s*(?:```|~~~)/m.test(text)) return contaminated("It holds a block of code.", text);
  for (const sentence of sentencesOf(text)) {
    if (SPEAKS_OF_CODE.some((pattern) => pattern.test(sentence)))
      return contaminated("It says how the behaviour is to be implemented.", sentence);
    const alien = codeNames(sentence).find((name) => !isKnown(name, known));
    if (alien !== undefined)
      return contaminated(`It names \`${alien}\`, which nobody has promised.`, sentence);
  }
  return { kind: "pass" };
}

function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?;])\s+|\n+/).filter((sentence) => sentence.trim() !== "");
}

/** Identifiers that are written as code, and calls. A quoted value is none. */
function codeNames(sentence: string): readonly string[] {
  const spans = [...sentence.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
  const called = [...sentence.matchAll(/\b([A-Za-z_]\w*)\(/g)].map(([, name = ""]) => name);
  const names = spans.flatMap((code) =>
    [...code.replaceAll(/"[^"]*"|'[^']*'/g, "").matchAll(/[A-Za-z_$][\w$]*/g)].map(
      ([name]) => name,
    ),
  );
  return [...names, ...called].filter(
    (name) => /[A-Z_]|^\w{3,}$/.test(name) && !LITERALS.has(name),
  );
}

const LITERALS: ReadonlySet<string> = new Set(
  "true false null None True False undefined NaN Infinity Error TypeError RangeError ValueError KeyError IndexError Exception Array Object String Number Map Set Promise Date".split(
    " ",
  ),
);

function isKnown(name: string, known: readonly string[]): boolean {
  return known.some((text) => text.includes(name));
}

function contaminated(why: string, quoted: string): Verdict {
  return {
    kind: "fail",
    gate: "spec-text",
    code: "SPEC_CONTAMINATED",
    reason: `The description of what the tests demand is not of behaviour alone. ${why} It says: "${quoted.trim().slice(0, 300)}"`,
    fix: "Say what is observed at the seam, with input and result, and nothing of how it comes about. If the test itself is bound to that, write it anew.",
    paths: [],
  };
}
