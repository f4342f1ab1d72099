import { z } from 'zod';
import { type Clock, DAY_MS } from '../core/clock.ts';
import type { KeySampleTable } from '../store/schema/key-sample.ts';
import type { KeyStatusAnswer } from './answer.ts';

/** The picture shows 30 days, and the forecast looks no further back. */
const SHOWN_MS = 30 * DAY_MS;

const checksLeft = z.union([z.number(), z.literal('no-limit')]).optional();
const rowSchema = z.object({ at: z.number(), hour: checksLeft, day: checksLeft, month: checksLeft });

/** The checks left as the service told them at one moment (milliseconds since 1970). */
export type KeySample = z.infer<typeof rowSchema>;

/** The key's status over the last 30 days, at each moment at which it was asked for. */
export interface KeyHistory {
  /** Keeps an answer that was fetched anyway; the first one of each hour stays. */
  record(answer: KeyStatusAnswer): Promise<void>;
  /** Oldest first. */
  samples(): Promise<readonly KeySample[]>;
}

export interface KeyHistoryNeeds {
  readonly table: KeySampleTable;
  readonly clock: Clock;
  /** The service of the figures: the sandbox's never stand beside those of a real key. */
  readonly realm: string;
}

export function createKeyHistory({ table, clock, realm }: KeyHistoryNeeds): KeyHistory {
  return {
    record: async ({ status, checkedAt }) => {
      const { hour, day, month } = status.checksLeft;
      if (hour === undefined && day === undefined && month === undefined) return;
      const row: KeySample = { at: checkedAt, hour, day, month };
      await table.add(realm, checkedAt, JSON.stringify(row));
    },
    samples: async () => {
      const bodies = await table.after(realm, clock.now() - SHOWN_MS);
      return bodies.map((body) => rowSchema.parse(JSON.parse(body)));
    },
  };
}
