import type { Layer, LayerMap } from "../../domain/slice.ts";
import type { TestsEvidence } from "../judge.ts";

export interface ForbiddenMock {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

/** Every spelling of a mocking library that S3-23 names, and their nearest relatives. */
const MOCKS =
  /\b(?:jest|vi)\.(?:mock|doMock|spyOn|fn)\s*\(|Mock\s*\(|\bmock\.(?:patch|method|fn|module)\b|@patch\b|\bpatch(?:\.object)?\s*\(|\bunittest\.mock\b|\bgomock\b|\bmockery\b|\bsinon\b|\bmockall\b|\binstance_double\b|\bcreateMock\s*\(/;

/**
 * Mocks that the layer of a test forbids, among its new lines: all of them in the domain, those of domain
 * objects in a domain service, none further out (S3-23).
 */
export function forbiddenMocks(evidence: {
  readonly texts: TestsEvidence["texts"];
  readonly layer: Layer;
  readonly map: LayerMap;
}): readonly ForbiddenMock[] {
  const { texts, layer, map } = evidence;
  if (layer === "application" || layer === "infrastructure") return [];
  return Object.entries(texts).flatMap(([path, { text, added }]) => {
    const lines = text.split("\n");
    const own = layer === "domain" ? null : domainNames(lines, map);
    return added.flatMap((line) => {
      const said = lines[line - 1] ?? "";
      if (!MOCKS.test(said) || isComment(said)) return [];
      return own === null || own.some((name) => said.includes(name))
        ? [{ path, line, text: said.trim().slice(0, 120) }]
        : [];
    });
  });
}

function isComment(line: string): boolean {
  return /^\s*(?:\/\/|#|\*)/.test(line);
}

/** What a test imports from the domain: names, and the modules they come from. */
function domainNames(lines: readonly string[], map: LayerMap): readonly string[] {
  const folders = Object.entries(map).flatMap(([prefix, layer]) =>
    layer === "domain" ? [prefix.split("/").at(-2) ?? ""] : [],
  );
  const isDomain = (module: string): boolean =>
    module.split(/[/.]/).some((part) => part !== "" && folders.includes(part));
  return lines.flatMap((line) => {
    const python = /^\s*from\s+([\w.]+)\s+import\s+(.+)$/.exec(line);
    const script = /\bimport\s+(.+?)\s+from\s+["']([^"']+)["']/.exec(line);
    const required = /(?:const|let|var)\s+(.+?)\s*=\s*require\(\s*["']([^"']+)["']/.exec(line);
    const [names = "", module = ""] =
      python !== null
        ? [python[2], python[1]]
        : [script?.[1] ?? required?.[1], script?.[2] ?? required?.[2]];
    return isDomain(module) ? [module, ...(names.match(/[A-Za-z_$][\w$]{2,}/g) ?? [])] : [];
  });
}
