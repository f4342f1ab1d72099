import { untilAborted } from '../core/async/promises.ts';
import type { Clock } from '../core/clock.ts';
import type { LookupProvider } from '../provider/contract.ts';
import { ServiceFailure } from '../provider/errors.ts';
import type { KeyStatusAnswer } from './answer.ts';
import type { Sends } from './send.ts';

/** The status answer is used again for this long: it costs a slot like any request. */
const REUSED_MS = 60_000;

/** The key's status, asked for seldom and by one request at a time. */
export interface KeyStatusReader {
  /** Throws `ServiceFailure`. */
  get(request: { readonly maxAgeMs?: number; readonly signal: AbortSignal }): Promise<KeyStatusAnswer>;
  /** What was last heard, however old. */
  latest(): KeyStatusAnswer | undefined;
  /** Calls these for every answer and failure from now on. */
  listen(listener: KeyStatusListener): void;
}

/** Hears every status of the key, whoever asked for it. */
export interface KeyStatusListener {
  readonly onAnswer?: (answer: KeyStatusAnswer) => void;
  readonly onFailure?: (failure: ServiceFailure) => void;
}

export interface KeyStatusNeeds {
  readonly provider: Pick<LookupProvider, 'readStatus'>;
  readonly sends: Pick<Sends, 'status'>;
  readonly clock: Clock;
  readonly sandbox: boolean;
}

export function createKeyStatusReader({ provider, sends, clock, sandbox }: KeyStatusNeeds): KeyStatusReader {
  let latest: KeyStatusAnswer | undefined;
  /** By the machine's uptime: what was heard before a laptop slept is old. */
  let heardAt = 0;
  const listeners: KeyStatusListener[] = [];
  let flight: Promise<KeyStatusAnswer> | undefined;

  const ask = async (): Promise<KeyStatusAnswer> => {
    const raw = await sends.status();
    heardAt = clock.uptime();
    latest = { status: provider.readStatus(raw), checkedAt: clock.now(), sandbox };
    for (const { onAnswer } of listeners) onAnswer?.(latest);
    return latest;
  };

  return {
    latest: () => latest,
    listen: (listener) => void listeners.push(listener),
    get: async ({ maxAgeMs = REUSED_MS, signal }) => {
      signal.throwIfAborted();
      if (latest !== undefined && clock.uptime() - heardAt < maxAgeMs) return latest;
      flight ??= ask()
        .catch((error: unknown) => {
          if (error instanceof ServiceFailure) for (const { onFailure } of listeners) onFailure?.(error);
          throw error;
        })
        .finally(() => {
          flight = undefined;
        });
      return untilAborted(flight, signal);
    },
  };
}
