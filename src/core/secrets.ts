/** By their bytes: what is derived twice is one secret. */
const kept = new Map<string, string | Uint8Array>();

/**
 * Says that a text or some bytes are a secret of this process, which is then masked in all that it logs. Whoever makes,
 * loads or derives a secret calls this at once, before anything can fail with it in hand. Returns the secret.
 */
export function keepSecret<S extends string | Uint8Array>(secret: S): S {
  kept.set(Buffer.from(secret).toString('base64'), secret);
  return secret;
}

/** All secrets of this process so far. */
export function keptSecrets(): readonly (string | Uint8Array)[] {
  return [...kept.values()];
}

/** How many there are: it only grows. */
export function countSecrets(): number {
  return kept.size;
}
