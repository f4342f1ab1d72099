import { expect, it } from 'vitest';
import { StoredHistory } from '../../src/history/history.ts';
import { asImei } from '../../src/imei/imei.ts';
import { HistoryTable } from '../../src/store/schema/history-table.ts';
import { createFakeClock } from '../support/clocks/fake.ts';
import { createMemorySql, NO_SEAL } from '../support/store/memory-sql.ts';

const ME = 'test:user:1';
const IMEI = asImei('490154203237518') ?? expect.fail();

it('a check is listed only if the transaction that adds it is committed', async () => {
  const sql = createMemorySql();
  const clock = createFakeClock();
  const history = new StoredHistory(new HistoryTable(sql, NO_SEAL), clock);
  const check = { imei: IMEI, at: clock.now() };
  const rolledBack = sql.tx(async (query) => {
    await history.add(query, ME, [check]);
    throw new Error('the request could not be closed');
  });
  await expect(rolledBack).rejects.toThrow('could not be closed');
  expect(await history.recent(ME)).toEqual([]);
  await sql.tx((query) => history.add(query, ME, [check]));
  expect(await history.recent(ME)).toEqual([check]);
  expect(await history.forget(ME)).toBe(1);
  expect(await history.recent(ME)).toEqual([]);
});
