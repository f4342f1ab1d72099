import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import type { Store } from '../../src/store/contract.ts';
import { createSeal } from '../../src/store/seal/seal.ts';
import { sealedRows } from '../../src/store/seal/sealed-rows.ts';
import { createSqliteStore } from '../../src/store/sqlite/store.ts';
import { type Checking, type CheckingOptions, startChecking, testImei } from '../support/checks/checking.ts';
import { createMarkInMemory, makeKnown } from '../support/checks/known-store.ts';
import { emptyDirectory, runMain, serviceWith } from '../support/process/process-main.ts';
import { SLOW } from '../support/process/slow.ts';
import { mostWithin } from '../support/recorder.ts';

const WINDOW_MS = 600;
const MOST = 5;
const SECRET = '0123456789abcdef'.repeat(4);
const SETTINGS = {
  limits: { concurrent: 4, perWindow: MOST, windowMs: WINDOW_MS },
  requestTimeoutMs: 500,
};
/** For what is only counted, and not waited for. */
const LONG = { ...SETTINGS, limits: { concurrent: 4, perWindow: MOST, windowMs: 60_000 } };
const HOUR_MS = 3_600_000;

type Life = CheckingOptions & { readonly store: Store };

/** A process on a store; the marks stand beside it. */
function live(life: Life): Promise<Checking> {
  return startChecking({ secret: SECRET, settings: SETTINGS, ...life });
}

/** An installation that has just used up its window. */
async function usedUp() {
  const store = createSqliteStore('sqlite://:memory:', systemClock);
  const markFile = createMarkInMemory();
  await makeKnown(store, createSeal(SECRET), markFile);
  const first = await live({ store, markFile });
  await askAll(first, 0);
  return {
    store,
    markFile,
    service: first.service,
    ...{ sends: store.collection('sent'), recent: store.collection('sent-lately') },
  };
}

/** As many checks as a window has room for. */
async function askAll({ check }: Checking, from: number): Promise<void> {
  await Promise.allSettled(Array.from({ length: MOST }, (_, index) => check(testImei(from + index))));
}

function mostInAWindow({ service }: Pick<Checking, 'service'>): number {
  return mostWithin(
    service.arrivals.map(({ at }) => at),
    WINDOW_MS,
  );
}

/** The same store, that takes no more rows of these collections when it is told so. */
function createBreakable(store: Store) {
  let broken: readonly string[] = [];
  const full = (): Promise<never> => Promise.reject(new Error('SQLITE_FULL'));
  const breakable: Store = {
    ...store,
    sql: {
      ...store.sql,
      // What the health of a store tries.
      tx: (work) =>
        store.sql.tx((t) =>
          work((text, ...values) =>
            broken.length > 0 && text[0]?.includes("'probe'") ? full() : t(text, ...values),
          ),
        ),
    },
    collection: (name) => {
      const rows = store.collection(name);
      return {
        ...rows,
        put: (...row) => (broken.includes(name) ? full() : rows.put(...row)),
      };
    },
  };
  return {
    store: breakable,
    fillDisk: (names: readonly string[] = ['sent', 'ledger-mark']): void => {
      broken = names;
    },
    freeDisk: (): void => {
      broken = [];
    },
  };
}

