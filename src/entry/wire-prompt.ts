import { commandPrompt } from "../adapters/agent/command-agent.ts";
import type { Turn } from "../ports.ts";
import { shellWord } from "./shell-word.ts";
import type { AgentChoice } from "./wire-agent.ts";
import { defaultModelName, settingOf } from "./wire-agent.ts";

/** Who would be asked, and what would be read there. */
export interface Addressed {
  readonly who: string;
  /** Whose price is known; null when nobody is told what it costs, or nothing is asked. */
  readonly model: string | null;
  readonly text: string;
}

/** A prompt as the agent of its role would get it. */
export function addressed(
  choice: Pick<AgentChoice, "config" | "kind" | "command" | "model" | "replay">,
  turn: Pick<Turn, "role" | "mayWrite" | "system" | "shared" | "sealed" | "task">,
): Addressed {
  const { kind, command, model } = settingOf(choice, turn.role);
  if (kind === "command") {
    const line = (command ?? []).map(shellWord).join(" ");
    return { who: line === "" ? "a coding CLI" : line, model: null, text: commandPrompt(turn) };
  }
  const text = [turn.system, turn.shared, turn.sealed, turn.task].filter(Boolean).join("\n\n");
  if (kind === "replay" || choice.replay !== null)
    return { who: "a recording, which reads nothing", model: null, text };
  const asked = model ?? defaultModelName;
  return { who: asked, model: asked, text };
}
