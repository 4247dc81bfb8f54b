import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readAppSettings } from "../../../src/entry/app/app-settings.ts";
import { runApp } from "../../../src/entry/app/run-app.ts";
import { labeled, runningApp, source } from "./running-app.ts";

let app: Awaited<ReturnType<typeof runningApp>>;
beforeEach(async () => {
  app = await runningApp();
});
afterEach(() => app.close());

const named = {
  "content-type": "application/json",
  "x-github-event": "issues",
  "x-github-delivery": "1",
};
const event = () => JSON.stringify({ ...source, ...labeled("mona"), marker: "private words" });

describe("the server", () => {
  it("says that it lives", async () => {
    const response = await fetch(`${app.url}/healthz`);
    expect([response.status, await response.text()]).toEqual([200, "ok\n"]);
  });

  it("knows no other path", async () => {
    expect((await fetch(`${app.url}/probot`)).status).toBe(404);
  });

  it("does nothing on a wrong signature, and keeps the body out of its log", async () => {
    const response = await app.post("issues", event(), { secret: "development" });
    await app.settled();
    expect(response.status).toBe(400);
    expect(app.state.requests).toEqual([]);
    expect(app.lines.join("\n")).not.toContain("private words");
    expect(app.lines.filter((line) => line.includes("signature"))).toHaveLength(1);
  });

  it("does nothing without a signature", async () => {
    const response = await fetch(`${app.url}/api/github/webhooks`, {
      method: "POST",
      body: event(),
      headers: named,
    });
    expect(response.status).toBe(400);
    expect(app.state.requests).toEqual([]);
  });

  it("W46: refuses a body over the limit, announced or not", async () => {
    const chunk = new Uint8Array(1024 * 1024).fill(32);
    let left = 27;
    const body = new ReadableStream({
      pull(controller) {
        left -= 1;
        if (left < 0) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const headers = { ...named, "x-hub-signature-256": `sha256=${"0".repeat(64)}` };
    const init = { method: "POST", body, headers, duplex: "half" } as RequestInit;
    const streamed = await fetch(`${app.url}/api/github/webhooks`, init).then(
      (r) => r.status,
      () => 413,
    );
    expect(streamed).toBe(413);
    const announced = await app.post("issues", " ".repeat(27 * 1024 * 1024)).then(
      (r) => r.status,
      () => 413,
    );
    expect(announced).toBe(413);
  });

  it("ignores events and payloads that it does not know", async () => {
    expect(await app.send("watch", { action: "started" })).toBe(200);
    expect(await app.send("issues", { action: "labeled" })).toBe(200);
    expect(app.state.requests).toEqual([]);
  });

  it("answers before the work is done, and finishes it before it ends", async () => {
    const response = await app.post("issues", event());
    const dispatchedAtAnswer = app.state.dispatches.length;
    await app.close();
    expect(response.status).toBe(200);
    expect([dispatchedAtAnswer, app.state.dispatches.length]).toEqual([0, 1]);
    app = await runningApp();
  });
});

describe("settings", () => {
  const PRIVATE_KEY = "-----BEGIN RSA PRIVATE KEY-----\\nx\\n-----END RSA PRIVATE KEY-----";
  const env = { APP_ID: "1", PRIVATE_KEY, WEBHOOK_SECRET: "0123456789abcdef" };

  it("are complete with id, key and a real secret", () => {
    const read = readAppSettings(env, () => null);
    expect(read).toMatchObject({
      kind: "settings",
      settings: { appId: 1, port: 3000, baseUrl: "https://api.github.com", lockKey: null },
    });
    expect(read.kind === "settings" && read.settings.privateKey).toContain("KEY-----\nx\n");
  });

  it("take the key from a file, and another server than github.com", () => {
    const { PRIVATE_KEY: _, ...rest } = env;
    const asked = { ...rest, PRIVATE_KEY_PATH: "/key.pem", GHE_HOST: "git.acme.dev" };
    const read = readAppSettings(asked, () => PRIVATE_KEY);
    expect(read).toMatchObject({ settings: { baseUrl: "https://git.acme.dev/api/v3" } });
  });

  it.each([
    ["no id", { APP_ID: "" }, "APP_ID"],
    ["an id that is no number", { APP_ID: "my-app" }, "APP_ID"],
    ["no key", { PRIVATE_KEY: "" }, "PRIVATE_KEY"],
    [
      "an unreadable key file",
      { PRIVATE_KEY: "", PRIVATE_KEY_PATH: "/none" },
      "PRIVATE_KEY_PATH (/none)",
    ],
    ["no secret", { WEBHOOK_SECRET: undefined }, "WEBHOOK_SECRET"],
    ["an empty secret", { WEBHOOK_SECRET: "" }, "WEBHOOK_SECRET"],
    ["Probot's default secret", { WEBHOOK_SECRET: "development" }, "WEBHOOK_SECRET"],
    ["a short secret", { WEBHOOK_SECRET: "123456789012345" }, "openssl rand"],
    ["a port that is none", { PORT: "http" }, "PORT"],
  ])("%s is refused with what to do", (_name, change, words) => {
    const read = readAppSettings({ ...env, ...change }, () => null);
    expect(read.kind).toBe("refused");
    expect(JSON.stringify(read)).toContain(words);
  });

  it("that are not complete end the program with 2, each problem said", async () => {
    const said: string[] = [];
    const quiet = { print: () => undefined, onStop: () => undefined };
    const code = await runApp({ env: {}, complain: (line) => said.push(line), ...quiet });
    expect(code).toBe(2);
    expect(said).toHaveLength(3);
  });

  it("that are complete serve until somebody says stop", async () => {
    let stop: () => void = () => undefined;
    const lines: string[] = [];
    const surroundings = {
      env: { ...env, PORT: "0", HOST: "127.0.0.1" },
      complain: () => undefined,
      print: (line: string) => {
        lines.push(line);
        if (line.includes("listening")) setImmediate(() => stop());
      },
      onStop: (callback: () => void) => {
        stop = callback;
      },
    };
    expect(await runApp(surroundings)).toBe(0);
    expect(lines.join("")).toContain("stopping");
  });
});
