import { placesInRepository } from "../../domain/loop-spec/spec-places.ts";
import { readFencedSpec } from "../../domain/loop-spec/spec-text.ts";
import type { ProfileName } from "../../domain/rules.ts";
import { loopSpecProfile } from "../../loop/profiles.ts";
import type { NewRun } from "../run/new-request.ts";

export type LoopFile =
  | { readonly kind: "read"; readonly file: NewRun["loopSpec"] }
  | { readonly kind: "absent"; readonly file?: undefined; readonly why: string };

/** The loop spec that `/tdd run NAME` names, from the default branch alone: nobody else's text chooses commands. */
export async function readLoopFile(
  name: string | null,
  repository: { readTextFile(path: string): Promise<string | null> },
): Promise<LoopFile> {
  if (name === null) return { kind: "read", file: undefined };
  const places = placesInRepository(name);
  for (const path of places) {
    const text = await repository.readTextFile(path);
    if (text !== null) return { kind: "read", file: { path, text } };
  }
  const why = `The default branch has no loop spec "${name}". Looked at: ${places.join(", ")}.`;
  return { kind: "absent", why };
}

/** A loop spec, as a file or as a block of the issue, says by itself how it is worked. */
export function impliedProfile(body: string, file: NewRun["loopSpec"]): ProfileName | null {
  if (file !== undefined) return loopSpecProfile;
  return readFencedSpec(body).kind === "none" ? null : loopSpecProfile;
}
