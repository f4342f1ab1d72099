import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../core/clock.ts';
import type { Connections, SqliteConnection, WriteQueue } from '../connection.ts';
import { openSqlite, type SqliteDatabase } from '../database.ts';

/**
 * Moves what a portion has written from the log into the file at once. Otherwise SQLite does so for a thousand pages
 * together, strewn over a large file, and the write that triggers it waits for all of them. On a connection of its own it
 * delays nobody: others write into the log meanwhile.
 */
const INTO_THE_FILE = 'PRAGMA wal_checkpoint(PASSIVE)';

/** How long one portion may occupy the store, in milliseconds; other writes wait at most this long. */
const PORTION_MS = 10;
const FIRST = 64;
/** Fewest rows of a portion: fewer take no less time, since then the access to the disk dominates. */
const LEAST = 16;
const MOST = 2_048;

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

export interface PortionNeeds {
  /** Processes at most this many rows and resolves with how many it has processed: fewer if none are left. */
  readonly work: (most: number) => Promise<number>;
  /** Queues each portion among the other writes. */
  readonly inTurn: <T>(portion: () => Promise<T>) => Promise<T>;
  /** Monotonic milliseconds. */
  readonly elapsed: () => number;
  /** Called between two portions with the milliseconds that the last one took. */
  readonly rest: (ms: number) => Promise<void>;
}

/**
 * Does in portions what could take long, so that other writes get their turn in between. The size of a portion follows from
 * the time that the last one took, since it depends on the disk. Resolves with how much was done.
 */
export async function inPortions({ work, inTurn, elapsed, rest }: PortionNeeds): Promise<number> {
  let size = FIRST;
  let total = 0;
  for (;;) {
    const { done, tookMs } = await inTurn(async () => {
      const begunAt = elapsed();
      return { done: await work(size), tookMs: elapsed() - begunAt };
    });
    total += done;
    if (done < size) return total;
    if (tookMs > PORTION_MS) size = Math.max(Math.floor(size / 2), LEAST);
    else if (tookMs < PORTION_MS / 4) size = Math.min(size * 2, MOST);
    await rest(tookMs);
  }
}
