import type { Task } from "../../domain/command.ts";
import type { Slice } from "../../domain/slice.ts";
import type { Baselined } from "../../loop/state.ts";
import type { Views, Workspace } from "../../ports.ts";

/** What the values of a prompt are made of. */
export interface Telling {
  readonly task: Task;
  readonly state: Baselined & {
    readonly lastSummary?: string;
    readonly feedback?: readonly string[];
  };
  readonly slice: Slice;
  readonly views: Views;
  readonly workspace: Pick<Workspace, "readFile">;
}
