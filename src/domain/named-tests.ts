/** What test frameworks put into a template of names: %s, %i, $value, ${value}, {value}. */
const HOLE = /%[a-z#]|\$\{[^{}]*\}|\$[\w.]+|\{[^{}]*\}/giu;

/** Where a runner's id goes from a file or a suite to what is in it. */
const SEPARATOR = /(?<!\s)\s+[>›/]\s+|::/u;

/** `Suite.test`, `Suite#test`: a separator only between identifiers, never in a title or a file's name. */
const DOTTED = /^[a-z_$][\w$]*(?:[.#][a-z_$][\w$]*)+$/iu;
const FILE = /\.(?:[cm]?[jt]sx?|py|rb|php|rs|go|java|kt|exs?|sh|bats|lua|pl|t)$/u;

/** Runners of specs join suites and titles by spaces; a tail this long is a title, a shorter one may be chance. */
const FEWEST_WORDS = 3;

/**
 * The ids of the tests that a writer means by a name, exactly: the id itself, else those whose last
 * segments are the name, with suites joined in any of the ways runners join them and with or without
 * their parameters. A template means all that it gives. A part of a name means nothing: a claim that
 * fits by chance would prove a criterion that no test covers (S0-15).
 */
export function testsNamed(name: string, ids: readonly string[]): readonly string[] {
  if (ids.includes(name)) return [name];
  const wanted = joined(name);
  if (wanted === "") return [];
  const exact = ids.filter((id) => namesOf(id).has(wanted));
  if (exact.length > 0) return exact;
  const inside = ids.filter((id) => suitesOf(id).has(wanted));
  if (inside.length > 0) return inside;
  const template = templateOf(wanted);
  if (template !== null) {
    return ids.filter((id) => [...namesOf(id)].some((one) => template.test(one)));
  }
  if (wanted.split(" ").length < FEWEST_WORDS) return [];
  return ids.filter((id) => joined(id).endsWith(` ${wanted}`));
}

/** Every name by which a test may be called: its last segment, its last two, and so on. */
function namesOf(id: string): ReadonlySet<string> {
  const forms = [segmentsOf(id), segmentsOf(withoutParameters(id))];
  return new Set(forms.flatMap((parts) => parts.map((_, at) => parts.slice(at).join(" "))));
}

/** What a test stands in and that has a title of its own, as where each assertion is told by itself (tape). */
function suitesOf(id: string): ReadonlySet<string> {
  const parts = segmentsOf(id);
  const heads = parts.slice(0, -1).map((_, at) => parts.slice(0, at + 1));
  const named = heads.filter((head) => (head.at(-1) ?? "").split(" ").length >= FEWEST_WORDS);
  return new Set(named.flatMap((head) => head.map((_, at) => head.slice(at).join(" "))));
}

function joined(name: string): string {
  return segmentsOf(name).join(" ");
}

function segmentsOf(id: string): readonly string[] {
  const parts = id.split(SEPARATOR).flatMap((part) => innerSegments(part.trim()));
  return parts.map(bare).filter((part) => part !== "");
}

/**
 * Paths and subtests (`TestAdd/zero`) have no spaces; a title with a slash or a dot in it stays whole.
 * Before a title may stand the path of its project (`packages/web/takes the tax off`).
 */
function innerSegments(part: string): readonly string[] {
  const project = /^(?:[\w@.-]+\/)+(?=\S)/u.exec(part)?.[0] ?? "";
  if (/\s/u.test(part)) {
    const title = part.slice(project.length).split(/(?<=^[\w$.:]{1,300})#/u);
    return [...project.split("/"), ...title].filter((one) => one !== "");
  }
  return part.split("/").flatMap((one) => (isDotted(one) ? one.split(/[.#]/u) : [one]));
}

function isDotted(part: string): boolean {
  return DOTTED.test(part) && !FILE.test(part);
}

/** One blank between words, and none of what a runner puts before a title: `test `, `test_0001_`. */
function bare(segment: string): string {
  return segment
    .replaceAll(/\s+/gu, " ")
    .replace(/^test (?=\S)/u, "")
    .replace(/^test_\d{4}_/u, "");
}

/** `test_x[1-2]`, `testX(int)[1]`, `testX with data set "a"`, `x::case_1`: the parameters' marks. */
function withoutParameters(id: string): string {
  return id
    .replace(/ with data set (?:#\d+|".*").*$/su, "")
    .replace(/::case_\d+\w*$/u, "")
    .replace(/(?<=[\w$)])\[[^\n]*\]$/u, "")
    .replace(/(?<=[\w$])\([^()\s]*\)$/u, "");
}

/** Null for a name without holes, and for one that is nothing but holes and marks. */
function templateOf(name: string): RegExp | null {
  const parts = name.split(HOLE);
  if (parts.length === 1 || !parts.some((part) => /[\p{L}\p{N}]/u.test(part))) return null;
  const literal = parts.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, "\\$&"));
  return new RegExp(`^${literal.join(".{0,500}?")}$`, "su");
}
