import type { SqlRow, Work } from '../../core/query.ts';
import { HOUR_MS } from '../../core/time/clock.ts';
import type { Seal } from '../seal/seal.ts';
import type { Sql } from '../sql.ts';
import type { StoredTable } from './stored-table.ts';

/**
 * Time for which a closed request is remembered: an event that is delivered again is not answered
 * again, and the buttons of its reply can be pressed.
 */
export const CLOSED_KEPT_MS = 48 * HOUR_MS;

/**
 * Each accepted request. It is open while `done` is null. After that its id is kept, and with
 * `token`, `person` and `buttons` what the buttons of its reply do.
 */
export const REQUEST: StoredTable = {
  name: 'request',
  create: [
    `CREATE TABLE IF NOT EXISTS request (id TEXT PRIMARY KEY, person TEXT, body TEXT, token TEXT, buttons TEXT,
      suspicion BIGINT NOT NULL, at BIGINT NOT NULL, done BIGINT)`,
    'CREATE INDEX IF NOT EXISTS request_open ON request (at) WHERE done IS NULL',
    'CREATE INDEX IF NOT EXISTS request_person ON request (person) WHERE person IS NOT NULL',
    'CREATE INDEX IF NOT EXISTS request_token ON request (token) WHERE token IS NOT NULL',
    'CREATE INDEX IF NOT EXISTS request_done ON request (done) WHERE done IS NOT NULL',
  ],
  expired: { key: 'id', since: 'done', keptMs: CLOSED_KEPT_MS },
};

/** Open requests that one query reads: a body may have 200,000 characters. */
const PORTION = 100;

interface NewRequest {
  readonly id: string;
  readonly body: string;
  /** Time of acceptance, in milliseconds since 1970. */
  readonly at: number;
}

interface ClosedRequest {
  readonly id: string;
  /** Time of closing, in milliseconds since 1970. */
  readonly at: number;
  readonly buttons?: ButtonsRow | undefined;
  /** Buttons of this person that are deleted, since the answer took their place. */
  readonly replaced?: Omit<ButtonsRow, 'body'> | undefined;
  /** Also written in the transaction that closes it; only once, even if that is repeated. */
  readonly also?: readonly Work<unknown>[];
}

/** The row of an open request. */
export interface RequestRow extends Omit<NewRequest, 'body'> {
  /** Undefined if another secret sealed it: then the row stays. */
  readonly body: string | undefined;
  /** How much the request seems to end processes: see `requests/suspects`. */
  readonly suspicion: number;
}

/** The buttons of a closed request's reply. */
interface ButtonsRow {
  /** The token with which a press names the request. */
  readonly token: string;
  readonly person: string;
  /** Their effects. */
  readonly body: string;
}

/**
 * The requests: persons and tokens are hashed, bodies sealed. Each write is a transaction of its
 * own; `close` also runs the works that it gets in it.
 */
export class RequestTable {
  readonly #sql: Sql;
  readonly #seal: Seal;

  constructor(sql: Sql, seal: Seal) {
    this.#sql = sql;
    this.#seal = seal;
  }

