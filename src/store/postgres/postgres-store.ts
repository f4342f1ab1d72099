import pg from 'pg';
import type { Clock } from '../../core/time/clock.ts';
import { ANSWER_TABLE, TableAnswers } from '../answers/table-answers.ts';
import type { OwnedDatabase } from '../owned-database.ts';
import { TABLES } from '../schema/tables.ts';
import { hasStore, makeTables } from '../schema-version.ts';
import { SEALED_KEY_SQL } from '../seal/data-key.ts';
import { createSql } from '../sql.ts';
import type { TextQuery } from '../text-query.ts';
import { Lease } from './lease.ts';
import { openingError } from './opening-errors.ts';
import { CONNECT_MS, numberTypes, STORE_NAME, TABLES_SQL, textQueryOn } from './postgres-client.ts';

const LEASE_MS = 15_000;
/** Reads that run at the same time. */
const READERS = 4;

interface PostgresOptions {
  /** A URL as in STORE_URL. */
  readonly url: string;
  readonly clock: Clock;
  /** Ends the wait while another process is the owner; without a signal, there is no wait. */
  readonly signal?: AbortSignal | undefined;
  /** As in `OpenOptions`. */
  readonly assertOpens?: ((sealedKey: string) => void) | undefined;
  /** A silent session ends after this time, and with it the lease. */
  readonly leaseMs?: number;
}

/**
 * Waits until this process owns the installation.
 * @throws StoreInUse if it does not wait and another process owns it, StoreFailed if the server
 *   cannot be reached, StoreUnusable if only a person can help, or the reason of the signal
 */
export async function openPostgres(options: PostgresOptions): Promise<OwnedDatabase> {
  const { url, clock, leaseMs = LEASE_MS } = options;
  const settings: pg.ClientConfig = {
    connectionString: url,
    types: numberTypes,
    connectionTimeoutMillis: CONNECT_MS,
    // A server whose machine is gone does not say so.
    keepAlive: true,
    keepAliveInitialDelayMillis: leaseMs,
    query_timeout: leaseMs,
  };
  const lease = new Lease({ settings, leaseMs, clock });
  await acquire(lease, options);
  // This also limits how long a read waits for its turn: after a start, thousands may wait.
  const readers = new pg.Pool({ ...settings, connectionTimeoutMillis: leaseMs, max: READERS });
  // A reader that was lost is replaced by the next one, and its statement rejects.
  readers.on('error', () => undefined);
  const sql = createSql({
    placeholder: (number) => `$${number}`,
    begin: 'BEGIN',
    read: textQueryOn(readers),
    write: lease.write,
  });
  lease.startHeartbeat(() => sql.tx((query) => query`SELECT 1`));
  return {
    sql,
    answers: new TableAnswers(sql, clock),
    isOwner: () => lease.isOwner(),
    hasSlept: () => lease.hasSlept(),
    lost: lease.lost,
    close: () =>
      lease.end(async () => {
        await sql.untilIdle();
        await readers.end();
      }),
  };
}

/** Makes this process the owner, and the tables if there are none. */
async function acquire(
  lease: Lease,
  { signal, assertOpens }: Pick<PostgresOptions, 'signal' | 'assertOpens'>,
): Promise<void> {
  const giveUp = (): void => lease.lose(signal?.reason);
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    await lease.acquire(signal, () => canServe(lease.write, assertOpens));
    if (!(await hasStore(lease.write, STORE_NAME, TABLES_SQL))) {
      await makeTables(lease.write, 'BEGIN', [...TABLES, ANSWER_TABLE]);
    }
  } catch (error) {
    lease.lose(error);
    signal?.throwIfAborted();
    throw openingError(error);
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

/**
 * Whether this process could serve the store that another one owns; false while that one still
 * makes it.
 * @throws StoreUnusable if this process never could
 */
async function canServe(
  query: TextQuery,
  assertOpens: PostgresOptions['assertOpens'],
): Promise<boolean> {
  const isMade = await hasStore(query, STORE_NAME, TABLES_SQL);
  if (!isMade || assertOpens === undefined) return isMade;
  const [key] = await query(SEALED_KEY_SQL);
  if (key === undefined) return false;
  assertOpens(String(key.value));
  return true;
}
