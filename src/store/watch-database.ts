import type { OwnedDatabase } from './owned-database.ts';
import { StoreFailed } from './store-errors.ts';

/**
 * Wraps a database: calls `onFailure` with each failure before the caller gets it, so that no
 * caller needs to report it.
 */
export function watchDatabase(
  database: OwnedDatabase,
  onFailure: (error: unknown) => void,
): OwnedDatabase {
  const { sql, answers, file, hasSlept, lost } = database;
  const watch = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof StoreFailed) onFailure(error);
      throw error;
    }
  };
  void lost.then(onFailure);
  return {
    sql: {
      read: (...statement) => watch(sql.read(...statement)),
      tx: (work) => watch(sql.tx(work)),
      untilIdle: () => sql.untilIdle(),
    },
    answers: {
      get: (key) => watch(answers.get(key)),
      set: (...entry) => watch(answers.set(...entry)),
      sweep: (...limits) => watch(answers.sweep(...limits)),
    },
    file,
    hasSlept,
    lost,
    isOwner: () => {
      const isOwner = database.isOwner();
      if (!isOwner) onFailure(new Error('another process may own the installation by now'));
      return isOwner;
    },
    close: () => database.close(),
  };
}
