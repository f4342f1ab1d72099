import type { Clock } from '../../core/clock.ts';
import type { Seal } from '../seal/seal.ts';
import { inserting, partsOf, type Sql, type Table } from '../sql.ts';

/** What a platform remembers about messages: the answer to a question, an open album, the check of an inline result. */
export const MESSAGE = tableOf('message');
/** The buttons of each reply, by the beginning of their tokens. */
export const BUTTON = tableOf('button');

/** How long a row is kept, and whose it is, if they can have it forgotten. */
type Kept = { readonly keptMs: number; readonly person?: string };

export type MessageTable = ReturnType<typeof createMessageTable>;

function tableOf(name: string): Table {
  return {
    name,
    create: [
      `CREATE TABLE IF NOT EXISTS ${name} (id TEXT PRIMARY KEY, person TEXT, body TEXT NOT NULL,
        expires BIGINT NOT NULL)`,
      `CREATE INDEX IF NOT EXISTS ${name}_person ON ${name} (person) WHERE person IS NOT NULL`,
      `CREATE INDEX IF NOT EXISTS ${name}_expires ON ${name} (expires)`,
    ],
    expired: { key: 'id', since: 'expires', keptMs: 0 },
  };
}

/** Rows by names, which are hashed, as persons are. The bodies are sealed. */
export function createMessageTable(sql: Sql, seal: Seal, clock: Clock, { name: table } = MESSAGE) {
  const renew = 'DO UPDATE SET body = excluded.body, expires = excluded.expires';
  const upsert = inserting(table, ['id', 'person', 'body'], ['expires'], renew);
  const select = partsOf(`SELECT body FROM ${table} WHERE id = `, ' AND expires > ', '');
  const remove = partsOf(`DELETE FROM ${table} WHERE person = `, '');
  const placeOf = (id: string) => `${table}.body ${id}`;
  const hashOf = (person: string): string => seal.hash(`${table}s of ${person}`);
  return {
    /** Writes a row over an older one. */
    upsert: async (name: string, body: string, { keptMs, person }: Kept): Promise<void> => {
      const id = seal.hash(name);
      const whose = person === undefined ? null : hashOf(person);
      await sql.batch(upsert, [id, whose, seal.close(body, placeOf(id)), clock.now() + keptMs]);
    },
    /** The body of a row that has not expired. */
    get: async (name: string): Promise<string | undefined> => {
      const id = seal.hash(name);
      const [row] = await sql.read(select, id, clock.now());
      return row && seal.open(String(row.body), placeOf(id));
    },
    /** Removes all rows of a person. */
    forget: (person: string): Promise<unknown> => sql.tx((t) => t(remove, hashOf(person))),
  };
}
