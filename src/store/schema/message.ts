import type { Clock } from '../../core/clock.ts';
import type { Seal } from '../seal/seal.ts';
import { inserting, type Sql, type Table } from '../sql.ts';

/**
 * What a platform remembers about messages: the answer to a question, an open album, the check of
 * an inline result.
 */
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

const UPSERT = inserting(
  'message',
  ['id', 'person', 'body'],
  ['expires'],
  'DO UPDATE SET body = excluded.body, expires = excluded.expires',
);

/** How long a row is kept, and whose it is, if they can have it forgotten. */
type Kept = { readonly keptMs: number; readonly person?: string };

export type MessageTable = ReturnType<typeof createMessageTable>;

/** Rows by names, which are hashed, as persons are. The bodies are sealed. */
export function createMessageTable(sql: Sql, seal: Seal, clock: Clock) {
  const placeOf = (id: string) => `message.body ${id}`;
  const hashOf = (person: string): string => seal.hash(`messages of ${person}`);
  return {
    /** Writes a row over an older one. */
    upsert: async (name: string, body: string, { keptMs, person }: Kept): Promise<void> => {
      const id = seal.hash(name);
      const whose = person === undefined ? null : hashOf(person);
      await sql.batch(UPSERT, [id, whose, seal.close(body, placeOf(id)), clock.now() + keptMs]);
    },
    /** The body of a row that has not expired. */
    get: async (name: string): Promise<string | undefined> => {
      const id = seal.hash(name);
      const [row] =
        await sql.read`SELECT body FROM message WHERE id = ${id} AND expires > ${clock.now()}`;
      return row && seal.open(String(row.body), placeOf(id));
    },
    /** Removes all rows of a person. */
    forget: (person: string): Promise<unknown> =>
      sql.tx((t) => t`DELETE FROM message WHERE person = ${hashOf(person)}`),
  };
}
