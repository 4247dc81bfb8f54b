import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createRedactor, createSecretFinder } from "../../src/domain/redact.ts";

/** Put together at run time, so that no scanner takes this file for a leak. */
const made = (...parts: string[]) => parts.join("");

const secret = "Zk9-canary/value+7788_QQ";
const redact = createRedactor([secret]);
const hex = Buffer.from(secret).toString("hex");
const base64 = Buffer.from(secret).toString("base64");
const codes = [...Buffer.from(secret)];
const wideForm = codes.map((code) => String.fromCharCode(code + 0xfee0)).join("");

function twice(text: string, inner: BufferEncoding, outer: BufferEncoding): string {
  return Buffer.from(Buffer.from(text).toString(inner)).toString(outer);
}

function rot47(text: string): string {
  return text.replace(/[!-~]/g, (c) =>
    String.fromCharCode(((c.charCodeAt(0) - 33 + 47) % 94) + 33),
  );
}

function base32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups
    .map((group) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[Number.parseInt(group.padEnd(5, "0"), 2)])
    .join("");
}

describe("a known secret", () => {
  it.each([
    ["as it is", secret],
    ["in base64", base64],
    ["in url-safe base64", Buffer.from(secret).toString("base64url")],
    ["in base64 of longer data, shifted by one", Buffer.from(`x${secret}yy`).toString("base64")],
    ["in base64 of longer data, shifted by two", Buffer.from(`xx${secret}y`).toString("base64")],
    ["in wrapped base64", base64.replace(/(.{10})/g, "$1\n")],
    ["in base64 twice", Buffer.from(base64).toString("base64")],
    ["in base64 twice, of longer data", twice(`x${secret}`, "base64", "base64")],
    ["in hex in base64", twice(secret, "hex", "base64")],
    ["in base64 in hex", twice(secret, "base64", "hex")],
    ["reversed in base64", Buffer.from([...secret].reverse().join("")).toString("base64")],
    ["in UTF-16 hex", Buffer.from(secret, "utf16le").toString("hex")],
    ["in escapes with braces", codes.map((code) => `\\u{${code.toString(16)}}`).join("")],
    ["in escapes of style sheets", codes.map((code) => `\\0000${code.toString(16)}`).join("")],
    ["packed, in hex", gzipSync(secret).toString("hex")],
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
    ["in base32", base32(secret)],
    ["in lower-case base32 of longer data", base32(`abc${secret}z`).toLowerCase()],
    ["in rot47", rot47(secret)],
    ["in UTF-16 base64", Buffer.from(secret, "utf16le").toString("base64")],
    ["as decimal bytes in a list", `[${codes.join(", ")}]`],
    ["as decimal bytes with blanks", codes.join(" ")],
    ["as padded decimals", codes.map((code) => `${code}`.padStart(3, "0")).join("-")],
    ["as hex bytes in a list", codes.map((code) => `0x${code.toString(16)}`).join(", ")],
    ["as hex bytes with dashes", hex.replace(/..(?=.)/g, "$&-")],
    ["as hex bytes with colons, in upper case", hex.toUpperCase().replace(/..(?=.)/g, "$&:")],
    ["as bytes in octal", codes.map((code) => `\\${code.toString(8)}`).join("")],
    ["as \\x escapes", hex.replace(/../g, "\\x$&")],
    ["as \\u escapes", hex.replace(/../g, "\\u00$&")],
    ["split by dashes", [...secret].join("-")],
    ["split by dots", [...secret].join(".")],
    ["split by line ends", [...secret].join("\n")],
    ["split by commas and quotes", [...secret].map((c) => `"${c}"`).join(", ")],
    ["split by dashes, reversed", [...secret].reverse().join("-")],
    ["with zero-width characters between", [...secret].join("\u200b\u2060")],
    ["with soft hyphens between", [...secret].join("\u00ad")],
    ["in full width", wideForm],
    ["as decimal entities", codes.map((code) => `&#${code};`).join("")],
    ["as hex entities", codes.map((code) => `&#x${code.toString(16)};`).join("")],
    ["quoted-printable", hex.toUpperCase().replace(/../g, "=$&")],
    ["quoted-printable where needed", secret.replace("/", "=2F").replace("+", "=2B=\n")],
    ["url-encoded twice", encodeURIComponent(encodeURIComponent(secret))],
    ["url-encoded in lower case", encodeURIComponent(secret).replaceAll("%2F", "%2f")],
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

  it("is hidden in full where its letters are, whatever is put between them", () => {
    expect(redact(`a ${[...secret].join("-")} b`)).toBe("a *** b");
    expect(redact(`a ${wideForm} b`)).toBe("a *** b");
    expect(redact(`a ${codes.join(", ")} b`)).toBe("a *** b");
  });

  it("is found at the end of a long output", () => {
    const text = `${"some test output line\n".repeat(40_000)}${secret}`;
    expect(redact(text).endsWith("\n***")).toBe(true);
  });
});

describe("a value that may be ordinary text", () => {
  const values = [
    "production",
    "my-long-test-value-for-all",
    "12345678",
    "/home/runner/.ssh/id_rsa",
    "C0rrect!",
    made("sk-", "ant-api03-", "Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA"),
    made(
      "-----BEGIN RSA ",
      `PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwgg${"q7Zx".repeat(20)}`,
    ),
    "postgres://app:Tr0ub4dor-and-3@db.example.com/main",
  ];
  const isIn = createSecretFinder(values);

  it.each([
    "for production only, in a reproduction",
    "my-long-test and test-value-for-all-of-us",
    "the number 123456789 and 12345678",
    "write to /home/runner/work, read .ssh/id_rsa",
    made("a key begins with sk-", "ant-api03- and then some"),
    made("-----BEGIN RSA ", "PRIVATE KEY-----, then MIIEvQIBADANBgkqhkiG9w0BAQEFAASC"),
    "postgres://app:other@db.example.org/main",
  ])("is not found in %s", (text) => {
    expect(isIn(text)).toBe(false);
  });

  it.each([
    "let x = 'C0rrect!';",
    made("sk-", "ant-api03-", "Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA"),
    "YmFyYmF6cXV4MTIz",
    "q7Zxq7Zxq7Zxq7Zxq7Zxq7Zxq7Zx",
    "app:Tr0ub4dor-and-3@",
  ])("is found where no doubt is left: %s", (text) => {
    expect(isIn(text)).toBe(true);
  });

  it("is hidden as a whole word, not inside of others", () => {
    const hide = createRedactor(values);
    expect(hide("in production, reproduction")).toBe("in ***, reproduction");
  });
});

describe("a flood", () => {
  it.each([secret.slice(0, 11), secret.slice(0, 6), "\u200b", "-", "9", "\uff21"])(
    "of %j is searched in linear time",
    (unit) => {
      const text = `${unit.repeat(400_000 / unit.length)}${secret}`;
      expect(redact(text).endsWith("***")).toBe(true);
    },
  );
});

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
