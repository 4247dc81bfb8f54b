import type { Framework } from "./framework.ts";
import { anyFramework } from "./frameworks/any-framework.ts";
import { ava } from "./frameworks/ava.ts";
import { bun } from "./frameworks/bun.ts";
import { deno } from "./frameworks/deno.ts";
import { jasmine } from "./frameworks/jasmine.ts";
import { jest } from "./frameworks/jest.ts";
import { minitest } from "./frameworks/minitest.ts";
import { mocha } from "./frameworks/mocha.ts";
import { nodeTap } from "./frameworks/node-tap.ts";
import { nodeTest } from "./frameworks/node-test.ts";
import { pytest } from "./frameworks/pytest.ts";
import { rspec } from "./frameworks/rspec.ts";
import { tape } from "./frameworks/tape.ts";
import { unittest } from "./frameworks/unittest.ts";
import { vitest } from "./frameworks/vitest.ts";

/** Every framework there is an adapter for; earlier ones are looked for first. */
export const frameworks: readonly Framework[] = [
  vitest,
  jest,
  mocha,
  jasmine,
  ava,
  nodeTap,
  tape,
  nodeTest,
  bun,
  deno,
  pytest,
  unittest,
  rspec,
  minitest,
];

/** Other spellings of a framework's name, as people and configs write them. */
const ALIASES: Readonly<Record<string, string>> = {
  "node-test": "node:test",
  node: "node:test",
  "ts-jest": "jest",
};

/** Null when there is no adapter of that name. */
export function frameworkNamed(name: string): Framework | null {
  const wanted = ALIASES[name.toLowerCase()] ?? name.toLowerCase();
  return frameworks.find((framework) => framework.name === wanted) ?? null;
}

/** By name, else by what the command runs, else whatever the output turns out to be. */
export function frameworkFor(name: string, command: string): Framework {
  return frameworkNamed(name) ?? frameworks.find(({ runs }) => runs.test(command)) ?? anyFramework;
}
