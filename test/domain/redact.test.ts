import { describe, expect, it } from "vitest";
import { createRedactor } from "../../src/domain/redact.ts";

const secret = "Zk9-canary/value+7788_QQ";
const redact = createRedactor([secret]);
const hex = Buffer.from(secret).toString("hex");
const base64 = Buffer.from(secret).toString("base64");

describe("a known secret", () => {
  it.each([
    ["as it is", secret],
    ["in base64", base64],
    ["in url-safe base64", Buffer.from(secret).toString("base64url")],
    ["in base64 of longer data, shifted by one", Buffer.from(`x${secret}yy`).toString("base64")],
    ["in base64 of longer data, shifted by two", Buffer.from(`xx${secret}y`).toString("base64")],
    ["in wrapped base64", base64.replace(/(.{10})/g, "$1\n")],
    ["in hex", hex],
    ["in upper-case hex", hex.toUpperCase()],
    ["in hex with spaces", hex.replace(/(..)/g, "$1 ")],
    ["url-encoded", encodeURIComponent(secret)],
    ["percent-encoded throughout", hex.replace(/(..)/g, "%$1")],
    ["reversed", [...secret].reverse().join("")],
    ["split by spaces", [...secret].join(" ")],
    ["in upper case", secret.toUpperCase()],
    ["in JSON", JSON.stringify({ a: secret })],
    [
      "in rot13",
      secret.replace(/[a-z]/gi, (c) =>
        String.fromCharCode(c.charCodeAt(0) + (c.toLowerCase() < "n" ? 13 : -13)),
      ),
    ],
    ["as character codes", [...secret].map((c) => c.charCodeAt(0)).join(", ")],
    ["without its first 7 characters", secret.slice(7)],
  ])("is hidden %s", (_name, text) => {
    const hidden = redact(`before ${text} after`);
    expect(hidden).toContain("***");
    expect(hidden).toMatch(/^before .*after$/s);
    const runs = hidden.replace(/\s/g, "");
    for (let i = 0; i + 12 <= secret.length; i += 1)
      expect(runs).not.toContain(secret.slice(i, i + 12));
  });

  it("leaves other text byte for byte", () => {
    const text = "Zk9-canary is a word\n\tand so is value+77\r\n  end ";
    expect(redact(text)).toBe(text);
    expect(createRedactor([])(text)).toBe(text);
  });

  it("is hidden at every place, with the white space around it kept", () => {
    expect(redact(`a ${secret}\n${secret} b`)).toMatch(/^a \*\*\*[\s*]*b$/);
  });

  it("of 6 to 11 characters is hidden whole, and a shorter one never", () => {
    const few = createRedactor(["hunter2", "abc", ""]);
    expect(few("x hunter2 y abc")).toBe("x *** y abc");
    expect(few(`x ${Buffer.from("hunter2").toString("base64")}`)).toContain("***");
  });

  it("is found at the end of a long output", () => {
    const text = `${"some test output line\n".repeat(40_000)}${secret}`;
    expect(redact(text).endsWith("\n***")).toBe(true);
  });
});

/** Put together at run time, so that no scanner takes this file for a leak. */
const made = (...parts: string[]) => parts.join("");

describe("the shape of a secret nobody told us", () => {
  it.each([
    ["a GitHub token", made("gh", "p_", "a1B2".repeat(9))],
    ["an installation token", made("gh", "s_", "a1B2".repeat(9))],
    ["a fine-grained token", made("github", "_pat_", "a1B2_".repeat(12))],
    ["an Anthropic key", made("sk-", "ant-", "api03-", "a1B2-".repeat(12))],
    ["an AWS key id", made("AK", "IA", "ABCDEFGH23456789")],
    ["a Slack token", made("xo", "xb-", "123456789012-abcdefghij")],
    [
      "a JWT",
      made("ey", "JhbGciOiJIUzI1NiJ9", ".ey", "JzdWIiOiIxMjM0NTYifQ", ".c2lnbmF0dXJlLXBhcnQ"),
    ],
    [
      "a private key",
      made("-----BEGIN RSA ", "PRIVATE KEY-----\nMIIE\nabc\n-----END RSA ", "PRIVATE KEY-----"),
    ],
    ["a private key that was cut", made("-----BEGIN ", "PRIVATE KEY-----\nMIIEabc")],
  ])("hides %s", (_name, token) => {
    expect(createRedactor([])(`a ${token}`)).toBe("a ***");
  });

  it("hides a password in an address and a header, and keeps the rest", () => {
    const hide = createRedactor([]);
    expect(hide("https://x-access-token:abcd1234@github.com/o/r")).toBe(
      "https://x-access-token:***@github.com/o/r",
    );
    expect(hide("Authorization: Bearer abcd.1234")).toBe("Authorization: Bearer ***");
    expect(hide("http://localhost:8080/path")).toBe("http://localhost:8080/path");
  });
});
