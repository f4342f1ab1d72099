import { createRandom } from './random.ts';

/** Milliseconds before an answer: always the same, or random between two. */
export type Delay = number | { readonly from: number; readonly to: number; readonly seed?: number };

/** Gives the delay of each answer in turn, the same for the same seed. */
export function createDelay(delay: Delay): () => number {
  if (typeof delay === 'number') return () => delay;
  const random = createRandom(delay.seed ?? 1);
  return () => delay.from + random() * (delay.to - delay.from);
}
