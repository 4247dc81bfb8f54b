import type { Framework } from "./framework.ts";
import { anyFramework } from "./frameworks/any-framework.ts";
import { ava } from "./frameworks/ava.ts";
import { bats } from "./frameworks/bats.ts";
import { bun } from "./frameworks/bun.ts";
import { busted } from "./frameworks/busted.ts";
import { cargo } from "./frameworks/cargo.ts";
import { catch2 } from "./frameworks/catch2.ts";
import { ctest } from "./frameworks/ctest.ts";
import { deno } from "./frameworks/deno.ts";
import { exunit } from "./frameworks/exunit.ts";
import { go } from "./frameworks/go.ts";
import { gtest } from "./frameworks/gtest.ts";
import { jasmine } from "./frameworks/jasmine.ts";
import { jest } from "./frameworks/jest.ts";
import { junit5 } from "./frameworks/junit5.ts";
import { minitest } from "./frameworks/minitest.ts";
import { mocha } from "./frameworks/mocha.ts";
import { nodeTap } from "./frameworks/node-tap.ts";
import { nodeTest } from "./frameworks/node-test.ts";
import { nodeunit } from "./frameworks/nodeunit.ts";
import { phpunit } from "./frameworks/phpunit.ts";
import { prove } from "./frameworks/prove.ts";
import { pytest } from "./frameworks/pytest.ts";
import { rspec } from "./frameworks/rspec.ts";
import { shunit2 } from "./frameworks/shunit2.ts";
import { tape } from "./frameworks/tape.ts";
import { unittest } from "./frameworks/unittest.ts";
import { vitest } from "./frameworks/vitest.ts";
import { vows } from "./frameworks/vows.ts";

/** Every framework there is an adapter for; earlier ones are looked for first. */
export const frameworks: readonly Framework[] = [
  vitest,
  jest,
  mocha,
  jasmine,
  ava,
  nodeTap,
  tape,
  nodeunit,
  vows,
  nodeTest,
  bun,
  deno,
  pytest,
  unittest,
  rspec,
  minitest,
  cargo,
  go,
  junit5,
  exunit,
  phpunit,
  prove,
  busted,
  bats,
  gtest,
  catch2,
  ctest,
  shunit2,
];

/** Other spellings of a framework's name, as people and configs write them. */
const ALIASES: Readonly<Record<string, string>> = {
  "node-test": "node:test",
  node: "node:test",
  "ts-jest": "jest",
  "node-tap": "tap",
  junit: "junit5",
  surefire: "junit5",
  maven: "junit5",
  gradle: "junit5",
  googletest: "gtest",
  catch: "catch2",
  rust: "cargo",
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
