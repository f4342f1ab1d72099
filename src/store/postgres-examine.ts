import pg from 'pg';
import { findingsAbout } from '../core/findings.ts';
import { type Examination, SEALED_KEY } from './examination.ts';
import { LOCK } from './postgres.ts';

const { fine, note, wrong } = findingsAbout('store');
const CONNECT_MS = 5_000;

/** Looks at a PostgreSQL database, and changes nothing. */
export async function examinePostgres(url: string): Promise<Examination> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await examined(client);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const findings = [wrong(`STORE_URL: PostgreSQL cannot be used: ${why}.`)];
    return { findings, isInUse: false, isReady: false, sealedKey: undefined };
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function examined(client: pg.Client): Promise<Examination> {
  const ask = async (text: string): Promise<Record<string, unknown> | undefined> =>
    (await client.query(text)).rows[0];
  const server = await ask(
    `SELECT current_setting('server_version') AS version, to_regclass('setting') AS made`,
  );
  // A lock by one number shows as its two halves.
  const lease = await ask(`SELECT count(*) AS held FROM pg_locks, (SELECT ${LOCK} AS key) AS lease
    WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND classid::bigint = (key >> 32) & 4294967295 AND objid::bigint = key & 4294967295`);
  const isInUse = Number(lease?.held) > 0;
  const findings = [
    fine(`PostgreSQL ${server?.version} answers.`),
    ...(isInUse ? [fine('A bot owns the installation in it.')] : []),
  ];
  if (server?.made === null)
    return {
      findings: [...findings, note('There is nothing in it yet: the first start makes the tables.')],
      ...{ isInUse, isReady: false, sealedKey: undefined },
    };
  const rows = await ask(`SELECT (SELECT count(*) FROM answer) AS answers`);
  const key = await ask(SEALED_KEY);
  return {
    findings: [...findings, fine(`Saved answers: ${rows?.answers}.`)],
    ...{ isInUse, isReady: true, sealedKey: key && String(key.value) },
  };
}
