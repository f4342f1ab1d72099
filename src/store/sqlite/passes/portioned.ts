import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../core/clock.ts';
import type { Opened, SqliteConnection } from '../connection.ts';
import { openSqlite } from '../database.ts';
import type { WriteQueue } from '../writes.ts';
import { inPortions } from './portions.ts';

/**
 * What a portion has written goes from the log into the file at once. Else SQLite does so for a thousand pages together,
 * strewn over a large file, and the one whose write comes to it waits for them all. On a connection of its own it holds
 * nobody up: others write into the log meanwhile.
 */
const INTO_THE_FILE = 'PRAGMA wal_checkpoint(PASSIVE)';

/** Does on the connections what could take long: see `inPortions`. */
export type Portioned = (work: (opened: Opened, most: number) => Promise<number>) => Promise<number>;

export interface PortionedNeeds {
  readonly guard: SqliteConnection['guard'];
  readonly inTurn: WriteQueue;
  readonly clock: Clock;
  /** The path, or `:memory:`. */
  readonly file: string;
}

export function createPortioned({ guard, inTurn, clock, file }: PortionedNeeds): Portioned {
  return async (work) => {
    const log = await openLog(file);
    try {
      return await inPortions({
        work: (most) => guard((opened) => work(opened, most)),
        inTurn,
        elapsed: clock.elapsed,
        // As long as the portion took: whoever else needs the disk gets half of it. It keeps no process alive.
        rest: async (ms) => {
          await log.empty();
          await delay(ms, undefined, { ref: false });
        },
      });
    } finally {
      await log.empty();
      await log.close();
    }
  };
}

interface Log {
  /** Brings into the file what is in it; what others hold stays for the next time. Never rejects. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

async function openLog(file: string): Promise<Log> {
  const isKept = file !== ':memory:';
  const settings = { setUp: '', busyTimeoutMs: 0, mode: 'existing' } as const;
  // Without it, SQLite does the same now and then by itself.
  const database = isKept ? await openSqlite(file, settings).catch(() => undefined) : undefined;
  return {
    empty: async () => {
      await database?.all(INTO_THE_FILE).catch(() => undefined);
    },
    close: async () => database?.close().catch(() => undefined),
  };
}
