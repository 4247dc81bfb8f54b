import { describe, expect, it } from "vitest";
import { whyFailed } from "../../../src/entry/action/why-failed.ts";

const answered = (status: number, path: string) => ({
  name: "HttpError",
  status,
  message: "Bad credentials",
  response: {},
  request: { method: "GET", url: `https://api.github.com${path}` },
});

describe("why a job ended before its time", () => {
  it("names the token when GitHub did not accept it, and what to pass", () => {
    expect(whyFailed(answered(401, "/repos/acme/shop/issues/7"), {})).toBe(
      "GitHub answered 401 to GET /repos/acme/shop/issues/7. The token was not accepted: it is wrong, expired or revoked. Pass a valid one as the input `github-token` (the default is the job's own), then start the job anew.",
    );
  });

  it.each([
    ["/repos/a/b/contents/.github%2Ftdd-loop.yml", "/repos/a/b/contents/.github/tdd-loop.yml"],
    ["/repos/a/b/contents/.github%252Ftdd-loop.yml", "/repos/a/b/contents/.github/tdd-loop.yml"],
    ["/repos/a/b/contents/100%25", "/repos/a/b/contents/100%"],
    ["/repos/a/b/contents/a%0Ab", "/repos/a/b/contents/a b"],
  ])("shows the address %s as a person reads it", (path, shown) => {
    expect(whyFailed(answered(404, path), {})).toContain(`GET ${shown}.`);
  });

  it("does not take an outage for a refusal", () => {
    const lost = { ...answered(500, "/repos/a/b"), response: undefined, message: "ECONNRESET" };
    expect(whyFailed(lost, {})).toMatch(/could not be reached.*Nothing is lost/);
  });
});
