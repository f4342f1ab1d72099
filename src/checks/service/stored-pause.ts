import { z } from 'zod';
import { parseJson } from '../../core/json.ts';
import type { Clock } from '../../core/time/clock.ts';
import {
  type FailureReason,
  factsOf,
  isFailureCode,
  type ServiceFailureCode,
} from '../../provider/service-failure.ts';
import type { MetadataTable } from '../../store/schema/metadata-table.ts';
import type { StoreHealth } from '../../store/store-health.ts';
import type { Pause } from '../usage.ts';

const rowSchema = z.object({
  code: z.custom<ServiceFailureCode>(isFailureCode),
  /** The key with which the service was asked. */
  keyId: z.string(),
  /** When the service is asked again, in milliseconds since 1970. */
  retryAt: z.number(),
  /** See `FailureReason`. */
  lastDay: z.string().optional(),
});

interface StoredPauseOptions {
  readonly metadata: MetadataTable;
  /** Names the service in the table. */
  readonly row: string;
  /** Identifies the key without revealing it. */
  readonly keyId: string;
  readonly health: Pick<StoreHealth, 'writeOrQueue'>;
  readonly clock: Clock;
}

/** Stores the pause, so that the next process continues it. */
export class StoredPause {
  readonly #options: StoredPauseOptions;

  constructor(options: StoredPauseOptions) {
    this.#options = options;
  }

  /**
   * Reads why the last process sent no check, and how long the pause still is. Undefined if the
   * service worked, or if it refused another key.
   * @throws StoreFailed
   */
  async read(): Promise<(FailureReason & { readonly remainingMs: number }) | undefined> {
    const { metadata, row, keyId, clock } = this.#options;
    const stored = rowSchema.safeParse(parseJson((await metadata.get(row)) ?? '')).data;
    if (stored === undefined) return undefined;
    const { code, lastDay, retryAt } = stored;
    // A new key may be allowed what the old one was refused. Outages and the limit of the IP
    // address still apply.
    if (stored.keyId !== keyId && factsOf(code).refusesAllUntil === 'status') return undefined;
    return { code, lastDay, remainingMs: Math.max(retryAt - clock.now(), 0) };
  }

  /**
   * Writes the pause as soon as the store works.
   * @param pause called when it is written; undefined while the service works
   */
  writeLatest(pause: () => Pause | undefined): void {
    void this.#options.health.writeOrQueue('why nothing is sent', () => this.write(pause()));
  }

  /**
   * @param pause undefined while the service works
   * @throws StoreFailed
   */
  async write(pause: Pause | undefined): Promise<void> {
    const { metadata, row, keyId } = this.#options;
    if (pause === undefined) {
      await metadata.delete(row);
      return;
    }
    const { code, lastDay, retryAt } = pause;
    await metadata.set(row, JSON.stringify({ code, keyId, retryAt, lastDay }));
  }
}
