/** A connection, or what has one. */
export interface Closable {
  close(): Promise<void>;
}

/**
 * Closes what nobody uses any more, and never rejects. Nobody needs to know if it fails: each write
 * has told whether it was done, and the system takes the rest back when the process ends.
 */
export async function closeQuietly(closable: Closable): Promise<void> {
  await closable.close().catch(() => undefined);
}
