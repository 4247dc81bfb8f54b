import { docScope } from "../domain/doc-scope.ts";
import type { LayerMap } from "../domain/slice.ts";
import type { RunState } from "../loop/state.ts";
import type { Views, Workspace } from "../ports.ts";
import { shownFiles } from "./shown-files.ts";

/** What a decomposer is told of the repository besides the issue and its files. */
export interface CuttingFacts {
  /** Directories and their layers; none where the repository is flat. */
  readonly layers: LayerMap;
  /** What the repository says of itself; "" where it says nothing. */
  readonly documents: string;
}

/** Characters: documents are a help in cutting, not its subject. */
const MOST = 12_000;

/** The layers that were found, which a plan of slices is held to; and documented promises, which it keeps (S3-12). */
export async function cuttingFacts(
  tree: string,
  state: RunState,
  {
    views,
    workspace,
  }: { readonly views: Pick<Views, "files">; readonly workspace: Pick<Workspace, "readFile"> },
): Promise<CuttingFacts> {
  const layers = "ground" in state ? (state.ground.layers ?? {}) : {};
  const paths = docScope(await views.files(tree)).documents;
  const shown = await shownFiles([], paths, tree, workspace);
  const texts = shown.flatMap(({ path, text }) =>
    text === null ? [] : [`${path}:\n${text.trim()}`],
  );
  return { layers, documents: [...texts.join("\n\n")].slice(0, MOST).join("") };
}
