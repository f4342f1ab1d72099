import type { Clock } from '../../../src/core/clock.ts';
import { createKeyv } from '../../../src/store/answers/cache.ts';
import type { OwnedDatabase, Store } from '../../../src/store/contract.ts';
import { pathOf } from '../../../src/store/kinds.ts';
import { sweep } from '../../../src/store/schema/schema.ts';
import type { Sql } from '../../../src/store/sql.ts';
import { openSqliteDatabase } from '../../../src/store/sqlite/store.ts';

/** A store that opens with its first use. */
export function createSqliteStore(url: string, clock: Clock): Store & Pick<OwnedDatabase, 'close'> {
  const opening = openSqliteDatabase(pathOf(url), clock);
  opening.catch(() => undefined);
  const sql: Sql = {
    read: async (...asked) => (await opening).sql.read(...asked),
    tx: async (...asked) => (await opening).sql.tx(...asked),
    idle: async () => (await opening).sql.idle(),
  };
  return {
    sql,
    keyv: createKeyv({
      get: async (key) => (await opening).answers.keyv.store.get(key),
      set: async (key, value) => (await opening).answers.keyv.store.set(key, value),
      delete: async (key) => (await opening).answers.keyv.store.delete(key),
      clear: async () => (await opening).answers.keyv.clear(),
    }),
    sweep: async (signal) => sweep({ sql, answers: (await opening).answers, clock, signal }),
    close: async () => (await opening).close(),
  };
}
