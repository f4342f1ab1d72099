import type { StoredTable } from './schema/stored-table.ts';
import { isWrongStatement, StoreUnusable } from './store-errors.ts';
import type { TextQuery } from './text-query.ts';

/** The version of the tables. A store of another version is refused. */
const FORMAT = '5';

/**
 * Whether a database has a store; false if it is empty.
 * @param name what the errors call the database
 * @param tablesSql a statement that lists its tables; a new store needs a database without any
 * @throws StoreUnusable for a store of another version, or a database of another program
 */
export async function hasStore(
  query: TextQuery,
  name: string,
  tablesSql: string,
): Promise<boolean> {
  if ((await query(tablesSql)).length === 0) return false;
  const [row] = await query("SELECT value FROM metadata WHERE name = 'format'").catch(
    (error: unknown) => {
      if (isWrongStatement(error)) return [];
      throw error;
    },
  );
  if (row?.value === FORMAT) return true;
  if (row === undefined) {
    throw new StoreUnusable(
      `${name} is the database of another program, or of an older imei-bot.`,
      'Set STORE_URL to one of its own.',
    );
  }
  throw new StoreUnusable(
    `${name} was written by another version of imei-bot (format ${row.value}; this one reads ${FORMAT}).`,
    'Run that version, or set STORE_URL to another store.',
  );
}

/**
 * Creates the tables.
 * @param begin begins a transaction
 */
export async function makeTables(
  query: TextQuery,
  begin: string,
  tables: readonly Pick<StoredTable, 'create'>[],
): Promise<void> {
  await query(begin);
  try {
    for (const statement of tables.flatMap(({ create }) => create)) await query(statement);
    await query(
      `INSERT INTO metadata (name, value) VALUES ('format', '${FORMAT}') ON CONFLICT DO NOTHING`,
    );
    await query('COMMIT');
  } catch (error) {
    // What failed matters more, and a lost session rolls back by itself.
    await query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
