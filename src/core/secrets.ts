const kept = new Set<string>();

/**
 * Registers a text as a secret of this process, which is then masked in everything it logs. Code that creates or loads a
 * secret calls this at once, before anything can fail while holding it. Returns the secret.
 */
export function keepSecret(secret: string): string {
  kept.add(secret);
  return secret;
}

/** All secrets registered so far. */
export function keptSecrets(): readonly string[] {
  return [...kept];
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
