import { ConfigError } from "./config.ts";

/** What `.tdd-pair.md` may set: mechanics only; style belongs into the repository's own guidance (S4-33). */
export interface CycleSettings {
  readonly reviewWhen: "auto" | "end" | "first_cycle" | "every_cycle" | null;
  /** Null where it is not set, or set to what is no positive whole number. */
  readonly maxCycles: number | null;
  /** Models by role. */
  readonly models: Readonly<Partial<Record<"writer" | "implementer" | "reviewer", string>>>;
  readonly notes: readonly string[];
  /** What could not be taken as it stands, for the person. */
  readonly complaints: readonly string[];
}

export const cycleSettingsFile = ".tdd-pair.md";
const USUAL_CYCLES = 6;

interface Given {
  readonly keys: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

/**
 * The person's own file and the repository's: the repository's wins key by key, NOTES of both count (S4-12).
 * @throws ConfigError for notes that contradict each other, an unknown REVIEW, or a command in place of an agent
 */
export function readCycleSettings(own: string | null, ofRepository: string | null): CycleSettings {
  const [mine, theirs] = [given(own ?? ""), given(ofRepository ?? "")];
  const keys = new Map([...mine.keys, ...theirs.keys]);
  const notes = [...new Set([...mine.notes, ...theirs.notes])];
  refuseConflict(notes);
  const limit = keys.get("MAX_CYCLES");
  const maxCycles = limit !== undefined && /^[1-9]\d{0,3}$/.test(limit) ? Number(limit) : null;
  const isInvalid = limit !== undefined && maxCycles === null;
  return {
    reviewWhen: reviewOf(keys.get("REVIEW")),
    maxCycles: isInvalid ? USUAL_CYCLES : maxCycles,
    models: modelsOf(keys),
    notes,
    complaints: isInvalid
      ? [
          `MAX_CYCLES in ${cycleSettingsFile} is ${JSON.stringify(limit)}, which is no positive whole number: ${USUAL_CYCLES} counts.`,
        ]
      : [],
  };
}

const KEY = /^\s*(?:[-*]\s+)?`?([A-Z][A-Z_]+)`?\s*:\s*(.*)$/;

/** `KEY: value  # remark`, one a line; what follows NOTES is part of it until the next key. */
function given(text: string): Given {
  const keys = new Map<string, string>();
  const notes: string[] = [];
  let at = "";
  for (const line of text.split("\n")) {
    const { key, value } = read(line) ?? { key: at, value: at === "NOTES" ? noteIn(line) : "" };
    at = key;
    if (!isSet(value)) continue;
    if (key === "NOTES") notes.push(bare(value));
    else keys.set(key, value);
  }
  return { keys, notes };
}

function read(line: string): { readonly key: string; readonly value: string } | null {
  const [, key, rest = ""] = KEY.exec(line) ?? [];
  return key === undefined ? null : { key, value: rest.replace(/(^|\s)#.*$/, "").trim() };
}

/** Headings and fences of the document around it are no notes. */
function noteIn(line: string): string {
  return /^\s*(```|#)/.test(line) ? "" : line.trim();
}

/** `<delegation target …>` stands in the example where nothing is set. */
function isSet(value: string): boolean {
  return value !== "" && !/^<.*>$/.test(value);
}

function bare(line: string): string {
  return line.replace(/^\s*[-*]\s+/, "").trim();
}

function reviewOf(value: string | undefined): CycleSettings["reviewWhen"] {
  if (value === undefined) return null;
  const named = value.toLowerCase().replaceAll("-", "_");
  const known = (["auto", "end", "first_cycle", "every_cycle"] as const).find((n) => n === named);
  if (known !== undefined) return known;
  throw new ConfigError(
    `REVIEW in ${cycleSettingsFile} is ${JSON.stringify(value)}. It is one of auto, end, first-cycle, every-cycle.`,
  );
}

/** A reviewer is an agent: REVIEWER names one as REVIEWER_AGENT does, and "tester" is the one there is. */
function modelsOf(keys: ReadonlyMap<string, string>): CycleSettings["models"] {
  const named = (key: string) => modelOf(key, keys.get(key));
  const reviewer = keys.get("REVIEWER")?.toLowerCase() === "tester" ? null : named("REVIEWER");
  const models = {
    writer: named("TESTER_AGENT"),
    implementer: named("IMPLEMENTER_AGENT"),
    reviewer: named("REVIEWER_AGENT") ?? reviewer,
  };
  return Object.fromEntries(Object.entries(models).filter(([, model]) => model !== null));
}

/** The file of a repository is not trusted: it can name a model, and never a command (S4-25). */
function modelOf(key: string, value: string | undefined): string | null {
  if (value === undefined) return null;
  if (/^[A-Za-z0-9][\w.:@-]{0,99}$/.test(value)) return value;
  throw new ConfigError(
    `${key} in ${cycleSettingsFile} is ${JSON.stringify(value)}. It names a model; a command or a pipeline is no reviewer. Agents with commands are set under "agents" in .github/tdd-loop.yml.`,
  );
}

/** @throws ConfigError when one note says what another one forbids */
function refuseConflict(notes: readonly string[]): void {
  const seen = new Map<string, { isDenied: boolean; note: string }>();
  for (const note of notes) {
    const { core, isDenied } = polarityOf(note);
    const other = seen.get(core);
    if (other !== undefined && other.isDenied !== isDenied)
      throw new ConfigError(
        `Two NOTES of ${cycleSettingsFile} contradict each other: ${JSON.stringify(other.note)} and ${JSON.stringify(note)}. Which one counts? Take the other out.`,
      );
    seen.set(core, { isDenied, note });
  }
}

const DENIES = /\b(?:never|not|no|don't|avoid|without)\b/g;

function polarityOf(note: string): { readonly core: string; readonly isDenied: boolean } {
  const plain = note.toLowerCase().replaceAll("’", "'");
  const words = plain
    .replaceAll(DENIES, " ")
    .replaceAll(/\b(?:always|do|must|should|please)\b/g, " ");
  const core = words.replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim();
  return { core, isDenied: plain.match(DENIES) !== null };
}
