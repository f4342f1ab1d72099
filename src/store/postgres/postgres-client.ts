import pg from 'pg';
import type { TextQuery } from '../text-query.ts';
import { wrongUrl } from './opening-errors.ts';

export const CONNECT_MS = 5_000;
/** The name of the database in messages. */
export const STORE_NAME = 'The database in STORE_URL';
/** Has a row if the tables are there. */
export const TABLES_SQL = `SELECT 1 FROM pg_tables
  WHERE schemaname = current_schema() AND tablename = 'metadata'`;
/** SQL for the number of the advisory lock on the installation in this schema; null without one. */
export const LOCK_ID_SQL = `hashtextextended(current_schema() || ' imei-bot', 0)`;

/** `bigint`, which `count` and `sum` give too, comes as text by default. */
const BIGINT = 20;
/** A / or # in the password, which would end the host: `postgres://bot:123/word@host/bot`. */
const CUT_PASSWORD = /^\w+:\/\/[^/?#]*[/#][^?]*@/;

/** Reads what the database returns: all its integers are numbers. */
export const numberTypes: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (id === BIGINT ? Number : pg.types.getTypeParser(id, format)),
};

/**
 * A client that is not connected yet. It reads the files that the URL names.
 * @throws StoreUnusable
 */
export function createClient(settings: pg.ClientConfig): pg.Client {
  if (CUT_PASSWORD.test(settings.connectionString ?? '')) {
    throw wrongUrl(new Error('there is a / or a # in its password'));
  }
  try {
    return new pg.Client(settings);
  } catch (error) {
    throw wrongUrl(error);
  }
}

/** Runs statements on a connection. Each is prepared once in each session. */
export function textQueryOn(connection: Pick<pg.Pool, 'query'>): TextQuery {
  const names = new Map<string, string>();
  return async (text, values = []) => {
    const name = names.get(text) ?? `s${names.size}`;
    names.set(text, name);
    const { rows } = await connection.query({ name, text, values: [...values] });
    return rows;
  };
}
