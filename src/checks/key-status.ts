import { untilAborted } from '../core/async/promises.ts';
import type { RawAnswer } from '../provider/device.ts';
import { ServiceFailure } from '../provider/errors.ts';
import type { KeyStatusAnswer } from './answer.ts';
import type { ChecksNeeds } from './basics.ts';

/** The status answer is used again for this long: it costs a slot like any request. */
const REUSED_MS = 60_000;

/** The key's status, asked for seldom and by one request at a time. */
export interface KeyStatusReader {
  /** Throws `ServiceFailure`, `StoreFailed`. */
  get(request: { readonly maxAgeMs?: number; readonly signal: AbortSignal }): Promise<KeyStatusAnswer>;
  /** What was last heard, however old. */
  latest(): KeyStatusAnswer | undefined;
}

/** Gets every status of the key, also those that others asked for. */
interface Listener {
  readonly onAnswer: (answer: KeyStatusAnswer) => void;
  readonly onFailure: (failure: ServiceFailure) => void;
}

export function createKeyStatusReader(
  { provider, clock, settings }: Pick<ChecksNeeds, 'provider' | 'clock' | 'settings'>,
  askForStatus: () => Promise<RawAnswer>,
  { onAnswer, onFailure }: Listener,
): KeyStatusReader {
  let latest: KeyStatusAnswer | undefined;
  /** By the machine's uptime: what was heard before a laptop slept is old. */
  let heardAt = 0;
  let flight: Promise<KeyStatusAnswer> | undefined;

  const ask = async (): Promise<KeyStatusAnswer> => {
    try {
      const raw = await askForStatus();
      heardAt = clock.uptime();
      const { sandbox } = settings.cache;
      latest = { status: provider.readStatus(raw), checkedAt: clock.now(), sandbox };
      onAnswer(latest);
      return latest;
    } catch (error) {
      if (error instanceof ServiceFailure) onFailure(error);
      throw error;
    } finally {
      flight = undefined;
    }
  };
  return {
    latest: () => latest,
    get: async ({ maxAgeMs = REUSED_MS, signal }) => {
      signal.throwIfAborted();
      if (latest !== undefined && clock.uptime() - heardAt < maxAgeMs) return latest;
      flight ??= ask();
      return untilAborted(flight, signal);
    },
  };
}
