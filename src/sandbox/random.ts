/** Random numbers from 0 to 1 that are the same in every run (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Milliseconds before an answer: a fixed number, or a random one in a range. */
export type Delay = number | { readonly from: number; readonly to: number; readonly seed?: number };

/** Returns the delay of each next answer; a seed always gives the same delays. */
export function createDelay(delay: Delay): () => number {
  if (typeof delay === 'number') return () => delay;
  const random = createRandom(delay.seed ?? 1);
  return () => delay.from + random() * (delay.to - delay.from);
}
