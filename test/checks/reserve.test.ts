import { describe, expect, it } from 'vitest';
import { sweepTables } from '../../src/store/schema/sweep.ts';
import { testImei } from '../support/checks/checking.ts';
import {
  createQuickWorld,
  type QuickOptions,
  type QuickWorld,
} from '../support/checks/quick-checks.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../support/known.ts';

const [IMEI, OTHER, THIRD] = [testImei(1), testImei(2), testImei(3)];
const { signal } = new AbortController();

describe('the reserve', () => {
  const RESERVED: QuickOptions = {
    settings: { allowance: { checksPerPersonPerDay: 100, reserve: 10 } },
  };
  const left = (month: number): string => JSON.stringify({ 'Checks left (month)': month });
  /** A process learns how many checks are left, and ends. */
  const learn = async ({ clock, service, start }: QuickWorld, month: number): Promise<void> => {
    const { checks, kill } = await start(RESERVED);
    service.fates.push(left(month));
    await clock.advanceUntil(checks.keyMonitor.status({ signal }));
    await clock.settle();
    kill();
  };

  it('holds from the first second on, by the last figure that any process got', async () => {
    const world = createQuickWorld();
    const { clock, service, start } = world;
    await learn(world, 11);
    await clock.advance(HOUR_MS);
    const next = await start(RESERVED);
    service.fates.push('timeout');
    expect(await clock.advanceUntil(next.check(IMEI))).toMatchObject({ source: 'service' });
    await expect(clock.advanceUntil(next.check(OTHER))).rejects.toMatchObject({ why: 'reserve' });
    expect(await clock.advanceUntil(next.check(OTHER, { isAdmin: true }))).toMatchObject({
      source: 'service',
    });
  });

  it('holds although the last figure is older than the sends that the store keeps', async () => {
    const world = createQuickWorld();
    const { clock, service, store, start } = world;
    await learn(world, 15);
    const outcomes: string[] = [];
    for (let serial = 1; serial <= 6; serial += 1) {
      await clock.advance(DAY_MS);
      await sweepTables({ sql: store.sql, clock, signal });
      const { check, kill } = await start(RESERVED);
      service.fates.push('timeout');
      const outcome = check(testImei(serial)).then(
        ({ source }) => source,
        (refused) => refused.why,
      );
      outcomes.push(await clock.advanceUntil(outcome));
      kill();
    }
    expect(outcomes).toEqual([...Array(5).fill('service'), 'reserve']);
  });

  it('holds although the last figure is of a clock that was ahead', async () => {
    const world = createQuickWorld();
    const { clock, service, start } = world;
    await learn(world, 11);
    clock.step(3 * HOUR_MS);
    await learn(world, 11);
    clock.step(-3 * HOUR_MS);
    const next = await start(RESERVED);
    service.fates.push('timeout');
    expect(await clock.advanceUntil(next.check(IMEI))).toMatchObject({ source: 'service' });
    await expect(clock.advanceUntil(next.check(OTHER))).rejects.toMatchObject({ why: 'reserve' });
  });

  it('asks no more than once a minute for a status that fails', async () => {
    const { clock, service, start } = createQuickWorld();
    const { check } = await start(RESERVED);
    service.fates.push('timeout');
    for (const imei of [IMEI, OTHER, THIRD]) await clock.advanceUntil(check(imei));
    expect(service.arrivals).toEqual(['status', IMEI, OTHER, THIRD]);
    await clock.advance(MINUTE_MS);
    await clock.advanceUntil(check(testImei(4)));
    expect(service.arrivals.slice(4)).toEqual(['status', testImei(4)]);
  });
});
