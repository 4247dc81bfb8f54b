import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createRedactor, createSecretFinder } from "../../src/domain/redact.ts";
import { unpack } from "../../src/entry/unpack.ts";

const secret = "Zk9-canary/value+7788_QQ";
const short = "hunter2";
const hide = createRedactor([secret], unpack);
const isIn = createSecretFinder([secret], unpack);

function binary(text: string, width: number, before = "", between = " "): string {
  const codes = [...Buffer.from(text)].map((code) => code.toString(2).padStart(width, "0"));
  return codes.map((code) => before + code).join(between);
}

const long = `${"a line of output before\n".repeat(40)}KEY=${secret}\n${"and some more\n".repeat(9)}`;
const wrapped = (text: string) => text.replace(/.{64}/g, "$&\n");

describe("a known secret in other clothes", () => {
  it.each([
    ["as bytes in binary", binary(secret, 8)],
    ["as bytes in binary, without anything between", binary(secret, 8, "", "")],
    ["as bytes in binary, with a prefix", binary(secret, 8, "0b", ", ")],
    ["as characters of seven bits", binary(secret, 7, "", "")],
    ["as binary numbers without leading zeros", binary(secret, 1)],
    ["in binary, one byte a line", binary(secret, 8, "- ", "\n")],
    ["in binary in the middle of other bytes", binary(`some text, ${secret}, and more`, 8, "", "")],
    ["with escaped line ends between", [...secret].join("\\n")],
    ["with escaped invisible characters between", [...secret].join("\\u200b")],
    ["with tags between", `<i>${[...secret].join("</i><i>")}</i>`],
    ["with entities between", [...secret].join("&nbsp;")],
    ["with url-encoded blanks between", [...secret].join("%20")],
    ["with words between", [...secret].join(" and then ")],
    ["as a numbered list", [...secret].map((sign, at) => `${at + 1}. ${sign}`).join("\n")],
    ["as a table", [...secret].map((sign, at) => `sign ${at}: "${sign}"`).join("\n")],
    ["as a list with numbers behind", [...secret].map((sign, at) => `${sign} ${at}`).join("\n")],
    ["in base85, as git has it", "T5CBiV_|M#a(ORyVQh6}D>pYdIA2jw"],
    ["in Ascii85", ">&-,M@ps7`Ed9<]@;L't.lTCH3+#N["],
    [
      "in base85 in the middle of other text",
      "b8l^BAarGTbS@xEMOi&sYdI}rVQyh^c`tThY;|QTH#ayqUr|vYVQyp~ZEtdA",
    ],
    [
      "in Ascii85 in the middle of other text",
      "F)Po,+EV1>F=n\\/79McWCH3tV@;]LoGqX>LCis;>2`E]U?VsZC@;]TuD/XH+",
    ],
    ["in base58", "9F6GGsTmap1425xNSXydQnRN254if4Lo2"],
    ["as one number", "2217063535343249074309125802569070514751812995935692083537"],
    ["deflated, in base64", deflateRawSync(secret).toString("base64")],
    ["deflated, for an address", deflateRawSync(long).toString("base64url")],
    ["deflated, in hex", deflateRawSync(long).toString("hex")],
    ["deflated with a header, in hex", deflateSync(long).toString("hex")],
    ["in gzip, in hex", gzipSync(long).toString("hex")],
    ["in gzip without compression, in base64", gzipSync(long, { level: 0 }).toString("base64")],
    ["in brotli, in base64", brotliCompressSync(long).toString("base64")],
    ["deflated, in lines", wrapped(deflateRawSync(long, { level: 1 }).toString("base64"))],
    ["deflated and cut off", deflateRawSync(long, { level: 0 }).toString("base64").slice(0, -40)],
  ])("is found and hidden %s", (_name, text) => {
    const hidden = hide(`before:\n${text}\nafter.`);
    expect(isIn(text)).toBe(true);
    expect(hidden).toMatch(/^before:\n.*\*\*\*.*\nafter\.$/s);
    expect(hidden.length).toBeLessThan(text.length);
  });

  it("is found as one number with what all tokens of its kind begin with", () => {
    const token = ["ghp_", "q7RtZ9xLm2VbK4wYcN8pHs"].join("");
    const number = BigInt(`0x${Buffer.from(token).toString("hex")}`).toString();
    expect(createSecretFinder([token], unpack)(`x ${number} y`)).toBe(true);
  });

  it("is found in binary when it is short", () => {
    expect(createRedactor([short], unpack)(`x ${binary(short, 8)} y`)).toBe("x *** y");
  });

  it.each([
    ["flags", binary("some flags of ours, all of them", 8)],
    ["a list of letters", "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\nn\no"],
    ["a numbered list", "1. Z\n2. k\n3. 9\n4. c\n5. a\n"],
    [
      "data of somebody else",
      deflateRawSync("x".repeat(99) + secret.slice(0, 9)).toString("base64"),
    ],
    ["a hash and a path", `${"0123456789abcdef".repeat(4)} src/domain/Secrets/WrappedTexts`],
    ["markup", "<b>Zk9</b>&nbsp;<i>canary</i>\\n%20<br>"],
  ])("is not seen in %s, which stays byte for byte", (_name, text) => {
    expect(isIn(text)).toBe(false);
    expect(createRedactor([secret], unpack)(text)).toBe(text);
  });

  it("is found among data of many kinds, as far as anybody looks", () => {
    const data = Array.from({ length: 250 }, (_, at) => `Data${"x".repeat(20)}${at}`).join(" ");
    const text = `${data} ${deflateRawSync(secret).toString("base64")}`;
    expect(hide(text).endsWith("***")).toBe(true);
  });

  it.each(["01", "0b1 ", "a\n", "\\n", "&#1;", "<", "Ab1/".repeat(5).concat(" "), "Ab"])(
    "is found behind a flood of %j",
    (unit) => {
      const text = `${unit.repeat(200_000 / unit.length)} ${secret}`;
      expect(hide(text).endsWith("***")).toBe(true);
    },
  );
});
