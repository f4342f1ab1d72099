import { sqlitePathOf } from '../../../src/store/kinds.ts';
import { openSqlite } from '../../../src/store/sqlite/database.ts';

/** How many open requests are written to a store on SQLite, while a process holds it. */
export async function requestsWritten(storeUrl: string): Promise<number> {
  const database = await openSqlite(sqlitePathOf(storeUrl), { mode: 'read' });
  try {
    const rows = await database.query('SELECT id FROM request WHERE done IS NULL');
    return rows.length;
  } finally {
    await database.close();
  }
}
