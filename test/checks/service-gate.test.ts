import { describe, expect, it } from 'vitest';
import { FAILURE_RULES, verdictOn } from '../../src/checks/service/failure-rules.ts';
import type { ServiceAccess } from '../../src/checks/service/service-access.ts';
import type { GatePass } from '../../src/checks/service/service-gate.ts';
import { neverEarly } from '../../src/core/time/clock.ts';
import { ServiceFailure, type ServiceFailureCode } from '../../src/provider/service-failure.ts';
import { createQuickWorld } from '../support/checks/quick-checks.ts';
import { createSentAlerts } from '../support/checks/sent-alerts.ts';
import { createFakeClock, type FakeClock } from '../support/clocks/fake.ts';
import { HOUR_MS, MINUTE_MS } from '../support/known.ts';

const { signal } = new AbortController();
const USED_UP = '{"Has access":true,"Checks left (month)":0}';

/** A process, whose checks end as the test says, on a service that says that the key is fine. */
async function start(clock?: FakeClock) {
  const world = createQuickWorld(clock);
  const { service } = world;
  service.latencyMs = 0;
  const { raise, sent } = createSentAlerts();
  const startGate = async (keyId = 'ours') => {
    const { checks, end } = await world.start({ raise, settings: { keyId } });
    return { end, ...gateOf(checks.service) };
  };
  const first = await startGate();
  return {
    ...first,
    clock: world.clock,
    service,
    /** What admins read. */
    sent,
    /** From now on the status says that no checks are left. */
    useUp: () => void service.fates.push(...Array<string>(50).fill(USED_UP)),
    /** Ends the process, and starts the next one. */
    restart: async (keyId?: string) => {
      await world.clock.settle();
      await world.clock.advanceUntil(first.end(0));
      service.fates.length = 0;
      service.times.length = 0;
      return startGate(keyId);
    },
  };
}

function gateOf({ gate, limiter }: Pick<ServiceAccess, 'gate' | 'limiter'>) {
  /** Of the check that was sent last. */
  let pass: GatePass | undefined;
  const passes = (): boolean => {
    try {
      pass = gate.enter('check');
      return true;
    } catch {
      return false;
    }
  };
  return {
    gate,
    passes,
    /** For how long nothing at all is sent. */
    haltedForMs: () => limiter.estimate(0).singleMs,
    /** Another check fails, or if none may pass, the one that was sent last. */
    fail: (code: ServiceFailureCode, times = 1): void => {
      for (let i = 0; i < times; i += 1) {
        passes();
        pass?.recordFailed(new ServiceFailure(code));
      }
    },
    succeed: (): void => {
      passes();
      pass?.recordSucceeded();
    },
  };
}

/** A clock made of timers that fire a little early, as those of Node do. */
function createEarlyClock(): FakeClock {
  const clock = createFakeClock();
  const timer: FakeClock['later'] = (ms, wake, options) =>
    clock.later(ms > 1 ? ms - 0.5 : ms, wake, options);
  return { ...clock, later: neverEarly(timer, clock.elapsed) };
}

describe('the state of the service', () => {
  it('a trial check is sent when the pause is over, although the timer fires a little early', async () => {
    const clock = createEarlyClock();
    const { gate, fail } = await start(clock);
    fail('timeout', 5);
    let mayTry = false;
    gate
      .untilMayPass(signal, () => undefined)
      .then(() => {
        mayTry = true;
      });
    await clock.advance(MINUTE_MS);
    expect(mayTry).toBe(true);
  });

  it.each<ServiceFailureCode>(['hourly-limit', 'key-refused'])(
    'after the refusal %s the status is asked for ever more rarely, and then one check is tried',
    async (code) => {
      const { clock, fail, succeed, passes, gate, sent, service, useUp } = await start();
      useUp();
      fail(code);
      await clock.advance(25 * MINUTE_MS);
      const waiting = gate.untilMayPass(signal, () => undefined);
      expect(service.times.map((ms) => ms / MINUTE_MS)).toEqual([1, 3, 7, 15, 25]);
      expect(passes()).toBe(false);
      service.fates.length = 0;
      await clock.advanceUntil(waiting);
      // The all-clear comes only when a check has worked.
      expect(passes()).toBe(true);
      expect(passes()).toBe(false);
      expect(sent.map(({ kind }) => kind)).toEqual(['service-paused']);
      // The status was wrong: it is asked again before the next check tries.
      fail(code);
      await clock.advance(10 * MINUTE_MS - 1);
      expect(passes()).toBe(false);
      await clock.advance(1);
      expect(passes()).toBe(true);
      expect(passes()).toBe(false);
      expect(sent.length).toBe(1);
      expect(service.arrivals).toHaveLength(7);
      succeed();
      expect(passes()).toBe(true);
      expect(passes()).toBe(true);
      expect(sent.map(({ kind }) => kind)).toEqual(['service-paused', 'service-works']);
    },
  );

  it.each<ServiceFailureCode>(['timeout', 'reset', 'server-error', 'unreadable', 'unreachable'])(
    'checks pause after %s five times in a row, but not if an answer comes in between',
    async (code) => {
      const { succeed, fail, passes } = await start();
      fail(code, 4);
      succeed();
      fail(code, 4);
      // The service answered: it only has nothing about this IMEI.
      fail('imei-empty');
      fail(code, 4);
      expect(passes()).toBe(true);
      fail(code);
      expect(passes()).toBe(false);
    },
  );

  it.each<[ServiceFailureCode, number, readonly number[]]>([
    ['timeout', 5, [15, 45, 105, 225, 465, 945, 1_545]],
    ['limit-exceeded', 1, [60, 180, 420, 900, 1_500, 2_100]],
  ])(
    'after %s the service is tried with one check at a time, ever more rarely',
    async (code, times, inS) => {
      const { clock, fail, gate, passes, sent } = await start();
      fail(code, times);
      await clock.settle();
      const trialsAfterS: number[] = [];
      for (let s = 15; s <= (inS.at(-1) ?? 0); s += 15) {
        await clock.advance(15_000);
        // To ask whether it is worth waiting uses nothing up.
        if (inS.includes(s)) gate.assertMayPass();
        while (passes()) {
          trialsAfterS.push(s);
          fail(code);
          await clock.settle();
        }
      }
      expect(trialsAfterS).toEqual(inS);
      expect(sent).toHaveLength(1);
    },
  );

  it('the status is asked for until the service works, however often it refuses for one reason', async () => {
    const { clock, gate, passes } = await start();
    const refused = new ServiceFailure('key-refused');
    gate.enter('status').recordFailed(refused);
    await clock.advance(MINUTE_MS / 2);
    gate.enter('status').recordFailed(refused);
    const waiting = gate.untilMayPass(signal, () => undefined);
    await clock.advance(2 * MINUTE_MS);
    await waiting;
    expect(passes()).toBe(true);
  });

  it('an answer to a check sent before the pause does not end the pause', async () => {
    const { clock, fail, succeed, gate } = await start();
    const sentBefore = gate.enter('check');
    fail('limit-exceeded');
    await clock.advance(1);
    sentBefore.recordSucceeded();
    expect(gate.pauseReason()).toBeDefined();
    await clock.advance(MINUTE_MS);
    succeed();
    expect(gate.pauseReason()).toBeUndefined();
  });

  it('failures of checks sent before the refusal do not shorten the pause', async () => {
    const { clock, fail, passes, useUp } = await start();
    useUp();
    fail('hourly-limit');
    fail('unreadable', 6);
    await clock.advance(MINUTE_MS - 1);
    expect(passes()).toBe(false);
  });

  it('everything pauses each time the service says that its limit was exceeded', async () => {
    const { fail, haltedForMs, gate, clock } = await start();
    fail('timeout');
    fail('limit-exceeded');
    await clock.advance(10_000);
    expect(haltedForMs()).toBe(MINUTE_MS - 10_000);
    fail('limit-exceeded');
    expect(haltedForMs()).toBe(MINUTE_MS);
    expect(gate.pauseReason()).toMatchObject({ retryAt: clock.now() + MINUTE_MS });
  });
});

