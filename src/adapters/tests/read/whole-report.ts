/**
 * Whether a report ends before its own end: an empty file, XML without its root's end, JSON that does
 * not parse, TAP without its plan. Other formats tell their own end, and never count here.
 */
export function isCutReport(name: string, text: string): boolean {
  if (/\.(?:xml|json)$/.test(name) && text.trim() === "") return true;
  if (name.endsWith(".xml")) return isCutXml(text);
  if (name.endsWith(".tap")) return !text.endsWith("\n") || !/^ *\d+\.\.\d+/m.test(text);
  return name.endsWith(".json") && isCutJson(text);
}

function isCutXml(text: string): boolean {
  const body = text.replace(
    /^\uFEFF?\s*(?:<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>]*>|\s)*/,
    "",
  );
  const root = /^<([\w:-]+)/.exec(body)?.[1];
  if (root === undefined) return true;
  const end = body.trimEnd();
  return !end.endsWith(`</${root}>`) && !/^<[^<>]*\/>$/.test(end);
}

/** One JSON value, or one a line; a line may also be plain text, as beside `go test -json`. */
function isCutJson(text: string): boolean {
  if (parses(text)) return false;
  const last = text.trimEnd().split("\n").at(-1) ?? "";
  const lines = /^\{.*\}$/m.test(text);
  if (!lines) return text.trimStart().startsWith("{") || text.trimStart().startsWith("[");
  return last.startsWith("{") && !parses(last);
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
