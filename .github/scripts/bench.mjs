/**
 * Runs every bench of ./bench/ one after another and prints one table. A bench prints one JSON line
 * a figure: {name, value, unit, goal, ok}; what is compared is measured in turns inside one bench,
 * so that a busy machine spoils both sides alike. Exits 1 when a goal is missed or a bench fails.
 * Usage: npm run bench [-- NAME…]
 */
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("bench/", import.meta.url));
const known = readdirSync(folder)
  .filter((file) => file.endsWith(".mjs"))
  .map((file) => basename(file, ".mjs"))
  .sort();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`bench: no bench is named ${unknown.join(", ")}; there are ${known.join(", ")}.`);
  process.exit(2);
}

async function run(name) {
  const child = spawn(process.execPath, [`${folder}${name}.mjs`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  const figures = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith("{")) figures.push({ bench: name, ...JSON.parse(line) });
    else if (line !== "") console.error(`${name}: ${line}`);
  }
  const exitCode = await ended;
  if (exitCode === 0 || figures.some(({ ok }) => !ok)) return figures;
  const failed = { bench: name, name: "the bench itself", value: exitCode, unit: "exit code" };
  return [...figures, { ...failed, goal: "0", ok: false }];
}

const header = { bench: "bench", name: "figure", value: "value", unit: "", goal: "goal" };
const widths = { bench: 10, name: 52, value: 22, goal: 12 };
function row(figure) {
  const value =
    typeof figure.value === "number" ? Number(figure.value.toPrecision(4)) : figure.value;
  const cells = { ...figure, value: `${value} ${figure.unit}`.trim() };
  const text = Object.entries(widths).map(([key, width]) => String(cells[key]).padEnd(width));
  const verdict = { true: "met", false: "MISSED" }[figure.ok] ?? "";
  return [...text, verdict].join("  ").trimEnd();
}

const figures = [];
console.log(row(header));
for (const name of asked.length > 0 ? asked : known) {
  for (const figure of await run(name)) {
    console.log(row(figure));
    figures.push(figure);
  }
}
const missed = figures.filter(({ ok }) => !ok).length;
console.log(`${figures.length - missed} of ${figures.length} goals met`);
process.exitCode = missed === 0 ? 0 : 1;
