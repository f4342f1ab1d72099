import { beforeEach, describe, expect, it } from 'vitest';
import { Lifetime } from '../../src/core/lifetime.ts';
import { type History, StoredHistory } from '../../src/history/history.ts';
import { asImei } from '../../src/imei/imei.ts';
import { StoreFailed } from '../../src/store/errors.ts';
import { StoreHealth } from '../../src/store/health.ts';
import { HistoryTable } from '../../src/store/schema/history.ts';
import { createFakeClock, type FakeClock } from '../support/clocks/fake.ts';
import { aroundSql } from '../support/store/brittle.ts';
import { createMemorySql, NO_SEAL } from '../support/store/memory-sql.ts';

const ME = 'test:user:1';
const IMEI = asImei('490154203237518') ?? expect.fail();

describe('a check that cannot be written to the list of recent ones', () => {
  let clock: FakeClock;
  let fault: Error | undefined;
  /** What was reported: that the store fails, or a bug by its name. */
  let reported: string[];
  let history: History;

  beforeEach(() => {
    clock = createFakeClock();
    fault = undefined;
    reported = [];
    const sql = aroundSql({ sql: createMemorySql() }, async (work, step) => {
      if (step === 'writing' && fault !== undefined) throw fault;
      return work();
    });
    const lifetime = new Lifetime((_, name) => reported.push(name), clock);
    const health = new StoreHealth({
      sql,
      keyv: { set: async () => true },
      lifetime,
      clock,
      onFailing: () => reported.push('failing'),
      onHealed: () => undefined,
    });
    history = new StoredHistory(new HistoryTable(sql, NO_SEAL), health, clock);
  });

  const add = () => history.add(ME, { imei: IMEI, at: clock.now() });
  const listed = async () => (await history.recent(ME)).map(({ imei }) => imei);

  it('is written when the store works again', async () => {
    fault = new StoreFailed(new Error('disk full'));
    await add();
    expect(await listed()).toEqual([]);
    fault = undefined;
    await clock.advance(1_100);
    expect(await listed()).toEqual([IMEI]);
  });

  it('is not written any more once its person had all forgotten', async () => {
    fault = new StoreFailed(new Error('disk full'));
    await add();
    fault = undefined;
    await history.forget(ME);
    await clock.advance(1_100);
    expect(await listed()).toEqual([]);
  });

  it('because of a bug is reported as one, and the store is not blamed', async () => {
    fault = new TypeError('a bug');
    await add();
    expect(reported).toEqual(['a recent check']);
  });
});
