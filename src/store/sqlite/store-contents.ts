import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { answersFileOf } from '../file-names.ts';
import { hasStore } from '../schema-version.ts';
import { SEALED_KEY_SQL } from '../seal/data-key.ts';
import { StoreUnusable } from '../store-errors.ts';
import type { TextQuery } from '../text-query.ts';
import { inDatabase, type OpenMode } from './in-database.ts';
import { type SqliteDatabase, TABLES_SQL } from './sqlite-database.ts';

/** The parts of a store that can be read without its secret. */
export interface StoreContents {
  /** The content of the store, in words. */
  readonly summary: string;
  /** The store's own key, sealed with its secret; undefined if it has none. */
  readonly sealedKey: string | undefined;
}

interface ContentsOptions {
  /** The name of the store in messages. */
  readonly name?: string;
  readonly mode?: OpenMode;
}

/**
 * Reads what a store has; undefined if no bot has made its tables.
 * @throws StoreUnusable if one of its files is damaged
 */
export async function readContents(
  file: string,
  { name = file, mode = 'existing' }: ContentsOptions = {},
): Promise<StoreContents | undefined> {
  const examine = async ({ query }: SqliteDatabase) => {
    await checkIntegrity(query, name);
    if (!(await hasStore(query, name, TABLES_SQL))) return undefined;
    const [row] = await query(`SELECT (${SEALED_KEY_SQL}) AS key,
      (SELECT count(*) FROM request WHERE done IS NULL) AS requests`);
    return row;
  };
  const store = await inDatabase(file, examine, { mode });
  if (store === undefined) return undefined;
  const answers = existsSync(answersFileOf(file)) ? await countAnswers(file, name, mode) : 0;
  const { size } = await stat(file);
  return {
    summary: `saved answers: ${answers}, open requests: ${store.requests}, ${(size / 1e6).toFixed(1)} MB`,
    sealedKey: typeof store.key === 'string' ? store.key : undefined,
  };
}

async function countAnswers(file: string, name: string, mode: OpenMode): Promise<number> {
  const count = async ({ query }: SqliteDatabase): Promise<number> => {
    await checkIntegrity(query, answersFileOf(name));
    const [row] = await query('SELECT count(*) AS n FROM answer');
    return Number(row?.n);
  };
  return inDatabase(answersFileOf(file), count, { mode, kind: 'answers' });
}

async function checkIntegrity(query: TextQuery, name: string): Promise<void> {
  const results = (await query('PRAGMA integrity_check(1)')).map((row) =>
    String(row.integrity_check),
  );
  if (results.join() !== 'ok') throw new StoreUnusable(`${name} is damaged: ${results.join('; ')}`);
}
