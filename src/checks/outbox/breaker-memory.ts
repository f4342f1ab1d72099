import { z } from 'zod';
import { type Clock, DAY_MS } from '../../core/clock.ts';
import { jsonIn } from '../../core/json.ts';
import { factsOf, isFailureCode, type ServiceFailureCode } from '../../provider/errors.ts';
import type { SettingTable } from '../../store/schema/setting.ts';

/** An open breaker that nobody has looked at for this long is forgotten. */
const KEPT_MS = 7 * DAY_MS;

const code = z.custom<ServiceFailureCode>(isFailureCode);
const rowSchema = z.object({
  code,
  account: z.string(),
  /** When it was written: in milliseconds since 1970, and since the machine was started. */
  at: z.number(),
  uptime: z.number(),
  retryInMs: z.number(),
  pauseMs: z.number(),
  pausedForMs: z.number(),
});

/** An open breaker as it is written down; what lies ahead is told from the moment of writing, or of reading. */
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
  /** Writes it down, or that there is none; reports what fails, and never rejects. */
  write(open: Remembered | undefined): void;
  /** The persisted state; `unknown` if the store fails, or the state is about to change. Never rejects. */
  read(): Promise<Remembered | undefined | 'unknown'>;
  /** Writes what the store would not take. */
  catchUp(): Promise<void>;
}

export interface BreakerMemoryNeeds {
  readonly settings: SettingTable;
  readonly clock: Clock;
  /** Names the service. */
  readonly service: string;
  /** Names the service's account, by its key: what a new key mends is not remembered of the old one. */
  readonly account: string;
  readonly onError: (error: unknown) => void;
}

export function createBreakerMemory(needs: BreakerMemoryNeeds): BreakerMemory {
  const { settings, clock, service } = needs;
  const name = `breaker ${service}`;
  let wanted: Remembered | undefined;
  /** Counts the writes asked for; the last one that arrived is named beside it. */
  let asked = 0;
  let written = 0;
  let writing = Promise.resolve();

  const put = async (): Promise<void> => {
    const number = asked;
    if (wanted === undefined) await settings.delete(name);
    else {
      const row = { ...wanted, account: needs.account, at: clock.now(), uptime: clock.uptime() };
      await settings.put(name, JSON.stringify(row), { expiresAt: clock.now() + KEPT_MS });
    }
    written = number;
  };
  /** One after the other, so that no older state is written over a newer one. */
  const putNext = (): Promise<void> => {
    writing = writing.then(put).catch(needs.onError);
    return writing;
  };
  return {
    write: (open) => {
      wanted = open;
      asked += 1;
      void putNext();
    },
    read: async () => {
      const number = asked;
      const isBeingWritten = written !== asked;
      try {
        const text = await settings.get(name);
        if (isBeingWritten || number !== asked) return 'unknown';
        return text === undefined ? undefined : opened(text, needs);
      } catch (error) {
        needs.onError(error);
        return 'unknown';
      }
    },
    catchUp: async () => {
      if (written !== asked) await putNext();
    },
  };
}

/** undefined for a row of another version, which is no fault of the store. */
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
