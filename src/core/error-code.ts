/**
 * The code of an error of the system, Node or SQLite, such as `ENOENT`; undefined for anything
 * else.
 */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

/** The message of an error, or its code; anything else that was thrown, as text. */
export function errorMessage(error: unknown): string {
  // Node's error for a host with several IP addresses has a code alone.
  return error instanceof Error ? error.message || (errorCode(error) ?? error.name) : String(error);
}

/**
 * Settles like the work, but resolves with undefined when the work fails because a file is not
 * there.
 */
export async function ignoreMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
