import { plainText } from "../domain/outbound-text.ts";

/** Markup that is known to be safe; only `html` makes it. */
export interface Html {
  readonly markup: string;
}

/** What may stand in a template: text is escaped, markup and lists of it are taken as they are. */
export type Child = string | number | Html | readonly Child[];

/**
 * Markup from a template. Every string put in is cleaned of controls and escaped, in elements and in
 * quoted attributes alike; there is no way around it, so no value can become a tag, an attribute or
 * a script. Values must not be put into unquoted attributes, `style`, or addresses.
 */
export function html(strings: TemplateStringsArray, ...children: readonly Child[]): Html {
  const parts = strings.map((text, i) => {
    const child = children[i];
    return child === undefined ? text : text + markupOf(child);
  });
  return { markup: parts.join("") };
}

export const nothing: Html = { markup: "" };

/** An address for `href`: web addresses and anchors only; anything else leads nowhere. */
export function safeHref(address: string): string {
  return /^(?:https?:\/\/[^\s"'<>]+|#[\w-]+)$/.test(address) ? address : "#";
}

/** A sentence of ours or of a model's: what stands between backticks is shown as code. */
export function prose(text: string): Html {
  const parts = text.split(/`([^`\n]+)`/);
  return html`${parts.map((part, i) => (i % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}

function markupOf(child: Child): string {
  if (typeof child === "string") return escaped(child);
  if (typeof child === "number") return String(child);
  if ("markup" in child) return child.markup;
  return child.map(markupOf).join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};

function escaped(text: string): string {
  return plainText(text).replace(/[&<>"'`]/g, (char) => entities[char] ?? "");
}
