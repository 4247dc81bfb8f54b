const PATTERNS: readonly RegExp[] = [
  /\bgh[pousr]_[A-Za-z0-9]{16,}/gu,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/gu,
  /\bsk-ant-[A-Za-z0-9_-]{16,}/gu,
  /\bsk-(?:proj-)?[A-Za-z0-9_-]{32,}/gu,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/gu,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/gu,
  /\bnpm_[A-Za-z0-9]{36}\b/gu,
  /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/gu,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/gu,
];
const SHORTEST_SECRET = 8;

/**
 * Replaces what looks like a credential, and every one of `known`, by "[redacted]".
 * Known values shorter than 8 characters are left alone: they would eat ordinary words.
 */
export function redactSecrets(text: string, known: readonly string[] = []): string {
  const byShape = PATTERNS.reduce((rest, pattern) => rest.replaceAll(pattern, "[redacted]"), text);
  return known
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .reduce((rest, secret) => rest.replaceAll(secret, "[redacted]"), byShape);
}
