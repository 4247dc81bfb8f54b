import { expect, test } from "vitest";
import { redactSecrets } from "../../src/domain/redact-secrets.ts";

test.each([
  `ghp_${"a".repeat(36)}`,
  `ghs_${"a".repeat(36)}`,
  `github_pat_${"a1_".repeat(20)}`,
  `sk-ant-api03-${"a-B_".repeat(8)}`,
  `xoxb-${"1".repeat(12)}`,
  `AKIA${"A1".repeat(8)}`,
  "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----",
])("hides %s", (secret) => {
  expect(redactSecrets(`before ${secret} after`)).toBe("before [redacted] after");
});

test("hides known values, leaves ordinary words alone", () => {
  expect(
    redactSecrets("the passphrase is correct-horse, sk-1, ghp_short", ["correct-horse", "is"]),
  ).toBe("the passphrase is [redacted], sk-1, ghp_short");
});
