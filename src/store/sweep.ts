import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../core/clock.ts';
import { TABLES } from './schema/schema.ts';
import type { Table } from './schema/table.ts';
import type { Sql } from './sql.ts';

/** Rows that one commit deletes: few enough that nobody waits long for it. */
const PORTION = 500;
/** Between two of them, for the writes of others. */
const PAUSE_MS = 20;

const STATEMENTS = TABLES.map((table) => ({ deleteBefore: statementFor(table), ...table.expired }));

/** Deletes expired rows. Resolves with their number. */
export async function sweep(sql: Sql, clock: Clock): Promise<number> {
  let swept = 0;
  for (const { deleteBefore, keptMs } of STATEMENTS)
    for (let gone = PORTION; gone === PORTION; swept += gone) {
      gone = await sql.tx(async (t) => (await t(deleteBefore, clock.now() - keptMs)).length);
      if (gone === PORTION) await delay(PAUSE_MS, undefined, { ref: false });
    }
  return swept;
}

/** The parts of a template with one value. */
function statementFor({ name, expired: { key, since } }: Table): TemplateStringsArray {
  const parts = [
    `DELETE FROM ${name} WHERE (${key}) IN (SELECT ${key} FROM ${name} WHERE ${since} <= `,
    ` LIMIT ${PORTION}) RETURNING 1`,
  ];
  return Object.assign(parts, { raw: parts });
}
