/** What one portion may hold the store up for; the writes of people wait so long at most. */
const PORTION_MS = 10;
const FIRST = 64;
/** Fewer take no less time: what is left then is that the disk is asked at all. */
const LEAST = 16;
const MOST = 2_048;

export interface PortionNeeds {
  /** Does as much as it is told at most, and resolves with how much it has done: less than that when nothing is left. */
  readonly work: (most: number) => Promise<number>;
  /** Lets each portion wait for its turn among those who write. */
  readonly inTurn: <T>(portion: () => Promise<T>) => Promise<T>;
  /** A clock that only ever goes forward. */
  readonly elapsed: () => number;
  /** Between two portions, with the time that the last one took. */
  readonly rest: (ms: number) => Promise<void>;
}

/**
 * Does in portions what could take long, and lets others in between. How large a portion can be is learned from the last
 * one, as it depends on the disk. Resolves with how much was done.
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
