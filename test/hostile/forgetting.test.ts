import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Request } from '../../src/core/adapter.ts';
import { systemClock } from '../../src/core/clock.ts';
import { createJournal } from '../../src/requests/journal/journal.ts';
import { createRequests } from '../../src/requests/requests.ts';
import type { Collection, Store } from '../../src/store/contract.ts';
import type { StoreHealth } from '../../src/store/health.ts';
import { createButtonTable } from '../../src/store/schema/button.ts';
import { createHistoryTable } from '../../src/store/schema/history.ts';
import { createMessageTable } from '../../src/store/schema/message.ts';
import { createSeal } from '../../src/store/seal/seal.ts';
import { sealedRows } from '../../src/store/seal/sealed-rows.ts';
import type { Sql } from '../../src/store/sql.ts';
import { eventually, stageTelegram } from '../adapters/telegram/stage.ts';
import { createMemorySql } from '../support/store/memory-sql.ts';
import { createMemoryStore } from '../support/store/memory-store.ts';

const SECRET = '0123456789abcdef'.repeat(4);
const ANN = 'test:user:1';
const AWAY = new Error('the store is away');

const health: StoreHealth = {
  failing: () => false,
  report: () => undefined,
  healthy: async () => undefined,
  stop: () => undefined,
};

const request: Request = {
  id: 'test:event:1',
  ask: { kind: 'command', name: 'imei', options: { kind: 'text', text: '490154203237518' } },
  requester: ANN,
  scopes: [],
  locale: 'en',
  visibility: 'private',
  target: { channel: 7 },
};

describe('whoever wants to be forgotten', () => {
  let store: Store;
  /** Collections that cannot be written just now. */
  let away: ReadonlySet<string>;

  const brittle = (rows: Collection): Collection => ({
    ...rows,
    insert: async (...row) => (away.has(rows.name) ? Promise.reject(AWAY) : rows.insert(...row)),
    put: async (...row) => (away.has(rows.name) ? Promise.reject(AWAY) : rows.put(...row)),
  });
  const start = (by: string) =>
    createJournal({
      rows: sealedRows(brittle(store.collection('requests')), createSeal(SECRET)),
      ...{ by, clock: systemClock, onError: () => undefined },
    });
  const idsOf = async (journal: ReturnType<typeof start>) =>
    (await journal.openOf(ANN)).map(({ request: { id } }) => id);

  beforeEach(() => {
    store = createMemoryStore(systemClock);
    away = new Set();
  });

  it('is, of what a process had written when it was killed', async () => {
    await start('killed').accept(request);
    const next = start('next');
    await next.leftOpen();
    expect(await idsOf(next)).toEqual([request.id]);
  });

  it('is, of what is open in the one process there is, and no more once it is answered', async () => {
    const journal = start('one');
    await journal.accept(request);
    await journal.accept({ ...request, id: 'test:event:2', requester: 'test:user:2' });
    expect(await idsOf(journal)).toEqual([request.id]);
    await journal.complete(request.id);
    expect(await idsOf(journal)).toEqual([]);
  });

  it('is, of what could not be written at all and waits to be shown', async () => {
    const journal = start('one');
    away = new Set(['requests']);
    await journal.accept(request);
    expect(await idsOf(journal)).toEqual([request.id]);
    await journal.complete(request.id);
    expect(await idsOf(journal)).toEqual([]);
  });
});

it('takes the rows of a person out of every table that says whose its rows are', async () => {
  const sql = createMemorySql();
  const seal = createSeal(SECRET);
  const history = createHistoryTable(sql, seal);
  const buttons = createButtonTable(sql, seal);
  const messages = createMessageTable(sql, seal, systemClock);
  for (const person of ['ann', 'bob']) {
    await history.add(person, [{ imei: '490154203237518', at: 1 }], { now: 1, most: 1 });
    await buttons.put({ id: person, person, body: '', expires: 1 });
    await messages.put(person, '', { keptMs: 1, person });
  }
  const counts = () =>
    sql
      .look("SELECT t.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c WHERE c.name = 'person'")
      .map(({ name }) => sql.look(`SELECT '${name}' AS name, count(*) AS many FROM ${name}`)[0]);
  const allWith = (many: number) => ['button', 'history', 'message'].map((name) => ({ name, many }));
  // A table that is missing here has to be forgotten as well.
  expect(counts()).toEqual(allWith(2));
  await Promise.all([history.forget('ann'), buttons.forget('ann'), messages.forget('ann')]);
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
    const stage = await stageTelegram({ memory: memoryIn(store.sql) });
    const requests = createRequests({
      ...{ store, seal, health, clock: systemClock, maxAgeMs: 86_400_000 },
      ...{ commands: [], adapters: [stage.adapter], log: pino({ level: 'silent' }) },
      resumed: () => undefined,
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

  it('names nobody where it says whose an inline message is, which nobody could find to remove it', async () => {
    const sql = createMemorySql();
    const stage = await stageTelegram({ memory: memoryIn(sql) });
    await stage.start();
    stage.ann.tellPosted('an inline message');
    await eventually(async () => expect(await rowsIn(sql)).toHaveLength(1));
    expect(JSON.stringify(await rowsIn(sql))).not.toMatch(/"11"/);
  });

  it('has no number in what is remembered of a message that may be edited', async () => {
    const sql = createMemorySql();
    const stage = await stageTelegram({ memory: memoryIn(sql) });
    await stage.start();
    stage.ann.say(IMEIS.ann);
    await stage.asked();
    await eventually(async () => expect(await rowsIn(sql)).not.toEqual([]));
    expect(JSON.stringify(await rowsIn(sql))).not.toContain(IMEIS.ann);
  });
});
