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

export function createJobLog(): JobLog {
  const masks = new Set<string>();
  const lines: string[] = [];
  const annotations: Annotation[] = [];
  let size = 0;
  let rest = "";
  let stoppedBy: string | null = null;

  function hide(line: string): string {
    let hidden = line;
    for (const value of masks) hidden = hidden.replaceAll(value, "***");
    return hidden;
  }
  function keep(line: string): void {
    if (size > maxLog) return;
    const hidden = hide(line);
    size += hidden.length + 1;
    lines.push(hidden);
  }
  function addMask(value: string): void {
    for (const line of value.split(/\r?\n/)) if (line.length > 0) masks.add(line);
    if (value.includes("\n")) masks.add(value);
  }
  function obey(name: string, given: string, data: string): void {
    if (name === "add-mask") addMask(unescapeData(data));
    else if (name === "stop-commands") stoppedBy = data;
    const level = levels[name];
    if (level) annotations.push(annotationOf(level, properties(given), hide(unescapeData(data))));
    if (name === "add-mask") keep("::add-mask::***");
    else
      keep(
        level ? `##[${name}]${unescapeData(data)}` : `::${name}${given && ` ${given}`}::${data}`,
      );
  }
  function line(raw: string): void {
    const command = /^\s*::([a-zA-Z-]+)(?: ([^:]*(?::(?!:)[^:]*)*))?::(.*)$/s.exec(raw);
    if (stoppedBy !== null) {
      if (raw.trim() === `::${stoppedBy}::`) stoppedBy = null;
      keep(raw);
    } else if (command) obey(command[1] ?? "", command[2] ?? "", command[3] ?? "");
    else keep(raw);
  }
  return {
    write(chunk) {
      const parts = (rest + chunk).split("\n");
      rest = parts.pop() ?? "";
      for (const part of parts) line(part.replace(/\r$/, ""));
    },
    endStep() {
      if (rest !== "") line(rest);
      rest = "";
      stoppedBy = null;
    },
    say: keep,
    mask: addMask,
    text: () => lines.join("\n"),
    annotations: () => annotations,
  };
}
