import pg from 'pg';
import type { Clock } from '../core/clock.ts';
import { TABLES } from './schema/schema.ts';
import { createSql, type Run, type Sql } from './sql.ts';

/** A silent session ends after this time, and with it the lease. */
const LEASE_MS = 15_000;
/** Reads at the same time. */
const READERS = 4;
/** `bigint`, which `count` and `sum` give too, comes as text by default. */
const BIGINT = 20;

/** The tables of an installation that this process owns. */
export interface OwnedSql {
  readonly sql: Sql;
  /**
   * Whether no other process can own the installation yet: the server confirmed the lease recently enough. Ask it when a
   * connection to the service is made.
   */
  holds(): boolean;
  /** Gives the lease back. */
  close(): Promise<void>;
}

export interface PostgresNeeds {
  /** As in STORE_URL. */
  readonly url: string;
  readonly clock: Clock;
  /** Called once when the session with the lease has ended: nothing can be written any more. */
  readonly onLost: (error: unknown) => void;
  readonly leaseMs?: number;
}

/**
 * Waits until this process owns the installation. The session that holds the lease is the only one that writes, so a process whose
 * session the server has ended can write nothing.
 */
export async function openPostgres({
  url,
  clock,
  onLost,
  leaseMs = LEASE_MS,
}: PostgresNeeds): Promise<OwnedSql> {
  const settings = { connectionString: url, keepAlive: true, types };
  const writer = new pg.Client(settings);
  let isOver = false;
  const lose = (error: unknown): void => {
    if (!isOver) onLost(error);
    isOver = true;
  };
  writer.on('error', lose);
  writer.on('end', () => lose(new Error('PostgreSQL ended the session')));
  await writer.connect();
  // Before the lock, which the server may give to a process that is frozen. The second also ends a frozen transaction.
  await writer.query(
    `SET idle_session_timeout = ${leaseMs}; SET idle_in_transaction_session_timeout = ${leaseMs}`,
  );
  await writer.query(`SELECT pg_advisory_lock(hashtextextended(current_schema() || ' imei-bot', 0))`);
  const clocks = (): readonly number[] => [clock.elapsed(), clock.uptime()];
  let confirmed = clocks();
  const write = runOn(writer);
  const confirming: Run = async (text, values) => {
    const asked = clocks();
    const rows = await write(text, values);
    confirmed = asked;
    return rows;
  };
  for (const statement of TABLES.flatMap(({ create }) => create)) await writer.query(statement);
  const readers = new pg.Pool({ ...settings, max: READERS });
  // A reader that was lost is replaced by the next one.
  readers.on('error', () => undefined);
  const sql = createSql({
    placeholder: (number) => `$${number}`,
    begin: 'BEGIN',
    read: runOn(readers),
    write: (work) => work(confirming),
    hitsAll: () => isOver,
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
    holds: () => !isOver && isConfirmed(leaseMs * 0.8),
    close: async () => {
      clearInterval(beat);
      await sql.idle();
      isOver = true;
      await readers.end();
      await writer.end();
    },
  };
}

/** Statements are prepared once in each session. */
function runOn(connection: Pick<pg.Pool, 'query'>): Run {
  const names = new Map<string, string>();
  return async (text, values) => {
    const name = names.get(text) ?? `s${names.size}`;
    names.set(text, name);
    const { rows } = await connection.query({ name, text, values: [...values] });
    return rows;
  };
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (id === BIGINT ? Number : pg.types.getTypeParser(id, format)),
};
