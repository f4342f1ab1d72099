/** A connection, or what has one. */
export interface Closable {
  close(): Promise<void>;
}

/**
 * Closes what nobody uses any more, and never rejects. Nobody needs to know if it fails: every
 * write has reported its own result, and the system frees the rest.
 */
export async function closeQuietly(closable: Closable): Promise<void> {
  await closable.close().catch(() => undefined);
}