it.each(FAILURE_RULES)('a failure means $verdict: $example', ({ example, verdict, when }) => {
  expect(verdictOn(example)).toBe(verdict);
  expect(FAILURE_RULES.find((rule) => rule.when(example))?.when).toBe(when);
});

describe('the state of the service after a restart', () => {
  it.each([
    ['', 0, 40_000],
    [', at most for a window, after the clock was set back', -HOUR_MS, MINUTE_MS],
    [', not at all after it was set forward', HOUR_MS, 0],
  ])(
    'after a restart everything pauses for the rest of the window%s',
    async (_when, step, restMs) => {
      const { clock, fail, restart, sent } = await start();
      fail('limit-exceeded');
      await clock.advance(20_000);
      clock.step(step);
      const { passes, haltedForMs } = await restart();
      expect(haltedForMs()).toBe(restMs);
      await clock.advance(Math.max(restMs - 1, 0));
      if (restMs > 0) expect(passes()).toBe(false);
      await clock.advance(1);
      expect(passes()).toBe(true);
      // Admins know.
      expect(sent).toHaveLength(1);
    },
  );

  it('a run that ends while it asks for the status in a long outage lets no check pass', async () => {
    const { clock, fail, restart, service } = await start();
    service.fates.push(...Array<'timeout'>(50).fill('timeout'));
    service.latencyMs = 10_000;
    fail('timeout', 5);
    await clock.advance(950_000);
    expect(service.times.at(-1)).toBe(945_000);
    const { passes } = await restart();
    service.latencyMs = 0;
    await clock.advance(MINUTE_MS - 1);
    expect(passes()).toBe(false);
    await clock.advance(1);
    expect(passes()).toBe(true);
  });

  it('after a restart the status is read within a minute, and a check is tried if the key works', async () => {
    const { clock, fail, restart, sent, service } = await start();
    fail('key-inactive');
    const { passes, succeed } = await restart();
    const startedAt = clock.elapsed();
    await clock.advance(MINUTE_MS);
    expect(service.times).toEqual([startedAt + MINUTE_MS]);
    expect(passes()).toBe(true);
    expect(sent).toHaveLength(1);
    succeed();
    await clock.settle();
    expect(sent.slice(1)).toEqual([{ kind: 'service-works' }]);
    expect((await restart()).gate.pauseReason()).toBeUndefined();
  });

  it.each([
    ['the key', 'key-refused', false],
    ['the IP address', 'limit-exceeded', true],
  ] as const)(
    'after a restart with another key, whether a failure about %s (%s) still pauses checks: %s',
    async (_about, code, isPaused) => {
      const { fail, restart } = await start();
      fail(code);
      const { gate } = await restart('new');
      expect(gate.pauseReason() !== undefined).toBe(isPaused);
    },
  );

  it('after a restart with another key one all-clear follows the first answered check', async () => {
    const { clock, fail, restart, sent } = await start();
    fail('key-refused');
    const { succeed } = await restart('new');
    expect(sent).toHaveLength(1);
    for (let times = 0; times < 2; times += 1) succeed();
    expect(sent.slice(1)).toEqual([{ kind: 'service-works' }]);
    await clock.settle();
    expect((await restart()).gate.pauseReason()).toBeUndefined();
  });
});
