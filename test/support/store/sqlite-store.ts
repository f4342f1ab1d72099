import type { Clock } from '../../../src/core/clock.ts';
import type { OwnedDatabase, Store } from '../../../src/store/contract.ts';
import { pathOf } from '../../../src/store/kinds.ts';
import { createAnswerCache } from '../../../src/store/schema/answer.ts';
import { sweep } from '../../../src/store/schema/schema.ts';
import type { Sql } from '../../../src/store/sql.ts';
import { openSqliteDatabase } from '../../../src/store/sqlite/store.ts';

/** A store that opens with its first use. */
export function createSqliteStore(url: string, clock: Clock): Store & Pick<OwnedDatabase, 'close'> {
  const opening = openSqliteDatabase(pathOf(url));
  opening.catch(() => undefined);
  const sql: Sql = {
    read: async (...asked) => (await opening).sql.read(...asked),
    tx: async (...asked) => (await opening).sql.tx(...asked),
    batch: async (...row) => (await opening).sql.batch(...row),
    idle: async () => (await opening).sql.idle(),
  };
  return {
    sql,
    keyv: createAnswerCache(sql, clock),
    sweep: () => sweep(sql, clock),
    close: async () => (await opening).close(),
  };
}
