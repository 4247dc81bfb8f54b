import { describe, expect, it } from "vitest";
import {
  promisesModule,
  promisesPackage,
  promisesSymbol,
} from "../../../src/gates/red/promised.ts";

const promised = {
  modules: ["src/query.js", "shop.discount", "Config::Writer", "example.com/sched/gap"],
  symbols: ["Cart.remove", "Ledger::transfer", "Playlist#shuffle", "Elevator.idle?/1", "unslug"],
  files: ["src/filters/index.ts"],
};

describe("promised names", () => {
  it.each([
    "./query",
    "../src/query.js",
    "/repo/src/query.js",
    "file:///repo/src/query.js",
    "shop.discount",
    "shop",
    "Config/Writer",
    "example.com/sched/gap",
    "../src/filters",
    "./filters",
  ])("knows the module %s in this spelling", (name) => {
    expect(promisesModule(name, promised)).toBe(true);
  });

  it.each(["./queries", "../lib/query", "shop.cart", "", "Config/Reader", "requests"])(
    "does not take %s for a promised module",
    (name) => {
      expect(promisesModule(name, promised)).toBe(false);
    },
  );

  it("takes a bare package for promised only by a whole path", () => {
    expect(promisesPackage("query", promised)).toBe(false);
    expect(promisesPackage("lodash", promised)).toBe(false);
    expect(promisesPackage("src/query.js", promised)).toBe(true);
    expect(promisesPackage("@/query", promised)).toBe(true);
  });

  it.each([
    "unslug",
    "c.remove",
    "Cart.remove",
    "Ledger::transfer",
    "l.transfer",
    "Playlist.shuffle",
    "Elevator.idle?",
    "mod.unslug",
    "Cart.add(currency=)",
  ])("knows the symbol %s", (name) => {
    expect(promisesSymbol(name, promised)).toBe(true);
  });

  it.each(["Order.remove", "NoneType.remove", "str.remove", "removed", "", "slug"])(
    "does not take %s for a promised symbol",
    (name) => {
      expect(promisesSymbol(name, promised)).toBe(false);
    },
  );
});
