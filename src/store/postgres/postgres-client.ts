import pg from 'pg';
import { errorCode, errorMessage } from '../../core/error-code.ts';
import type { TextQuery } from '../sql.ts';
import { StoreFailed, StoreInUse, StoreUnusable } from '../store-errors.ts';

export const CONNECT_MS = 5_000;
/** The name of the database in messages. */
export const STORE_NAME = 'The database in STORE_URL';
/** Has a row if the tables are there. */
export const FIND_TABLES = `SELECT 1 FROM pg_tables
  WHERE schemaname = current_schema() AND tablename = 'metadata'`;
/** SQL for the number of the advisory lock on the installation in this schema; null without one. */
export const LOCK_ID_SQL = `hashtextextended(current_schema() || ' imei-bot', 0)`;

/** `bigint`, which `count` and `sum` give too, comes as text by default. */
const BIGINT = 20;
/** Advice for the operator, by the code of an error that nobody else can fix. */
const ADVICE: readonly (readonly [code: RegExp, advice: string])[] = [
  [/^28...$/, 'Correct the user or the password in it, or let this machine in by pg_hba.conf.'],
  [/^3D000$/, 'Correct the database in it, or create it: CREATE DATABASE name'],
  [/^42501$/, 'Let its user make tables there: GRANT USAGE, CREATE ON SCHEMA name TO user'],
];
/** The codes of OpenSSL for a certificate that does not fit, as Node names them. */
const CERTIFICATE_ERRORS = /CERT|UNABLE_TO_VERIFY/;
/** A / or # in the password, which would end the host: `postgres://bot:123/word@host/bot`. */
const CUT_PASSWORD = /^\w+:\/\/[^/?#]*[/#][^?]*@/;
/** A file that STORE_URL names is neither a certificate nor a key. */
const FILE_ERRORS = /^ERR_OSSL_/;

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

/** The error of an opening store: for the operator, or one that may pass by itself. */
export function openingError(error: unknown): StoreUnusable | StoreInUse | StoreFailed {
  if (error instanceof StoreUnusable || error instanceof StoreInUse) return error;
  const code = errorCode(error) ?? '';
  const advice = ADVICE.find(([codes]) => codes.test(code))?.[1];
  if (advice !== undefined) {
    return new StoreUnusable(
      `STORE_URL: PostgreSQL does not let this program in: ${errorMessage(error)}. ${advice}`,
    );
  }
  if (CERTIFICATE_ERRORS.test(code)) {
    return new StoreUnusable(
      `STORE_URL: the certificate of PostgreSQL cannot be verified: ${errorMessage(error)}. Name the file of its authority in it: sslmode=verify-full&sslrootcert=/path/to/ca.crt`,
    );
  }
  return FILE_ERRORS.test(code) ? wrongUrl(error) : new StoreFailed(error);
}

/** The schema does not exist, or its user may not look into it. */
export function noSchema(): StoreUnusable {
  return new StoreUnusable(
    'STORE_URL: its user has no schema for the tables. Create the one that its search_path names: CREATE SCHEMA name. Or let the user in: GRANT USAGE, CREATE ON SCHEMA name TO user',
  );
}

function wrongUrl(error: unknown): StoreUnusable {
  return new StoreUnusable(
    `STORE_URL: it cannot be used: ${errorMessage(error)}. Correct it (in its password write %40 for @, %2F for /, %23 for #), or the file that sslrootcert, sslcert or sslkey names in it.`,
  );
}
