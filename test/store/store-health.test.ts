import { beforeEach, describe, expect, it } from 'vitest';
import { Lifetime } from '../../src/core/lifetime/lifetime.ts';
import { type Deferred, deferred } from '../../src/core/promises.ts';
import type { OwnedDatabase } from '../../src/store/owned-database.ts';
import { StoreFailed } from '../../src/store/store-errors.ts';
import { StoreHealth } from '../../src/store/store-health.ts';
import { createFakeClock, type FakeClock } from '../support/clocks/fake.ts';
import { aroundDatabase, aroundSql, failing, type StoreFault } from '../support/store/brittle.ts';
import { createMemoryDatabase } from '../support/store/memory-sql.ts';

const FULL = new Error('SQLITE_FULL');

/** Lets the work fail after this number of turns of promises. */
async function failAfter(turns: number, work: Deferred<void>): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await undefined;
  work.reject(new StoreFailed(FULL));
}

describe('the health of a store', () => {
  let clock: FakeClock;
  let works: boolean;
  let reported: string[];
  /** The times at which the store was written to. */
  let probes: number[];
  let health: StoreHealth;
  let lifetime: Lifetime;
  let bugs: [string, string][];
  let lost: Deferred<unknown>;
  let isOwner: boolean;
  let hasSlept: boolean;
  let faults: Record<'tables' | 'answers', StoreFault>;
  /** Time that each step of the store takes. */
  let stepMs: number;

  beforeEach(() => {
    clock = createFakeClock();
    works = true;
    reported = [];
    probes = [];
    stepMs = 0;
    const database = createMemoryDatabase(clock);
    const sql = aroundSql(database, async (work, step) => {
      if (step === 'writing') probes.push(clock.elapsed());
      if (stepMs > 0) await clock.sleep(stepMs);
      if (!works) throw new StoreFailed(FULL);
      return failing(faults.tables, work, step);
    });
    const { answers } = aroundDatabase(database, async (work, step) => {
      if (stepMs > 0) await clock.sleep(stepMs);
      return failing(faults.answers, work, step);
    });
    bugs = [];
    [lost, isOwner, hasSlept] = [deferred(), true, false];
    faults = { tables: 'none', answers: 'none' };
    lifetime = new Lifetime((error, name) => bugs.push([name, String(error)]), clock);
    health = new StoreHealth({
      database: {
        ...database,
        sql,
        answers,
        lost: lost.promise,
        isOwner: () => isOwner,
        hasSlept: () => hasSlept,
      },
      lifetime,
      clock,
      onFailing: (error) => reported.push(String(error)),
      onHealed: () => reported.push('healed'),
    });
  });

  /** Somebody reads the store, which fails. */
  const noteFailure = async (): Promise<void> => {
    const worksAfterwards = works;
    works = false;
    await expect(health.database.sql.read`SELECT 1`).rejects.toThrow(StoreFailed);
    works = worksAfterwards;
  };

  it.each<[string, (database: OwnedDatabase) => Promise<unknown>]>([
    ['a row is read', ({ sql }) => sql.read`SELECT 1`],
    ['a row is written', ({ sql }) => sql.tx((query) => query`DELETE FROM metadata`)],
    ['an answer is read', ({ answers }) => answers.get('key')],
    ['an answer is saved', ({ answers }) => answers.set('key', 'an answer')],
    ['answers are swept', ({ answers }) => answers.sweep(0, 1)],
  ])('reports that the store fails when %s, and the caller gets the error', async (_what, ask) => {
    Object.assign(faults, { tables: 'all', answers: 'all' });
    await expect(ask(health.database)).rejects.toThrow(StoreFailed);
    expect(health.isFailing()).toBe(true);
    expect(reported).toHaveLength(1);
  });

  it('reports that the store is lost, or may be', async () => {
    expect(health.database.isOwner()).toBe(true);
    isOwner = false;
    expect(health.database.isOwner()).toBe(false);
    expect(reported).toEqual([expect.stringContaining('another process')]);
    isOwner = true;
    await clock.advance(1_000);
    lost.resolve(new Error('the file was removed'));
    await clock.settle();
    expect(reported.slice(1)).toEqual(['healed', 'Error: the file was removed']);
  });

  it.each<[string, (database: OwnedDatabase) => unknown]>([
    ['the store is lost', () => lost.resolve(new Error('no answer'))],
    ['the store may be lost', (database) => database.isOwner()],
    ['a row cannot be read', ({ sql }) => sql.read`SELECT 1`.catch(() => undefined)],
    ['a row cannot be written', ({ sql }) => sql.tx(async () => 0).catch(() => undefined)],
  ])('reports nothing if %s because this process has slept', async (_what, notice) => {
    [works, isOwner, hasSlept] = [false, false, true];
    await notice(health.database);
    await clock.settle();
    expect(health.isFailing()).toBe(true);
    expect(reported).toEqual([]);
  });

  it('does not report a wrong statement, which is a bug', async () => {
    const wrong = health.database.sql.tx(() => Promise.reject(new TypeError('odd')));
    await expect(wrong).rejects.toThrow(TypeError);
    expect(health.isFailing()).toBe(false);
  });

  it('does not probe a store that works', async () => {
    await clock.advance(60_000);
    await health.untilHealthy(new AbortController().signal);
    expect(probes).toEqual([]);
    expect(clock.sleeping).toBe(0);
  });

  it('reports a failure once, probes every second, and reports when the store works again', async () => {
    works = false;
    await noteFailure();
    await noteFailure();
    let isOver = false;
    const waiting = health.untilHealthy(new AbortController().signal).then(() => {
      isOver = true;
    });
    await clock.advance(3_000);
    expect(reported).toEqual([String(FULL)]);
    expect(probes).toEqual([1_000, 2_000, 3_000]);
    expect(isOver).toBe(false);
    works = true;
    await clock.advance(2_100);
    await waiting;
    expect(isOver).toBe(true);
    expect(health.isFailing()).toBe(false);
    expect(reported.at(-1)).toBe('healed');
    await clock.advance(60_000);
    expect(probes).toHaveLength(4);
  });

  it('lets nobody use the store before the queued writes are written, in their order', async () => {
    works = false;
    const written: string[] = [];
    const write = async (what: string): Promise<void> => {
      if (!works) throw new StoreFailed('full');
      await clock.sleep(700);
      written.push(what);
    };
    await Promise.all(['a', 'b'].map((what) => health.writeOrQueue(what, () => write(what))));
    works = true;
    const heard = health.untilHealthy(new AbortController().signal).then(() => [...written]);
    await clock.advanceUntil(health.writeOrQueue('c', () => write('c')));
    expect(written).toEqual(['a', 'b', 'c']);
    expect(await clock.advanceUntil(heard)).toEqual(written);
  });

  it('writes to the tables while only the saved answers fail, and to the answers once they work', async () => {
    faults.answers = 'all';
    const { answers } = health.database;
    await health.writeOrQueue('an answer', () => answers.set('key', 'an answer'), 'answers');
    const written: string[] = [];
    const write = (what: string) => health.writeOrQueue(what, async () => written.push(what));
    await Promise.all([write('an end'), write('a stop')]);
    expect(written).toEqual(['an end', 'a stop']);
    expect(reported).toHaveLength(1);
    expect(health.isFailing()).toBe(true);
    faults.answers = 'none';
    await clock.advance(1_000);
    expect(await answers.get('key')).toBe('an answer');
    expect(reported.at(-1)).toBe('healed');
  });

  it('writes to the tables while it probes the saved answers, even if these still fail', async () => {
    faults.answers = 'all';
    await expect(health.database.answers.get('key')).rejects.toThrow(StoreFailed);
    stepMs = 500;
    const written: string[] = [];
    health.writeOrQueue('a', async () => written.push('a'));
    // The tables were written and read by then.
    await clock.advance(2 * stepMs + 1);
    expect(written).toEqual(['a']);
    await clock.advanceUntil(health.writeOrQueue('b', async () => written.push('b')));
    expect(written).toEqual(['a', 'b']);
  });

  it('makes all who write wait for one probe, however many they are', async () => {
    works = false;
    await noteFailure();
    stepMs = 500;
    const written: string[] = [];
    const writers = ['a', 'b', 'c', 'd'].map((what) =>
      health.writeOrQueue(what, async () => written.push(what)),
    );
    let waiting = writers.length;
    for (const writer of writers) void writer.then(() => (waiting -= 1));
    await clock.advance(stepMs);
    expect([waiting, probes]).toEqual([0, [0]]);
    works = true;
    await clock.advance(5_000);
    expect(written).toEqual(['a', 'b', 'c', 'd']);
  });

  it('forgets no write that fails at the moment when the store works again', async () => {
    for (let turns = 0; turns < 12; turns += 1) {
      const begun = deferred<void>();
      const written: string[] = [];
      let isFirst = true;
      health.writeOrQueue('begun before', async () => {
        if (isFirst) await begun.promise;
        written.push('begun before');
      });
      works = false;
      await noteFailure();
      await health.writeOrQueue('backlog', async () => {
        written.push('backlog');
        isFirst = false;
        failAfter(turns, begun);
      });
      works = true;
      await clock.advance(5_000);
      expect([turns, written]).toEqual([turns, ['backlog', 'begun before']]);
    }
  });

  it('reports each failure, also if the store fails again within a second', async () => {
    for (const _ of [1, 2]) {
      works = false;
      await noteFailure();
      await clock.advance(100);
      works = true;
      await health.writeOrQueue('a write', async () => undefined);
    }
    await clock.advance(5_000);
    expect(reported).toEqual([String(FULL), 'healed', String(FULL), 'healed']);
  });

  it.each([true, false])(
    'does not repeat work with a bug, but reports it (the store works: %s)',
    async (worksNow) => {
      works = worksNow;
      if (!works) await noteFailure();
      const attempts: string[] = [];
      await clock.advanceUntil(
        health.writeOrQueue('a bug', async () => {
          attempts.push('a bug');
          throw new TypeError('odd');
        }),
      );
      works = true;
      await clock.advance(5_000);
      expect(attempts).toEqual(['a bug']);
      expect(bugs).toEqual([['a bug', 'TypeError: odd']]);
    },
  );

  it.each([
    ['the tables cannot be written', { tables: 'writing' }],
    ['the tables cannot be read', { tables: 'reading' }],
    ['the saved answers cannot be written', { answers: 'writing' }],
    ['the saved answers cannot be read', { answers: 'reading' }],
  ] as const)('does not report that the store works while %s', async (_what, broken) => {
    Object.assign(faults, broken);
    await noteFailure();
    await clock.advance(3_000);
    expect(reported).toEqual([String(FULL)]);
    expect(health.isFailing()).toBe(true);
    Object.assign(faults, { tables: 'none', answers: 'none' });
    await clock.advance(1_000);
    expect(reported).toEqual([String(FULL), 'healed']);
  });

  it('lets those who wait leave, and keeps no process alive', async () => {
    works = false;
    await noteFailure();
    expect(clock.keepingAlive).toBe(0);
    const leave = new AbortController();
    const waiting = health.untilHealthy(leave.signal);
    leave.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
  });

  it('reports nothing once its run has ended', async () => {
    await clock.advanceUntil(lifetime.end(0));
    await noteFailure();
    await clock.advance(60_000);
    expect(health.isFailing()).toBe(false);
    expect(reported).toEqual([]);
    expect(probes).toEqual([]);
  });
});
