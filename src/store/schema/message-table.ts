import type { z } from 'zod';
import { parseJson } from '../../core/json.ts';
import type { Clock } from '../../core/time/clock.ts';
import type { Seal } from '../seal/seal.ts';
import type { Sql } from '../sql.ts';
import type { StoredTable } from './stored-table.ts';

/**
 * The memory of a platform about messages: the answer to a question, the open albums, the command
 * that a link repeats.
 */
export const MESSAGE: StoredTable = {
  name: 'message',
  create: [
    `CREATE TABLE IF NOT EXISTS message (id TEXT PRIMARY KEY, person TEXT, body TEXT NOT NULL,
      expires BIGINT NOT NULL)`,
    'CREATE INDEX IF NOT EXISTS message_person ON message (person) WHERE person IS NOT NULL',
    'CREATE INDEX IF NOT EXISTS message_expires ON message (expires)',
  ],
  expired: { key: 'id', since: 'expires', keptMs: 0 },
};

interface MessageOptions {
  readonly keptMs: number;
  /** The person whose `/forget` removes the row; without one, it stays until it expires. */
  readonly person?: string;
}

/** Rows by name. Names and persons are hashed; bodies are JSON, and sealed. */
export class MessageTable {
  readonly #sql: Sql;
  readonly #seal: Seal;
  readonly #clock: Clock;

  constructor(sql: Sql, seal: Seal, clock: Clock) {
    this.#sql = sql;
    this.#seal = seal;
    this.#clock = clock;
  }

  /**
   * Writes a row over an older one, which keeps its person: a name belongs to one person.
   * @param body can be serialised as JSON
   */
  async upsert(name: string, body: unknown, { keptMs, person }: MessageOptions): Promise<void> {
    const id = this.#seal.hash(name);
    const personHash = person === undefined ? null : this.#hashOf(person);
    const sealed = this.#seal.encrypt(JSON.stringify(body), contextOf(id));
    const expires = this.#clock.now() + keptMs;
    await this.#sql.tx(
      (query) => query`INSERT INTO message (id, person, body, expires)
        VALUES (${id}, ${personHash}, ${sealed}, ${expires})
        ON CONFLICT (id) DO UPDATE SET body = excluded.body, expires = excluded.expires`,
    );
  }

  /**
   * The body of a row that has not expired. Undefined if there is none, if another secret has
   * sealed it, or if another version of the program has written it in another form.
   */
  async get<Body>(name: string, form: z.ZodType<Body>): Promise<Body | undefined> {
    const id = this.#seal.hash(name);
    const [row] = await this.#sql.read`SELECT body FROM message
      WHERE id = ${id} AND expires > ${this.#clock.now()}`;
    const text = row && this.#seal.decrypt(String(row.body), contextOf(id));
    return text === undefined ? undefined : form.safeParse(parseJson(text)).data;
  }

  async forget(person: string): Promise<void> {
    await this.#sql.tx(
      (query) => query`DELETE FROM message WHERE person = ${this.#hashOf(person)}`,
    );
  }

  #hashOf(person: string): string {
    return this.#seal.hash(`messages of ${person}`);
  }
}

function contextOf(id: string): string {
  return `message.body ${id}`;
}
