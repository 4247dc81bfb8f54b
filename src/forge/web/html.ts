/** Text that is HTML already: made only by the `html` tag, so that everything else gets escaped. */
export interface Html {
  readonly html: string;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

type Part = string | number | Html | null | readonly Part[];

function render(part: Part): string {
  if (part === null) return "";
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part));
  return "html" in part ? part.html : part.map(render).join("");
}

/** Escapes every value put into it, except other Html. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const joined = texts.map((text, at) => text + render(parts[at] ?? null));
  return { html: joined.join("") };
}

/** Addresses that a page may link to; others are shown as their text only. */
export function safeUrl(url: string): string | null {
  return /^(https?:|mailto:|#|\/(?!\/)|[\w.-]+(?:\/|$))/i.test(url) &&
    !/^\s*(javascript|data|vbscript):/i.test(url)
    ? url
    : null;
}
