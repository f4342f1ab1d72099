import pg from 'pg';
import { deferred } from '../core/async/promises.ts';
import type { Clock } from '../core/clock.ts';
import { codeOf } from '../core/errors.ts';
import { findingsAbout } from '../core/findings.ts';
import { ANSWER_TABLE, TableAnswers } from './answers/table.ts';
import type { Examination, OwnedDatabase } from './contract.ts';
import { StoreFailed, StoreInUse, StoreUnusable } from './errors.ts';
import { hasStore, makeTables } from './format.ts';
import { TABLES } from './schema/schema.ts';
import { SEALED_KEY } from './seal/secret.ts';
import { createSql, type Run } from './sql.ts';

/** A silent session ends after this time, and with it the lease. */
const LEASE_MS = 15_000;
/** Reads at the same time. */
const READERS = 4;
const CONNECT_MS = 5_000;
const POLL_MS = 100;
/** `bigint`, which `count` and `sum` give too, comes as text by default. */
const BIGINT = 20;
const NAME = 'The database in STORE_URL';
const OUR_TABLE = `SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'setting'`;
/** The lease of the installation in this schema. */
const LOCK = `hashtextextended(current_schema() || ' imei-bot', 0)`;
/** Errors that only a person can fix: a wrong name, password or database, no rights, no TLS. */
const FOR_A_PERSON = /^(28...|3D000|3F000|42501)$/;

/**
 * Waits until this process owns the installation. The session that holds the lease is the only one that writes, so a process whose
 * session the server has ended can write nothing.
 * @param url as in STORE_URL
 * @param signal ends the wait; without one, it does not wait for another process
 * @throws StoreInUse if it does not wait and another process owns it, StoreFailed if the server cannot be reached, StoreUnusable
 * if only a person can help, the reason of the signal
 */
export async function openPostgres(
  url: string,
  clock: Clock,
  signal?: AbortSignal,
  leaseMs = LEASE_MS,
): Promise<OwnedDatabase> {
  const settings = {
    ...{ connectionString: url, types, connectionTimeoutMillis: CONNECT_MS },
    // A server whose machine is gone does not say so.
    ...{ keepAlive: true, keepAliveInitialDelayMillis: leaseMs, query_timeout: leaseMs },
  };
  const writer = new pg.Client(settings);
  const lost = deferred<unknown>();
  let isOver = false;
  const lose = (error: unknown): void => {
    isOver = true;
    lost.resolve(error);
    // Ends statements that wait for an answer for ever.
    void writer.end().catch(() => undefined);
  };
  writer.on('error', lose);
  writer.on('end', () => lose(new Error('PostgreSQL ended the session')));
  const clocks = (): readonly number[] => [clock.elapsed(), clock.uptime()];
  let confirmed = clocks();
  const write = runOn(writer);
  const giveUp = (): void => lose(signal?.reason);
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    await writer.connect();
    // Before the lock, which the server may give to a process that is frozen. The second also ends a frozen transaction.
    await write(`SET idle_session_timeout = ${leaseMs}`);
    await write(`SET idle_in_transaction_session_timeout = ${leaseMs}`);
    // Polled: a statement that waits holds a snapshot, which stops VACUUM in the whole database.
    for (let isOurs: unknown = false; isOurs !== true; ) {
      confirmed = clocks();
      isOurs = (await write(`SELECT pg_try_advisory_lock(${LOCK}) AS is_ours`))[0]?.is_ours;
      if (isOurs !== true && signal === undefined)
        throw new StoreInUse('the database in STORE_URL');
      if (isOurs !== true) await clock.sleep(POLL_MS, signal);
    }
    if (!(await hasStore(write, NAME, OUR_TABLE))) {
      await makeTables(write, 'BEGIN', [...TABLES, ANSWER_TABLE]);
    }
  } catch (error) {
    lose(error);
    signal?.throwIfAborted();
    throw asUnusable(error);
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
  const confirming: Run = async (text, values) => {
    const before = clocks();
    const rows = await write(text, values);
    confirmed = before;
    return rows;
  };
  // Also the time in which a read waits for its turn: after a start there may be thousands.
  const readers = new pg.Pool({ ...settings, connectionTimeoutMillis: leaseMs, max: READERS });
  // A reader that was lost is replaced by the next one.
  readers.on('error', () => undefined);
  const sql = createSql({
    placeholder: (number) => `$${number}`,
    begin: 'BEGIN',
    rows: 'json_array_elements($1::json) WITH ORDINALITY AS given(value, n)',
    read: runOn(readers),
    write: confirming,
  });
  // The first clock is exact, the second goes on while the machine sleeps.
  const isConfirmed = (withinMs: number): boolean =>
    clocks().every((now, which) => now - (confirmed[which] ?? 0) < withinMs);
  const beat = setInterval(() => {
    if (isConfirmed(leaseMs)) sql.tx((t) => t`SELECT 1`).catch(lose);
    else lose(new Error('PostgreSQL has not answered for the time of the lease'));
  }, leaseMs / 5).unref();
  return {
    sql,
    answers: new TableAnswers(sql, clock),
    holds: () => !isOver && isConfirmed(leaseMs * 0.8),
    lost: lost.promise,
    close: async () => {
      clearInterval(beat);
      await sql.idle();
      isOver = true;
      await readers.end();
      await writer.end();
    },
  };
}

