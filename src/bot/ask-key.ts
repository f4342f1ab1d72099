import type { KeyStatusAnswer } from '../checks/answer.ts';
import type { UsageHistory } from '../checks/trend.ts';
import { type Basics, closeInfrastructure, openInfrastructure } from './infrastructure.ts';
import { openChecks } from './services.ts';

/** What is known of the key, and of its use here. */
export interface AskedKey {
  readonly answer: KeyStatusAnswer;
  readonly past: UsageHistory;
}

/**
 * Asks for the state of the key as the bot does: by its limiter, and written down in its store, which no other process may
 * hold meanwhile, unless they share it. On a store that does not tell what was sent just before, that waits for a window.
 * @param isNew whether nobody has had this store before: then nothing was sent, and nothing is waited for
 * @throws ServiceFailure, the reason of the signal, and what opening the store throws
 */
export async function askKey(basics: Basics, signal: AbortSignal, isNew = false): Promise<AskedKey> {
  const infrastructure = await openInfrastructure(basics);
  try {
    const checks = await openChecks(infrastructure, isNew);
    try {
      const answer = await checks.keyStatus.get({ maxAgeMs: 0, signal });
      return { answer, past: await checks.past() };
    } finally {
      await checks.drain();
      checks.stop();
    }
  } finally {
    await closeInfrastructure(infrastructure);
  }
}
