import { describe, expect, it } from 'vitest';
import { type AdminAlert, createAccounts } from '../../../src/checks/basics.ts';
import type { Outbox } from '../../../src/checks/outbox/outbox.ts';
import { createQuotaRoom } from '../../../src/checks/quota/room.ts';
import { createSpendingBook } from '../../../src/checks/quota/spending.ts';
import { NO_METRICS } from '../../../src/ops/metrics/no-metrics.ts';
import type { ChecksLeft } from '../../../src/provider/device.ts';
import { ServiceFailure } from '../../../src/provider/errors.ts';
import { createUsageDayTable } from '../../../src/store/schema/usage-day.ts';
import { createSeal } from '../../../src/store/seal/seal.ts';
import { createFakeClock } from '../../support/clocks/fake.ts';
import { createMemoryStore } from '../../support/store/memory-store.ts';

const MINUTE_MS = 60_000;
const { signal } = new AbortController();
const never = () => Promise.reject(new Error('not in this test'));

/** The room as it is put together, with a service that answers as a test foretells. */
function stage({ reserve = 10 } = {}) {
  const clock = createFakeClock(Date.UTC(2026, 10, 21, 12));
  const store = createMemoryStore(clock);
  const errors: unknown[] = [];
  const alerts: AdminAlert[] = [];
  let month: ChecksLeft | undefined | Error;
  let looks = 0;
  const outbox: Outbox = {
    send: async () => {
      looks += 1;
      if (month instanceof Error) throw month;
      const nothing = async (): Promise<void> => undefined;
      const entry = {
        ...{ markSending: nothing, withdrawn: nothing, answered: nothing },
        ...{ failed: nothing, cached: nothing },
      };
      return { raw: { httpStatus: 200, body: '', reader: 'device-identity' }, entry, sentAt: clock.now() };
    },
  };
  const onError = (error: unknown): void => void errors.push(error);
  const room = createQuotaRoom({
    provider: {
      ...{ name: 'test', limits: { concurrent: 4, perWindow: 19, windowMs: MINUTE_MS } },
      ...{ check: never, status: never, close: async () => undefined },
      read: () => ({ found: false, unknownFields: [] }),
      readStatus: () => ({
        checksLeft: { ...(month !== undefined && !(month instanceof Error) && { month }) },
      }),
    },
    read: () => ({ found: false, unknownFields: [] }),
    ...{ store, clock, outbox, by: 'this process', observer: NO_METRICS },
    seal: createSeal('0123456789abcdef'.repeat(4)),
    health: { failing: () => false, report: onError, healthy: async () => undefined, stop: () => undefined },
    raise: (alert) => alerts.push(alert),
    spending: createSpendingBook({
      table: createUsageDayTable(store.sql),
      ...{ clock, observer: NO_METRICS, onError },
    }),
    accountOf: createAccounts([]),
    settings: {
      allowance: { checksPerDay: 100, reserve },
      cache: { realm: 'the service', sandbox: false },
    },
  });
  let asked = 0;
  return {
    ...{ clock, room, errors, alerts },
    looks: () => looks,
    foretell: (what: typeof month) => {
      month = what;
    },
    take: () => {
      asked += 1;
      return room.allowance.take({
        ...{ requester: 'test:user:1', admin: false, requestId: `${asked}`, imeiHash: 'x', signal },
      });
    },
  };
}

describe('the reserve of the month', () => {
  it('is kept by a figure that is no older than ten minutes', async () => {
    const { clock, foretell, take, looks } = stage();
    foretell(2_000);
    await take();
    foretell(10);
    await clock.advance(10 * MINUTE_MS - 1);
    await take();
    expect(looks()).toBe(1);
    await clock.advance(1);
    await expect(take()).rejects.toMatchObject({ why: 'reserve' });
    expect(looks()).toBe(2);
  });

  it('is kept by the last figure while the service tells no new one', async () => {
    const { clock, foretell, take } = stage();
    foretell(11);
    await take();
    foretell(new ServiceFailure('timeout'));
    await clock.advance(20 * MINUTE_MS);
    await expect(take()).rejects.toMatchObject({ why: 'reserve' });
  });

  it.each([
    ['the service has never told how many are left', new ServiceFailure('timeout')],
    ['the month has no limit', 'no-limit' as const],
    ['the service does not count by the month', undefined],
  ])('stands in nobody’s way where %s', async (_case, month) => {
    const { foretell, take } = stage();
    foretell(month);
    await take();
  });

  it('is nobody’s to give where the process itself fails', async () => {
    const { foretell, take } = stage();
    foretell(new Error('the limiter was stopped'));
    await expect(take()).rejects.toThrow('stopped');
  });
});

describe('each answer about the key', () => {
  it('goes into the history and to the watch, whoever asked', async () => {
    const { clock, room, foretell, alerts, errors } = stage();
    foretell(2_500);
    await room.keyStatus.get({ signal });
    await clock.settle();
    foretell(100);
    await clock.advance(60 * MINUTE_MS);
    await room.keyStatus.get({ signal });
    await clock.settle();
    expect((await room.keyHistory.samples()).map(({ month }) => month)).toEqual([2_500, 100]);
    expect(await room.keyWatch.totals()).toEqual({ month: 2_500 });
    expect(alerts).toMatchObject([{ kind: 'checks-low', percent: 5, left: 100 }]);
    expect(errors).toEqual([]);
  });
});
