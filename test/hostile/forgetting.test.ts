import { beforeEach, describe, expect, it } from 'vitest';
import type { Request } from '../../src/core/adapter.ts';
import { systemClock } from '../../src/core/clock.ts';
import { openJournal } from '../../src/requests/journal/room.ts';
import { createMemoryStore } from '../../src/simulation/memory-store.ts';
import type { Collection, Store } from '../../src/store/contract.ts';
import type { StoreHealth } from '../../src/store/health.ts';
import { createSeal } from '../../src/store/seal/seal.ts';

const OLD_SECRET = '0123456789abcdef'.repeat(4);
const NEW_SECRET = 'fedcba9876543210'.repeat(4);
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
  const start = (by: string, secret = OLD_SECRET) =>
    openJournal({
      ...{ by, clock: systemClock, maxAgeMs: 86_400_000, seal: createSeal(secret), health },
      store: { ...store, collection: (name) => brittle(store.collection(name)) },
    }).journal;
  const idsOf = async (journal: ReturnType<typeof start>) =>
    (await journal.openOf(ANN)).map(({ request: { id } }) => id);

  beforeEach(() => {
    store = createMemoryStore(systemClock);
    away = new Set();
  });

  it('is, of what a process had written and not listed when it was killed', async () => {
    away = new Set(['asked-by']);
    await start('killed').accept(request);
    away = new Set();
    const next = start('next');
    await next.leftOpen();
    expect(await idsOf(next)).toEqual([request.id]);
  });

  it('is, in another process, of what could not be listed, once the store works again', async () => {
    const [one, other] = [start('one'), start('other')];
    away = new Set(['asked-by']);
    expect(await one.accept(request)).toMatchObject({ written: true });
    away = new Set();
    expect(await idsOf(other)).toEqual([]);
    expect(await one.catchUp(async () => true)).toEqual([]);
    expect(await idsOf(other)).toEqual([request.id]);
    expect(one.isUnwritten(request.id)).toBe(false);
  });

  it('is, of what was begun again and could not be listed then', async () => {
    away = new Set(['asked-by']);
    await start('killed').accept(request);
    const [one, other] = [start('one'), start('other')];
    await one.begin(request.id);
    away = new Set();
    await one.catchUp(async () => true);
    expect(await idsOf(other)).toEqual([request.id]);
  });

  it('is, of what could not be written at all and waits to be shown', async () => {
    const journal = start('one');
    away = new Set(['asked-by', 'requests']);
    await journal.accept(request);
    expect(await idsOf(journal)).toEqual([request.id]);
    await journal.complete(request.id);
    expect(await idsOf(journal)).toEqual([]);
  });

  it('is, of what was asked under a secret that has been replaced since', async () => {
    await start('one').accept(request);
    expect(await idsOf(start('two', `${NEW_SECRET},${OLD_SECRET}`))).toEqual([request.id]);
  });
});
