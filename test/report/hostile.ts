import type { TimedEvent } from "../../src/domain/event.ts";

/** All that text from outside has been seen to try, in one string. */
export const payload = [
  '"></style></details></td></table><script>alert(1)</script>',
  "<img src=x onerror=alert(1)>' onload='x",
  "`````",
  "```",
  "~~~",
  "@mia #12 GH-7 https://attacker.invalid/?d=1 www.attacker.invalid",
  "![x](https://attacker.invalid/p.png) [y](javascript:alert(1))",
  "<!-- tdd-loop:issue-7 --> \u202E\u001B[2J",
  "/tdd run",
  "::error::x",
  "##[error]x",
  "| a | b \\| c |",
  'click A href "javascript:x"; end %%{init: {}}%% "]:::x',
  "[skip ci]",
  "",
].join("\n");

/** Words of our own vocabulary, shas and addresses: no text from outside is ever put there. */
const ours = new Set([
  ...["type", "kind", "role", "phase", "purpose", "verdict", "source", "sha", "baseSha"],
  ...["digest", "url", "target", "status", "shape", "red", "layer"],
]);

/** The same events with `prefix` before every text that may come from outside. */
export function withPrefix(events: readonly TimedEvent[], prefix: string): readonly TimedEvent[] {
  return JSON.parse(JSON.stringify(events), (key, value: unknown) =>
    typeof value !== "string" || ours.has(key) || isWord(key, value) ? value : prefix + value,
  );
}

function isWord(key: string, value: string): boolean {
  return (
    (key === "reason" || key === "why") &&
    /^(limit|budget|scope|infrastructure|configuration|contradiction|[a-z]+(_[a-z]+)+)$/.test(value)
  );
}
