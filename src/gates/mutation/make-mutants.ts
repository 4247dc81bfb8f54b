import { codeOf, lineAt } from "../red/test-bodies.ts";

/** A file with one small change that a test should notice. */
export interface Mutant {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly from: string;
  readonly to: string;
  /** The whole file. */
  readonly text: string;
}

interface MutationRule {
  /** Found in code without comments and without what its strings hold. */
  readonly pattern: RegExp;
  /** @returns null where this one is to be left alone */
  readonly to: (found: string, path: string) => string | null;
}

const swaps: Readonly<Record<string, string>> = {
  ...{ "<": "<=", "<=": "<", ">": ">=", ">=": ">" },
  ...{ "===": "!==", "!==": "===", "==": "!=", "!=": "==" },
  ...{ "&&": "||", "||": "&&", and: "or", or: "and" },
  ...{ "+": "-", "-": "+", "*": "+" },
  ...{ true: "false", false: "true", True: "False", False: "True" },
};
const swap = (found: string): string | null => swaps[found] ?? null;

/** Operators stand between blanks, as formatters write them: so generics, arrows and signs are none. */
const rules: readonly MutationRule[] = [
  { pattern: /(?<=[\w)\]"'`] )(?:<=|>=|<|>)(?= [\w("'`-])/g, to: swap },
  { pattern: /(?<=\s)(?:===|!==|==|!=)(?=\s)/g, to: swap },
  { pattern: /(?<=\s)(?:&&|\|\|)(?=\s)/g, to: swap },
  {
    pattern: /(?<=[\w)\]"'] )(?:and|or)(?= [\w(])/g,
    to: (found, path) => (/[.](?:py|rb|lua|exs?)$/.test(path) ? swap(found) : null),
  },
  { pattern: /(?<=[\w)\]"'`] )[+*-](?= [\w("'`])/g, to: swap },
  { pattern: /\b(?:true|false|True|False)\b/g, to: swap },
  { pattern: /(?<![\w.$#"'`-])\d{1,9}(?![\w.])/g, to: (found) => String(Number(found) + 1) },
  { pattern: /(?<=\breturn )[^;\n]+?(?=;?[ \t]*$)/gm, to: nothingInstead },
];

/** What says nothing of what the code does: declarations of types, imports, annotations. */
const IDLE =
  /^\s*(?:import|export\s+(?:type|interface|\*|\{)|type|interface|declare|from|use|using|package|namespace|require)\b|^\s*[@#]/;

/**
 * Small changes to those lines of a file, at most one of a kind a line: a comparison, an operator or a constant
 * is another, or nothing is returned (S4-28). The same text gives the same changes.
 * @param lines numbers of the lines that may change, from 1
 */
export function makeMutants(path: string, text: string, lines: ReadonlySet<number>): Mutant[] {
  const code = codeOf(path, text);
  const whole = text.split("\n");
  const found: Mutant[] = [];
  for (const { pattern, to } of rules) {
    const done = new Set<number>();
    for (const match of code.matchAll(pattern)) {
      const line = lineAt(code, match.index);
      const [from] = match;
      const instead = to(from, path);
      const isIdle = done.has(line) || !lines.has(line) || IDLE.test(whole[line - 1] ?? "");
      if (isIdle || instead === null) continue;
      const end = match.index + from.length;
      const changed = `${text.slice(0, match.index)}${instead}${text.slice(end)}`;
      done.add(line);
      found.push({
        path,
        line,
        from: text.slice(match.index, end),
        to: instead,
        text: changed,
      });
    }
  }
  return found.sort((a, b) => a.line - b.line);
}

/** So many of them, spread evenly: the first, the last, and what lies between. */
export function chooseMutants(all: readonly Mutant[], count: number): readonly Mutant[] {
  if (all.length <= count) return all;
  const step = (all.length - 1) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, i) => all[Math.round(i * step)]).flatMap(
    (one) => one ?? [],
  );
}

const nothings: readonly (readonly [RegExp, string])[] = [
  [/[.][cm]?[jt]sx?$/, "undefined"],
  [/[.]py$/, "None"],
  [/[.](?:rb|lua|exs?)$/, "nil"],
  [/[.]php$/, "null"],
];

/** Only where the whole value stands on its line, and where a function may return nothing. */
function nothingInstead(value: string, path: string): string | null {
  const nothing = nothings.find(([ending]) => ending.test(path))?.[1];
  if (nothing === undefined || nothing === value.trim()) return null;
  return isBalanced(value) && !/[,+\-*/&|?:=([{]\s*$/.test(value) ? nothing : null;
}

function isBalanced(code: string): boolean {
  let depth = 0;
  for (const sign of code) {
    if ("([{".includes(sign)) depth += 1;
    if (")]}".includes(sign)) depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
