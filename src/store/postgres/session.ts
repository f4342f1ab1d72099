import pg from 'pg';
import { codeOf } from '../../core/errors.ts';
import { StoreFailed, StoreInUse, StoreUnusable } from '../errors.ts';
import type { Query } from '../sql.ts';

export const CONNECT_MS = 5_000;
/** How messages call the database. */
export const NAME = 'The database in STORE_URL';
/** Has a row if the tables are there. */
export const OUR_TABLE = `SELECT 1 FROM pg_tables
  WHERE schemaname = current_schema() AND tablename = 'setting'`;
/** The number of the advisory lock on the installation in this schema. */
export const LOCK = `hashtextextended(current_schema() || ' imei-bot', 0)`;

/** `bigint`, which `count` and `sum` give too, comes as text by default. */
const BIGINT = 20;
/** Only the operator can fix these: a wrong name, password or database, no rights, no TLS. */
const OPERATOR_ERRORS = /^(28...|3D000|3F000|42501)$/;
/** Those of OpenSSL for a certificate that does not fit, as Node names them. */
const CERTIFICATE_ERRORS = /CERT|UNABLE_TO_VERIFY/;
/** A file that STORE_URL names is no certificate or key. */
const FILE_ERRORS = /^ERR_OSSL_/;

export const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (id === BIGINT ? Number : pg.types.getTypeParser(id, format)),
};

/**
 * A client that is not connected yet. It reads the files that the URL names.
 * @throws StoreUnusable
 */
export function createClient(settings: pg.ClientConfig): pg.Client {
  try {
    return new pg.Client(settings);
  } catch (error) {
    throw wrongUrl(error);
  }
}

/** Runs statements on a connection. Each is prepared once in each session. */
export function queryOn(connection: Pick<pg.Pool, 'query'>): Query {
  const names = new Map<string, string>();
  return async (text, values = []) => {
    const name = names.get(text) ?? `s${names.size}`;
    names.set(text, name);
    const { rows } = await connection.query({ name, text, values: [...values] });
    return rows;
  };
}

/** The error of an opening store: for the operator, or one that may pass by itself. */
export function asUnusable(error: unknown): StoreUnusable | StoreInUse | StoreFailed {
  if (error instanceof StoreUnusable || error instanceof StoreInUse) return error;
  const code = codeOf(error) ?? '';
  if (OPERATOR_ERRORS.test(code)) {
    return new StoreUnusable(
      `STORE_URL: PostgreSQL does not let this program in: ${reasonOf(error)}. Correct the user, the password or the database in it.`,
    );
  }
  if (CERTIFICATE_ERRORS.test(code)) {
    return new StoreUnusable(
      `STORE_URL: the certificate of PostgreSQL cannot be verified: ${reasonOf(error)}. Name the file of its authority in it: sslmode=verify-full&sslrootcert=/path/to/ca.crt`,
    );
  }
  return FILE_ERRORS.test(code) ? wrongUrl(error) : new StoreFailed(error);
}

function wrongUrl(error: unknown): StoreUnusable {
  return new StoreUnusable(
    `STORE_URL: it cannot be used: ${reasonOf(error)}. Correct it, or the file that sslrootcert, sslcert or sslkey names in it.`,
  );
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