  /** Adds a request. Resolves with false if there is one of this id, open or closed. */
  async insert(person: string, { id, body, at }: NewRequest): Promise<boolean> {
    const sealed = this.#seal.encrypt(body, bodyContext(id));
    const rows = await this.#sql.tx(
      (query) => query`INSERT INTO request (id, person, body, suspicion, at)
        VALUES (${id}, ${this.#hashOf(person)}, ${sealed}, 0, ${at})
        ON CONFLICT (id) DO NOTHING RETURNING id`,
    );
    return rows.length > 0;
  }

  /**
   * A portion of the open requests, ordered by their suspicion, then by age. Requests during which
   * processes have ended come last: before they run again, the others can prove to be innocent.
   * @param after the last one of the portion before
   * @returns none if there are no more
   */
  async listOpen(after?: RequestRow): Promise<readonly RequestRow[]> {
    const { suspicion, at, id } = after ?? { suspicion: -1, at: 0, id: '' };
    const rows = await this.#sql.read`SELECT id, body, suspicion, at FROM request
      WHERE done IS NULL AND (suspicion, at, id) > (${suspicion}, ${at}, ${id})
      ORDER BY suspicion, at, id LIMIT ${PORTION}`;
    return rows.map((row) => this.#toRequest(row));
  }

  /** Undefined if there is none of this id. */
  async stateOf(id: string): Promise<'open' | 'closed' | undefined> {
    const [row] = await this.#sql.read`SELECT done FROM request WHERE id = ${id}`;
    if (row === undefined) return undefined;
    return row.done === null ? 'open' : 'closed';
  }

  /** The body of an open request; undefined if it is closed, or another secret sealed it. */
  async bodyOf(id: string): Promise<string | undefined> {
    const [row] = await this.#sql.read`SELECT body FROM request WHERE id = ${id} AND done IS NULL`;
    return row === undefined ? undefined : this.#openBody(id, row.body);
  }

  async updateBody(id: string, body: string): Promise<void> {
    const sealed = this.#seal.encrypt(body, bodyContext(id));
    await this.#sql.tx(
      (query) => query`UPDATE request SET body = ${sealed} WHERE id = ${id} AND done IS NULL`,
    );
  }

  /** Adds one to the suspicion of each open request, if it is below the limit. */
  async raiseSuspicions(limit: number): Promise<void> {
    await this.#sql.tx(
      (query) =>
        query`UPDATE request SET suspicion = suspicion + 1 WHERE done IS NULL AND suspicion < ${limit}`,
    );
  }

  async setSuspicion(id: string, suspicion: number): Promise<void> {
    await this.#sql.tx(
      (query) => query`UPDATE request SET suspicion = ${suspicion} WHERE id = ${id}`,
    );
  }

  /** Sets the suspicion of each open request to 0, unless it is above the limit. */
  async clearSuspicions(limit: number): Promise<void> {
    await this.#sql.tx(
      (query) =>
        query`UPDATE request SET suspicion = 0 WHERE done IS NULL AND suspicion BETWEEN 1 AND ${limit}`,
    );
  }

  /** Closes a request, even if its row is missing. If it is closed already, nothing changes. */
  async close({ id, at, buttons, replaced, also = [] }: ClosedRequest): Promise<void> {
    const person = buttons === undefined ? null : this.#hashOf(buttons.person);
    const token = buttons === undefined ? null : this.#tokenHash(buttons.token);
    const sealed =
      buttons === undefined ? null : this.#seal.encrypt(buttons.body, buttonsContext(id));
    await this.#sql.tx(async (query) => {
      const closed =
        await query`INSERT INTO request (id, person, token, buttons, suspicion, at, done)
        VALUES (${id}, ${person}, ${token}, ${sealed}, 0, ${at}, ${at})
        ON CONFLICT (id) DO UPDATE SET body = NULL, person = excluded.person,
          token = excluded.token, buttons = excluded.buttons, done = excluded.done
        WHERE request.done IS NULL RETURNING id`;
      if (closed.length === 0) return;
      for (const work of also) await work(query);
      if (replaced === undefined) return;
      await query`UPDATE request SET person = NULL, token = NULL, buttons = NULL
        WHERE token = ${this.#tokenHash(replaced.token)}
          AND person = ${this.#hashOf(replaced.person)}`;
    });
  }

  /** The effects of a closed request’s buttons; undefined if they are not kept any more. */
  async buttonsOf(token: string, now: number): Promise<string | undefined> {
    const [row] = await this.#sql.read`SELECT id, buttons FROM request
      WHERE token = ${this.#tokenHash(token)} AND done > ${now - CLOSED_KEPT_MS}`;
    if (row === undefined) return undefined;
    return this.#seal.decrypt(String(row.buttons), buttonsContext(String(row.id)));
  }

  /** Closes the open requests of a person, except those that are kept. Resolves with their ids. */
  forget(person: string, kept: ReadonlySet<string>, now: number): Promise<readonly string[]> {
    return this.#sql.tx(async (query) => {
      const rows = await query`SELECT id FROM request
        WHERE person = ${this.#hashOf(person)} AND done IS NULL`;
      const ids = rows.map(({ id }) => String(id)).filter((id) => !kept.has(id));
      for (const id of ids) {
        await query`UPDATE request SET person = NULL, body = NULL, done = ${now} WHERE id = ${id}`;
      }
      return ids;
    });
  }

  /** Deletes the buttons of a person's closed requests. */
  async forgetButtons(person: string): Promise<void> {
    await this.#sql.tx(
      (query) => query`UPDATE request SET person = NULL, token = NULL, buttons = NULL
        WHERE person = ${this.#hashOf(person)} AND done IS NOT NULL`,
    );
  }

  #toRequest({ id, body, suspicion, at }: SqlRow): RequestRow {
    const text = this.#openBody(String(id), body);
    return { id: String(id), body: text, suspicion: Number(suspicion), at: Number(at) };
  }

  #openBody(id: string, sealed: SqlRow[string]): string | undefined {
    return this.#seal.decrypt(String(sealed), bodyContext(id));
  }

  #hashOf(person: string): string {
    return this.#seal.hash(`requests of ${person}`);
  }

  #tokenHash(token: string): string {
    return this.#seal.hash(`request with ${token}`);
  }
}

function bodyContext(id: string): string {
  return `request.body ${id}`;
}

function buttonsContext(id: string): string {
  return `request.buttons ${id}`;
}
