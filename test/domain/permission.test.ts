import { describe, expect, it } from "vitest";
import { permits, readPermission } from "../../src/domain/permission.ts";

describe("readPermission", () => {
  it.each([
    [{ role_name: "admin", permission: "admin" }, "admin"],
    [{ role_name: "maintain", permission: "write" }, "maintain"],
    [{ role_name: "write", permission: "write" }, "write"],
    [{ role_name: "triage", permission: "read" }, "triage"],
    [{ role_name: "read", permission: "read" }, "read"],
    [{ role_name: "", permission: "none" }, "none"],
    [{ permission: "write" }, "write"],
    [{}, "none"],
  ])("reads %j as %s", (answer, expected) => {
    expect(readPermission(answer)).toBe(expected);
  });

  it("takes the base of an organisation's custom role", () => {
    expect(readPermission({ role_name: "release captain", permission: "write" })).toBe("write");
  });
});

describe("permits", () => {
  it("orders the roles as GitHub does", () => {
    expect(permits("maintain", "write")).toBe(true);
    expect(permits("write", "write")).toBe(true);
    expect(permits("triage", "write")).toBe(false);
    expect(permits("none", "read")).toBe(false);
  });
});
