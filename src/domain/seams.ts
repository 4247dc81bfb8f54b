/** What an issue says below a heading "Seams" or "Boundaries"; "" when it has none. */
export function seamsOf(body: string): string {
  const lines = body.split("\n");
  const at = lines.findIndex((line) =>
    /^#{1,6}\s+(?:seams?|boundar(?:y|ies))\s*:?\s*$/i.test(line),
  );
  if (at < 0) return "";
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => /^#{1,6}\s/.test(line));
  return rest
    .slice(0, end < 0 ? rest.length : end)
    .join("\n")
    .trim();
}
