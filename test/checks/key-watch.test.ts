import { describe, expect, it } from 'vitest';
import type { KeyStatusAnswer } from '../../src/checks/answer.ts';
import type { AdminAlert } from '../../src/checks/basics.ts';
import { createKeyWatch } from '../../src/checks/key-watch.ts';
import { createSpendingBook, type SpendingBook } from '../../src/checks/spending.ts';
import { NO_METRICS } from '../../src/ops/metrics/no-metrics.ts';
import type { KeyStatus } from '../../src/provider/device.ts';
import { createSettingTable } from '../../src/store/schema/setting.ts';
import { createUsageDayTable } from '../../src/store/schema/usage-day.ts';
import { createSqliteStore } from '../../src/store/sqlite/store.ts';
import { createFakeClock } from '../support/clocks/fake.ts';

const DAY_MS = 86_400_000;

/** A book in which nothing is ever paid, without a database whose time no clock of a test moves. */
const nothingSpent: Pick<SpendingBook, 'byDay'> = { byDay: async () => [0] };

function createBench(book?: Pick<SpendingBook, 'byDay'>) {
  const clock = createFakeClock(Date.UTC(2026, 10, 21, 12));
  const store = createSqliteStore('sqlite://:memory:', clock);
  const table = createUsageDayTable(store.sql);
  const needs = { sql: store.sql, table, clock, observer: NO_METRICS, onError: () => undefined };
  const spending = createSpendingBook(needs);
  const pay = (times: number) => store.sql.tx((t) => spending.count(t, 'paid', times));
  const alerts: AdminAlert[] = [];
  const looks: number[] = [];
  let latest: KeyStatusAnswer | undefined;
  const watch = createKeyWatch({
    keyStatus: {
      latest: () => latest,
      get: async () => {
        looks.push(clock.now());
        latest = { status: { checksLeft: {} }, checkedAt: clock.now(), sandbox: false };
        return latest;
      },
    },
    spending: book ?? spending,
    settings: createSettingTable(store.sql, clock),
    clock,
    raise: (alert) => alerts.push(alert),
  });
  const see = async (
    month: number | 'no-limit',
    status: Partial<KeyStatus> = {},
  ): Promise<readonly AdminAlert[]> => {
    alerts.length = 0;
    await watch.observe({
      status: { checksLeft: { month }, ...status },
      checkedAt: clock.now(),
      sandbox: false,
    });
    return alerts;
  };
  return { clock, pay, watch, see, fetched: () => looks.length, looks: () => looks };
}

describe('the watch over the key', () => {
  it('takes the most checks a period has ever shown as its total', async () => {
    const { watch, see } = createBench();
    await see(2_000);
    await see(2_500);
    await see(900);
    expect(await watch.totals()).toEqual({ month: 2_500 });
  });

  it('knows a total for each period that the service counts, and none for one without a limit', async () => {
    const { watch, see } = createBench();
    await see('no-limit', { checksLeft: { hour: 20, day: 300, month: 'no-limit' } });
    await see('no-limit', { checksLeft: { hour: 15, day: 310, month: 'no-limit' } });
    expect(await watch.totals()).toEqual({ hour: 20, day: 310 });
  });

  it('says nothing of a key that never had any, nor of one without a limit', async () => {
    const { see } = createBench();
    expect(await see(0)).toEqual([]);
    await see(2_500);
    expect(await see('no-limit')).toEqual([]);
  });

  it.each([
    [2_500, []],
    [501, []],
    [500, [{ kind: 'checks-low', percent: 20, left: 500 }]],
    [125, [{ kind: 'checks-low', percent: 5, left: 125 }]],
    [0, [{ kind: 'checks-low', percent: 0, left: 0 }]],
  ])('of 2500 checks, with %i left, raises what there is to say', async (left, alerts) => {
    const { see } = createBench();
    await see(2_500);
    expect(await see(left)).toEqual(alerts);
  });

  it("foretells the day the checks are used up at this week's pace", async () => {
    const { see, pay, clock } = createBench();
    await see(2_500);
    await pay(700);
    expect(await see(500)).toMatchObject([{ usedUpAt: clock.now() + 5 * DAY_MS }]);
  });

  it.each([
    ['2026-12-06', []],
    ['2026-12-05', [14]],
    ['2026-11-25', [14]],
    ['2026-11-24', [3]],
    ['2026-11-22', [1]],
    ['2026-11-21', [1]],
    ['2026-11-20', []],
    ['soon', []],
  ])('a key that expires on %s', async (expirationDate, days) => {
    const { see } = createBench();
    const raised = await see(100_000, { expirationDate });
    expect(raised.map((alert) => ('days' in alert ? alert.days : alert.kind))).toEqual(days);
  });

  it('looks by itself: soon after the start, once a day while idle, once an hour while checks are paid', async () => {
    const { watch, clock, fetched, pay } = createBench();
    watch.start();
    await clock.advance(61_000);
    await expect.poll(() => fetched()).toBe(1);
    await pay(1);
    await clock.settle();
    await clock.advance(3_600_000);
    await expect.poll(() => fetched()).toBe(2);
    watch.stop();
    await clock.advance(DAY_MS);
    expect(fetched()).toBe(2);
  });

  it('looks once on every day of a month in which nothing is paid, and no more often', async () => {
    const { watch, clock, looks } = createBench(nothingSpent);
    watch.start();
    for (let day = 0; day < 30; day += 1) await clock.advance(DAY_MS);
    watch.stop();
    const days = looks().map((at) => new Date(at).toISOString().slice(0, 10));
    expect(days).toHaveLength(31);
    expect(new Set(days).size).toBe(31);
  });
});
