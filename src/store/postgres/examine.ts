import type pg from 'pg';
import { diagnosesAbout } from '../../core/diagnosis.ts';
import { whyUnreachable } from '../../core/errors.ts';
import { closeQuietly } from '../close.ts';
import type { Examination } from '../contract.ts';
import { StoreFailed } from '../errors.ts';
import { hasStore } from '../format.ts';
import { SEALED_KEY } from '../seal/secret.ts';
import type { Query } from '../sql.ts';
import {
  CONNECT_MS,
  createClient,
  FIND_TABLES,
  LOCK_ID_SQL,
  noSchema,
  openingError,
  queryOn,
  STORE_NAME,
} from './connection.ts';

const { fine, note, wrong } = diagnosesAbout('store');

/** A lock by one number shows as its two halves. */
const SERVER = `SELECT current_setting('server_version') AS version, current_schema() AS schema, count(*) AS leases
  FROM pg_locks, (SELECT ${LOCK_ID_SQL} AS key) AS lease
  WHERE locktype = 'advisory' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid::bigint = (key >> 32) & 4294967295 AND objid::bigint = key & 4294967295`;
const CONTENTS = `SELECT (SELECT count(*) FROM answer) AS answers, (${SEALED_KEY}) AS key`;

/** Looks at a database, and changes nothing. */
export async function examinePostgres(url: string): Promise<Examination> {
  try {
    const settings = { connectionString: url, connectionTimeoutMillis: CONNECT_MS };
    return await examinedBy(createClient(settings));
  } catch (error) {
    const unusable = openingError(error);
    const unreachable = `${STORE_NAME} cannot be reached (${whyUnreachable(error)}). Is it running? Check host and port.`;
    const diagnoses = [wrong(unusable instanceof StoreFailed ? unreachable : unusable.message)];
    return { diagnoses, isInUse: false, isReady: false, sealedKey: undefined };
  }
}

async function examinedBy(client: pg.Client): Promise<Examination> {
  // A session that is lost meanwhile also rejects its statements.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await examined(queryOn(client));
  } finally {
    await closeQuietly({ close: () => client.end() });
  }
}

async function examined(query: Query): Promise<Examination> {
  const [server] = await query(SERVER);
  if (server?.schema === null) throw noSchema();
  const isInUse = Number(server?.leases) > 0;
  const diagnoses = [fine(`PostgreSQL ${server?.version} answers.`)];
  if (isInUse) diagnoses.push(fine('A bot owns the installation in it.'));
  if (!(await hasStore(query, STORE_NAME, FIND_TABLES))) {
    diagnoses.push(note('There is nothing in it yet: the first start makes the tables.'));
    return { diagnoses, isInUse, isReady: false, sealedKey: undefined };
  }
  const [row] = await query(CONTENTS);
  diagnoses.push(fine(`Saved answers: ${row?.answers}.`));
  const sealedKey = typeof row?.key === 'string' ? row.key : undefined;
  return { diagnoses, isInUse, isReady: true, sealedKey };
}
