import type { Heading, Root, RootContent } from "mdast";
import { toString as plainText } from "mdast-util-to-string";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";

/** A heading with what stands below it, up to the next heading of any level. The first may have none. */
export interface Section {
  readonly title: string;
  readonly content: readonly RootContent[];
}

const parser = unified().use(remarkParse).use(remarkGfm);

/** Splits GitHub's markdown into sections. HTML, and so every hidden comment, is left out. */
export function sectionsOf(markdown: string): readonly Section[] {
  const root: Root = parser.parse(markdown);
  const sections: { title: string; content: RootContent[] }[] = [{ title: "", content: [] }];
  for (const node of root.children) {
    if (node.type === "html" || node.type === "definition") continue;
    if (isTitle(node)) sections.push({ title: titleOf(node), content: [] });
    else sections.at(-1)?.content.push(node);
  }
  return sections;
}

/** People write `**Files**` or `Files:` alone on a line where they mean a heading. */
function isTitle(node: RootContent): boolean {
  if (node.type === "heading") return true;
  if (node.type !== "paragraph") return false;
  const [only, ...rest] = node.children;
  if (rest.length > 0 || only === undefined) return false;
  if (only.type === "strong") return true;
  return only.type === "text" && /^[\p{L} ]{3,40}:$/u.test(only.value.trim());
}

function titleOf(node: RootContent): string {
  return plainText(node as Heading)
    .replace(/:\s*$/, "")
    .trim();
}
