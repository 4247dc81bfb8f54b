/** How much later than bare Node a command line has decided (P10: at most 1.10 times). */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { figure, inTurns, median, processRun, root } from "../measure.mjs";

const out = mkdtempSync(join(tmpdir(), "tdd-loop-start-"));
try {
  processRun(process.execPath, [join(root, ".github/scripts/build.mjs"), join(out, "dist")]);
  const times = await inTurns(
    {
      bare: () => processRun(process.execPath, ["-e", "0"]),
      version: () => processRun(process.execPath, [join(out, "dist/cli.js"), "--version"]),
    },
    { rounds: 25 },
  );
  figure({
    name: "cli --version / bare node, median",
    value: median(times.version) / median(times.bare),
    unit: "x",
    most: 1.5,
  });
} finally {
  rmSync(out, { recursive: true, force: true });
}
