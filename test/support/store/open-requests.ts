import { openSqlite } from '../../../src/store/sqlite/sqlite-database.ts';
import { sqlitePathOf } from '../../../src/store/store-kinds.ts';

/** The number of open requests in a SQLite store that another process may hold. */
export async function countOpenRequests(storeUrl: string): Promise<number> {
  const database = await openSqlite(sqlitePathOf(storeUrl), { mode: 'read' });
  try {
    const rows = await database.query('SELECT id FROM request WHERE done IS NULL');
    return rows.length;
  } finally {
    await database.close();
  }
}
