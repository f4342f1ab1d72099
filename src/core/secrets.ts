/** Keyed by content, so that a secret registered twice is kept once. */
const kept = new Map<string, string | Uint8Array>();

/**
 * Registers a text or bytes as a secret of this process, which is then masked in everything it logs. Code that creates,
 * loads or derives a secret calls this at once, before anything can fail while holding it. Returns the secret.
 */
export function keepSecret<S extends string | Uint8Array>(secret: S): S {
  kept.set(Buffer.from(secret).toString('base64'), secret);
  return secret;
}

/** All secrets registered so far. */
export function keptSecrets(): readonly (string | Uint8Array)[] {
  return [...kept.values()];
}

/** The number of registered secrets; it only grows, so that a change shows in it. */
export function countSecrets(): number {
  return kept.size;
}

/** What is wrong with the name and the password in an address, as a sentence; undefined where nothing is. */
export function credentialsProblem({ username, password }: URL): string | undefined {
  try {
    decodeURIComponent(username);
    decodeURIComponent(password);
    return undefined;
  } catch {
    return 'write %25 for each % in the name or the password';
  }
}
