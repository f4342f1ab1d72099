import type { Clock } from '../../core/clock.ts';
import type { Seal } from '../seal/seal.ts';
import type { Sql, Table } from '../sql.ts';

/** What a platform remembers of messages: the answer of a question, the words of an album, the check of an inline result. */
export const MESSAGE: Table = {
  name: 'message',
  create: [
    `CREATE TABLE IF NOT EXISTS message (id TEXT PRIMARY KEY, person TEXT, body TEXT NOT NULL,
      expires BIGINT NOT NULL)`,
    'CREATE INDEX IF NOT EXISTS message_person ON message (person) WHERE person IS NOT NULL',
    'CREATE INDEX IF NOT EXISTS message_expires ON message (expires)',
  ],
  expired: { key: 'id', since: 'expires', keptMs: 0 },
};

export interface MessageOptions {
  readonly keptMs: number;
  /** Whose row it is, where they can have it forgotten. */
  readonly person?: string;
}

/** Rows by names, which are hashed, as persons are. The bodies are sealed. */
export interface MessageTable {
  /** Writes a row over an older one. */
  put(name: string, body: string, options: MessageOptions): Promise<void>;
  /** Writes a row if there is none, or one that has expired. Resolves with whether it did. */
  insert(name: string, body: string, options: MessageOptions): Promise<boolean>;
  /** The body of a row that has not expired. */
  get(name: string): Promise<string | undefined>;
  /** Removes all rows of a person. */
  forget(person: string): Promise<void>;
}

export function createMessageTable(sql: Sql, seal: Seal, clock: Clock): MessageTable {
  const placeOf = (id: string) => ({ collection: 'message.body', id });
  const hashOf = (person: string): string => seal.hash(`messages of ${person}`);
  const rowOf = (name: string, body: string, { keptMs, person }: MessageOptions) => {
    const id = seal.hash(name);
    const whose = person === undefined ? null : hashOf(person);
    return { id, whose, sealed: seal.close(body, placeOf(id)), expires: clock.now() + keptMs };
  };
  return {
    put: async (...row) => {
      const { id, whose, sealed, expires } = rowOf(...row);
      await sql.tx(
        (
          t,
        ) => t`INSERT INTO message (id, person, body, expires) VALUES (${id}, ${whose}, ${sealed}, ${expires})
          ON CONFLICT (id) DO UPDATE SET body = excluded.body, expires = excluded.expires`,
      );
    },
    insert: async (...row) => {
      const { id, whose, sealed, expires } = rowOf(...row);
      const made = await sql.tx(
        (
          t,
        ) => t`INSERT INTO message (id, person, body, expires) VALUES (${id}, ${whose}, ${sealed}, ${expires})
          ON CONFLICT (id) DO UPDATE SET body = excluded.body, expires = excluded.expires
            WHERE message.expires <= ${clock.now()} RETURNING id`,
      );
      return made.length > 0;
    },
    get: async (name) => {
      const id = seal.hash(name);
      const [row] = await sql.read`SELECT body FROM message WHERE id = ${id} AND expires > ${clock.now()}`;
      return row && seal.open(String(row.body), placeOf(id));
    },
    forget: async (person) => {
      await sql.tx((t) => t`DELETE FROM message WHERE person = ${hashOf(person)}`);
    },
  };
}
