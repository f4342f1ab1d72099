import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { createRequests } from '../../src/requests/requests.ts';
import type { StoreHealth } from '../../src/store/health.ts';
import { createButtonTable } from '../../src/store/schema/button.ts';
import { createHistoryTable } from '../../src/store/schema/history.ts';
import { createMessageTable } from '../../src/store/schema/message.ts';
import { createRequestTable } from '../../src/store/schema/request.ts';
import { createSeal } from '../../src/store/seal/seal.ts';
import type { Sql } from '../../src/store/sql.ts';
import { eventually, replyOf, stageTelegram } from '../adapters/telegram/stage.ts';
import { createMemorySql } from '../support/store/memory-sql.ts';
import { createMemoryStore } from '../support/store/memory-store.ts';

const SECRET = '0123456789abcdef'.repeat(4);
const health: StoreHealth = {
  failing: () => false,
  report: () => undefined,
  healthy: async () => undefined,
  untilDone: async (work) => void (await work()),
  stop: () => undefined,
};

it('takes the rows of a person out of every table that says whose its rows are', async () => {
  const sql = createMemorySql();
  const seal = createSeal(SECRET);
  const history = createHistoryTable(sql, seal);
  const buttons = createButtonTable(sql, seal);
  const messages = createMessageTable(sql, seal, systemClock);
  const requests = createRequestTable(sql, seal);
  for (const person of ['ann', 'bob']) {
    await history.add(person, [{ imei: '490154203237518', at: 1 }], { now: 1, most: 1 });
    await buttons.put({ id: person, person, body: '', expires: 1 });
    await messages.put(person, '', { keptMs: 1, person });
    await requests.insert(person, { id: person, body: '', at: 1 });
  }
  const counts = () =>
    sql
      .look("SELECT t.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c WHERE c.name = 'person'")
      .map(({ name }) => sql.look(`SELECT '${name}' AS name, count(person) AS many FROM ${name}`)[0]);
  const allWith = (many: number) =>
    ['button', 'history', 'message', 'request'].map((name) => ({ name, many }));
  // A table that is missing here has to be forgotten as well.
  expect(counts()).toEqual(allWith(2));
  await Promise.all([history, buttons, messages].map((table) => table.forget('ann')));
  await requests.forget('ann', 'none', 1);
  expect(counts()).toEqual(allWith(1));
});

describe('what a platform has stored of a person', () => {
  const seal = createSeal(SECRET);
  const memoryIn = (sql: Sql) => ({
    messages: createMessageTable(sql, { ...seal, close: (text) => text, open: (text) => text }, systemClock),
    ...seal,
  });
  const rowsIn = (sql: Sql) => sql.read`SELECT * FROM message`;
  const IMEIS = { ann: '490154203237518', bob: '356938035643809' };

  it('goes with the rest when they want to be forgotten, and nobody else’s does', async () => {
    const store = createMemoryStore(systemClock);
    const stage = await stageTelegram({ ...memoryIn(store.sql) });
    const requests = createRequests({
      ...{ store, seal, health, clock: systemClock, maxAgeMs: 86_400_000 },
      ...{ commands: [], adapters: [stage.adapter], log: pino({ level: 'silent' }) },
      raise: () => undefined,
      access: { allowed: [], admins: [] },
    });
    await stage.start(requests.receive, async (text) => [{ value: text, label: text }]);
    stage.ann.type(IMEIS.ann);
    stage.bob.type(IMEIS.bob);
    await eventually(() => expect(stage.telegram.callsOf('answerInlineQuery')).toHaveLength(2));
    const held = async () => JSON.stringify(await rowsIn(store.sql));
    expect(await held()).toContain(IMEIS.ann);
    await requests.forget('telegram:user:11', { requestId: 'none' });
    expect(await held()).not.toContain(IMEIS.ann);
    expect(await held()).toContain(IMEIS.bob);
  });

  it('has no number in what is remembered of a message that may be edited', async () => {
    const sql = createMemorySql();
    const stage = await stageTelegram({ ...memoryIn(sql) });
    await stage.start();
    stage.ann.say(IMEIS.ann);
    await (await stage.asked()).show(replyOf(), { last: true });
    await eventually(async () => expect(await rowsIn(sql)).not.toEqual([]));
    expect(JSON.stringify(await rowsIn(sql))).not.toContain(IMEIS.ann);
  });
});
