import type { Query, SqlRow } from '../../core/query.ts';
import { DAY_MS, HOUR_MS, type Moment } from '../../core/time/clock.ts';
import type { Seal } from '../seal/seal.ts';
import type { StoredTable } from '../sql.ts';
import { writeMetadata } from './metadata.ts';

/**
 * Every call to the service, written before it is sent. One row says what was sent, and is the slot
 * in the service's window, the reservation of an IMEI while it is open, and one check of the
 * person's and of the installation's day. The newest has the highest `id`.
 *
 * Its `state`, and which numbers count it. `Allowance` limits the first three: too many doubts end
 * the day of an account, too. `since` is what the latest figure of the key lacks (`spentSince`).
 *
 *     state     what it means                            day of account  day of all  doubts  since
 *     open      reserved, or on its way                  spent           spent               yes
 *     answered  its body is stored                       spent           spent               yes
 *     failed    it was refused, and cost nothing
 *     doubt     it failed, and may have been paid for                    spent       yes     yes
 *     lost      its end was not written, as by a kill;                   spent               yes
 *               its request sends it again
 */
export const SEND: StoredTable = {
  name: 'send',
  create: [
    `CREATE TABLE IF NOT EXISTS send (id BIGINT PRIMARY KEY, state TEXT NOT NULL, imei TEXT, request TEXT NOT NULL,
      account TEXT NOT NULL, boot TEXT NOT NULL, at BIGINT NOT NULL, uptime BIGINT NOT NULL, ended BIGINT,
      answered_uptime BIGINT, code TEXT, raw TEXT, expires BIGINT NOT NULL)`,
    "CREATE UNIQUE INDEX IF NOT EXISTS send_open ON send (imei) WHERE state = 'open'",
    'CREATE INDEX IF NOT EXISTS send_imei ON send (imei, id) WHERE imei IS NOT NULL',
    'CREATE INDEX IF NOT EXISTS send_account ON send (account, at)',
    'CREATE INDEX IF NOT EXISTS send_at ON send (at)',
    'CREATE INDEX IF NOT EXISTS send_expires ON send (expires)',
  ],
  // By uptime, since a clock that was set forward makes each row look old; the window needs what
  // was sent within one.
  expired: { key: 'id', since: 'expires', keptMs: 0, uptime: 'uptime' },
};

export interface NewSend {
  /** The keyed hash of the IMEI; a call for the key's status has none. */
  readonly imei: string | null;
  /** The keyed hash of the request, and that of the account for which the check counts. */
  readonly request: string;
  readonly account: string;
  /** Names the start of the machine in which `uptime` counts. */
  readonly boot: string;
  readonly sent: Moment;
  readonly expires: number;
}

/** A send as the process that made it knows it: `/forget` removes the account from its row. */
export interface MadeSend {
  readonly id: number;
  readonly account: string;
}

/** A send that was answered or is in doubt. */
export interface EndedSend {
  readonly id: number;
  /** The keyed hash of the IMEI. */
  readonly imei: string;
  readonly request: string;
  /** Empty once its person has deleted their data. */
  readonly account: string;
  /** In milliseconds since 1970. */
  readonly endedAt: number;
  readonly code: string | undefined;
  /** The body. Undefined for a doubt, or if another secret sealed it. */
  readonly raw: string | undefined;
}

/** A page of the answers that the cache may lack. */
interface UncachedFilter {
  readonly keptUntil: number;
  readonly beforeId: number;
  readonly most: number;
}

/** When a send left and was answered, for the window of the limit. */
export interface PastRow {
  readonly boot: string;
  readonly sent: Moment;
  /** Undefined if no answer has arrived. */
  readonly answered: Moment | undefined;
}

/** The checks of a day that an account has spent, and those in doubt. */
export interface AccountDay {
  readonly spent: number;
  readonly doubts: number;
}

interface AnswerBody {
  readonly raw: string;
  /** Time when its row may be swept, if the cache does not have it earlier. */
  readonly expires: number;
}

interface Failure {
  /** Time of its failure, unless its answer had arrived before. */
  readonly at: number;
  readonly state: 'failed' | 'doubt';
  readonly code: string;
  readonly expires: number;
}

/**
 * The sends, with sealed bodies. All methods are part of the transaction whose `query` they get;
 * for those that only read, that may be `sql.read`.
 */
export class SendTable {
  readonly #seal: Seal;
  /** No id is used again: a write that is repeated must not find the row of another send. */
  #latestId = 0;

  constructor(seal: Seal) {
    this.#seal = seal;
  }