describe('no more requests arrive in any window than the service allows', () => {
  it('when the store is a new file', async () => {
    const { service, markFile } = await usedUp();
    const store = createSqliteStore('sqlite://:memory:', systemClock);
    const next = await live({ store, markFile, service });
    expect(next.checks.startsUnknowing).toBe(true);
    await askAll(next, MOST);
    expect(mostInAWindow({ service })).toBeLessThanOrEqual(MOST);
    expect(service.mostAtOnce).toBeLessThanOrEqual(4);
  });

  it('when the secret is lost or another one', async () => {
    const { store, service, markFile } = await usedUp();
    const next = await live({ store, markFile, service, secret: 'fedcba9876543210'.repeat(4) });
    await askAll(next, MOST);
    expect(mostInAWindow({ service })).toBeLessThanOrEqual(MOST);
  });

  it('when the store was put back from a backup', async () => {
    const { service, markFile } = await usedUp();
    const backup = createSqliteStore('sqlite://:memory:', systemClock);
    await makeKnown(backup, createSeal(SECRET), createMarkInMemory());
    const next = await live({ store: backup, markFile, service });
    await askAll(next, MOST);
    expect(mostInAWindow({ service })).toBeLessThanOrEqual(MOST);
  });

  it('when the backup was made in the same life, since its last start', async () => {
    const store = createSqliteStore('sqlite://:memory:', systemClock);
    const markFile = createMarkInMemory();
    await makeKnown(store, createSeal(SECRET), markFile);
    const first = await live({ store, markFile });
    const { service } = first;
    const backup = createSqliteStore('sqlite://:memory:', systemClock);
    const copied = await store.collection('ledger-mark').entries();
    for (const [id, value] of copied) await backup.collection('ledger-mark').put(id, value);
    await askAll(first, 0);
    const next = await live({ store: backup, markFile, service });
    await askAll(next, MOST);
    expect(copied).toHaveLength(1);
    expect(mostInAWindow({ service })).toBeLessThanOrEqual(MOST);
  });

  it('when a start that knew nothing is soon followed by another', async () => {
    const { service, markFile } = await usedUp();
    const store = createSqliteStore('sqlite://:memory:', systemClock);
    const killed = await live({ store, markFile, service, settings: LONG });
    await killed.checks.drain();
    const next = await live({ store, markFile, service, settings: LONG });
    expect(next.checks.startsUnknowing).toBe(true);
  });

  it('when the clock was set forward between two lives', async () => {
    const { store, service, markFile } = await usedUp();
    const clock = { ...systemClock, now: () => Date.now() + HOUR_MS };
    const next = await live({ store, markFile, service, clock });
    await askAll(next, MOST);
    expect(mostInAWindow({ service })).toBeLessThanOrEqual(MOST);
  });

  it('when it was set forward so far that what was sent has expired', async () => {
    const { store, service, markFile } = await usedUp();
    const clock = { ...systemClock, now: () => Date.now() + 80 * HOUR_MS };
    const later = createBreakable(store).store;
    const next = await live({ store: { ...later, collection: expiredBy(store) }, markFile, service, clock });
    expect(next.checks.startsUnknowing).toBe(true);
  });

  it('when it was set back', async () => {
    const { store, service, markFile } = await usedUp();
    const clock = { ...systemClock, now: () => Date.now() - HOUR_MS };
    const next = await live({ store, markFile, service, clock });
    await askAll(next, MOST);
    expect(mostInAWindow({ service })).toBeLessThanOrEqual(MOST);
  });

  it('when the disk was full, and the process that could not write is started again', async () => {
    const { store, fillDisk, freeDisk } = createBreakable(
      createSqliteStore('sqlite://:memory:', systemClock),
    );
    const markFile = createMarkInMemory();
    await makeKnown(store, createSeal(SECRET), markFile);
    const first = await live({ store, markFile });
    fillDisk();
    await askAll(first, 0);
    freeDisk();
    const { service } = first;
    await askAll(await live({ store, markFile, service }), MOST);
    expect(mostInAWindow({ service })).toBeLessThanOrEqual(MOST);
  });

  it('when a start cannot write', async () => {
    const { store, markFile, service } = await usedUp();
    const full = createBreakable(store);
    full.fillDisk();
    const next = await live({ store: full.store, markFile, service });
    expect(next.checks.startsUnknowing).toBe(true);
    await askAll(next, MOST);
    expect(mostInAWindow({ service })).toBeLessThanOrEqual(MOST);
  });

  it('when nothing can be written, not even that: then nothing is sent', async () => {
    const { store, fillDisk, freeDisk } = createBreakable(
      createSqliteStore('sqlite://:memory:', systemClock),
    );
    const memory = createMarkInMemory();
    await makeKnown(store, createSeal(SECRET), memory);
    const markFile = { ...memory, remove: () => Promise.reject(new Error('EROFS')) };
    const { check, service } = await live({ store, markFile });
    fillDisk();
    const asked = check(testImei(1));
    await systemClock.sleep(500);
    expect(service.arrivals).toHaveLength(0);
    freeDisk();
    expect((await asked).found).toBe(true);
  });
});

