import type { Change, Seal } from "../../domain/change.ts";
import type { LayerBreach } from "../../domain/layer-breach.ts";
import type { Verdict } from "../../domain/verdict.ts";
import type { TurnEvidence } from "../../gates/judge.ts";
import { judgeEdit } from "../../gates/judge.ts";
import { judgeLayers } from "../../gates/layers.ts";
import type { Baselined } from "../state.ts";
import { filesSoFar, unitOf } from "../unit.ts";

interface Edit {
  readonly changes: readonly Change[];
  readonly offences?: TurnEvidence["offences"];
  readonly breaches?: readonly LayerBreach[] | undefined;
}

/** An edit within the unit in work: the seal, the unit's own files, and the direction of its layers. */
export function judgeUnitEdit(state: Baselined, edit: Edit, seal: Seal): Verdict {
  return judge(state, edit, seal, unitOf(state).lock);
}

/** A refactoring may touch what the units so far have touched, and no more. */
export function judgeRefactoring(state: Baselined, edit: Edit, seal: Seal): Verdict {
  const allowlist = filesSoFar(state).map((path) => ({ path, isNew: false }));
  return judge(state, edit, seal, { ...state.lock, allowlist });
}

function judge(state: Baselined, edit: Edit, seal: Seal, lock: TurnEvidence["lock"]): Verdict {
  const { changes, offences = [], breaches = [] } = edit;
  const testGlobs = state.request.config.testFiles;
  const allowed = judgeEdit({ changes, offences, lock, testGlobs, seal });
  if (allowed.kind !== "pass") return allowed;
  const layer = unitOf(state).slice?.layer ?? null;
  return judgeLayers({ changes, layer, map: state.ground.layers ?? {}, breaches });
}
