import { z } from 'zod';
import { type Clock, DAY_MS } from '../../core/clock.ts';
import type { Collection } from '../../store/contract.ts';
import type { KeyStatusAnswer } from '../answer.ts';

/** `2026-11-21T14`: the length of a time to its hour. */
const HOUR_LENGTH = 13;
/** The picture shows 30 days, and the forecast looks no further back; the rest is room for clocks that differ. */
const SHOWN_MS = 30 * DAY_MS;
const KEPT_MS = 35 * DAY_MS;

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
  readonly rows: Collection;
  readonly clock: Clock;
  /** The service of the figures: the sandbox's never stand beside those of a real key. */
  readonly realm: string;
}

export function createKeyHistory({ rows, clock, realm }: KeyHistoryNeeds): KeyHistory {
  return {
    record: async ({ status, checkedAt }) => {
      const { hour, day, month } = status.checksLeft;
      if (hour === undefined && day === undefined && month === undefined) return;
      const row: KeySample = { at: checkedAt, hour, day, month };
      await rows.insert(idOf(checkedAt, realm), JSON.stringify(row), { expiresAt: checkedAt + KEPT_MS });
    },
    samples: async () => {
      const oldest = clock.now() - SHOWN_MS;
      return (await rows.entries())
        .filter(([id]) => id.endsWith(` ${realm}`))
        .map(([, text]) => rowSchema.parse(JSON.parse(text)))
        .filter(({ at }) => at > oldest)
        .sort((a, b) => a.at - b.at);
    },
  };
}

/** The hour is the row's id, so that the first one stays. */
function idOf(at: number, realm: string): string {
  return `${new Date(at).toISOString().slice(0, HOUR_LENGTH)} ${realm}`;
}
