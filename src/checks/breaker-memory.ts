import { z } from 'zod';
import { type Clock, DAY_MS } from '../core/clock.ts';
import { jsonIn } from '../core/json.ts';
import { factsOf, isFailureCode, type ServiceFailureCode } from '../provider/errors.ts';
import { StoreFailed } from '../store/errors.ts';
import type { StoreHealth } from '../store/health.ts';
import type { SettingTable } from '../store/schema/setting.ts';

/** An open breaker that nobody has looked at for this long is forgotten. */
const KEPT_MS = 7 * DAY_MS;

const rowSchema = z.object({
  code: z.custom<ServiceFailureCode>(isFailureCode),
  account: z.string(),
  /** When it was written: in milliseconds since 1970, and since the machine was started. */
  at: z.number(),
  uptime: z.number(),
  retryInMs: z.number(),
  pauseMs: z.number(),
  pausedForMs: z.number(),
});

/** An open breaker as it is written down; what lies ahead counts from the moment of writing, or of reading. */
export interface Remembered {
  readonly code: ServiceFailureCode;
  /** Until the bot looks again. */
  readonly retryInMs: number;
  /** The pause before that look, of which the next one is made. */
  readonly pauseMs: number;
  /** For how long nothing at all may be sent. */
  readonly pausedForMs: number;
}

/** Keeps an open breaker for the next process. */
export interface BreakerMemory {
  /** Writes it down, or that there is none; once the store works again, if it fails. */
  write(open: Remembered | undefined): void;
  /** Rejects if the store fails. */
  read(): Promise<Remembered | undefined>;
}

export interface BreakerMemoryNeeds {
  readonly settings: SettingTable;
  readonly clock: Clock;
  readonly health: StoreHealth;
  /** Aborted at the end of this process. */
  readonly ended: AbortSignal;
  /** Names the service. */
  readonly service: string;
  /** Names the service's account, by its key: a new key clears what the old one was refused for. */
  readonly account: string;
}

export function createBreakerMemory(needs: BreakerMemoryNeeds): BreakerMemory {
  const { settings, clock, service, account, health, ended } = needs;
  const name = `breaker ${service}`;
  /** What is still to be written: the latest state only, so that no older one is written over it. */
  let wanted: { readonly row: string | undefined } | undefined;
  let isWriting = false;
  const putWanted = async (): Promise<void> => {
    while (wanted !== undefined && !ended.aborted) {
      const next = wanted;
      try {
        if (next.row === undefined) await settings.delete(name);
        else await settings.put(name, next.row, { expiresAt: clock.now() + KEPT_MS });
        if (wanted === next) wanted = undefined;
      } catch (error) {
        if (!(error instanceof StoreFailed)) throw error;
        health.report(error);
        await health.healthy(ended).catch(() => undefined);
      }
    }
  };
  return {
    write: (open) => {
      const row = open && JSON.stringify({ ...open, account, at: clock.now(), uptime: clock.uptime() });
      wanted = { row };
      if (isWriting) return;
      isWriting = true;
      void putWanted().finally(() => {
        isWriting = false;
      });
    },
    read: async () => {
      const text = await settings.get(name);
      return text === undefined ? undefined : opened(text, needs);
    },
  };
}

/** Undefined for a row of another version, which is not the store's fault. */
function opened(text: string, { clock, account }: BreakerMemoryNeeds): Remembered | undefined {
  const parsed = rowSchema.safeParse(jsonIn(text));
  if (!parsed.success) return undefined;
  const { at, uptime, account: whose, ...row } = parsed.data;
  if (whose !== account && factsOf(row.code).retry === 'status') return undefined;
  const byTime = Math.max(clock.now() - at, 0);
  const byUptime = clock.uptime() - uptime;
  // The time of day may have been set forward since.
  const agoMs = byUptime < 0 ? byTime : Math.min(byTime, byUptime);
  const left = (ms: number): number => Math.max(ms - agoMs, 0);
  return { ...row, retryInMs: left(row.retryInMs), pausedForMs: left(row.pausedForMs) };
}
