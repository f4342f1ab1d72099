const secrets = new Set<string>();

/**
 * Registers a secret of this process, which is then masked in all that operators read. Code that
 * creates or loads a secret calls this immediately, before anything can fail. Returns the secret.
 */
export function addSecret(secret: string): string {
  secrets.add(secret);
  return secret;
}

export function registeredSecrets(): readonly string[] {
  return [...secrets];
}
