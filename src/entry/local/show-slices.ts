import { plainText } from "../../domain/outbound-text.ts";
import { sourceLanguage } from "../../domain/source-language.ts";
import type { Baselined } from "../../loop/state.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Ended } from "../run-options.ts";
import type { Terminal } from "../terminal.ts";
import type { WiredRun } from "../wire-run.ts";
import type { SlicesRehearsed } from "./dry-run-slices.ts";
import { rehearseSlices } from "./dry-run-slices.ts";

/** Every prompt of a dry run in slices with its size, and what was found on the way (S3-3). */
export async function showSlices(
  state: Baselined,
  wired: WiredRun,
  { drafted, json }: { readonly drafted: boolean; readonly json: boolean },
  terminal: Terminal,
): Promise<Ended> {
  const rehearsed = await rehearseSlices(state, wired);
  const facts = factsOf(rehearsed, drafted);
  if (json) terminal.print(JSON.stringify({ ...facts, slices: rehearsed.slices }));
  else terminal.print(plainText([...promptTexts(rehearsed), ...summary(facts)].join("\n")));
  return { exitCode: exitCodes.success };
}

function factsOf({ state, apiLines, documentLines, slices }: SlicesRehearsed, drafted: boolean) {
  const layers = new Map<string, number>();
  for (const { slice } of slices) layers.set(slice.layer, (layers.get(slice.layer) ?? 0) + 1);
  const characters = (role: string): number =>
    slices
      .flatMap(({ prompts }) => prompts)
      .filter((prompt) => prompt.role === role)
      .reduce((sum, prompt) => sum + prompt.text.length, 0);
  return {
    feature: state.spec.title,
    framework: state.request.config.framework ?? state.ground.framework ?? "not known",
    language: languageOf(state),
    baseline: isGreenfield(state) ? "greenfield" : "pass",
    apiLines,
    documentLines,
    drafted,
    count: slices.length,
    layers: Object.fromEntries(layers),
    prompts: slices.length * 3,
    characters: {
      writer: characters("writer"),
      implementer: characters("implementer"),
      refiner: characters("refiner"),
    },
    layerMap: state.ground.layers ?? {},
  };
}

type Facts = ReturnType<typeof factsOf>;

function isGreenfield({ baseline, ground }: Baselined): boolean {
  return baseline.kind !== "finished" || ground.testLocations.length === 0;
}

function languageOf({ lock }: Baselined): string {
  for (const { path } of lock.allowlist) {
    const found = sourceLanguage(path);
    if (found.kind === "readable") return found.name;
  }
  return "not known";
}

function promptTexts({ slices }: SlicesRehearsed): readonly string[] {
  return slices.flatMap(({ slice, prompts }, index) =>
    prompts.flatMap(({ role, text }) => [
      `----- slice ${index + 1} (${slice.title}), ${role}: ${text.length} characters -----`,
      text,
      "",
    ]),
  );
}

function summary(facts: Facts): readonly string[] {
  const { characters } = facts;
  const layers = Object.entries(facts.layers).map(([layer, count]) => `${layer} ${count}`);
  const cut = facts.drafted
    ? "one a criterion; a run asks a decomposer, and then you"
    : "as the decomposer cut the issue; a run asks you about them";
  return [
    `Dry run complete: ${facts.feature}`,
    `  framework ${facts.framework}, language ${facts.language}, baseline ${facts.baseline}`,
    `  public API ${facts.apiLines} lines, documents ${facts.documentLines === 0 ? "none" : `${facts.documentLines} lines`}`,
    `  slices ${facts.count} (${layers.join(", ")}): ${cut}`,
    `  prompts ${facts.prompts}, every variable resolved: writer ${characters.writer}, implementer ${characters.implementer}, refiner ${characters.refiner} characters`,
    "Nobody was asked to write, and nothing was changed.",
  ];
}
