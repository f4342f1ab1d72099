import { setTimeout as delay } from 'node:timers/promises';

/** Resolves when it is so, or when the time is over: what was not so by then is for the test to tell. */
export async function until(isSo: () => boolean, withinMs: number): Promise<void> {
  const endsAt = performance.now() + withinMs;
  while (!isSo() && performance.now() < endsAt) await delay(20);
}
