const shapes = [
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|$)/g,
  // gzip and zlib in base64, gzip in hex: a secret inside has no pattern left.
  /\b(?:H4sI[A-Za-z0-9+/_-]{20,}|eJ[wxyz][A-Za-z0-9+/_-]{40,})={0,2}/g,
  /\b1f8b08[0-9a-f]{20,}/gi,
  /\bgh[pousr]_[A-Za-z0-9_]{16,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{16,}/g,
  /\bsk-ant-[A-Za-z0-9_-]{12,}/g,
  /\bsk-(?:proj-)?[A-Za-z0-9_-]{32,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /(?<=aws_secret_access_key["']?\s{0,4}[=:]\s{0,4}["']?)[A-Za-z0-9/+=]{40}/gi,
  /(?<=:_(?:authToken|auth|password)\s{0,4}=\s{0,4})[^\s"']{4,}/g,
  /\bAIza[A-Za-z0-9_-]{35}\b/g,
  /\bnpm_[A-Za-z0-9]{30,}/g,
  /\bglpat-[A-Za-z0-9_-]{16,}/g,
  /\bxox[a-z]-[A-Za-z0-9-]{10,}/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g,
];
/** Credentials in an address or a header: the name stays, the value goes. */
const afterName =
  /(:\/\/(?=[^\s/:@]{8,}@)|:\/\/[^\s/:@]{0,64}:|\bauthorization: *(?:basic|bearer|token) +)[^\s@"']{4,}/gi;

/** Hides whatever has the shape of a well-known credential, also one that nobody told us. */
export function hideShapes(text: string): string {
  const hidden = shapes.reduce((seen, shape) => seen.replace(shape, "***"), text);
  return hidden.replace(afterName, (whole, name: string, offset: number, all: string) =>
    name.startsWith(":") && all[offset + whole.length] !== "@" ? whole : `${name}***`,
  );
}
