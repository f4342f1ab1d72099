import type pg from 'pg';
import { errorMessage } from '../../core/error-code.ts';
import { whyUnreachable } from '../../core/network/no-answer.ts';
import { type Diagnosis, diagnosesAbout } from '../../core/operator/diagnosis.ts';
import { closeQuietly } from '../closable.ts';
import { hasStore } from '../schema-version.ts';
import { SEALED_KEY_SQL } from '../seal/data-key.ts';
import { StoreFailed } from '../store-errors.ts';
import type { StoreExamination } from '../store-examination.ts';
import type { TextQuery } from '../text-query.ts';
import { noSchema, openingError } from './opening-errors.ts';
import {
  CONNECT_MS,
  createClient,
  LOCK_ID_SQL,
  STORE_NAME,
  TABLES_SQL,
  textQueryOn,
} from './postgres-client.ts';

const { fine, note, wrong } = diagnosesAbout('store');

/** `pg_locks` splits the bigint of an advisory lock into `classid` and `objid`. */
const SERVER = `SELECT current_setting('server_version') AS version, current_schema() AS schema, count(*) AS leases
  FROM pg_locks, (SELECT ${LOCK_ID_SQL} AS key) AS lease
  WHERE locktype = 'advisory' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid::bigint = (key >> 32) & 4294967295 AND objid::bigint = key & 4294967295`;
const CONTENTS = `SELECT (SELECT count(*) FROM answer) AS answers, (${SEALED_KEY_SQL}) AS key`;

const NOT_READY = { isReady: false, sealedKey: undefined };

/** Examines a database, and changes nothing. */
export async function examinePostgres(url: string): Promise<StoreExamination> {
  try {
    const settings = { connectionString: url, connectionTimeoutMillis: CONNECT_MS };
    return await connectAndExamine(createClient(settings));
  } catch (error) {
    const unreachable = `${STORE_NAME} cannot be reached (${whyUnreachable(error)}). Is it running? Check host and port.`;
    return { ...NOT_READY, isInUse: false, diagnoses: [diagnosisOf(error, unreachable)] };
  }
}

async function connectAndExamine(client: pg.Client): Promise<StoreExamination> {
  // A session that is lost meanwhile also rejects its statements.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await examineWith(textQueryOn(client));
  } finally {
    await closeQuietly({ close: () => client.end() });
  }
}

async function examineWith(query: TextQuery): Promise<StoreExamination> {
  const [server] = await query(SERVER);
  if (server?.schema === null) throw noSchema();
  const isInUse = Number(server?.leases) > 0;
  const diagnoses = [fine(`PostgreSQL ${server?.version} answers.`)];
  if (isInUse) diagnoses.push(fine('A bot owns the installation in it.'));
  try {
    if (!(await hasStore(query, STORE_NAME, TABLES_SQL))) {
      diagnoses.push(note('There is nothing in it yet: the first start makes the tables.'));
      return { ...NOT_READY, isInUse, diagnoses };
    }
    const [row] = await query(CONTENTS);
    diagnoses.push(fine(`Saved answers: ${row?.answers}.`));
    const sealedKey = typeof row?.key === 'string' ? row.key : undefined;
    return { diagnoses, isInUse, isReady: true, sealedKey };
  } catch (error) {
    const unreadable = `The tables in STORE_URL cannot be read: ${errorMessage(error)}. If one is missing, restore a backup; if not, look at the log of PostgreSQL.`;
    diagnoses.push(diagnosisOf(error, unreadable));
    return { ...NOT_READY, isInUse, diagnoses };
  }
}

/** @param otherwise what is wrong if the error itself does not tell the operator what to do */
function diagnosisOf(error: unknown, otherwise: string): Diagnosis {
  const failure = openingError(error);
  return wrong(failure instanceof StoreFailed ? otherwise : failure.message);
}
