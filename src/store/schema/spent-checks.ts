import type { Query, SqlRow } from '../../core/query.ts';
import { DAY_MS, HOUR_MS } from '../../core/time/clock.ts';
import { writeMetadata } from './metadata-table.ts';

/*
 * How many checks were spent, counted from the rows of `send`. By state, a row counts for:
 *
 *     state     account's day   everybody's day   since a figure of the key
 *     open      spent           spent             yes
 *     answered  spent           spent             yes
 *     doubt     in doubt        spent             yes
 *     lost                      spent             yes
 *     failed
 *
 * `Allowance` limits the first two; too many checks in doubt also end the day of an account.
 *
 * Once an account is forgotten, no row names it. Its numbers of that day are in `metadata` until
 * midnight, and count as well.
 */

/** The checks of a day that an account has spent, and those in doubt. */
export interface AccountDay {
  readonly spent: number;
  readonly doubts: number;
}

/**
 * Counts the checks of an account on a day, also before it was forgotten.
 * @param account its keyed hash
 * @param midnight when the day begins (UTC), in milliseconds since 1970
 */
export async function countDayOfAccount(
  query: Query,
  account: string,
  midnight: number,
): Promise<AccountDay> {
  const [row] = await query`SELECT
      count(*) FILTER (WHERE state IN ('open', 'answered'))
        + coalesce((SELECT CAST(value AS BIGINT) FROM metadata
          WHERE name = ${spentName(account)} AND expires > ${midnight}), 0) AS spent,
      count(*) FILTER (WHERE state = 'doubt')
        + coalesce((SELECT CAST(value AS BIGINT) FROM metadata
          WHERE name = ${doubtsName(account)} AND expires > ${midnight}), 0) AS doubts
    FROM send WHERE imei IS NOT NULL AND account = ${account}
      AND at >= ${midnight} AND at < ${midnight + DAY_MS}`;
  return { spent: Number(row?.spent), doubts: Number(row?.doubts) };
}

/**
 * Counts the checks that all accounts together have spent on a day.
 * @param midnight when the day begins (UTC), in milliseconds since 1970
 */
export function countSpentByAll(query: Query, midnight: number): Promise<number> {
  return countIn(query`SELECT count(*) AS n FROM send WHERE imei IS NOT NULL
    AND at >= ${midnight} AND at < ${midnight + DAY_MS} AND state <> 'failed'`);
}

/**
 * Counts checks that are open, or have ended since then and may have cost something: the latest
 * figure of the key lacks them. It looks only at what was sent from an hour before `since` on: no
 * call takes that long.
 * @param since in milliseconds since 1970
 */
export function countSpentSince(query: Query, since: number): Promise<number> {
  return countIn(query`SELECT count(*) AS n FROM send WHERE imei IS NOT NULL AND state <> 'failed'
    AND at >= ${since - HOUR_MS} AND (state = 'open' OR coalesce(ended, at) >= ${since})`);
}

/**
 * Removes an account from its rows. The numbers of today's checks are kept until midnight.
 * @param account its keyed hash
 * @param midnight at which today began
 */
export async function forgetAccount(
  query: Query,
  account: string,
  midnight: number,
): Promise<void> {
  const { spent, doubts } = await countDayOfAccount(query, account, midnight);
  if (spent + doubts > 0) {
    const expires = midnight + DAY_MS;
    await writeMetadata(query, { name: spentName(account), value: `${spent}`, expires });
    await writeMetadata(query, { name: doubtsName(account), value: `${doubts}`, expires });
  }
  await query`UPDATE send SET account = '' WHERE account = ${account}`;
}

interface Correction {
  /** The id of the send, and the account for which it was made. */
  readonly id: number;
  readonly account: string;
  /** Whether the send is in doubt; if not, it cost nothing. */
  readonly isInDoubt: boolean;
}

/**
 * Corrects the numbers of a forgotten account, which have counted a send as spent. Call it before
 * the row of the send says that it is in doubt or cost nothing. For all other accounts it does
 * nothing. If an account is forgotten while one of its three checks is open, and that check
 *
 *                       spent  doubts
 *     is answered           3       0   nothing to correct
 *     is in doubt           2       1
 *     cost nothing          2       0
 */
export async function correctForgotten(
  query: Query,
  { id, account, isInDoubt }: Correction,
): Promise<void> {
  await addToForgotten(query, id, spentName(account), -1);
  if (isInDoubt) await addToForgotten(query, id, doubtsName(account), 1);
}

/** Changes the number only if it is of the day of the send, and has counted that send. */
async function addToForgotten(
  query: Query,
  id: number,
  name: string,
  times: number,
): Promise<void> {
  await query`UPDATE metadata SET value = CAST(CAST(value AS BIGINT) + ${times} AS TEXT)
    WHERE name = ${name} AND EXISTS (SELECT 1 FROM send
      WHERE id = ${id} AND account = '' AND state IN ('open', 'answered')
        AND at < metadata.expires AND at >= metadata.expires - ${DAY_MS})`;
}

async function countIn(rows: Promise<readonly SqlRow[]>): Promise<number> {
  return Number((await rows)[0]?.n);
}

/** The name of the row in `metadata` with the number of spent checks of a forgotten account. */
function spentName(account: string): string {
  return `spent ${account}`;
}

/** The name of the row in `metadata` with the number of doubts of a forgotten account. */
function doubtsName(account: string): string {
  return `doubts ${account}`;
}
