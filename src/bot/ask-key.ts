import type { Config } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import { createLog } from '../ops/log/log.ts';
import type { KeyStatus } from '../provider/device.ts';
import { closeInfrastructure, openInfrastructure } from './infrastructure.ts';
import { openChecks } from './services.ts';

/**
 * Asks for the state of the key as the bot does: by its limiter, and written down in its store, which no other process may
 * hold meanwhile. On a store that does not tell what was sent just before, that waits for a window.
 * @param isNew whether nobody has had this store before: then nothing was sent, and nothing is waited for
 * @throws ServiceFailure, the reason of the signal, and what opening the store throws
 */
export async function askKey(
  config: Config,
  clock: Clock,
  signal: AbortSignal,
  isNew = false,
): Promise<KeyStatus> {
  const log = createLog({ level: 'silent', secrets: [], readable: false });
  const infrastructure = await openInfrastructure({ config, clock, log });
  try {
    const checks = await openChecks(infrastructure, isNew);
    try {
      const { status } = await checks.keyStatus.get({ maxAgeMs: 0, signal });
      return status;
    } finally {
      await checks.drain();
      checks.stop();
    }
  } finally {
    await closeInfrastructure(infrastructure);
  }
}
