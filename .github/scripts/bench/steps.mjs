/**
 * Eight independent steps of a loop spec whose agent takes its time, one after the other and all at the
 * same time (P13, P14): the whole command line, real processes, commits and checks. Also that both end in
 * the same tree. Needs the build.
 */
import { inRoom, runSteps } from "../independent-steps.mjs";
import { figure } from "../measure.mjs";

const STEPS = 8;
/** An agent's latency, far above what its check takes; a model's turn is a minute and more. Milliseconds. */
const LATENCY = 12_000;
const does = `await new Promise((done) => setTimeout(done, ${LATENCY}));`;

await inRoom(async (room) => {
  const asked = { steps: STEPS, does };
  const together = await runSteps(room, { ...asked, name: "together", parallelism: STEPS });
  const serial = await runSteps(room, { ...asked, name: "serial", parallelism: 1 });
  figure({
    name: `${STEPS} steps at once, as in turn`,
    value: serial.seconds / together.seconds,
    unit: "times as fast",
    least: 6,
  });
  const trees = new Set([serial.tree, together.tree]).size;
  figure({ name: "trees the two orders end in", value: trees, unit: "", most: 1 });
});
