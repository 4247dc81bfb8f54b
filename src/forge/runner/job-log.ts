import type { Annotation } from "../world.ts";

/** A job's log: masks applied before a line is kept, workflow commands obeyed (facts 39, 40). */
export interface JobLog {
  /** Takes raw output; lines are complete only at their newline. */
  write(chunk: string): void;
  /** Ends a step: an unfinished line is kept, and commands work again. */
  endStep(): void;
  /** A line of the runner's own. */
  say(line: string): void;
  mask(value: string): void;
  text(): string;
  annotations(): readonly Annotation[];
}

const maxLog = 20 * 1024 * 1024;
const maxLine = 1024 * 1024;
const levels: Readonly<Record<string, string>> = {
  error: "failure",
  warning: "warning",
  notice: "notice",
};

function unescapeData(text: string): string {
  return text.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%");
}

function unescapeProperty(text: string): string {
  return unescapeData(text.replaceAll("%3A", ":").replaceAll("%2C", ","));
}

function properties(text: string): Record<string, string> {
  const pairs = text.split(",").map((pair) => pair.trim().split(/=(.*)/s));
  return Object.fromEntries(pairs.map(([key = "", value = ""]) => [key, unescapeProperty(value)]));
}

function annotationOf(level: string, given: Record<string, string>, message: string): Annotation {
  const line = Number(given["line"]) || 1;
  return {
    path: given["file"] ?? ".github",
    start_line: line,
    end_line: Number(given["endLine"]) || line,
    start_column: Number(given["col"]) || null,
    end_column: Number(given["endColumn"]) || null,
    annotation_level: level,
    message,
    title: given["title"] ?? null,
    raw_details: null,
  };
}

/** Kept lines with every mask applied; what does not fit is left out. */
class MaskedLines {
  readonly #masks = new Set<string>();
  readonly #lines: string[] = [];
  #size = 0;

  mask(value: string): void {
    for (const part of value.split(/\r?\n/)) if (part !== "") this.#masks.add(part);
  }

  hide(text: string): string {
    let hidden = text;
    for (const value of this.#masks) hidden = hidden.replaceAll(value, "***");
    return hidden;
  }

  keep(text: string): void {
    if (this.#size > maxLog) return;
    const hidden = this.hide(text);
    this.#size += hidden.length + 1;
    this.#lines.push(hidden);
  }

  text(): string {
    return this.#lines.join("\n");
  }
}

interface Command {
  readonly name: string;
  readonly given: string;
  readonly data: string;
}

function readCommand(raw: string): Command | null {
  const found = /^\s*::([a-zA-Z-]+)(?: ((?:[^:]|:(?!:))*))?::(.*)$/s.exec(raw);
  return found && { name: found[1] ?? "", given: found[2] ?? "", data: found[3] ?? "" };
}

function shownCommand({ name, given, data }: Command): string {
  if (name === "add-mask") return "::add-mask::***";
  if (name in levels) return `##[${name}]${unescapeData(data)}`;
  return given === "" ? `::${name}::${data}` : `::${name} ${given}::${data}`;
}

export function createJobLog(): JobLog {
  const kept = new MaskedLines();
  const annotations: Annotation[] = [];
  let rest = "";
  let stoppedBy: string | null = null;

  function obey(command: Command): void {
    const message = unescapeData(command.data);
    const level = levels[command.name];
    if (command.name === "add-mask") kept.mask(message);
    if (command.name === "stop-commands") stoppedBy = command.data;
    if (level) annotations.push(annotationOf(level, properties(command.given), kept.hide(message)));
    kept.keep(shownCommand(command));
  }
  function take(raw: string): void {
    if (stoppedBy !== null && raw.trim() === `::${stoppedBy}::`) stoppedBy = null;
    const command = stoppedBy === null ? readCommand(raw) : null;
    if (command) obey(command);
    else kept.keep(raw);
  }
  return {
    write(chunk) {
      const parts = (rest + chunk).split("\n");
      rest = (parts.pop() ?? "").slice(0, maxLine);
      for (const part of parts) take(part.replace(/\r$/, ""));
    },
    endStep() {
      if (rest !== "") take(rest);
      rest = "";
      stoppedBy = null;
    },
    say: (line) => kept.keep(line),
    mask: (value) => kept.mask(value),
    text: () => kept.text(),
    annotations: () => annotations,
  };
}
