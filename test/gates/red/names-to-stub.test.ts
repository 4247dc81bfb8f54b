import { expect, it } from "vitest";
import { namesToStub } from "../../../src/gates/red/names-to-stub.ts";

const symbol = (name: string) => ({ target: "symbol", name }) as const;
const module = (name: string) => ({ target: "module", name }) as const;

it("adds what the writer declared to what the run stumbled over", () => {
  const declared = { modules: ["ledger.bank"], symbols: ["parse_line"] };

  expect(namesToStub([module("ledger.bank")], declared)).toEqual([
    "module ledger.bank",
    "symbol parse_line (the tests use it, as their writer says)",
  ]);
});

it("names a thing once, as the writer declared it", () => {
  const missing = [symbol("idle"), symbol("queue.idle"), module("../src/queue.js")];
  const declared = { modules: ["src/queue"], symbols: ["Queue.idle", "Queue.size"] };

  expect(namesToStub(missing, declared)).toEqual([
    "symbol Queue.idle",
    "module src/queue",
    "symbol Queue.size (the tests use it, as their writer says)",
  ]);
});

it("keeps what the writer forgot", () => {
  expect(namesToStub([symbol("add")], { modules: [], symbols: [] })).toEqual(["symbol add"]);
});
