import { expect, it } from "vitest";
import { settingOf } from "../../src/entry/wire-agent.ts";
import { makeConfig } from "../support/make.ts";

it("is whoever writes the tests, unless the configuration names another", () => {
  const choice = { kind: null, command: null, model: null };
  const asked = (agents: object) =>
    settingOf({ ...choice, config: makeConfig({ agents }) }, "reviewer").model;

  expect(asked({ writer: { model: "a" } })).toBe("a");
  expect(asked({ writer: { model: "a" }, reviewer: { model: "b" } })).toBe("b");
  expect(asked({})).toBeUndefined();
});
