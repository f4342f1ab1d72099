import type { Query, SqlRow } from '../../core/query.ts';
import type { Moment } from '../../core/time/clock.ts';
import type { Seal } from '../seal/seal.ts';
import { correctForgotten } from './spent-checks.ts';
import type { StoredTable } from './stored-table.ts';

/**
 * Every call to the service, written before it is sent. A row says what was sent, and takes a slot
 * in the service's window. The row of a check also reserves its IMEI while it is open; by its state
 * it counts for the limits of a day. The newest has the highest `id`.
 *
 *     state     what it means
 *     open      reserved, or on its way
 *     answered  its body is stored
 *     failed    it failed, and cost nothing
 *     doubt     it failed, and may have been paid for
 *     lost      its end was not written, as by a kill; its request sends it again
 *
 * Two ends may come late, and still count: that of a lost send is written after all, and an
 * answered send fails, or is in doubt, if its body turns out not to be an answer.
 *
 * {@link SendTable} changes the state, `ended-sends` reads the answers, and `spent-checks` says
 * what a row counts for.
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

/** When a send left and was answered, for the window of the limit. */
export interface PastRow {
  readonly boot: string;
  readonly sent: Moment;
  /** Undefined if no answer has arrived. */
  readonly answered: Moment | undefined;
}

/** The body of an answer, as its row has it. */
export interface AnswerBody {
  readonly raw: string;
  /** Time when its row may be swept, if the cache does not have it earlier. */
  readonly expires: number;
}

/** How the row of a send says that it failed. */
export interface FailedSend {
  /** Time of its failure, unless its answer had arrived before. */
  readonly at: number;
  readonly state: 'failed' | 'doubt';
  readonly code: string;
  readonly expires: number;
}

/**
 * Writes the sends, with sealed bodies. All methods are part of the transaction whose `query` they
 * get; for `latest`, which only reads, that may be `sql.read`.
 *
 *     insert ──> open ─┬─ setAnswered ─────────────────> answered ─┐
 *                      ├─ setLost, or the next insert ─> lost ─────┤ both ends may come late
 *                      ├─ setFailed ───────────────────> failed or doubt <─ setFailed
 *                      └─ remove ──────────────────────> (no row)
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
    const raw = body === undefined ? null : this.#seal.encrypt(body.raw, bodyContext(id));
    const expires = body?.expires ?? null;
    const changed = await query`UPDATE send SET state = 'answered', raw = ${raw}, ended = ${at},
      answered_uptime = ${Math.round(uptime)}, expires = coalesce(${expires}, expires)
      WHERE id = ${id} AND state IN ('open', 'lost') RETURNING id`;
    return changed.length > 0;
  }

  /** Resolves with whether the row has changed, as for {@link setAnswered}. */
  async setFailed(query: Query, send: MadeSend, failure: FailedSend): Promise<boolean> {
    const { id, account } = send;
    const { at, state, code, expires } = failure;
    await correctForgotten(query, { id, account, isInDoubt: state === 'doubt' });
    const changed = await query`UPDATE send SET state = ${state}, code = ${code},
      ended = coalesce(ended, ${at}), expires = ${expires}
      WHERE id = ${id} AND state NOT IN ('failed', 'doubt') RETURNING id`;
    return changed.length > 0;
  }

  /** Removes the row of a call that was never made. */
  async remove(query: Query, { id, account }: MadeSend): Promise<void> {
    await correctForgotten(query, { id, account, isInDoubt: false });
    await query`DELETE FROM send WHERE id = ${id}`;
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
}

function toPast({ boot, at, uptime, ended, answered_uptime: answeredUptime }: SqlRow): PastRow {
  const answered =
    answeredUptime === null ? undefined : { at: Number(ended), uptime: Number(answeredUptime) };
  return { boot: String(boot), sent: { at: Number(at), uptime: Number(uptime) }, answered };
}

/** Binds the sealed body of an answer to its row. */
export function bodyContext(id: number): string {
  return `send.raw ${id}`;
}
