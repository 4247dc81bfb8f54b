import type { WriterAnswer } from "../../domain/answers.ts";
import type { RedVerdict } from "../../domain/red-verdict.ts";

/**
 * What a scaffolder is told to make: the names that the run stumbled over first, then those that the
 * writer declared besides. A run names only what it came to: one missing module hides all that is in it.
 * A declared name stands for the expressions that failed: `Queue.idle` for `queue.idle` and `idle`.
 */
export function namesToStub(
  missing: RedVerdict["missing"],
  declared: WriterAnswer["promised"],
): string[] {
  const told = [
    ...declared.modules.map((name) => ({ target: "module", name }) as const),
    ...declared.symbols.map((name) => ({ target: "symbol", name }) as const),
  ];
  const seen = missing
    .map((one) => told.find((other) => isSame(one, other)) ?? one)
    .filter((one, at, all) => all.findIndex((other) => isSame(one, other)) === at);
  const more = told.filter((one) => !seen.some((other) => isSame(one, other)));
  return [
    ...seen.map(({ target, name }) => `${target} ${name}`),
    ...more.map(({ target, name }) => `${target} ${name} (the tests use it, as their writer says)`),
  ];
}

type Missing = RedVerdict["missing"][number];

/** `list.prepend` and `BufferList.prototype.prepend` name one function; `./slug` and `src/slug.js` one module. */
function isSame(one: Missing, other: Missing): boolean {
  return one.target === other.target && lastWord(one) === lastWord(other);
}

function lastWord({ target, name }: Missing): string {
  const bare = target === "module" ? name.replace(/\.(?:[cm]?[jt]sx?|py|rb|php)$/, "") : name;
  return (
    bare
      .replace(/\(.*$/, "")
      .split(/[./\\:#]+/)
      .filter(Boolean)
      .at(-1) ?? ""
  );
}
