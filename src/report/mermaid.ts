import { counted, formatDollars, formatElapsed } from "./figures.ts";
import type { PhaseState, PhaseView } from "./phases.ts";
import type { Report } from "./report.ts";

/**
 * A mermaid picture of the run, fence included: the phases in their order, each with its time and
 * money, the debug and critic loops as arrows back. Nothing from outside is in it but what
 * `mermaidLabel` has cleaned.
 */
export function runDiagram(report: Report): string {
  const shown = report.phases.filter((phase) => phase.state !== "skipped");
  const nodes = shown.map((phase) => `  ${phase.name}["${label(phase)}"]:::${phase.state}`);
  const chain = shown.slice(1).map((phase, i) => `  ${shown[i]?.name} --> ${phase.name}`);
  const states = new Set<string>(shown.map((phase) => phase.state));
  const classes = Object.entries(colours)
    .filter(([state]) => states.has(state))
    .map(([state, style]) => `  classDef ${state} ${style}`);
  const lines = ["flowchart LR", ...nodes, ...chain, ...loops(report), ...classes];
  return ["```mermaid", ...lines, "```"].join("\n");
}

/** Text for a node of a diagram: no quote, bracket, tag, directive, click or line end survives. */
export function mermaidLabel(text: string, max = 40): string {
  const clean = [
    ...text
      .replace(/[^\p{L}\p{N} .,:$/·_-]/gu, " ")
      .replace(/\s+/g, " ")
      .trim(),
  ];
  return clean.length <= max ? clean.join("") : `${clean.slice(0, max - 1).join("")}…`;
}

const colours: Readonly<Record<Exclude<PhaseState, "skipped">, string>> = {
  done: "fill:#dafbe1,stroke:#1a7f37,color:#0f5323",
  running: "fill:#ddf4ff,stroke:#0969da,color:#0a3069",
  waiting: "fill:#fff8c5,stroke:#9a6700,color:#5c3d00",
  stopped: "fill:#ffebe9,stroke:#cf222e,color:#82071e",
  pending: "fill:#f6f8fa,stroke:#818b98,color:#59636e",
};

function label(phase: PhaseView): string {
  const money = phase.spend.dollars > 0 ? ` · ${formatDollars(phase.spend.dollars)}` : "";
  const time = phase.elapsedMs > 0 ? formatElapsed(phase.elapsedMs) : phase.state;
  return `${mermaidLabel(phase.title)}<br/>${mermaidLabel(time + money)}`;
}

function loops(report: Report): readonly string[] {
  const names = new Set(report.phases.map((phase) => phase.name));
  const attempts = report.turns.filter((turn) => turn.role === "debugger").length;
  const rounds = report.reviews.length;
  return [
    ...(names.has("debug") ? [`  debug -. "${counted(attempts, "attempt")}" .-> green`] : []),
    ...(names.has("refactor") && rounds > 1
      ? [`  refactor -. "${counted(rounds, "round")}" .-> critic`]
      : []),
  ];
}
