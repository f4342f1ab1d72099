import type { Clock } from '../../core/clock.ts';
import { StoreUnusable } from '../unusable.ts';

/** How long a start waits for a Redis that is not up yet; after that it goes on, and the store counts as failing. */
const START_MS = 3_000;
const START_PAUSE_MS = 50;

/**
 * Waits until Redis answers, for three seconds at most; resolves in any case.
 * @throws StoreUnusable
 */
export async function untilItAnswers(ask: () => Promise<void>, clock: Clock): Promise<void> {
  const endsAt = clock.elapsed() + START_MS;
  while (clock.elapsed() < endsAt) {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof StoreUnusable) throw error;
      // It may not be up yet; after the last attempt, it shows as a failing store.
      await clock.sleep(START_PAUSE_MS);
    }
  }
}
