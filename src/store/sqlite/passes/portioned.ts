import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../core/clock.ts';
import type { Connections, SqliteConnection } from '../connection.ts';
import { openSqlite, type SqliteDatabase } from '../database.ts';
import type { WriteQueue } from '../writes.ts';
import { inPortions } from './portions.ts';

/**
 * Moves what a portion has written from the log into the file at once. Otherwise SQLite does so for a thousand pages
 * together, strewn over a large file, and the write that triggers it waits for all of them. On a connection of its own it
 * delays nobody: others write into the log meanwhile.
 */
const INTO_THE_FILE = 'PRAGMA wal_checkpoint(PASSIVE)';

/** Runs on the connections what could take long; see `inPortions`. */
export type Portioned = (work: (opened: Connections, most: number) => Promise<number>) => Promise<number>;

export interface PortionedNeeds {
  readonly guard: SqliteConnection['guard'];
  readonly inTurn: WriteQueue;
  readonly clock: Clock;
  /** The path, or `:memory:`. */
  readonly file: string;
}

/** Runs passes over the store, and ends them. */
export interface Passes {
  readonly inPortions: Portioned;
  /** Called when the store is closed: resolves when no pass uses the file any more. */
  end(): Promise<void>;
}

export function createPasses({ guard, inTurn, clock, file }: PortionedNeeds): Passes {
  let underWay: Promise<unknown> = Promise.resolve();
  const ended = new AbortController();
  const pass: Portioned = async (work) => {
    const log = createLog(file);
    try {
      return await inPortions({
        work: (most) => guard((opened) => work(opened, most)),
        inTurn,
        elapsed: clock.elapsed,
        // As long as the portion took, so that others get half of the disk's time. The timer keeps no process alive.
        rest: async (ms) => {
          await log.empty();
          await delay(ms, undefined, { ref: false, signal: ended.signal }).catch(() => undefined);
        },
      });
    } finally {
      await log.close();
    }
  };
  return {
    inPortions: (work) => {
      const passing = pass(work);
      // A failure is told to whoever asked for the pass.
      underWay = Promise.allSettled([underWay, passing]).then(() => undefined);
      return passing;
    },
    end: async () => {
      ended.abort();
      await underWay;
    },
  };
}

interface Log {
  /** Moves its content into the file; pages that others still read stay for the next time. Never rejects. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the file with the first use, since most passes find nothing to do. */
function createLog(file: string): Log {
  const settings = { setUp: '', busyTimeoutMs: 0, mode: 'existing' } as const;
  let opened: Promise<SqliteDatabase | undefined> | undefined;
  // If this fails, SQLite does the same now and then by itself.
  const open = () => openSqlite(file, settings).catch(() => undefined);
  return {
    empty: async () => {
      opened ??= open();
      await (await opened)?.all(INTO_THE_FILE).catch(() => undefined);
    },
    close: async () => {
      const database = await opened;
      await database?.all(INTO_THE_FILE).catch(() => undefined);
      await database?.close().catch(() => undefined);
    },
  };
}
