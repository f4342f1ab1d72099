import { describe, expect, it } from 'vitest';
import { createKeyHistory } from '../../src/checks/key-history.ts';
import type { KeyStatus } from '../../src/provider/device.ts';
import { createKeySampleTable } from '../../src/store/schema/key-sample.ts';
import { createUsageDayTable } from '../../src/store/schema/usage-day.ts';
import { createSqliteStore } from '../../src/store/sqlite/store.ts';
import { startChecking } from '../support/checks/checking.ts';
import { clockAt } from '../support/clocks/clock-at.ts';
import { createFakeClock } from '../support/clocks/fake.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.UTC(2026, 10, 21, 12);

function createBench() {
  const clock = createFakeClock(START);
  const store = createSqliteStore('sqlite://:memory:', clock);
  const table = createKeySampleTable(store.sql);
  const rows = () => store.sql.read`SELECT body FROM key_sample`;
  const open = (realm = 'the service') => createKeyHistory({ table, clock, realm });
  const answer = (checksLeft: KeyStatus['checksLeft'], agoMs = 0) => ({
    status: { checksLeft },
    checkedAt: clock.now() - agoMs,
    sandbox: false,
  });
  return { clock, store, rows, open, answer };
}

describe('the history of the key', () => {
  it('keeps what was left, and when', async () => {
    const { open, answer } = createBench();
    await open().record(answer({ hour: 'no-limit', day: 480, month: 2_300 }));
    expect(await open().samples()).toEqual([{ at: START, hour: 'no-limit', day: 480, month: 2_300 }]);
  });

  it('keeps the first answer of each hour, whichever process had it', async () => {
    const { open, answer, clock } = createBench();
    const [one, other] = [open(), open()];
    await one.record(answer({ month: 100 }));
    await clock.advance(HOUR_MS - 1);
    await other.record(answer({ month: 90 }));
    await clock.advance(1);
    await other.record(answer({ month: 80 }));
    expect((await one.samples()).map(({ month }) => month)).toEqual([100, 80]);
  });

  it('keeps no row of an answer that tells nothing', async () => {
    const { open, answer, rows } = createBench();
    await open().record(answer({}));
    expect(await rows()).toEqual([]);
  });

  it.each([
    ['hour', { hour: 5 }],
    ['day', { day: 480 }],
    ['month', { month: 2_300 }],
  ])('keeps an answer that tells only what is left of the %s', async (_period, left) => {
    const { open, answer } = createBench();
    await open().record(answer(left));
    expect(await open().samples()).toEqual([{ at: START, ...left }]);
  });

  it('is told oldest first, in whatever order processes wrote it down', async () => {
    const { open, answer } = createBench();
    for (const hoursAgo of [2, 0, 3, 1]) await open().record(answer({ month: hoursAgo }, hoursAgo * HOUR_MS));
    expect((await open().samples()).map(({ month }) => month)).toEqual([3, 2, 1, 0]);
  });

  it('tells of the last 30 days, and its rows are swept away five days later', async () => {
    const { open, answer, clock, store, rows } = createBench();
    await open().record(answer({ month: 100 }));
    await clock.advance(30 * DAY_MS - 1);
    expect(await open().samples()).toHaveLength(1);
    await clock.advance(1);
    expect(await open().samples()).toEqual([]);
    expect(await rows()).toHaveLength(1);
    await clock.advance(5 * DAY_MS);
    expect(await store.sweep()).toBe(1);
  });

  it('never puts figures of the sandbox beside those of a real key', async () => {
    const { open, answer } = createBench();
    await open('sandbox').record(answer({ month: 100_000 }));
    await open('https://service.example').record(answer({ month: 7 }));
    expect(await open('https://service.example').samples()).toMatchObject([{ month: 7 }]);
  });

  it('is written by every look at the key, and by nothing else', async () => {
    const { checks, store } = await startChecking({ clock: clockAt(() => START) });
    expect((await checks.past()).samples).toEqual([]);
    const { status } = await checks.keyStatus.get({ signal: new AbortController().signal });
    const { month } = status.checksLeft;
    await expect.poll(async () => (await checks.past()).samples).toMatchObject([{ month }]);
    expect(await store.sql.read`SELECT body FROM key_sample`).toHaveLength(1);
  });

  it('stands beside what each day paid and saved', async () => {
    const { checks, store } = await startChecking({ clock: clockAt(() => START) });
    const usage = createUsageDayTable(store.sql);
    const today = START - (START % DAY_MS);
    await store.sql.tx((t) => usage.add(t, { at: today, what: 'paid', times: 3 }));
    await store.sql.tx((t) => usage.add(t, { at: today, what: 'saved', times: 5 }));
    const { paidByDay, savedByDay } = await checks.past();
    expect([paidByDay[0], savedByDay[0]]).toEqual([3, 5]);
    expect([paidByDay.length, savedByDay.length]).toEqual([31, 31]);
  });
});
