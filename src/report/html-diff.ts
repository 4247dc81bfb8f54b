import type { Html } from "./html.ts";
import { html, nothing } from "./html.ts";

/** Lines that a page can show and a phone still scroll. */
const maxLines = 6_000;

interface FileDiff {
  readonly path: string;
  readonly lines: readonly Line[];
}

interface Line {
  readonly kind: "a" | "d" | "h" | "";
  readonly text: string;
  readonly at: number | null;
}

/** A unified diff, file by file, each line marked by its sign, an edge and a colour. */
export function diffSection(diff: string): Html {
  const files = filesOf(diff.split("\n").slice(0, maxLines));
  const left = Math.max(0, diff.split("\n").length - maxLines);
  const body =
    files.length === 0
      ? html`<p class="none">No change.</p>`
      : files.map((file) => fileBlock(file));
  const rest =
    left === 0 ? nothing : html`<p class="none">${left} more lines are in the branch.</p>`;
  return html`<section aria-labelledby="diff"><h2 id="diff">Diff</h2>
<p class="lead">From the base to the head of the branch.</p>${body}${rest}</section>`;
}

function fileBlock({ path, lines }: FileDiff): Html {
  const added = lines.filter((line) => line.kind === "a").length;
  const deleted = lines.filter((line) => line.kind === "d").length;
  const isOpen = lines.length <= 400;
  const summary = html`<summary><span class="counts"><span class="plus">+${added}</span> <span class="minus">−${deleted}</span></span><code>${path}</code></summary>`;
  const body = html`<pre class="diff" tabindex="0"><code>${lines.map(lineSpan)}</code></pre>`;
  return isOpen
    ? html`<details open>${summary}${body}</details>`
    : html`<details>${summary}${body}</details>`;
}

function lineSpan({ kind, text, at }: Line): Html {
  if (kind === "h") return html`<span class="h">${text}</span>`;
  return html`<span class="${kind}"><i data-n="${at ?? ""}"></i>${text || " "}</span>`;
}

function filesOf(lines: readonly string[]): readonly FileDiff[] {
  const starts = lines.flatMap((line, i) => (line.startsWith("diff --git ") ? [i] : []));
  return starts.map((start, i) => fileOf(lines.slice(start, starts[i + 1] ?? lines.length)));
}

function fileOf(lines: readonly string[]): FileDiff {
  const body = lines.findIndex((line) => line.startsWith("@@"));
  const head = body < 0 ? lines : lines.slice(0, body);
  return { path: pathOf(head), lines: body < 0 ? notes(head) : numbered(lines.slice(body)) };
}

/** The new name, or the old one of a deleted file. */
function pathOf(head: readonly string[]): string {
  const names = head.filter((line) => /^(?:\+\+\+|---) /.test(line)).map((line) => line.slice(4));
  const named = names.reverse().find((name) => name !== "/dev/null");
  const path = named ?? (head[0] ?? "").replace(/^diff --git .* "?b\//, "");
  return path.replace(/^"?[ab]\//, "").replace(/"$/, "");
}

/** A mode change or a binary file has no hunks; what git says of it is shown. */
function notes(head: readonly string[]): readonly Line[] {
  const said = head.slice(1).filter((line) => line !== "" && !line.startsWith("index "));
  return said.map((text) => ({ kind: "h", text, at: null }));
}

function numbered(lines: readonly string[]): readonly Line[] {
  let old = 0;
  let fresh = 0;
  return lines.flatMap((text): Line[] => {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(text);
    if (hunk !== null) {
      old = Number(hunk[1]);
      fresh = Number(hunk[2]);
      return [{ kind: "h", text, at: null }];
    }
    if (text.startsWith("+")) return [{ kind: "a", text, at: fresh++ }];
    if (text.startsWith("-")) return [{ kind: "d", text, at: old++ }];
    if (text === "" || text.startsWith("\\")) return [];
    old += 1;
    return [{ kind: "", text, at: fresh++ }];
  });
}
