import type { TestCounts } from "../../../domain/test-run.ts";
import type { ReadCase } from "../framework.ts";

/** What Catch2's XML reporter says of each test case, in the words of its printed report. */
export function xmlCases(xml: string): ReadCase[] {
  const tests = xml.matchAll(/<TestCase name="([^"]*)"([^>]*)>([\s\S]*?)<\/TestCase>/g);
  return [...tests].flatMap(([, name = "", attributes = "", body = ""]): ReadCase[] => {
    const success = /<OverallResult success="(true|false)"/.exec(body)?.[1];
    if (success === undefined) return [];
    const failed = success === "false";
    return [
      {
        id: decoded(name),
        file: attribute(attributes, "filename"),
        outcome: failed ? "failed" : "passed",
        text: failed ? failuresOf(body) : "",
        phase: "test",
      },
    ];
  });
}

export function xmlCounts(xml: string): TestCounts | null {
  const line = /<OverallResultsCases successes="(\d+)" failures="(\d+)"/.exec(xml);
  return line === null ? null : { passed: Number(line[1]), failed: Number(line[2]), skipped: 0 };
}

function failuresOf(body: string): string {
  const expressions = body.matchAll(/<Expression success="false"([^>]*)>([\s\S]*?)<\/Expression>/g);
  const compared = [...expressions].map(([, attributes = "", inner = ""]) => {
    const [original, expanded] = [textOf(inner, "Original"), textOf(inner, "Expanded")];
    const type = attribute(attributes, "type");
    return `${placeOf(attributes)}: FAILED:\n  ${type}( ${original} )\nwith expansion:\n  ${expanded}\n${thrownIn(inner)}`;
  });
  const outside = body.replace(/<Expression [\s\S]*?<\/Expression>/g, "");
  return [...compared, thrownIn(outside)].filter((text) => text !== "").join("\n") || "FAILED:";
}

function thrownIn(body: string): string {
  const things = body.matchAll(/<(Exception|Failure|FatalErrorCondition)([^>]*)>([\s\S]*?)<\/\1>/g);
  return [...things]
    .map(([, kind = "", attributes = "", said = ""]) => {
      const words = {
        Exception: "due to unexpected exception with message:",
        FatalErrorCondition: "due to a fatal error condition:",
      };
      const head =
        kind === "Failure" ? "explicitly with message:" : words[kind as keyof typeof words];
      return `${placeOf(attributes)}: FAILED:\n${head}\n  ${decoded(said.trim())}`;
    })
    .join("\n");
}

function placeOf(attributes: string): string {
  return `${attribute(attributes, "filename")}:${attribute(attributes, "line")}`;
}

function attribute(attributes: string, name: string): string {
  return decoded(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? "");
}

function textOf(xml: string, tag: string): string {
  return decoded(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(xml)?.[1]?.trim() ?? "");
}

function decoded(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
