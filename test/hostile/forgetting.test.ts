import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/core/time/clock.ts';
import { HistoryTable } from '../../src/store/schema/history-table.ts';
import { MessageTable } from '../../src/store/schema/message-table.ts';
import { RequestTable } from '../../src/store/schema/request-table.ts';
import { SendTable } from '../../src/store/schema/send-table.ts';
import { forgetAccount } from '../../src/store/schema/spent-checks.ts';
import type { Sql } from '../../src/store/sql.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite-database.ts';
import { stageTelegram } from '../adapters/telegram/stage.ts';
import { IMEI, OTHER_IMEI, SEAL } from '../support/known.ts';
import { startBotInHand } from '../support/process/bot-in-hand.ts';
import { requestsBehind } from '../support/requests.ts';
import { createMemoryDatabase, createMemorySql, NO_SEAL } from '../support/store/memory-sql.ts';
import { newFile } from '../support/store/sqlite-files.ts';

/** Every table, and its column that says whose a row is; null if nothing in it is of a person. */
const PERSONS: Readonly<Record<string, string | null>> = {
  answer: null,
  history: 'person',
  key_sample: null,
  // Without a person: which message answers which, and albums for the two seconds in which they are
  // gathered.
  message: 'person',
  metadata: null,
  request: 'person',
  send: 'account',
  spending_day: null,
};

it('takes a person out of every table', async () => {
  const sql = createMemorySql();
  const seal = SEAL;
  const history = new HistoryTable(sql, seal);
  const messages = new MessageTable(sql, seal, systemClock);
  const requests = new RequestTable(sql, seal);
  for (const person of ['ann', 'bob']) {
    await sql.tx((query) => history.add(query, person, { imei: '490154203237518', at: 1 }));
    await messages.upsert(person, '', { keptMs: 1, person });
    await requests.insert(person, { id: person, body: '', at: 1 });
    await requests.close({
      id: `closed of ${person}`,
      at: 1,
      buttons: { token: person, person, body: '' },
    });
  }
  await messages.upsert('no person', '', { keptMs: 1 });
  const sends = new SendTable(seal);
  const sent = { request: '', boot: '', sent: { at: 0, uptime: 0 }, expires: 1 };
  const failure = { at: 0, state: 'doubt', code: 'timeout', expires: 1 } as const;
  for (const account of ['ann', 'bob']) {
    await sql.tx((query) => sends.insert(query, { ...sent, imei: account, account }));
    await sql.tx(async (query) => {
      const id = await sends.insert(query, { ...sent, imei: `failed of ${account}`, account });
      await sends.setFailed(query, { id, account }, failure);
    });
  }
  const counts = () =>
    sql
      .look("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .map(({ name }) => {
        const person = PERSONS[String(name)];
        const [row] = sql.look(
          `SELECT count(nullif(${person ?? 'NULL'}, '')) AS many FROM ${name}`,
        );
        return [name, row?.many];
      });
  /** A person has one row of each table, but an open and a closed request, and two sends. */
  const allWith = (people: number) =>
    Object.entries(PERSONS).map(([name, person]) => {
      const rows = name === 'request' || name === 'send' ? 2 : 1;
      return [name, person === null ? 0 : rows * people];
    });
  expect(counts()).toEqual(allWith(2));
  await Promise.all([history, messages].map((table) => table.forget('ann')));
  await requests.forget('ann', new Set(), 1);
  await requests.forgetButtons('ann');
  await sql.tx((query) => forgetAccount(query, 'ann', 0));
  expect(counts()).toEqual(allWith(1));
  // So that it does not reset the allowance. A check on its way may be paid for.
  expect(sql.look('SELECT name, value FROM metadata')).toEqual([
    { name: 'spent ann', value: '1' },
    { name: 'doubts ann', value: '1' },
  ]);
});

it('what was kept while HISTORY was on is deleted once it is off', async () => {
  const file = await newFile();
  const STORE_URL = `sqlite://${file}`;
  const history = async () => {
    const database = await openSqlite(file, { mode: 'read' });
    const rows = await database.query('SELECT * FROM history');
    await database.close();
    return rows;
  };
  const on = await startBotInHand('telegram', { STORE_URL });
  await on.ask({
    requester: 'telegram:user:11',
    input: { kind: 'command', name: 'imei', options: { kind: 'text', text: IMEI } },
  });
  await on.stop();
  expect(await history()).toHaveLength(1);
  const off = await startBotInHand('telegram', { STORE_URL, HISTORY: 'off' });
  await expect.poll(history).toEqual([]);
  await off.stop();
});

describe('what a platform has stored of a person', () => {
  const rowsIn = (sql: Sql) => sql.read`SELECT * FROM message`;
  const IMEIS = { ann: IMEI, bob: OTHER_IMEI };

  it('goes with the rest when they want to be forgotten, and nobody else’s does', async () => {
    const database = createMemoryDatabase(systemClock);
    const messages = new MessageTable(database.sql, { ...NO_SEAL, hash: SEAL.hash }, systemClock);
    const stage = await stageTelegram({ store: { messages } });
    const requests = requestsBehind(stage.adapter, { database, clock: systemClock, commands: [] });
    await stage.start(requests.receive, async (text) => [{ value: text, label: text }]);
    stage.ann.type(IMEIS.ann);
    stage.bob.type(IMEIS.bob);
    await expect.poll(() => stage.telegram.callsOf('answerInlineQuery')).toHaveLength(2);
    const held = async () => JSON.stringify(await rowsIn(database.sql));
    expect(await held()).toContain(IMEIS.ann);
    await requests.forget('telegram:user:11', { requestId: 'none' });
    expect(await held()).not.toContain(IMEIS.ann);
    expect(await held()).toContain(IMEIS.bob);
  });
});
