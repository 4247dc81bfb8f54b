import type { ListItem, RootContent } from "mdast";
import { toString as plainText } from "mdast-util-to-string";
import { hasRunawayMarkup, visibleCharacters, visibleText } from "./inbound-text.ts";
import type { IssueRef } from "./issue-ref.ts";
import type { Section } from "./markdown/sections.ts";
import { sectionsOf } from "./markdown/sections.ts";
import { oneLine } from "./outbound-text.ts";
import { readFileList } from "./read-file-list.ts";
import type { Criterion, SpecReading } from "./spec.ts";

const criteriaTitle =
  /\b(acceptance criteria|criteria|definition of done|done when|requirements)\b/i;
const filesTitle = /\b(files?|allow ?list|paths?)\b/i;
const testsTitle = /^(tests?|test files?|test locations?|where tests go)$/i;
const constraintsTitle = /\b(constraints?|out of scope|non-goals?|not in scope)\b/i;
const commandTitle = /\b(test command|how to test|running the tests)\b/i;

/**
 * Reads an issue as acceptance criteria, files and constraints (S0-8, S0-9). Only what a person can
 * see counts: hidden comments and invisible characters are removed first. Nothing is guessed: without
 * criteria, or with a file list that cannot be meant literally, the reading is a question.
 * @param prose where a person approves what the issue comes to before any work (S3-16), an issue that
 *   names no criteria is one as a whole, under its title
 */
export function readSpec(
  issue: IssueRef,
  title: string,
  body: string,
  prose: "is_unclear" | "is_one_criterion" = "is_unclear",
): SpecReading {
  const visible = visibleText(body).replaceAll("\r\n", "\n").trim();
  if (visible === "") return unclear("The issue has no text.");
  if (hasRunawayMarkup(visible)) {
    return unclear("The issue's text is nested or marked up too deeply to be read.");
  }
  const sections = sectionsOf(visible);
  const named = criteriaOf(sections);
  const whole = prose === "is_one_criterion" ? [{ id: "C1", text: oneLine(title, 200) }] : [];
  const criteria = named.length > 0 ? named : whole;
  if (criteria.length === 0) return unclear("The issue names no acceptance criteria.");
  const listed = readFileList(sections.filter((s) => isFiles(s) || testsTitle.test(s.title)));
  if (listed.kind === "unclear") return listed;
  return {
    kind: "clear",
    spec: {
      issue,
      title: visibleCharacters(title).trim(),
      body: visible,
      criteria,
      files: [...listed.files],
      testLocations: [...listed.testLocations],
      testCommand: commandOf(sections, visible),
      base: /^base(?: branch)?:\s*`?([\w./-]+)`?\s*$/im.exec(visible)?.[1] ?? null,
      constraints: linesOf(sections.filter((s) => constraintsTitle.test(s.title))),
    },
  };
}

function unclear(what: string): SpecReading {
  return {
    kind: "unclear",
    about: "criteria",
    question: `${what} What exactly must be true when this is done? Add a heading "Acceptance criteria" with one \`- [ ]\` item for each thing that can be checked, and a heading "Files" with the exact paths that may change.`,
  };
}

function isFiles(section: Section): boolean {
  return filesTitle.test(section.title) && !criteriaTitle.test(section.title);
}

/** Items below a criteria heading; without such a heading, every task-list item outside file lists. */
function criteriaOf(sections: readonly Section[]): Criterion[] {
  const titled = sections.filter((section) => criteriaTitle.test(section.title));
  const fromTitled = titled.flatMap((section) => itemsOf(section.content));
  const texts =
    fromTitled.length > 0
      ? fromTitled.map(itemText)
      : paragraphsOr(titled, () =>
          sections
            .filter((section) => !isFiles(section))
            .flatMap((section) => itemsOf(section.content))
            .filter((item) => typeof item.checked === "boolean")
            .map(itemText),
        );
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== "" && text !== "_No response_" && text !== "No response")
    .map((text, index) => ({ id: `C${index + 1}`, text }));
}

/** An issue form puts plain lines below its heading: each line is a criterion. */
function paragraphsOr(titled: readonly Section[], otherwise: () => string[]): string[] {
  const lines = linesOf(titled);
  return lines.length > 0 ? lines : otherwise();
}

function itemsOf(content: readonly RootContent[]): ListItem[] {
  return content.flatMap((node) => (node.type === "list" ? node.children : []));
}

/** An item with what is nested in it; code keeps its backticks so that literals stay literal. */
function itemText(item: ListItem): string {
  return item.children
    .map((child) => sourceText(child))
    .join("\n")
    .replaceAll("\n\n", "\n");
}

interface TextNode {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly TextNode[];
}

function sourceText(node: TextNode): string {
  if (node.type === "html") return "";
  if (node.type === "inlineCode") return `\`${node.value ?? ""}\``;
  if (node.type === "break") return "\n";
  if (node.value !== undefined) return node.value;
  const separator = node.type === "list" ? "\n- " : "";
  const inner = (node.children ?? []).map(sourceText).join(separator);
  return node.type === "list" ? `\n- ${inner}` : inner;
}

function linesOf(sections: readonly Section[]): string[] {
  return sections
    .flatMap((section) => section.content)
    .flatMap((node) =>
      node.type === "list"
        ? node.children.map((item) => itemText(item))
        : sourceText(node as TextNode).split("\n"),
    )
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^_?No response_?$/.test(line));
}

function commandOf(sections: readonly Section[], visible: string): string | null {
  const section = sections.find((s) => commandTitle.test(s.title));
  const text = section?.content.map((node) => plainText(node)).join("\n") ?? "";
  const first = text.split("\n").find((line) => line.trim() !== "");
  if (first !== undefined) return first.trim().replace(/^\$\s*/, "");
  return /^test command:\s*`([^`\n]+)`/im.exec(visible)?.[1]?.trim() ?? null;
}
