import { nearestWord } from "../nearest-word.ts";
import type { SpecNote } from "./loop-spec.ts";
import { retiredFields, specAliases, specFields, stepAliases, stepFields } from "./spec-input.ts";

type Fields = Record<string, unknown>;

/** A spec's fields under the names that count now, with notes on the others (S1-23). */
export interface Renamed {
  readonly data: unknown;
  readonly notes: readonly SpecNote[];
}

/** Old names replaced, unknown ones named with a suggestion and left out. What is empty is absent. */
export function withKnownFields(data: unknown): Renamed {
  if (!isFields(data)) return { data, notes: [] };
  const notes: SpecNote[] = [];
  const spec = renamed(data, { aliases: specAliases, known: specFields, place: "" }, notes);
  const { steps } = spec;
  if (!Array.isArray(steps)) return { data: spec, notes };
  const known = steps.map((step: unknown, i) =>
    isFields(step)
      ? renamed(step, { aliases: stepAliases, known: stepFields, place: `steps[${i}].` }, notes)
      : step,
  );
  return { data: { ...spec, steps: known }, notes };
}

interface Names {
  readonly aliases: Readonly<Record<string, string>>;
  readonly known: readonly string[];
  readonly place: string;
}

function renamed(data: Fields, names: Names, notes: SpecNote[]): Fields {
  const out: Fields = {};
  for (const [key, value] of Object.entries(data)) {
    if (value === null) continue;
    const current = currentName(key, names);
    const text = noteOn(key, current, data, names);
    if (text !== null) notes.push({ place: `${names.place}${key}`, text });
    const isBeaten = key !== current && (isGiven(data, current) || Object.hasOwn(out, current));
    if (names.known.includes(current) && !isBeaten) out[current] = value;
  }
  return out;
}

function currentName(key: string, { aliases }: Names): string {
  return Object.hasOwn(aliases, key) ? (aliases[key] ?? key) : key;
}

function isGiven(data: Fields, key: string): boolean {
  return Object.hasOwn(data, key) && data[key] !== null;
}

function noteOn(key: string, current: string, data: Fields, names: Names): string | null {
  if (key === "$schema") return null;
  if (key !== current) {
    return isGiven(data, current)
      ? `is the old name of ${current}, which is there as well and counts`
      : `is the old name of ${current}; it still works`;
  }
  if (names.known.includes(key)) return null;
  const retired = Object.hasOwn(retiredFields, key) ? retiredFields[key] : undefined;
  if (retired !== undefined && names.place === "") return retired;
  const near = nearestWord(key, [...names.known, ...Object.keys(names.aliases)]);
  const hint =
    near === null ? `. The fields are: ${names.known.join(", ")}` : `. Did you mean "${near}"?`;
  return `is not a field and is ignored${hint}`;
}

function isFields(data: unknown): data is Fields {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}
