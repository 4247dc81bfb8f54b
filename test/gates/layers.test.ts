import { describe, expect, it } from "vitest";
import { detectLayers } from "../../src/domain/layer-map.ts";
import { layerOf } from "../../src/domain/slice.ts";
import { findLayerBreaches } from "../../src/gates/facts/layer-breaches.ts";
import { judgeLayers } from "../../src/gates/layers.ts";
import { makeChange } from "../support/make.ts";
import { layers } from "../support/play-slices.ts";

describe("the layers of a repository", () => {
  it("are told by the names of its directories", () => {
    const found = detectLayers([
      ...["src/models/user.py", "src/services/sign_up.py", "src/bot/telegram.py", "src/x/y.py"],
      ...["src/useCases/pay.py", "src/value-objects/money.py", "node_modules/a/core/b.js"],
      "tests/domain/test_user.py",
    ]);

    expect(found).toEqual({
      "src/bot/": "infrastructure",
      "src/models/": "domain",
      "src/services/": "application",
      "src/useCases/": "application",
      "src/value-objects/": "domain",
    });
  });

  it("are none when fewer than two directories say theirs, and then nothing is held to one", () => {
    expect(detectLayers(["src/models/user.py", "src/a.py"])).toEqual({});
    expect(judgeLayers({ ...edit("src/infrastructure/db.js"), map: {} })).toEqual({ kind: "pass" });
  });

  it("of a path is that of the longest directory that holds it", () => {
    const map = { "src/": "application", "src/api/": "infrastructure" } as const;

    expect(layerOf("src/api/x.js", map)).toBe("infrastructure");
    expect(layerOf("src/apix.js", map)).toBe("application");
    expect(layerOf("lib/x.js", map)).toBeNull();
  });
});

function edit(...paths: readonly string[]) {
  const changes = paths.map((path) => makeChange(path));
  return { changes, layer: "application", map: layers, breaches: [] } as const;
}

describe("an edit of a slice", () => {
  it("may touch its own layer and those further in, never one further out", () => {
    const inner = edit("src/domain/port.js", "src/application/x.js", "README.md");

    expect(judgeLayers(inner).kind).toBe("pass");
    expect(judgeLayers(edit("src/application/x.js", "src/infrastructure/db.js"))).toMatchObject({
      ...{ code: "LAYER_PATH", paths: ["src/infrastructure/db.js"] },
      fix: expect.stringContaining("whole change was taken back") as string,
    });
  });
});

const breaches = (path: string, text: string) =>
  findLayerBreaches(new Map([[path, text]]), layers).map(({ line, what }) => `${line} ${what}`);

describe("imports against the direction of the layers", () => {
  it.each([
    ["src/domain/a.ts", 'import { db } from "../infrastructure/db.ts";'],
    ["src/domain/a.ts", 'export * from "../application/x";'],
    ["src/domain/a.ts", 'import {\n  db,\n} from "@/infrastructure/db";'],
    ["src/domain/a.js", 'const db = require("../infrastructure/db");'],
    ["src/domain/a.js", 'const db = await import("../infrastructure/db.js");'],
    ["src/application/a.py", "from src.infrastructure.db import connect"],
    ["src/application/a.py", "from infrastructure import db"],
    ["src/domain/a.py", "from ..infrastructure import db"],
    ["src/domain/a.py", "from .. import infrastructure"],
    ["src/domain/a.py", "import src.infrastructure.db as db"],
    ["src/domain/a.go", 'import (\n\t"fmt"\n\t"example.org/shop/src/infrastructure/db"\n)'],
    ["src/domain/A.java", "import shop.src.infrastructure.Db;"],
    ["src/domain/a.rb", 'require_relative "../infrastructure/db"'],
  ])("are found in %s: %s", (path, text) => {
    expect(breaches(path, text)).toHaveLength(1);
  });

  it.each([
    ["src/infrastructure/a.ts", 'import { x } from "../domain/x.ts";'],
    ["src/domain/a.ts", 'import { x } from "./infrastructure-free.ts";'],
    ["src/domain/a.ts", '// import { db } from "../infrastructure/db.ts";'],
    ["src/application/a.py", "from src.domain.user import User\nimport json"],
    ["src/domain/a.ts", 'import { z } from "zod";'],
  ])("are not seen where there are none, in %s: %s", (path, text) => {
    expect(breaches(path, text)).toEqual([]);
  });

  it.each([
    ["src/domain/a.ts", 'import { readFile } from "node:fs/promises";'],
    ["src/domain/a.ts", 'import axios from "axios";'],
    ["src/domain/a.py", "import requests"],
    ["src/domain/a.py", "from sqlalchemy.orm import Session"],
    ["src/domain/a.go", 'import "net/http"'],
  ])("keep the domain from the world outside: %s, %s", (path, text) => {
    expect(breaches(path, text)[0]).toContain("reaches outside the process");
    expect(breaches(path.replace("domain", "infrastructure"), text)).toEqual([]);
  });
});
