import type { AlignType, Code, List, ListItem, Nodes, Parents, Table, TableRow } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { flowPicture } from "./flow-picture.ts";
import type { Html } from "./html.ts";
import { escapeHtml, html, safeUrl } from "./html.ts";

const parser = unified().use(remarkParse).use(remarkGfm);

const allowedTags =
  /^<\/?(details|summary|sub|sup|kbd|br|b|i|em|strong|code|p|ul|ol|li|hr|table|thead|tbody|tr|th|td)( open)?\s*\/?>$/i;

/** Raw HTML: comments vanish, a few harmless tags without attributes pass, the rest is shown as text. */
function rawHtml(text: string): Html {
  const parts = text.split(/(<!--[\s\S]*?(?:-->|$)|<[^>]*>)/);
  const safe = parts.map((part) => {
    if (part.startsWith("<!--")) return "";
    return allowedTags.test(part) ? part : escapeHtml(part);
  });
  return { html: safe.join("") };
}

function inside(node: Parents): Html[] {
  return node.children.map((child) => render(child as Nodes));
}

function link(url: string, text: readonly Html[]): Html {
  const safe = safeUrl(url);
  return safe === null
    ? html`${text}`
    : html`<a href="${safe}" rel="nofollow noopener">${text}</a>`;
}

/** In a list without blank lines an item's text is no paragraph of its own. */
function inItem(node: ListItem, isLoose: boolean): Html[] {
  if (isLoose) return inside(node);
  return node.children.map((child) =>
    child.type === "paragraph" ? html`${inside(child)}` : render(child),
  );
}

function item(node: ListItem, isLoose: boolean): Html {
  const text = inItem(node, isLoose);
  if (typeof node.checked !== "boolean") return html`<li>${text}</li>`;
  const box = node.checked
    ? html`<input type="checkbox" checked disabled>`
    : html`<input type="checkbox" disabled>`;
  return html`<li class="task">${box} ${text}</li>`;
}

function list(node: List): Html {
  const isLoose = node.spread === true || node.children.some((child) => child.spread === true);
  const items = node.children.map((child) => item(child, isLoose));
  return node.ordered
    ? html`<ol start="${node.start ?? 1}">${items}</ol>`
    : html`<ul>${items}</ul>`;
}

function row(node: TableRow, align: readonly AlignType[], head: boolean): Html {
  const cells = node.children.map((cell, at) => {
    const side = align[at] ?? "left";
    return head
      ? html`<th class="${side}">${inside(cell)}</th>`
      : html`<td class="${side}">${inside(cell)}</td>`;
  });
  return html`<tr>${cells}</tr>`;
}

function table(node: Table): Html {
  const rows = node.children.map((one, at) => row(one, node.align ?? [], at === 0));
  return html`<div class="scroll"><table>${rows}</table></div>`;
}

function heading(depth: number, text: readonly Html[]): Html {
  const level = Math.min(6, depth);
  const [open, close] = [{ html: `<h${level}>` }, { html: `</h${level}>` }];
  return html`${open}${text}${close}`;
}

function codeBlock({ lang, value }: Code): Html {
  return html`<pre class="${lang ?? ""}"><code>${value}</code></pre>`;
}

type Renderers = {
  readonly [Kind in Nodes["type"]]?: (node: Extract<Nodes, { type: Kind }>) => Html;
};

const renderers: Renderers = {
  root: (node) => html`${inside(node)}`,
  paragraph: (node) => html`<p>${inside(node)}</p>`,
  heading: (node) => heading(node.depth, inside(node)),
  text: (node) => html`${node.value}`,
  emphasis: (node) => html`<em>${inside(node)}</em>`,
  strong: (node) => html`<strong>${inside(node)}</strong>`,
  delete: (node) => html`<del>${inside(node)}</del>`,
  inlineCode: (node) => html`<code>${node.value}</code>`,
  code: (node) => (node.lang === "mermaid" ? flowPicture(node.value) : null) ?? codeBlock(node),
  blockquote: (node) => html`<blockquote>${inside(node)}</blockquote>`,
  break: () => html`<br>`,
  thematicBreak: () => html`<hr>`,
  link: (node) => link(node.url, inside(node)),
  image: (node) => link(node.url, [html`${node.alt ?? node.url}`]),
  list,
  listItem: (node) => item(node, node.spread === true),
  table,
  html: (node) => rawHtml(node.value),
};

function render(node: Nodes): Html {
  const found = renderers[node.type] as ((node: Nodes) => Html) | undefined;
  if (found) return found(node);
  return "children" in node ? html`${inside(node)}` : html``;
}

/** GitHub-flavoured markdown as escaped HTML; no script, style, image or attribute survives. */
export function renderMarkdown(text: string): Html {
  return render(parser.parse(text));
}
