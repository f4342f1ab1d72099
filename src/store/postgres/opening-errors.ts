import { errorCode, errorMessage } from '../../core/error-code.ts';
import { StoreFailed, StoreInUse, StoreUnusable } from '../store-errors.ts';

/** Advice for the operator, by the code of an error that nobody else can fix. */
const ADVICE: readonly (readonly [code: RegExp, advice: string])[] = [
  [/^28...$/, 'Correct the user or the password in it, or let this machine in by pg_hba.conf.'],
  [/^3D000$/, 'Correct the database in it, or create it: CREATE DATABASE name'],
  [/^42501$/, 'Let its user make tables there: GRANT USAGE, CREATE ON SCHEMA name TO user'],
];
/** The codes of OpenSSL for a certificate that does not fit, as Node names them. */
const CERTIFICATE_ERRORS = /CERT|UNABLE_TO_VERIFY/;
/** A file that STORE_URL names is neither a certificate nor a key. */
const FILE_ERRORS = /^ERR_OSSL_/;

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

/** STORE_URL itself, or a file that it names, is wrong. */
export function wrongUrl(error: unknown): StoreUnusable {
  return new StoreUnusable(
    `STORE_URL: it cannot be used: ${errorMessage(error)}. Correct it (in its password write %40 for @, %2F for /, %23 for #), or the file that sslrootcert, sslcert or sslkey names in it.`,
  );
}
