import { cell } from "../domain/outbound-text.ts";
import { counted } from "./figures.ts";
import type { Report } from "./report.ts";
import type { SliceView } from "./slices.ts";

/** Each slice with its layer, its test and how far it is; "" where the issue is one unit. */
export function sliceTable({ slices }: Report): string {
  if (slices.length === 0) return "";
  const rows = slices.map((view) => {
    const { slice, number } = view;
    const where = cell(slice.testFile, 100);
    return `| ${number} | ${cell(slice.title, 100)} | ${slice.layer} | ${where} | ${standing(view)} |`;
  });
  return ["| | slice | layer | test in | |", "| --- | --- | --- | --- | --- |", ...rows].join("\n");
}

function standing({ state, attempts, applied, reverted }: SliceView): string {
  switch (state) {
    case "done":
    case "green": {
      const tries = counted(attempts, "attempt");
      return `green in ${tries}, ${counted(applied, "refactoring")}, ${reverted} taken back`;
    }
    case "skipped":
      return "was there already";
    case "red":
      return "in work";
    default:
      return "to come";
  }
}
