import { describe, expect, it, onTestFinished } from 'vitest';
import { FAILURE_RULES, verdictOn } from '../../src/checks/service/failure-rules.ts';
import { startRecovery } from '../../src/checks/service/recovery.ts';
import { type GatePass, ServiceGate } from '../../src/checks/service/service-gate.ts';
import { ServicePause } from '../../src/checks/service/service-pause.ts';
import { StoredPause } from '../../src/checks/service/stored-pause.ts';
import { Lifetime } from '../../src/core/lifetime/lifetime.ts';
import { neverEarly } from '../../src/core/time/clock.ts';
import type { KeyStatus } from '../../src/provider/device.ts';
import { ServiceFailure, type ServiceFailureCode } from '../../src/provider/service-failure.ts';
import { createSentAlerts, type SentAlerts } from '../support/checks/sent-alerts.ts';
import { createFakeClock, type FakeClock } from '../support/clocks/fake.ts';
import { MINUTE_MS } from '../support/known.ts';
import { healthWith } from '../support/store/health.ts';
import { createMemoryDatabase, createMemorySettings } from '../support/store/memory-sql.ts';

const { signal } = new AbortController();
const FINE: KeyStatus = { checksLeft: { month: 1_000 } };
type Rows = ReturnType<typeof createMemorySettings>;
const USED_UP: KeyStatus = { checksLeft: { month: 0 } };

interface BenchOptions {
  /** What the service says of the key. Default: no checks are left. */
  readonly status?: () => KeyStatus;
  readonly clock?: FakeClock;
  readonly keyId?: string;
  /** An earlier process, which has left its rows, and whose alerts admins have read. */
  readonly before?: Bench;
}

type Bench = ReturnType<typeof createBench>;

/** The gate, its pause and its recovery, with a key monitor that answers at once. */
function createBench(options: BenchOptions = {}) {
  const { status = () => USED_UP, keyId = 'ours', before } = options;
  const clock: FakeClock = before?.clock ?? options.clock ?? createFakeClock();
  const rows: Rows = before?.rows ?? createMemorySettings(clock);
  const alerts: SentAlerts = before?.alerts ?? createSentAlerts();
  const startedAt = clock.elapsed();
  const askedAfterMs: number[] = [];
  const pausedFor: number[] = [];
  const lifetime = new Lifetime((error) => {
    throw error;
  }, clock);
  const health = healthWith({ database: createMemoryDatabase(clock), lifetime, clock });
  const pause = new ServicePause({
    clock,
    windowMs: MINUTE_MS,
    stored: new StoredPause({ metadata: rows, row: 'pause', keyId, health, clock }),
    lifetime,
    limiter: { halt: (ms = MINUTE_MS) => pausedFor.push(ms) },
    raise: alerts.raise,
  });
  const gate = new ServiceGate(pause);
  const keyMonitor: Parameters<typeof startRecovery>[0]['keyMonitor'] = {
    status: async () => {
      askedAfterMs.push(clock.elapsed() - startedAt);
      return { status: status(), askedAt: clock.now(), isSandbox: false };
    },
  };
  startRecovery({ pause, keyMonitor, lifetime, clock });
  onTestFinished(() => {
    lifetime.end(0);
  });
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
  /** Another check fails, or if none may pass, the one that was sent last. */
  const fail = (code: ServiceFailureCode, times = 1): void => {
    for (let i = 0; i < times; i += 1) {
      passes();
      pass?.recordFailed(new ServiceFailure(code));
    }
  };
  const succeed = (): void => {
    passes();
    pass?.recordSucceeded();
  };
  return {
    clock,
    rows,
    gate,
    pause,
    lifetime,
    alerts,
    sent: alerts.sent,
    askedAfterMs,
    pausedFor,
    fail,
    succeed,
    passes,
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
    const { gate, fail } = createBench({ clock, status: () => FINE });
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
      let isFine = false;
      const status = (): KeyStatus => (isFine ? FINE : USED_UP);
      const { clock, fail, succeed, passes, gate, sent, askedAfterMs } = createBench({ status });
      fail(code);
      await clock.advance(25 * MINUTE_MS);
      const waiting = gate.untilMayPass(signal, () => undefined);
      expect(askedAfterMs.map((ms) => ms / MINUTE_MS)).toEqual([1, 3, 7, 15, 25]);
      expect(passes()).toBe(false);
      isFine = true;
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
      expect(askedAfterMs.length).toBe(7);
      succeed();
      expect(passes()).toBe(true);
      expect(passes()).toBe(true);
      expect(sent.map(({ kind }) => kind)).toEqual(['service-paused', 'service-works']);
    },
  );

  it.each<ServiceFailureCode>(['timeout', 'reset', 'server-error', 'unreadable', 'unreachable'])(
    'checks pause after %s five times in a row, but not if an answer comes in between',
    (code) => {
      const { succeed, fail, passes } = createBench();
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
      const { clock, fail, gate, passes, sent } = createBench({ status: () => FINE });
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
    const { clock, pause, gate } = createBench({ status: () => FINE });
    pause.begin('key-refused', 'status');
    await clock.advance(MINUTE_MS / 2);
    pause.begin('key-refused', 'status');
    const waiting = gate.untilMayPass(signal, () => undefined);
    await clock.advance(2 * MINUTE_MS);
    await waiting;
    expect(pause.state?.needs).toBe('trial');
  });

  it('an answer to a check sent before the pause does not end the pause', async () => {
    const { clock, fail, succeed, gate, pause } = createBench({ status: () => FINE });
    const sentBefore = gate.enter('check');
    fail('limit-exceeded');
    sentBefore.recordSucceeded();
    expect(pause.state).toBeDefined();
    await clock.advance(MINUTE_MS);
    succeed();
    expect(pause.state).toBeUndefined();
  });

  it('failures of checks sent before the refusal do not shorten the pause', async () => {
    const { clock, fail, passes } = createBench();
    fail('hourly-limit');
    fail('unreadable', 6);
    await clock.advance(MINUTE_MS - 1);
    expect(passes()).toBe(false);
  });

  it('everything pauses each time the service says that its limit was exceeded', async () => {
    const { fail, pausedFor, gate, clock } = createBench({ status: () => FINE });
    fail('timeout');
    fail('limit-exceeded');
    await clock.settle();
    fail('limit-exceeded');
    expect(pausedFor).toEqual([MINUTE_MS, MINUTE_MS]);
    expect(gate.pauseReason()).toMatchObject({ retryAt: clock.now() + MINUTE_MS });
  });
});

