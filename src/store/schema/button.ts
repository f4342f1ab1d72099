import type { Seal } from '../seal/seal.ts';
import type { Sql, Table } from '../sql.ts';

/** The buttons of each reply, by the beginning of their tokens. */
export const BUTTON: Table = {
  name: 'button',
  create: [
    `CREATE TABLE IF NOT EXISTS button (id TEXT PRIMARY KEY, person TEXT NOT NULL, body TEXT NOT NULL,
      expires BIGINT NOT NULL)`,
    'CREATE INDEX IF NOT EXISTS button_person ON button (person)',
    'CREATE INDEX IF NOT EXISTS button_expires ON button (expires)',
  ],
  expired: { key: 'id', since: 'expires', keptMs: 0 },
};

interface ButtonRow {
  readonly id: string;
  /** Whose buttons they are. */
  readonly person: string;
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

export type ButtonTable = ReturnType<typeof createButtonTable>;

/** @param seal hashes the persons, and seals the bodies */
export function createButtonTable(sql: Sql, seal: Seal) {
  const hashOf = (person: string): string => seal.hash(`buttons of ${person}`);
  const placeOf = (id: string) => `button.body ${id}`;
  return {
    /** Writes a row over an older one. */
    upsert: async ({ id, person, body, expires }: ButtonRow): Promise<void> => {
      const [hash, sealed] = [hashOf(person), seal.close(body, placeOf(id))];
      await sql.tx(
        (t) => t`INSERT INTO button (id, person, body, expires) VALUES (${id}, ${hash}, ${sealed}, ${expires})
          ON CONFLICT (id) DO UPDATE SET body = excluded.body, expires = excluded.expires`,
      );
    },
    /** The body of a row that has not expired. */
    get: async (id: string, now: number): Promise<string | undefined> => {
      const [row] = await sql.read`SELECT body FROM button WHERE id = ${id} AND expires > ${now}`;
      return row && seal.open(String(row.body), placeOf(id));
    },
    /** Removes all rows of a person. */
    forget: async (person: string): Promise<void> => {
      await sql.tx((t) => t`DELETE FROM button WHERE person = ${hashOf(person)}`);
    },
  };
}
