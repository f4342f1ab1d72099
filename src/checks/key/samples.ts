import { z } from 'zod';
import { parseJson } from '../../core/json.ts';
import { type Clock, DAY_MS } from '../../core/time/clock.ts';
import { KeySampleTable } from '../../store/schema/key-sample-table.ts';
import type { Sql } from '../../store/sql.ts';
import type { StoreHealth } from '../../store/store-health.ts';
import type { DatedKeyStatus } from '../usage.ts';

/** The picture shows 30 days, and the forecast looks no further back. */
const SHOWN_MS = 30 * DAY_MS;

const checksLeft = z.union([z.number(), z.literal('no-limit')]).optional();
const sampleSchema = z.object({
  at: z.number(),
  hour: checksLeft,
  day: checksLeft,
  month: checksLeft,
});
/** The checks left at one time (milliseconds since 1970), as the service reported them. */
export type KeySample = z.infer<typeof sampleSchema>;

/** The checks left in the month at one time, in milliseconds since 1970. */
export interface MonthLeft {
  readonly at: number;
  readonly left: number;
}

export function sampleOf({ status, askedAt }: DatedKeyStatus): KeySample {
  return { at: askedAt, ...status.checksLeft };
}

/** Undefined if the service did not say, or the month has no limit. */
export function monthLeftIn({ at, month }: KeySample): MonthLeft | undefined {
  return typeof month === 'number' ? { at, left: month } : undefined;
}

interface KeySamplesOptions {
  readonly sql: Sql;
  /** Identifies the key without revealing it. */
  readonly keyId: string;
  readonly health: Pick<StoreHealth, 'writeOrQueue'>;
  readonly clock: Clock;
}

/** The samples in the store: the first of each hour. */
export class KeySamples {
  readonly #options: KeySamplesOptions;
  readonly #table: KeySampleTable;

  constructor(options: KeySamplesOptions) {
    this.#options = options;
    this.#table = new KeySampleTable(options.sql);
  }

  /** Resolves when the sample is written or queued. A status without figures is not stored. */
  async add(keyStatus: DatedKeyStatus): Promise<void> {
    const { keyId, health } = this.#options;
    const sample = sampleOf(keyStatus);
    const { at, hour, day, month } = sample;
    if ((hour ?? day ?? month) === undefined) return;
    await health.writeOrQueue('a sample of the key', () =>
      this.#table.add(keyId, at, JSON.stringify(sample)),
    );
  }

  /**
   * The samples of the last 30 days, oldest first. Those that were dated while the clock was ahead
   * are left out: nobody knows what was sent after them.
   * @throws StoreFailed
   */
  async latest(): Promise<readonly KeySample[]> {
    const { keyId, clock } = this.#options;
    const now = clock.now();
    const bodies = await this.#table.bodiesBetween(keyId, now - SHOWN_MS, now);
    return bodies.flatMap((body) => sampleSchema.safeParse(parseJson(body)).data ?? []);
  }
}
