import type { Layer, Slice } from "../domain/slice.ts";
import type { SlicingState } from "./state.ts";

/** The decomposition as a person is asked about it: by layer, or flat where there is one layer only. */
export function sliceQuestion({ slices, ground, request }: SlicingState): string {
  const layers = [...new Set(slices.map((slice) => slice.layer))];
  const lists = layers.map((layer) => layerList(layer, slices, layers.length > 1));
  const change =
    request.origin === "github"
      ? "To have it cut in another way, comment /tdd revise and what should be different."
      : "To have it cut in another way, answer with what should be different, or later with tdd-loop answer TEXT.";
  return [
    "May the issue be worked in these slices, one after the other?",
    ...lists,
    ...onlyInfrastructure(layers),
    ...mapLines(ground.layers ?? {}),
    change,
  ].join("\n");
}

function layerList(layer: Layer, slices: readonly Slice[], named: boolean): string {
  const lines = slices.flatMap((slice, index) =>
    slice.layer === layer ? [sliceLines(slice, index + 1)] : [],
  );
  return (named ? [`${titles[layer]}:`, ...lines] : lines).join("\n");
}

const titles: Readonly<Record<Layer, string>> = {
  domain: "Domain",
  "domain-service": "Domain services",
  application: "Application",
  infrastructure: "Infrastructure",
};

function sliceLines({ title, behaviour, files, testFile }: Slice, number: number): string {
  const paths = files.map(({ path, isNew }) => `${path}${isNew ? " (new)" : ""}`);
  return `${number}. ${title}: ${behaviour}\n   changes ${paths.join(", ")}; test in ${testFile}`;
}

/** S3-14: worth a word, since it is easily a mistake. */
function onlyInfrastructure(layers: readonly Layer[]): readonly string[] {
  const [only, ...more] = layers;
  if (only !== "infrastructure" || more.length > 0) return [];
  return ["This is a pure infrastructure change: all slices are of that layer."];
}

function mapLines(map: Readonly<Record<string, Layer>>): readonly string[] {
  const entries = Object.entries(map);
  if (entries.length === 0)
    return [
      "Layers: none found by the names of directories, so paths and imports are held to none.",
    ];
  const lines = entries.map(([prefix, layer]) => `  ${prefix} is ${layer}`);
  return ["Layers (set `layers:` in .github/tdd-loop.yml to have others):", ...lines];
}
