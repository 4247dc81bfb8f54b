/** Languages whose public part can be read, with their extensions and what people call them. */
const READABLE: Readonly<
  Record<string, { extensions: readonly string[]; aliases: readonly string[] }>
> = {
  TypeScript: { extensions: ["ts", "tsx", "mts", "cts"], aliases: ["ts", "tsx"] },
  JavaScript: { extensions: ["js", "jsx", "mjs", "cjs"], aliases: ["js", "jsx"] },
  Python: { extensions: ["py", "pyi"], aliases: ["py"] },
  Go: { extensions: ["go"], aliases: ["golang"] },
  Rust: { extensions: ["rs"], aliases: ["rs"] },
  Ruby: { extensions: ["rb"], aliases: ["rb"] },
  PHP: { extensions: ["php"], aliases: [] },
  Java: { extensions: ["java"], aliases: [] },
  "C#": { extensions: ["cs"], aliases: ["cs", "csharp", "c-sharp"] },
};

/** Other programming languages, so that a person learns what was not looked at. */
const OTHERS =
  "c h cc cpp cxx hpp kt kts swift scala clj cljs ex exs erl hs lua pl pm r jl dart m mm zig nim ml mli fs fsx vb groovy elm cr d sol vue svelte astro sh bash ps1 coffee pas f90 asm v sv vhd";

const byExtension = new Map(
  Object.entries(READABLE).flatMap(([name, { extensions }]) =>
    extensions.map((extension) => [extension, name] as const),
  ),
);
const others = new Set(OTHERS.split(" "));

export type SourceLanguage =
  | { readonly kind: "readable"; readonly name: string }
  | { readonly kind: "unknown"; readonly extension: string }
  | { readonly kind: "no_source" };

/** The language of a file, by the end of its name. */
export function sourceLanguage(path: string): SourceLanguage {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  const name = byExtension.get(extension);
  if (name !== undefined) return { kind: "readable", name };
  return others.has(extension) ? { kind: "unknown", extension } : { kind: "no_source" };
}

/** The language that a person means, null when it is none that can be read. */
export function languageNamed(word: string): string | null {
  const wanted = word.toLowerCase();
  const found = Object.entries(READABLE).find(
    ([name, { aliases }]) => name.toLowerCase() === wanted || aliases.includes(wanted),
  );
  return found?.[0] ?? null;
}

/** Names of all languages that can be read. */
export const readableLanguages: readonly string[] = Object.keys(READABLE);