describe('what a start knows of what was sent', () => {
  it('is all of it where every send was written down: nobody waits', async () => {
    const { store, markFile, service } = await usedUp();
    const next = await live({ store, markFile, service, settings: LONG });
    expect(next.checks.startsUnknowing).toBe(false);
    expect(next.checks.limiter.usage().windowUsed).toBe(MOST);
  });

  it('is all of it again, once what went out unwritten holds nothing any more', async () => {
    const { store, fillDisk, freeDisk } = createBreakable(
      createSqliteStore('sqlite://:memory:', systemClock),
    );
    const markFile = createMarkInMemory();
    await makeKnown(store, createSeal(SECRET), markFile);
    const settings = { ...SETTINGS, limits: { concurrent: 4, perWindow: MOST, windowMs: 200 } };
    const first = await live({ store, markFile, settings });
    fillDisk();
    await first.check(testImei(1));
    freeDisk();
    expect(await markFile.read()).toBeUndefined();
    await first.checks.catchUp();
    await expect.poll(() => markFile.read()).toBeDefined();
    const next = await live({ store, markFile, service: first.service, settings });
    expect(next.checks.startsUnknowing).toBe(false);
  });

  it('counts one row of another version as one send, and no alert follows the other', async () => {
    const { store, sends, recent, service, markFile } = await usedUp();
    const [[kept = ''] = [], ...others] = await recent.entries();
    for (const [id] of others) await recent.delete(id);
    const seal = createSeal(SECRET);
    const named = (await sealedRows(recent, seal).get(kept)) ?? '';
    await sealedRows(sends, seal).put(named, JSON.stringify({ kind: 'enquiry', at: 'noon' }));
    const next = await live({ store, markFile, service, settings: LONG });
    expect(next.checks.limiter.usage()).toMatchObject({ windowUsed: 1, inFlight: 1 });
    await next.checks.catchUp();
    expect((await next.check(testImei(MOST))).found).toBe(true);
    expect(next.storeErrors).toEqual([]);
  });

  it('is told to whoever waits for it', async () => {
    const { service, markFile } = await usedUp();
    const store = createSqliteStore('sqlite://:memory:', systemClock);
    const next = await live({ store, markFile, service });
    const waits: unknown[] = [];
    await next.check(testImei(MOST), { onWait: (wait) => waits.push(wait) });
    expect(waits[0]).toMatchObject({ position: 1, held: 'start' });
  });
});

describe('the program on a new store', () => {
  it('lets a window pass before it asks a service of its own accord', SLOW, async () => {
    const { service, environment } = await serviceWith({});
    const directory = await emptyDirectory();
    const startedAt = Date.now();
    const { stdout, stderr } = await runMain({
      directory,
      args: [testImei(1)],
      environment: {
        ...environment,
        STORE_URL: `sqlite://${join(directory, 'new.sqlite')}`,
        LIMIT_WINDOW: '3s',
        LOOKUP_TIMEOUT: '1s',
      },
    });
    expect(stdout).toContain('NOKIA');
    expect(stderr).toContain('does not tell what was sent just before this start');
    const [first] = service.arrivals;
    expect((first?.at ?? 0) - startedAt).toBeGreaterThanOrEqual(3_000);
  });
});

/** As a store whose rows have expired: SQLite leaves them out, and sweeps them. */
function expiredBy(store: Store): Store['collection'] {
  return (name) => {
    const rows = store.collection(name);
    return name === 'sent-lately' ? { ...rows, portions: async function* () {} } : rows;
  };
}
