import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, HOUR_MS } from '../../core/clock.ts';
import { partsOf, type Sql, type Table } from '../sql.ts';
import { ANSWER } from './answer.ts';
import { HISTORY } from './history.ts';
import { KEY_SAMPLE } from './key-sample.ts';
import { BUTTON, MESSAGE } from './message.ts';
import { REQUEST } from './request.ts';
import { SEND } from './send.ts';
import { SETTING } from './setting.ts';
import { USAGE_DAY } from './usage-day.ts';

export const TABLES: readonly Table[] = [
  ...[ANSWER, BUTTON, HISTORY, KEY_SAMPLE, MESSAGE],
  ...[REQUEST, SEND, SETTING, USAGE_DAY],
];

/** Rows that one commit deletes: few enough that nobody waits long for it. */
const PORTION = 500;
/** Between two of them, for the writes of others. */
const PAUSE_MS = 20;

const SWEEPS = TABLES.map(({ name, expired: { key, since, keptMs, uptime } }) => {
  const parts = [
    `DELETE FROM ${name} WHERE (${key}) IN (SELECT ${key} FROM ${name} WHERE ${since} <= `,
    ...(uptime === undefined ? [] : [` AND ${uptime} NOT BETWEEN `, ' AND ']),
    ` LIMIT ${PORTION}) RETURNING 1`,
  ];
  return { deleteBefore: partsOf(...parts), keptMs, uptime };
});

/** Deletes expired rows. Resolves with their number. */
export async function sweep(sql: Sql, clock: Clock): Promise<number> {
  let swept = 0;
  for (const { deleteBefore, keptMs, uptime } of SWEEPS) {
    const now = Math.round(clock.uptime());
    const lastDay = uptime === undefined ? [] : [now - 24 * HOUR_MS, now];
    for (let gone = PORTION; gone === PORTION; swept += gone) {
      gone = (await sql.tx((t) => t(deleteBefore, clock.now() - keptMs, ...lastDay))).length;
      if (gone === PORTION) await delay(PAUSE_MS, undefined, { ref: false });
    }
  }
  return swept;
}
