import { z } from 'zod';
import { DAY_MS } from '../core/clock.ts';
import { jsonIn } from '../core/json.ts';
import { factsOf, isFailureCode, type ServiceFailureCode } from '../provider/errors.ts';
import type { SettingTable } from '../store/schema/setting.ts';
import type { ChecksNeeds } from './basics.ts';

/** An open breaker that nobody has looked at for this long is forgotten. */
const KEPT_MS = 7 * DAY_MS;

/** An open breaker as it is written down. What lies ahead counts from the moment of writing, or of reading. */
const openSchema = z.object({
  code: z.custom<ServiceFailureCode>(isFailureCode),
  /** Until the bot looks again. */
  retryInMs: z.number(),
  /** The pause before that look, of which the next one is made. */
  pauseMs: z.number(),
  /** For how long nothing at all may be sent. */
  pausedForMs: z.number(),
});
export type Remembered = Readonly<z.infer<typeof openSchema>>;

/** With the service's account, and when it was written: in milliseconds since 1970, and since the machine was started. */
const rowSchema = openSchema.extend({ account: z.string(), at: z.number(), uptime: z.number() });

/** Keeps an open breaker for the next process. */
export interface BreakerMemory {
  /** Writes it down, or that there is none. */
  write(open: Remembered | undefined): void;
  /** Rejects if the store fails. */
  read(): Promise<Remembered | undefined>;
}

export function createBreakerMemory(
  { seal, clock, health, settings }: Pick<ChecksNeeds, 'seal' | 'clock' | 'health' | 'settings'>,
  table: SettingTable,
): BreakerMemory {
  const { account = '', cache } = settings;
  const name = `breaker ${seal.hash(`service ${cache.realm}`)}`;
  /** The latest state, also where an older one is still to be written. */
  let row: string | undefined;
  const put = () =>
    row === undefined ? table.delete(name) : table.put(name, row, { expiresAt: clock.now() + KEPT_MS });
  return {
    write: (open) => {
      row = open && JSON.stringify({ ...open, account, at: clock.now(), uptime: clock.uptime() });
      void health.untilDone(put);
    },
    read: async () => {
      const written = rowSchema.safeParse(jsonIn((await table.get(name)) ?? ''));
      if (!written.success) return undefined;
      const { at, uptime, account: whose, ...open } = written.data;
      if (whose !== account && factsOf(open.code).retry === 'status') return undefined;
      const byTime = Math.max(clock.now() - at, 0);
      const byUptime = clock.uptime() - uptime;
      // The time of day may have been set forward since.
      const agoMs = byUptime < 0 ? byTime : Math.min(byTime, byUptime);
      const left = (ms: number): number => Math.max(ms - agoMs, 0);
      return { ...open, retryInMs: left(open.retryInMs), pausedForMs: left(open.pausedForMs) };
    },
  };
}
