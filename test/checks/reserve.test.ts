import { describe, expect, it } from 'vitest';
import { sweepTables } from '../../src/store/schema/sweep.ts';
import { testImei } from '../support/checks/checking.ts';
import { type QuickOptions, startQuickChecks } from '../support/checks/quick-checks.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../support/known.ts';

const [IMEI, OTHER, THIRD] = [testImei(1), testImei(2), testImei(3)];
const RESERVED: QuickOptions = {
  settings: { allowance: { checksPerAccountPerDay: 100, reserve: 10 } },
};
const ADMIN = { isAdmin: true } as const;
const { signal } = new AbortController();

const start = () => startQuickChecks(RESERVED);
const monthLeft = (left: number): string =>
  JSON.stringify({ 'Has access': true, 'Checks left (month)': left });

/** A world in which a process learns how many checks are left, and ends. */
async function learnt(left: number) {
  const { clock, kill, service, start: next, status, store } = await start();
  service.fates.push(monthLeft(left));
  await status();
  await clock.settle();
  kill();
  return { clock, service, store, next: () => next(RESERVED) };
}

describe('the last checks of the month', () => {
  it('are refused to members and kept for admins, however many ask at once', async () => {
    const { askNew, service } = await start();
    service.fates.push(monthLeft(13));
    expect(await askNew(8)).toEqual({ service: 3, reserve: 5 });
    expect(await askNew(2, ADMIN)).toEqual({ service: 2 });
  });

  it('are counted from each new figure of the service, which includes earlier checks', async () => {
    const { askNew, service, clock } = await start();
    service.fates.push(monthLeft(12));
    expect(await askNew(3)).toEqual({ service: 2, reserve: 1 });
    await clock.advance(11 * MINUTE_MS);
    service.fates.push(monthLeft(11));
    expect(await askNew(3)).toEqual({ service: 1, reserve: 2 });
  });

  it('are kept even if a check is answered while the service reports the rest', async () => {
    const { ask, check, clock, service } = await start();
    service.fates.push(monthLeft(11));
    service.latencyMs = 1_000;
    const refused = expect(check(IMEI)).rejects.toMatchObject({ why: 'reserve' });
    await clock.advance(100);
    service.latencyMs = 300;
    await ask(OTHER, ADMIN);
    await clock.advanceUntil(refused);
    expect(service.arrivals).toEqual(['status', OTHER]);
  });

  it('are not kept while nobody knows how many there are', async () => {
    const { askNew, service } = await start();
    service.fates.push('timeout');
    expect(await askNew(3)).toEqual({ service: 3 });
  });

  it('need a status, which is asked for no more than once a minute while it fails', async () => {
    const { ask, clock, service } = await start();
    service.fates.push('timeout');
    for (const imei of [IMEI, OTHER, THIRD]) await ask(imei);
    expect(service.arrivals).toEqual(['status', IMEI, OTHER, THIRD]);
    await clock.advance(MINUTE_MS);
    await ask(testImei(4));
    expect(service.arrivals.slice(4)).toEqual(['status', testImei(4)]);
  });
});

describe('the last checks of the month, by the last figure that any process got', () => {
  it('are kept from the first second on', async () => {
    const { clock, service, next } = await learnt(11);
    await clock.advance(HOUR_MS);
    const { ask } = await next();
    service.fates.push('timeout');
    expect(await ask(IMEI)).toMatchObject({ source: 'service' });
    await expect(ask(OTHER)).rejects.toMatchObject({ why: 'reserve' });
    expect(await ask(OTHER, ADMIN)).toMatchObject({ source: 'service' });
  });

  it('are kept although the figure is older than the sends that the store keeps', async () => {
    const { clock, service, store, next } = await learnt(15);
    const ends: string[] = [];
    for (let serial = 1; serial <= 6; serial += 1) {
      await clock.advance(DAY_MS);
      await sweepTables({ sql: store.sql, clock, signal });
      const { ask, kill } = await next();
      service.fates.push('timeout');
      const end = ask(testImei(serial)).then(
        ({ source }) => source,
        (refused) => refused.why,
      );
      ends.push(await end);
      kill();
    }
    expect(ends).toEqual([...Array(5).fill('service'), 'reserve']);
  });

  it('are kept although the figure is of a clock that was ahead', async () => {
    const { clock, service, next } = await learnt(11);
    clock.step(3 * HOUR_MS);
    const ahead = await next();
    service.fates.push(monthLeft(11));
    await ahead.status();
    await clock.settle();
    ahead.kill();
    clock.step(-3 * HOUR_MS);
    const { ask } = await next();
    service.fates.push('timeout');
    expect(await ask(IMEI)).toMatchObject({ source: 'service' });
    await expect(ask(OTHER)).rejects.toMatchObject({ why: 'reserve' });
  });
});
