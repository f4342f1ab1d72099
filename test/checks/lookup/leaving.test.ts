import { describe, expect, it, onTestFinished } from 'vitest';
import { createFlights } from '../../../src/checks/lookup/flights.ts';
import { untilAborted } from '../../../src/core/async/promises.ts';
import { startChecking, testImei } from '../../support/checks/checking.ts';

const IMEI = testImei(1);
const OTHERS = { requester: 'test:user:2' } as const;

/** Whatever is thrown and caught by nobody, which would end the process. */
function watchForUncaught(): readonly unknown[] {
  const uncaught: unknown[] = [];
  const listen = (reason: unknown): unknown => uncaught.push(reason);
  process.on('unhandledRejection', listen);
  onTestFinished(() => {
    process.off('unhandledRejection', listen);
  });
  return uncaught;
}

/** Leaves while the store is being asked whether the answer is known. */
function leaveDuringLookUp(): AbortSignal {
  const leaving = new AbortController();
  queueMicrotask(() => leaving.abort(new Error('gone')));
  return leaving.signal;
}

describe('leaving', () => {
  it('while the cache is asked sends nothing, and leaves no failure that nobody catches', async () => {
    const uncaught = watchForUncaught();
    const { check, service, store } = await startChecking();
    await expect(check(IMEI, { signal: leaveDuringLookUp() })).rejects.toThrow('gone');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(uncaught).toEqual([]);
    expect(await store.collection('allowances').entries()).toEqual([]);
    expect(service.arrivals).toHaveLength(0);
    expect((await check(IMEI)).found).toBe(true);
  });

  it('in the very moment of boarding leaves no failure that nobody catches', async () => {
    const uncaught = watchForUncaught();
    const waiter = {
      priority: 'single',
      requestId: 'test:1',
      requester: 'test:user:1',
      signal: AbortSignal.abort(new Error('gone')),
    } as const;
    const flight = createFlights().start('key', waiter, ({ signal }) =>
      untilAborted(new Promise(() => undefined), signal),
    );
    await expect(flight).rejects.toThrow('gone');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(uncaught).toEqual([]);
  });

  it('while the reserve is looked up does not end the flight of the others', async () => {
    const { check, service } = await startChecking({
      apiKey: 'sandbox-basic-2500',
      sandbox: { delay: 300 },
      settings: { allowance: { checksPerDay: 100, reserve: 10 } },
    });
    const leaving = new AbortController();
    const gone = check(IMEI, { signal: leaving.signal });
    await expect.poll(() => service.arrivals.length).toBe(1);
    const stays = check(IMEI, OTHERS);
    await new Promise((resolve) => setTimeout(resolve, 30));
    leaving.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    expect((await stays).found).toBe(true);
    expect(service.paidChecks).toHaveLength(1);
  });

  it('before the key’s status is asked asks nothing', async () => {
    const uncaught = watchForUncaught();
    const { checks, service } = await startChecking({ baseUrl: 'http://127.0.0.1:9' });
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(checks.keyStatus.get({ signal })).rejects.toThrow('gone');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(uncaught).toEqual([]);
    expect(service.arrivals).toHaveLength(0);
  });
});
