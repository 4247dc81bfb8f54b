import type { Feed, Inspection } from "./inspection.ts";
import { plainFeed } from "./inspection.ts";
import { HIDDEN, UNKNOWN } from "./words.ts";

const valued = new Set(
  "-a -d -E -I -L -n -P -s --arg-file --delimiter --max-args --max-lines --max-procs".split(" "),
);

/** `xargs`: what comes in is put behind the program's words, or where the mark of `-I` stands. */
export function judgeXargs(args: readonly string[], feed: Feed, look: Inspection): void {
  const start = programAt(args);
  const words = args.slice(start);
  if (words.length === 0) return;
  const mark = markIn(args.slice(0, start));
  const isWhole = args.slice(0, start).some((option) => /^(-0|--null|-d|--delimiter)/.test(option));
  const coming = isWhole && feed.kind === "text" ? [feed.text] : fedWords(feed);
  look.argv(
    mark === null
      ? [...words, ...coming]
      : words.map((word) => word.replaceAll(mark, coming.join(" "))),
    plainFeed,
  );
}

function programAt(args: readonly string[]): number {
  let at = 0;
  while ((args[at] ?? "").startsWith("-")) at += valued.has(args[at] ?? "") ? 2 : 1;
  return at;
}

function markIn(options: readonly string[]): string | null {
  const at = options.findIndex((word) => /^(-I|-i|--replace)/.test(word));
  const option = options[at] ?? "";
  if (option === "-I") return options[at + 1] ?? "{}";
  if (option.startsWith("-I")) return option.slice(2);
  return at === -1 ? null : "{}";
}

function fedWords(feed: Feed): string[] {
  if (feed.kind === "hidden") return [HIDDEN];
  return feed.kind === "text" ? feed.text.split(/\s+/).filter((word) => word !== "") : [UNKNOWN];
}
