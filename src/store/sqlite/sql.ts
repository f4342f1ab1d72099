import { createSql, type Sql } from '../sql.ts';
import type { SqliteConnection } from './connection.ts';
import { isBusy } from './database.ts';

export function createSqliteSql({
  guard,
  guardWrites,
}: Pick<SqliteConnection, 'guard' | 'guardWrites'>): Sql {
  return createSql({
    placeholder: () => '?',
    begin: 'BEGIN IMMEDIATE',
    read: (text, values) => guard(({ reader }) => reader.all(text, values)),
    write: (work) => guardWrites(({ database }) => work(database.all)),
    hitsAll: isBusy,
  });
}
