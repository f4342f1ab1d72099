import { beforeEach, describe, expect, it } from 'vitest';
import { Lifetime } from '../../src/core/lifetime.ts';
import { type History, StoredHistory } from '../../src/history/history.ts';
import { asImei } from '../../src/imei/imei.ts';
import { StoreFailed } from '../../src/store/errors.ts';
import { HistoryTable } from '../../src/store/schema/history.ts';
import { createFakeClock, type FakeClock } from '../support/clocks/fake.ts';
import { aroundSql } from '../support/store/brittle.ts';
import { healthWith } from '../support/store/health.ts';
import { createMemorySql, NO_SEAL } from '../support/store/memory-sql.ts';

const ME = 'test:user:1';
const IMEI = asImei('490154203237518') ?? expect.fail();

describe('a check that cannot be written to the list of recent ones', () => {
  let clock: FakeClock;
  let failure: Error | undefined;
  /** What was reported: that the store fails, or a bug by its name. */
  let reported: string[];
  let history: History;

  beforeEach(() => {
    clock = createFakeClock();
    failure = undefined;
    reported = [];
    const sql = aroundSql({ sql: createMemorySql() }, async (work, step) => {
      if (step === 'writing' && failure !== undefined) throw failure;
      return work();
    });
    const lifetime = new Lifetime((_, name) => reported.push(name), clock);
    const health = healthWith({
      sql,
      keyv: { set: async () => true },
      lifetime,
      clock,
      onFailing: () => reported.push('failing'),
    });
    history = new StoredHistory(new HistoryTable(sql, NO_SEAL), health, clock);
  });

  const add = () => history.add(ME, { imei: IMEI, at: clock.now() });
  const listed = async () => (await history.recent(ME)).map(({ imei }) => imei);

  it('is written when the store works again', async () => {
    failure = new StoreFailed(new Error('disk full'));
    await add();
    expect(await listed()).toEqual([]);
    failure = undefined;
    await clock.advance(1_100);
    expect(await listed()).toEqual([IMEI]);
  });

  it('is not written any more once its person had all forgotten', async () => {
    failure = new StoreFailed(new Error('disk full'));
    await add();
    failure = undefined;
    await history.forget(ME);
    await clock.advance(1_100);
    expect(await listed()).toEqual([]);
  });

  it('because of a bug is reported as one, and the store is not blamed', async () => {
    failure = new TypeError('a bug');
    await add();
    expect(reported).toEqual(['a recent check']);
  });
});
