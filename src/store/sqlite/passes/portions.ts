/** How long one portion may occupy the store, in milliseconds; other writes wait at most this long. */
const PORTION_MS = 10;
const FIRST = 64;
/** Fewest rows of a portion: fewer take no less time, since then the access to the disk dominates. */
const LEAST = 16;
const MOST = 2_048;

export interface PortionNeeds {
  /** Processes at most this many rows and resolves with how many it has processed: fewer if none are left. */
  readonly work: (most: number) => Promise<number>;
  /** Queues each portion among the other writes. */
  readonly inTurn: <T>(portion: () => Promise<T>) => Promise<T>;
  /** Monotonic milliseconds. */
  readonly elapsed: () => number;
  /** Called between two portions with the milliseconds that the last one took. */
  readonly rest: (ms: number) => Promise<void>;
}

/**
 * Does in portions what could take long, so that other writes get their turn in between. The size of a portion follows from
 * the time that the last one took, since it depends on the disk. Resolves with how much was done.
 */
export async function inPortions({ work, inTurn, elapsed, rest }: PortionNeeds): Promise<number> {
  let size = FIRST;
  let total = 0;
  for (;;) {
    const { done, tookMs } = await inTurn(async () => {
      const begunAt = elapsed();
      return { done: await work(size), tookMs: elapsed() - begunAt };
    });
    total += done;
    if (done < size) return total;
    if (tookMs > PORTION_MS) size = Math.max(Math.floor(size / 2), LEAST);
    else if (tookMs < PORTION_MS / 4) size = Math.min(size * 2, MOST);
    await rest(tookMs);
  }
}