function asUnusable(error: unknown): unknown {
  if (error instanceof StoreUnusable || error instanceof StoreInUse) return error;
  if (error instanceof Error && FOR_A_PERSON.test(codeOf(error) ?? ''))
    return new StoreUnusable(
      `STORE_URL: PostgreSQL does not let this program in: ${error.message}. Correct the user, the password or the database in it.`,
    );
  return new StoreFailed(error);
}

/** Statements are prepared once in each session. */
function runOn(connection: Pick<pg.Pool, 'query'>): Run {
  const names = new Map<string, string>();
  return async (text, values = []) => {
    const name = names.get(text) ?? `s${names.size}`;
    names.set(text, name);
    const { rows } = await connection.query({ name, text, values: [...values] });
    return rows;
  };
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (id === BIGINT ? Number : pg.types.getTypeParser(id, format)),
};

const { fine, note, wrong } = findingsAbout('store');

/** Looks at a database, and changes nothing. */
export async function examinePostgres(url: string): Promise<Examination> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await examined(runOn(client));
  } catch (error) {
    const why = asUnusable(error);
    const advice =
      why instanceof StoreFailed ? '. Is it running? Check host and port in STORE_URL.' : '';
    const findings = [wrong(`${why instanceof Error ? why.message : why}${advice}`)];
    return { findings, isInUse: false, isReady: false, sealedKey: undefined };
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function examined(run: Run): Promise<Examination> {
  // A lock by one number shows as its two halves.
  const [server] =
    await run(`SELECT current_setting('server_version') AS version, count(*) AS leases
    FROM pg_locks, (SELECT ${LOCK} AS key) AS lease
    WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND classid::bigint = (key >> 32) & 4294967295 AND objid::bigint = key & 4294967295`);
  const isInUse = Number(server?.leases) > 0;
  const isReady = await hasStore(run, NAME, OUR_TABLE);
  const contents = `SELECT (SELECT count(*) FROM answer) AS answers, (${SEALED_KEY}) AS key`;
  const [row] = isReady ? await run(contents) : [];
  const findings = [
    fine(`PostgreSQL ${server?.version} answers.`),
    ...(isInUse ? [fine('A bot owns the installation in it.')] : []),
    isReady
      ? fine(`Saved answers: ${row?.answers}.`)
      : note('There is nothing in it yet: the first start makes the tables.'),
  ];
  return {
    findings,
    isInUse,
    isReady,
    sealedKey: typeof row?.key === 'string' ? row.key : undefined,
  };
}
