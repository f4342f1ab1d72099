import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { createMutex } from '../../core/async/promises.ts';
import { type Clock, momentOf, type Now, uptimeSince } from '../../core/clock.ts';
import type { Rows } from '../../store/contract.ts';
import type { MarkFile } from '../../store/mark-file.ts';

const ROW = 'mark';

const NO_FILE: MarkFile = {
  read: async () => undefined,
  write: async () => undefined,
  remove: async () => undefined,
};

const rowSchema = z.object({ id: z.string(), at: z.number(), uptime: z.number() });

/**
 * Says for the next start whether the ledger holds all that was sent: a name drawn at each start, and again for each
 * send, stands in the store, sealed, and in a file beside it. They differ, or one is missing, after a new store, a lost or
 * another secret, a store put back from a backup that lacks a send, and a life in which something was sent that could not
 * be written down.
 */
export interface LedgerMark {
  /**
   * Resolves with whether the ledger holds all that was sent before this start, and can be written now. Call it once,
   * before anything is sent. Never rejects.
   */
  begin(): Promise<boolean>;
  /**
   * To be called when a send is being written down, and waited for before it leaves: what the store held before that is not
   * vouched for any more. With false the next start might take that for whole, unless the mark is withdrawn. Never rejects.
   */
  written(): Promise<boolean>;
  /**
   * To be waited for right before something is sent that could not be written down, or for which the mark could not be drawn
   * anew. With false the next start would not learn of it, and it must not be sent.
   */
  withdraw(): Promise<boolean>;
  /**
   * The store works again: once what was sent unwritten holds nothing any more, the mark is set again. Resolves when it
   * is, or cannot be. Never rejects.
   */
  renew(): Promise<void>;
  stop(): void;
}

export interface LedgerMarkNeeds {
  /** Sealed, so that another secret finds no mark. */
  readonly rows: Pick<Rows, 'get' | 'put'>;
  /** undefined for a store that ends with the process, after which no start knows anything. */
  readonly file: MarkFile | undefined;
  readonly clock: Clock;
  /** For so long a send can hold a slot. */
  readonly longestHoldMs: number;
  /** For so long the ledger keeps a send. */
  readonly keptMs: number;
  readonly onError: (error: unknown) => void;
}

export function createLedgerMark(needs: LedgerMarkNeeds): LedgerMark {
  const { rows, file = NO_FILE, clock, longestHoldMs } = needs;
  const alone = createMutex();
  const stopped = new AbortController();
  let isSet = false;
  let renewing: Promise<void> | undefined;
  let lastUnwrittenAt = 0;

  const isWhole = async (): Promise<boolean> => {
    const text = await rows.get(ROW);
    const name = await file.read();
    const row = rowSchema.safeParse(text === undefined ? undefined : JSON.parse(text));
    return row.success && row.data.id === name && !mayHaveExpired(row.data, momentOf(clock), needs);
  };
  const set = async (): Promise<void> => {
    const id = randomUUID();
    await rows.put(ROW, JSON.stringify({ id, ...momentOf(clock) }));
    await file.write(id);
    isSet = true;
  };
  const withdraw = async (): Promise<boolean> => {
    lastUnwrittenAt = clock.elapsed();
    try {
      await file.remove();
      isSet = false;
      return true;
    } catch (error) {
      needs.onError(error);
      return false;
    }
  };
  const written = async (): Promise<boolean> => {
    if (!isSet) return true;
    try {
      await set();
      return true;
    } catch (error) {
      needs.onError(error);
      return false;
    }
  };
  const renew = async (): Promise<void> => {
    for (let leftMs = longestHoldMs; leftMs > 0; ) {
      await clock.sleep(leftMs, stopped.signal, { ref: false });
      leftMs = lastUnwrittenAt + longestHoldMs - clock.elapsed();
    }
    await alone(set);
  };
  const takeUp = async (): Promise<boolean> => {
    try {
      if (!(await isWhole())) return false;
      await set();
      return true;
    } catch (error) {
      needs.onError(error);
      return false;
    }
  };
  const renewOnce = async (): Promise<void> => {
    if (isSet) return;
    renewing ??= renew()
      .catch((error: unknown) => {
        if (!stopped.signal.aborted) needs.onError(error);
      })
      .finally(() => {
        renewing = undefined;
      });
    await renewing;
  };
  return {
    begin: () =>
      alone(async () => {
        const whole = await takeUp();
        if (whole) return true;
        // Not set before all is over that this start does not know: another start until then would not know it either.
        await withdraw();
        void renewOnce();
        return false;
      }),
    written: () => alone(written),
    withdraw: () => alone(withdraw),
    renew: renewOnce,
    stop: () => stopped.abort(),
  };
}

/**
 * Whether the time of day was set forward so far since then that rows of sends may be gone which still hold a slot. A
 * machine that was off looks the same, unless it has been up since for as long as anything is held.
 */
function mayHaveExpired(
  mark: Now,
  now: Now,
  { longestHoldMs, keptMs }: Pick<LedgerMarkNeeds, 'longestHoldMs' | 'keptMs'>,
): boolean {
  const wasRestarted = now.uptime < mark.uptime;
  if (wasRestarted && now.uptime > longestHoldMs) return false;
  return now.at - mark.at - uptimeSince(mark.uptime, now) > keptMs / 2;
}

/** Of a process that sends to a service without a limit to cross. */
export const NO_MARK: LedgerMark = {
  begin: async () => true,
  written: async () => true,
  withdraw: async () => true,
  renew: async () => undefined,
  stop: () => undefined,
};
