import type { KeyvSqlite } from '@keyv/sqlite';

/** Does something on the connection of the moment. */
type Guard = <T>(work: (database: KeyvSqlite) => Promise<T>) => Promise<T>;

/** Writes that share their way to the disk. */
export interface GroupCommit {
  /** Resolves when what was written is on the disk; rejects for this write's own failure only. */
  readonly write: Guard;
  /** Resolves when nothing is being written any more. */
  idle(): Promise<void>;
}

interface Write {
  readonly run: (database: KeyvSqlite) => Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Syncing costs far more than writing, and one sync serves all: what is to be written while another write is being
 * synced becomes one transaction after it. A write that is alone goes as it is.
 */
export function createGroupCommit(guard: Guard): GroupCommit {
  let waiting: Write[] = [];
  let writing: Promise<void> | undefined;

  const runAlone = ({ run, resolve, reject }: Write): Promise<void> => guard(run).then(resolve, reject);
  const runTogether = async (group: readonly Write[]): Promise<void> => {
    try {
      await guard((database) => inTransaction(database, group));
    } catch {
      // Nothing of it was written. Whose fault that was shows when each goes by itself.
      await Promise.all(group.map(runAlone));
      return;
    }
    for (const { resolve } of group) resolve();
  };
  const writeAll = async (): Promise<void> => {
    // What is asked for in the same breath goes together.
    await Promise.resolve();
    while (waiting.length > 0) {
      const [first, ...others] = waiting;
      const group = waiting;
      waiting = [];
      if (first !== undefined) await (others.length === 0 ? runAlone(first) : runTogether(group));
    }
    writing = undefined;
  };
  return {
    write: (work) => {
      let result: Awaited<ReturnType<typeof work>>;
      return new Promise((resolve, reject) => {
        const run = async (database: KeyvSqlite): Promise<void> => {
          result = await work(database);
        };
        waiting.push({ run, resolve: () => resolve(result), reject });
        writing ??= writeAll();
      });
    },
    idle: async () => {
      while (writing !== undefined) await writing;
    },
  };
}

async function inTransaction(database: KeyvSqlite, group: readonly Write[]): Promise<void> {
  await database.query('BEGIN IMMEDIATE');
  try {
    for (const { run } of group) await run(database);
    await database.query('COMMIT');
  } catch (error) {
    // Where SQLite has rolled back by itself, there is nothing left to roll back.
    await database.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
