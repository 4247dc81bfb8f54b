import { expect, it } from "vitest";
import { createConcurrency } from "../../src/forge/runner/concurrency.ts";

function entrant(cancelsOthers = false) {
  const made = { cancelsOthers, cancelled: false, cancel: () => undefined as undefined };
  made.cancel = () => {
    made.cancelled = true;
  };
  return made;
}

it("lets one run and one wait, and a newer one takes the waiting place", async () => {
  const groups = createConcurrency();
  const [first, second, third] = [entrant(), entrant(), entrant()];
  expect(await groups.enter("Loop", first)).toBe("go");
  const waiting = groups.enter("loop", second);
  const newest = groups.enter("LOOP", third);
  expect(await waiting).toBe("cancelled");
  groups.leave("loop", first);
  expect(await newest).toBe("go");
  expect(first.cancelled).toBe(false);
});

it("cancels the running one only for cancel-in-progress, and lets a waiting one withdraw", async () => {
  const groups = createConcurrency();
  const [first, second, other] = [entrant(), entrant(true), entrant()];
  await groups.enter("g", first);
  const waiting = groups.enter("g", second);
  expect(first.cancelled).toBe(true);
  groups.withdraw("g", second);
  expect(await waiting).toBe("cancelled");
  groups.leave("g", first);
  expect(await groups.enter("g", other)).toBe("go");
});
