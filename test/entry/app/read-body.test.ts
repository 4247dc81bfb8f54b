import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { createBodyReader } from "../../../src/entry/app/read-body.ts";

/** A request whose body comes when the test says so. */
function request(headers: Readonly<Record<string, string>> = {}) {
  return Object.assign(new PassThrough(), { headers }) as unknown as IncomingMessage & PassThrough;
}

describe("a body", () => {
  it("is read whole, with its characters, however it is cut", async () => {
    const sent = request();
    const read = createBodyReader()(sent);
    const bytes = Buffer.from('{"a":"\u00fc\u{1F600}"}');
    for (const byte of bytes) sent.write(Buffer.from([byte]));
    sent.end();
    expect(await read).toEqual({ kind: "body", text: bytes.toString("utf8") });
  });

  it("is refused when it is too large, said beforehand or not", async () => {
    const readBody = createBodyReader(4, 100);
    const sent = request();
    const read = readBody(sent);
    sent.write("12345");
    expect(await read).toEqual({ kind: "too_large" });
    expect(await readBody(request({ "content-length": "5" }))).toEqual({ kind: "too_large" });
  });

  it("is refused while others hold all the room, and taken when they are done", async () => {
    const readBody = createBodyReader(10, 12);
    const [first, second, third] = [request(), request(), request()];
    const one = readBody(first);
    first.write("12345678");
    await new Promise((done) => setImmediate(done));
    const two = readBody(second);
    second.write("12345");
    expect(await two).toEqual({ kind: "busy" });
    first.end();
    expect(await one).toEqual({ kind: "body", text: "12345678" });
    const three = readBody(third);
    third.end("1234567890");
    expect(await three).toEqual({ kind: "body", text: "1234567890" });
  });

  it("that breaks off gives its room back", async () => {
    const readBody = createBodyReader(10, 10);
    const [first, second] = [request(), request()];
    const one = readBody(first);
    first.write("1234567");
    await new Promise((done) => setImmediate(done));
    first.destroy();
    expect(await one).toEqual({ kind: "broken" });
    const two = readBody(second);
    second.end("1234567");
    expect(await two).toEqual({ kind: "body", text: "1234567" });
  });
});