it.each(FAILURE_RULES)('a failure means $verdict: $example', ({ example, verdict, when }) => {
  expect(verdictOn(example)).toBe(verdict);
  expect(FAILURE_RULES.find((rule) => rule.when(example))?.when).toBe(when);
});

describe('the state of the service after a restart', () => {
  const restarted = async (before: Bench, more: BenchOptions = {}) => {
    await before.clock.settle();
    before.lifetime.end(0);
    await before.clock.settle();
    const next = createBench({ before, status: () => FINE, ...more });
    await next.pause.restore();
    return next;
  };

  it.each([
    ['', 0, 40_000],
    [', at most for a window, after the clock was set back', -3_600_000, MINUTE_MS],
    [', not at all after it was set forward', 3_600_000, 0],
  ])(
    'after a restart everything pauses for the rest of the window%s',
    async (_when, step, restMs) => {
      const before = createBench({ status: () => FINE });
      before.fail('limit-exceeded');
      await before.clock.advance(20_000);
      before.clock.step(step);
      const { clock, passes, pausedFor, sent } = await restarted(before);
      expect(pausedFor).toEqual([restMs]);
      await clock.advance(Math.max(restMs - 1, 0));
      if (restMs > 0) expect(passes()).toBe(false);
      await clock.advance(1);
      expect(passes()).toBe(true);
      // Admins know.
      expect(sent).toHaveLength(1);
    },
  );

  it('after a restart the status is read within a minute, and a check is tried if the key works', async () => {
    const before = createBench();
    before.fail('key-inactive');
    await before.clock.settle();
    const { clock, passes, succeed, askedAfterMs, sent } = await restarted(before);
    await clock.advance(MINUTE_MS);
    expect(askedAfterMs).toEqual([MINUTE_MS]);
    expect(passes()).toBe(true);
    expect(sent).toHaveLength(1);
    succeed();
    await clock.settle();
    expect(sent.slice(1)).toEqual([{ kind: 'service-works' }]);
    expect((await restarted(before)).gate.pauseReason()).toBeUndefined();
  });

  it.each([
    ['the key', 'key-refused', false],
    ['the IP address', 'limit-exceeded', true],
  ] as const)(
    'after a restart with another key, whether a failure about %s (%s) still pauses checks: %s',
    async (_about, code, isPaused) => {
      const before = createBench({ status: () => FINE });
      before.fail(code);
      const { gate } = await restarted(before, { keyId: 'new' });
      expect(gate.pauseReason() !== undefined).toBe(isPaused);
    },
  );

  it('after a restart with another key one all-clear follows the first answered check', async () => {
    const before = createBench();
    before.fail('key-refused');
    const { succeed, sent, clock } = await restarted(before, { keyId: 'new' });
    expect(sent).toHaveLength(1);
    for (let times = 0; times < 2; times += 1) succeed();
    expect(sent.slice(1)).toEqual([{ kind: 'service-works' }]);
    await clock.settle();
    expect((await restarted(before)).gate.pauseReason()).toBeUndefined();
  });
});