  /**
   * Resolves with the id of the new row. An earlier row of this IMEI that is still open becomes
   * lost: an error that was not the store's ended the write of its end.
   */
  async insert(query: Query, send: NewSend): Promise<number> {
    const { imei, request, account, boot, sent, expires } = send;
    await query`UPDATE send SET state = 'lost' WHERE imei = ${imei} AND state = 'open'`;
    const uptime = Math.round(sent.uptime);
    const [row] = await query`INSERT INTO send
        (id, state, imei, request, account, boot, at, uptime, expires)
      VALUES ((SELECT coalesce(max(id), ${this.#latestId}) + 1 FROM send
          WHERE id > ${this.#latestId}), 'open', ${imei}, ${request}, ${account},
        ${boot}, ${sent.at}, ${uptime}, ${expires})
      RETURNING id`;
    this.#latestId = Number(row?.id);
    return this.#latestId;
  }

  /** The sends of an IMEI that were answered or are in doubt, latest first. */
  async listEnded(query: Query, imei: string): Promise<readonly EndedSend[]> {
    const rows = await query`SELECT id, imei, request, account, ended, code, raw FROM send
      WHERE imei = ${imei} AND state IN ('answered', 'doubt') ORDER BY id DESC`;
    return rows.map((row) => this.#toEnded(row));
  }

  /** Whether a send of this IMEI by this request is lost: then it may have been paid for. */
  async isLost(query: Query, imei: string, request: string): Promise<boolean> {
    const rows = await query`SELECT id FROM send
      WHERE imei = ${imei} AND request = ${request} AND state = 'lost' LIMIT 1`;
    return rows.length > 0;
  }

  /**
   * Answers that the cache does not have yet: their rows expire after `keptUntil`. The latest
   * first, below `beforeId`.
   */
  async listUncached(
    query: Query,
    { keptUntil, beforeId, most }: UncachedFilter,
  ): Promise<readonly EndedSend[]> {
    const rows = await query`SELECT id, imei, request, account, ended, code, raw FROM send
      WHERE expires > ${keptUntil} AND id < ${beforeId} AND state = 'answered' AND raw IS NOT NULL
      ORDER BY id DESC LIMIT ${most}`;
    return rows.map((row) => this.#toEnded(row));
  }

  /**
   * Notes that the answer has arrived. With a body, stores it and keeps the row until the cache has
   * the answer. Resolves with false if this was written before, since a commit that seemed to fail
   * is repeated.
   */
  async setAnswered(
    query: Query,
    id: number,
    { at, uptime }: Moment,
    body?: AnswerBody,
  ): Promise<boolean> {
    const raw = body === undefined ? null : this.#seal.encrypt(body.raw, contextOf(id));
    const expires = body?.expires ?? null;
    const changed = await query`UPDATE send SET state = 'answered', raw = ${raw}, ended = ${at},
      answered_uptime = ${Math.round(uptime)}, expires = coalesce(${expires}, expires)
      WHERE id = ${id} AND state IN ('open', 'lost') RETURNING id`;
    return changed.length > 0;
  }

  /** Notes that the cache has these answers: their rows are now kept only as long as others. */
  async setCached(query: Query, ids: readonly number[], keptMs: number): Promise<void> {
    for (const id of ids) {
      await query`UPDATE send SET expires = at + ${keptMs} WHERE id = ${id} AND state = 'answered'`;
    }
  }

  /** Resolves with whether the row has changed, as for {@link setAnswered}. */
  async setFailed(query: Query, send: MadeSend, failure: Failure): Promise<boolean> {
    const { id } = send;
    const { at, state, code, expires } = failure;
    await this.#correctForgotten(query, send, state);
    const changed = await query`UPDATE send SET state = ${state}, code = ${code},
      ended = coalesce(ended, ${at}), expires = ${expires}
      WHERE id = ${id} AND state NOT IN ('failed', 'doubt') RETURNING id`;
    return changed.length > 0;
  }

  /** Removes the row of a call that was never made. */
  async remove(query: Query, send: MadeSend): Promise<void> {
    await this.#correctForgotten(query, send);
    await query`DELETE FROM send WHERE id = ${send.id}`;
  }

  /** Marks the open rows of the last process as lost. Resolves with how many of them are checks. */
  async setLost(query: Query): Promise<number> {
    const lost = await query`UPDATE send SET state = 'lost' WHERE state = 'open' RETURNING imei`;
    return lost.filter(({ imei }) => imei !== null).length;
  }

  /** The latest sends, latest first: by their ids, since the clock may have been set. */
  async latest(query: Query, most: number): Promise<readonly PastRow[]> {
    const rows = await query`SELECT boot, at, uptime, ended, answered_uptime FROM send
      ORDER BY id DESC LIMIT ${most}`;
    return rows.map(toPast);
  }

  /** Counts the checks that all accounts together have spent on a day. */
  spentByAll(query: Query, midnight: number): Promise<number> {
    return countIn(query`SELECT count(*) AS n FROM send WHERE imei IS NOT NULL
      AND at >= ${midnight} AND at < ${midnight + DAY_MS} AND state <> 'failed'`);
  }

  /**
   * Counts the checks of an account on a day, also before it was forgotten.
   * @param account its keyed hash
   * @param midnight when the day begins (UTC), in milliseconds since 1970
   */
  async dayOfAccount(query: Query, account: string, midnight: number): Promise<AccountDay> {
    const [row] = await query`SELECT
        count(*) FILTER (WHERE state IN ('open', 'answered'))
          + coalesce((SELECT CAST(value AS BIGINT) FROM metadata
            WHERE name = ${forgottenOf(account)} AND expires > ${midnight}), 0) AS spent,
        count(*) FILTER (WHERE state = 'doubt')
          + coalesce((SELECT CAST(value AS BIGINT) FROM metadata
            WHERE name = ${forgottenDoubtsOf(account)} AND expires > ${midnight}), 0) AS doubts
      FROM send WHERE imei IS NOT NULL AND account = ${account}
        AND at >= ${midnight} AND at < ${midnight + DAY_MS}`;
    return { spent: Number(row?.spent), doubts: Number(row?.doubts) };
  }

  /**
   * Counts checks that are open, or have ended since then and may have cost something. It looks
   * only at what was sent from an hour before `since` on: no call takes that long.
   * @param since in milliseconds since 1970
   */
  spentSince(query: Query, since: number): Promise<number> {
    return countIn(query`SELECT count(*) AS n FROM send WHERE imei IS NOT NULL AND state <> 'failed'
      AND at >= ${since - HOUR_MS} AND (state = 'open' OR coalesce(ended, at) >= ${since})`);
  }

  /**
   * Removes an account from its rows. The numbers of today's checks are kept until midnight.
   * @param midnight at which today began
   */
  async forget(query: Query, account: string, midnight: number): Promise<void> {
    const { spent, doubts } = await this.dayOfAccount(query, account, midnight);
    if (spent + doubts > 0) {
      const expires = midnight + DAY_MS;
      await writeMetadata(query, { name: forgottenOf(account), value: `${spent}`, expires });
      await writeMetadata(query, { name: forgottenDoubtsOf(account), value: `${doubts}`, expires });
    }
    await query`UPDATE send SET account = '' WHERE account = ${account}`;
  }

  /**
   * Corrects the numbers of a forgotten account, before its row says that the send cost nothing or
   * is in doubt: `forget` has counted it as spent.
   */
  async #correctForgotten(
    query: Query,
    { id, account }: MadeSend,
    state?: Failure['state'],
  ): Promise<void> {
    await this.#addToForgotten(query, id, { name: forgottenOf(account), times: -1 });
    if (state !== 'doubt') return;
    await this.#addToForgotten(query, id, { name: forgottenDoubtsOf(account), times: 1 });
  }

  /** Changes the number only if it is of the day of the send, and has counted that send. */
  async #addToForgotten(
    query: Query,
    id: number,
    { name, times }: { readonly name: string; readonly times: number },
  ): Promise<void> {
    await query`UPDATE metadata SET value = CAST(CAST(value AS BIGINT) + ${times} AS TEXT)
      WHERE name = ${name} AND EXISTS (SELECT 1 FROM send
        WHERE id = ${id} AND account = '' AND state IN ('open', 'answered')
          AND at < metadata.expires AND at >= metadata.expires - ${DAY_MS})`;
  }

  #toEnded({ id, imei, request, account, ended, code, raw }: SqlRow): EndedSend {
    const context = contextOf(Number(id));
    return {
      id: Number(id),
      imei: String(imei),
      request: String(request),
      account: String(account),
      endedAt: Number(ended),
      code: code === null ? undefined : String(code),
      raw: raw === null ? undefined : this.#seal.decrypt(String(raw), context),
    };
  }
}

function toPast({ boot, at, uptime, ended, answered_uptime: answeredUptime }: SqlRow): PastRow {
  const answered =
    answeredUptime === null ? undefined : { at: Number(ended), uptime: Number(answeredUptime) };
  return { boot: String(boot), sent: { at: Number(at), uptime: Number(uptime) }, answered };
}

async function countIn(rows: Promise<readonly SqlRow[]>): Promise<number> {
  return Number((await rows)[0]?.n);
}

function contextOf(id: number): string {
  return `send.raw ${id}`;
}

/** The name of the row in `metadata` with the number of spent checks of a forgotten account. */
function forgottenOf(account: string): string {
  return `spent ${account}`;
}

/** The name of the row in `metadata` with the number of doubts of a forgotten account. */
function forgottenDoubtsOf(account: string): string {
  return `doubts ${account}`;
}
