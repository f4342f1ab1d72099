import { beforeEach, describe, expect, it } from 'vitest';
import { testImei } from '../support/checks/checking.ts';
import { startQuickChecks } from '../support/checks/quick-checks.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../support/known.ts';

const { signal } = new AbortController();

let life: Awaited<ReturnType<typeof startQuickChecks>>;

beforeEach(async () => {
  life = await startQuickChecks();
});

/** What the service says of the key. */
const says = (fields: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ 'Has access': true, ...fields });
const left = (month: unknown) => says({ 'Checks left (month)': month });

const monitor = () => life.checks.keyMonitor;

/** Somebody reads the status, which is this. */
async function look(body: string) {
  life.service.fates.push(body);
  await life.status();
  await life.clock.settle();
}

/** The alerts of one look. */
async function alertsOf(body: string) {
  const before = life.alerts.length;
  await look(body);
  return life.alerts.slice(before);
}

describe('the status of the key', () => {
  it('the status is reused for a minute or the requested time, even if the clock is changed', async () => {
    const { clock, service } = life;
    expect(monitor().latest()).toBeUndefined();
    await look(left(100));
    expect(monitor().latest()).toMatchObject({
      status: { checksLeft: { month: 100 } },
      isSandbox: true,
    });
    clock.step(-HOUR_MS);
    await monitor().status({ signal });
    await clock.advance(MINUTE_MS - 1);
    clock.step(2 * HOUR_MS);
    await monitor().status({ signal });
    expect(service.arrivals).toHaveLength(1);
    await clock.advance(1);
    await clock.advanceUntil(monitor().status({ maxAgeMs: MINUTE_MS, signal }));
    expect(service.arrivals).toHaveLength(2);
  });

  it('the status that an owner reads counts later sends, but no free ones', async () => {
    const { clock, service } = life;
    const statusNow = async () => (await monitor().statusNow({ signal })).status.checksLeft;
    await look(says({ 'Checks left (hour)': 'No limit', 'Checks left (month)': 60 }));
    await clock.advance(1_000);
    service.fates.push('{"error":"IMEI cannot be empty"}');
    await life.askNew(3);
    expect(await statusNow()).toEqual({ hour: 'no-limit', day: undefined, month: 58 });
    expect(service.arrivals).toHaveLength(4);
    await look(left(1));
    await clock.advance(1_000);
    await life.askNew(2);
    expect((await statusNow()).month).toBe(0);
  });

  it('the status call does not wait for the checks of a list', async () => {
    const { clock, service } = life;
    const list = Array.from({ length: 30 }, (_, serial) =>
      life.check(testImei(serial), { priority: 'batch' }),
    );
    await clock.settle();
    const status = monitor().status({ signal });
    await clock.settle();
    expect(service.arrivals.at(-1)).toBe('status');
    await clock.advanceUntil(Promise.all([status, ...list]));
  });

  it('all who ask during a status call share that call, even if one of them leaves', async () => {
    const leaving = new AbortController();
    const gone = expect(monitor().status({ signal: leaving.signal })).rejects.toBe('gone');
    const stays = monitor().status({ signal });
    leaving.abort('gone');
    await gone;
    await life.clock.advanceUntil(stays);
    await expect(monitor().status({ signal: AbortSignal.abort('left') })).rejects.toBe('left');
    expect(life.service.arrivals).toEqual(['status']);
    expect(life.states()).toEqual(['answered']);
  });
});

describe('the watch over the key', () => {
  it.each([
    [2_500, []],
    [501, []],
    [500, [{ kind: 'checks-low', percent: 20, left: 500 }]],
    [125, [{ kind: 'checks-low', percent: 5, left: 125 }]],
    [0, [{ kind: 'checks-low', percent: 0, left: 0 }]],
    ['No limit', []],
  ])('the right alerts are raised with %s left of 2500 checks', async (month, alerts) => {
    // A key that never had any raises nothing.
    expect(await alertsOf(left(0))).toEqual([]);
    await life.clock.advance(HOUR_MS);
    await look(left(2_500));
    expect(await alertsOf(left(month))).toMatchObject(alerts);
  });

  it('an alert forecasts when the checks are used up, at the pace of a week', async () => {
    await look(left(2_500));
    await life.clock.advance(DAY_MS);
    const usedUpAt = expect.closeTo(life.clock.now() + 6 * HOUR_MS, -4);
    expect(await alertsOf(left(500))).toMatchObject([{ usedUpAt }]);
    await life.clock.advance(9 * DAY_MS);
    // At one a day they last beyond the month.
    expect(await alertsOf(left(490))).toEqual([
      { kind: 'checks-low', percent: 20, left: 490, enoughAt: expect.any(Number) },
    ]);
  });

  // The clock begins at noon of 2026-01-15.
  const EXPIRING = {
    '2026-01-30': [],
    '2026-01-29': [14],
    '2026-01-18': [3],
    '2026-01-16': [1],
    '2026-01-15': [1],
    '2026-01-14': [],
    soon: [],
  };
  it.each(Object.entries(EXPIRING))(
    'the alerts for a key that expires on %s name the days left',
    async (date, days) => {
      const raised = await alertsOf(
        says({ 'Checks left (month)': 100_000, 'Expiration date': date }),
      );
      expect(raised.map((alert) => ('days' in alert ? alert.days : alert.kind))).toEqual(days);
    },
  );

  it('an alert says that the key expires, even while the store fails', async () => {
    life.store.fault = 'reading';
    expect(await alertsOf(says({ 'Expiration date': '2026-01-18' }))).toMatchObject([{ days: 3 }]);
  });

  it('the watch asks for the status after the start, then daily, or hourly while checks are paid', async () => {
    const { clock, service } = life;
    const looks = () => service.arrivals.filter((what) => what === 'status').length;
    monitor().start();
    await clock.advance(2 * MINUTE_MS);
    expect(looks()).toBe(1);
    await clock.advance(5 * HOUR_MS);
    expect(looks()).toBe(1);
    await life.ask(testImei(1));
    await clock.advance(2 * HOUR_MS);
    expect(looks()).toBe(3);
    await clock.advance(2 * DAY_MS);
    expect(looks()).toBeGreaterThanOrEqual(5);
    await clock.advanceUntil(life.end());
    const before = looks();
    await clock.advance(2 * DAY_MS);
    expect(looks()).toBe(before);
  });
});

describe('the history of the key', () => {
  const months = async () => (await monitor().samples()).map(({ month }) => month);

  it('the history keeps the first answer of each hour for 30 days, from any process', async () => {
    await look(left(100));
    await look(left(90));
    life.kill();
    life = { ...life, ...(await life.start()) };
    await life.clock.advance(HOUR_MS);
    await look(left(80));
    await look(says({}));
    await life.sql.tx(
      (query) => query`INSERT INTO key_sample SELECT key, 1, at, '{' FROM key_sample LIMIT 1`,
    );
    expect(await months()).toEqual([100, 80]);
    await life.clock.advance(30 * DAY_MS);
    expect(await months()).toEqual([]);
  });

  it('the history has no figures of another key, so a smaller key is not almost used up', async () => {
    await look(left(100_000));
    life = { ...life, ...(await life.start({ settings: { keyId: 'a new key' } })) };
    expect(await alertsOf(left(2_499))).toEqual([]);
    expect(await months()).toEqual([2_499]);
  });
});
