import { describe, expect, it, onTestFinished } from 'vitest';
import { createAnswerCache } from '../../src/checks/lookup/cache.ts';
import { createLedger } from '../../src/checks/outbox/ledger.ts';
import { openLedgerRows } from '../../src/checks/outbox/ledger-row.ts';
import { systemClock } from '../../src/core/clock.ts';
import { createHistory } from '../../src/history/rows.ts';
import type { Store } from '../../src/store/contract.ts';
import { connectRedis } from '../../src/store/redis/connection.ts';
import { createRedisStore } from '../../src/store/redis/store.ts';
import { reseal } from '../../src/store/seal/reseal.ts';
import { createSeal, type Seal } from '../../src/store/seal/seal.ts';
import { sealedRows } from '../../src/store/seal/sealed-rows.ts';
import { createSqliteStore } from '../../src/store/sqlite/store.ts';
import { testImei } from '../support/checks/checking.ts';
import { readRaw } from '../support/checks/reading.ts';
import { hashAsBefore, sealAsBefore } from '../support/store/former-seal.ts';
import { hasRedis, startRedis } from '../support/store/redis.ts';

const RANDOM = '0123456789abcdef'.repeat(4);
const PHRASE = 'a secret of some length';
const ME = 'test:user:1';
const IMEI = testImei(1);
const BODY = JSON.stringify({ imei: IMEI, brand: 'NOKIA', model: '3310' });
const SETTINGS = {
  scope: 'imei',
  foundTtlMs: 60_000,
  notFoundTtlMs: 60_000,
  realm: 'test',
  sandbox: false,
} as const;

/** What an earlier version left: an answer, a list, a send that was answered, and a request. */
async function writeFormer(store: Store, secret: string): Promise<void> {
  const now = Date.now();
  const hash = (name: string): string => hashAsBefore(secret, name);
  const close = (row: unknown): string => sealAsBefore(secret, JSON.stringify(row));
  const raw = { httpStatus: 200, body: BODY };
  const answer = { raw, checkedAt: now, expiresAt: now + 60_000 };
  await store.keyv.set(hash(`imei test ${IMEI}`), close(answer), 60_000);
  const list = [{ imei: IMEI, name: 'NOKIA 3310', at: now }];
  await store.collection('history').put(hash(`history ${ME}`), close(list), { expiresAt: now + 60_000 });
  const send = { kind: 'check', imeiHash: hash(`imei test ${IMEI}`), requestId: 'test:1', sentAt: now };
  const answered = { ...send, answeredAt: now, outcome: 'answered', raw };
  await store.collection('sends').put('one', close(answered), { expiresAt: now + 60_000 });
  await store.collection('requests').put('test:1', sealAsBefore(secret, 'a request'));
}

async function readAll(store: Store, seal: Seal): Promise<unknown> {
  const cache = createAnswerCache({
    read: readRaw,
    keyv: store.keyv,
    seal,
    clock: systemClock,
    requestMaxAgeMs: 60_000,
    settings: SETTINGS,
  });
  const history = createHistory({
    rows: sealedRows(store.collection('history'), seal),
    seal,
    clock: systemClock,
    onError: () => undefined,
  });
  const ledger = createLedger({
    read: readRaw,
    rows: openLedgerRows(store, seal),
    ...{ clock: systemClock, by: 'me', keptMs: 48 * 3_600_000, lateMs: 3_000, longestHoldMs: 130_000 },
  });
  await ledger.load();
  return {
    answer: (await cache.get(IMEI))?.source,
    history: (await history.recent(ME)).map(({ name }) => name),
    paid: ledger.answerOf(cache.hashesOf(IMEI).own)?.raw.body,
    outcome: ledger.outcomeOf('test:1', cache.hashesOf(IMEI).own),
    request: await sealedRows(store.collection('requests'), seal).get('test:1'),
  };
}

const ALL = {
  answer: 'cache',
  history: ['NOKIA 3310'],
  paid: BODY,
  outcome: { kind: 'answered' },
  request: 'a request',
};

const openers: readonly [name: string, open: () => Promise<Store>][] = [
  ['SQLite', async () => createSqliteStore('sqlite://:memory:', systemClock)],
  [
    'Redis',
    async () => {
      const server = await startRedis();
      onTestFinished(() => server.destroy());
      const store = createRedisStore(connectRedis(server.url), systemClock);
      await expect
        .poll(() =>
          store.probe().then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
      return store;
    },
  ],
];

describe.each(openers)('a store of an earlier version, in %s,', (name, open) => {
  const openStore = async (): Promise<Store> => {
    const store = await open();
    onTestFinished(() => store.close());
    return store;
  };
  const isThere = name !== 'Redis' || hasRedis;

  it.skipIf(!isThere).each([
    ['a random secret', RANDOM],
    ['a phrase', PHRASE],
  ])('is read before, while and after it is brought up to date: sealed with %s', async (_what, secret) => {
    const store = await openStore();
    await writeFormer(store, secret);
    expect(await readAll(store, createSeal(secret))).toEqual(ALL);
    const seal = createSeal(secret);
    expect(await reseal(store, seal)).toBe(false);
    expect(await readAll(store, createSeal(secret))).toEqual(ALL);
    expect(await reseal(store, seal)).toBe(true);
    const after = createSeal(secret);
    // The next start finds it done at once.
    expect(await reseal(store, after)).toBe(true);
    expect(await readAll(store, after)).toEqual(ALL);
  });

  it.skipIf(!isThere)('takes nothing of the former format any more once that is done', async () => {
    const store = await openStore();
    const seal = createSeal(RANDOM);
    expect(await reseal(store, seal)).toBe(true);
    await writeFormer(store, RANDOM);
    const nothing = {
      answer: undefined,
      history: [],
      paid: undefined,
      outcome: undefined,
      request: undefined,
    };
    expect(await readAll(store, seal)).toEqual(nothing);
    const next = createSeal(RANDOM);
    await reseal(store, next);
    expect(await readAll(store, next)).toEqual(nothing);
  });
});
