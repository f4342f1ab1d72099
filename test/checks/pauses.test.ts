import { describe, expect, it } from 'vitest';
import type { CheckTerms, CheckWait } from '../../src/checks/contract.ts';
import { testImei } from '../support/checks/checking.ts';
import { startQuickChecks } from '../support/checks/quick-checks.ts';
import { QUICK_LATENCY_MS } from '../support/checks/quick-service.ts';
import { MINUTE_MS } from '../support/known.ts';

const [IMEI, OTHER, THIRD] = [testImei(1), testImei(2), testImei(3)];
const { signal } = new AbortController();
const EXCEEDED = '{"error":"Exceeded the limit"}';
const statusOf = (fields: object): string => JSON.stringify({ 'Has access': true, ...fields });
const monthLeft = (left: number): string => statusOf({ 'Checks left (month)': left });

async function start() {
  const { ask: _, ...life } = await startQuickChecks();
  const { check, clock, service } = life;
  /** Somebody asks. Records why they wait, as they read it. */
  const ask = (imei = IMEI, request: Partial<CheckTerms> = {}) => {
    const reasons: (string | undefined)[] = [];
    const onWait = (wait: CheckWait): number =>
      reasons.push(wait.kind === 'paused' ? wait.failure.code : undefined);
    const answer = check(imei, { onWait, ...request });
    answer.catch(() => undefined);
    return { answer, reasons };
  };
  /** The next calls end like this. */
  const foretell = (count: number, fate: (typeof service.fates)[number]): void =>
    void service.fates.push(...Array<typeof fate>(count).fill(fate));
  /** Five checks fail like this, so that checks pause. */
  const failFive = async (fate: (typeof service.fates)[number]): Promise<void> => {
    foretell(5, fate);
    for (let serial = 11; serial <= 15; serial += 1) ask(testImei(serial));
    await clock.advance(1_000);
  };
  return { ...life, ask, foretell, failFive };
}

describe('a single question while the service is away', () => {
  it('a single waits, and is answered by itself when the service works again', async () => {
    const { alerts, ask, clock, foretell, service } = await start();
    foretell(7, 'unreachable');
    const [first, second] = [ask(IMEI), ask(OTHER)];
    await clock.advance(1_000);
    const third = ask(THIRD);
    await clock.settle();
    for (const { reasons } of [first, second, third]) expect(reasons.at(-1)).toBe('unreachable');
    const answers = await clock.advanceUntil(
      Promise.all([first.answer, second.answer, third.answer]),
    );
    expect(answers.map(({ source }) => source)).toEqual(['service', 'service', 'service']);
    expect(service.arrivals.toSorted()).toEqual([IMEI, OTHER, THIRD, 'status'].toSorted());
    expect(alerts.map(({ kind }) => kind)).toEqual(['service-paused', 'service-works']);
  });

  it.each([
    ['<h1>Welcome to nginx!</h1>', 'unreadable, HTTP 200'],
    ['timeout', 'timeout'],
  ])(
    'the log says how a single failed, so that an operator recognizes a wrong server: %s',
    async (fate, why) => {
      const { alerts, failFive } = await start();
      await failFive(fate);
      expect(alerts).toMatchObject([{ kind: 'service-paused', code: 'failing', why }]);
    },
  );

  it('no check is spent to find out whether the service works again: the status is free', async () => {
    const { ask, clock, failFive, service } = await start();
    await failFive('timeout');
    const { answer } = ask();
    service.arrivals.length = 0;
    service.fates.push('timeout', 'server-error', 'unreachable');
    expect(await clock.advanceUntil(answer)).toMatchObject({ source: 'service' });
    expect(service.arrivals).toEqual(['status', 'status', 'status', IMEI]);
  });

  it('a single goes on waiting if the status answered but the single was not sent', async () => {
    const { alerts, ask, clock, foretell, service } = await start();
    foretell(5, 'unreachable');
    service.fates.push(statusOf({}), 'unreachable');
    const { answer } = ask();
    expect(await clock.advanceUntil(answer)).toMatchObject({ source: 'service' });
    expect(service.arrivals).toEqual(['status', 'status', IMEI]);
    expect(alerts.map(({ kind }) => kind)).toEqual(['service-paused', 'service-works']);
  });

  it('a single becomes the trial at once if the previous trial did not leave', async () => {
    const { ask, clock, foretell, service } = await start();
    foretell(5, 'unreachable');
    service.fates.push(statusOf({}), 'bug before it leaves');
    const [first, second] = [ask(IMEI), ask(OTHER)];
    await clock.advanceUntil(expect(first.answer).rejects.toThrow(TypeError));
    await clock.advance(1_000);
    expect(await second.answer).toMatchObject({ source: 'service' });
  });

  it('a single is finally sent as the trial although the status is unavailable', async () => {
    const { ask, clock, foretell, service } = await start();
    foretell(5, 'unreachable');
    const { answer } = ask();
    await clock.settle();
    foretell(6, 'server-error');
    expect(await clock.advanceUntil(answer)).toMatchObject({ source: 'service' });
    expect(service.arrivals).toEqual([...Array<string>(6).fill('status'), IMEI]);
  });

  it('after a refusal no single is sent as the trial while the status is unavailable', async () => {
    const { ask, clock, foretell, service } = await start();
    service.fates.push('daily-limit');
    foretell(20, 'server-error');
    ask();
    await clock.advance(120 * MINUTE_MS);
    expect(service.arrivals).toEqual([IMEI, ...Array<string>(14).fill('status')]);
  });

  it('a single that is stopped before its send leaves the trial to the next check', async () => {
    const { ask, checks, clock, foretell, service } = await start();
    foretell(5, 'unreachable');
    const leaving = new AbortController();
    const first = ask(IMEI, { signal: leaving.signal });
    await clock.advance(1_000);
    const second = ask(OTHER);
    expect(checks.service.gate.pauseReason()?.code).toBe('unreachable');
    // The first one has its turn, and connects.
    service.connectMs = 10_000;
    await clock.advance(15_000);
    leaving.abort('stopped');
    await expect(first.answer).rejects.toBe('stopped');
    let isAnswered = false;
    second.answer.then(() => {
      isAnswered = true;
    });
    await clock.advance(2 * service.connectMs);
    expect(isAnswered).toBe(true);
    expect(service.arrivals).toEqual(['status', OTHER]);
  });

  it('a trial is held back if the status is refused while the trial connects', async () => {
    const { ask, clock, service, status } = await start();
    service.fates.push('daily-limit', statusOf({}));
    const { answer } = ask();
    await clock.advance(MINUTE_MS + QUICK_LATENCY_MS);
    service.connectMs = 10_000;
    await clock.advance(MINUTE_MS / 10);
    service.connectMs = 0;
    service.fates.push('daily-limit');
    await expect(status()).rejects.toThrow('daily-limit');
    await clock.advance(MINUTE_MS / 2);
    expect(service.arrivals).toEqual([IMEI, 'status', 'status']);
    expect(await clock.advanceUntil(answer)).toMatchObject({ source: 'service' });
    expect(service.arrivals).toEqual([IMEI, 'status', 'status', 'status', IMEI]);
  });

  it('a single waits no longer if a check that was sent before the pause fails late', async () => {
    const { ask, checks, clock, failFive, foretell, service } = await start();
    service.latencyMs = 20_000;
    foretell(1, 'timeout');
    ask(testImei(10));
    await clock.settle();
    service.latencyMs = QUICK_LATENCY_MS;
    await failFive('timeout');
    expect(checks.service.gate.pauseReason()?.code).toBe('failing');
    await clock.advance(20_000);
    const { answer, reasons } = ask();
    await clock.advance(QUICK_LATENCY_MS);
    expect(reasons).toEqual([]);
    expect(await answer).toMatchObject({ source: 'service' });
  });

  it('a single waits no longer if the trial is refused only for its IMEI', async () => {
    const { alerts, ask, clock, service } = await start();
    service.fates.push('daily-limit', statusOf({}), 'imei-empty');
    const first = ask(IMEI);
    await clock.advance(1_000);
    const second = ask(OTHER);
    await clock.advance(MINUTE_MS + 2 * QUICK_LATENCY_MS);
    await expect(first.answer).rejects.toMatchObject({ code: 'imei-empty' });
    expect(service.arrivals).toEqual([IMEI, 'status', IMEI, OTHER]);
    expect(await second.answer).toMatchObject({ source: 'service' });
    expect(alerts.map(({ kind }) => kind)).toEqual(['service-paused', 'service-works']);
  });
});

describe('“Exceeded the limit”', () => {
  it('“Exceeded the limit” means a used-up month for all who wait, if the status says so', async () => {
    const { alerts, ask, checks, clock, service } = await start();
    service.fates.push(EXCEEDED, EXCEEDED, monthLeft(0));
    const asked = [ask(IMEI), ask(OTHER)];
    await clock.advance(QUICK_LATENCY_MS);
    asked.push(ask(THIRD));
    await clock.settle();
    // Nobody reads a reason before it is known.
    expect(asked.flatMap(({ reasons }) => reasons)).toEqual([]);
    expect(checks.service.gate.pauseReason()).toBeUndefined();
    expect(alerts).toEqual([]);
    await clock.advance(QUICK_LATENCY_MS);
    expect(asked.map(({ reasons }) => reasons)).toEqual(Array(3).fill(['monthly-limit']));
    expect(alerts).toMatchObject([{ kind: 'service-paused', code: 'monthly-limit' }]);
    expect(checks.service.gate.pauseReason()).toMatchObject({ code: 'monthly-limit' });
    expect(service.arrivals.toSorted()).toEqual([IMEI, OTHER, 'status'].toSorted());
    // The next month.
    const answers = await clock.advanceUntil(Promise.all(asked.map(({ answer }) => answer)));
    expect(answers.map(({ source }) => source)).toEqual(['service', 'service', 'service']);
  });

  it('“Exceeded the limit” causes one reason and one alert, also for checks sent earlier and refused later', async () => {
    const { alerts, ask, clock, service } = await start();
    service.fates.push(EXCEEDED, EXCEEDED, monthLeft(0));
    const early = ask(IMEI);
    await clock.settle();
    service.latencyMs = 5 * QUICK_LATENCY_MS;
    const late = ask(OTHER);
    await clock.settle();
    service.latencyMs = QUICK_LATENCY_MS;
    await clock.advance(10 * QUICK_LATENCY_MS);
    expect(service.arrivals).toEqual([IMEI, OTHER, 'status']);
    expect(early.reasons.at(-1)).toBe('monthly-limit');
    expect(late.reasons.at(-1)).toBe('monthly-limit');
    expect(alerts).toMatchObject([{ kind: 'service-paused', code: 'monthly-limit' }]);
  });

  it('a month that is used up is one alert, also when the status is read again in the pause', async () => {
    const { alerts, ask, clock, service, status } = await start();
    service.fates.push(monthLeft(9));
    await status();
    service.fates.push(EXCEEDED, monthLeft(0), monthLeft(0));
    ask();
    await clock.advance(10 * QUICK_LATENCY_MS);
    await clock.advance(1.5 * MINUTE_MS);
    expect(service.arrivals).toEqual(['status', IMEI, 'status', 'status']);
    expect(new Set(alerts.map(({ kind }) => kind))).toEqual(new Set(['service-paused']));
  });

  it('a month that is used up is one alert, also when a status call before the refusal says so', async () => {
    const { alerts, ask, checks, clock, service, status } = await start();
    service.fates.push(monthLeft(9));
    await status();
    service.fates.push(monthLeft(0), EXCEEDED, monthLeft(0));
    service.latencyMs = 5 * QUICK_LATENCY_MS;
    const before = checks.keyMonitor.status({ maxAgeMs: 0, signal });
    await clock.settle();
    service.latencyMs = QUICK_LATENCY_MS;
    ask();
    await clock.advanceUntil(before);
    await clock.advance(10 * QUICK_LATENCY_MS);
    expect(service.arrivals).toEqual(['status', 'status', IMEI, 'status']);
    expect(alerts).toMatchObject([{ kind: 'service-paused', code: 'monthly-limit' }]);
  });

  it('the next month that is used up is another alert, even if nobody has asked since', async () => {
    const { alerts, ask, clock, service, status } = await start();
    service.fates.push(monthLeft(100));
    await status();
    service.fates.push(EXCEEDED, monthLeft(0));
    const stop = new AbortController();
    ask(IMEI, { signal: stop.signal });
    await clock.advance(10 * QUICK_LATENCY_MS);
    stop.abort();
    service.fates.push(monthLeft(100));
    await clock.advance(2 * MINUTE_MS);
    service.fates.push(monthLeft(60), monthLeft(0));
    for (let times = 0; times < 2; times += 1) await status();
    expect(alerts.at(-1)).toMatchObject({ kind: 'checks-low', left: 0 });
  });

  it('a new status call follows “Exceeded the limit”; an earlier one does not count', async () => {
    const { ask, checks, clock, service } = await start();
    service.fates.push(monthLeft(1), EXCEEDED, monthLeft(0));
    service.latencyMs = 5 * QUICK_LATENCY_MS;
    const before = checks.keyMonitor.status({ signal });
    await clock.settle();
    service.latencyMs = QUICK_LATENCY_MS;
    const { reasons } = ask();
    await clock.advance(10 * QUICK_LATENCY_MS);
    expect(await before).toMatchObject({ status: { checksLeft: { month: 1 } } });
    expect(reasons).toEqual(['monthly-limit']);
    expect(service.arrivals).toEqual(['status', IMEI, 'status']);
  });

  it('another status call follows if the first one allows a check that is then refused', async () => {
    const { alerts, ask, clock, service } = await start();
    service.fates.push(EXCEEDED, monthLeft(0));
    const { answer, reasons } = ask();
    await clock.advance(MINUTE_MS / 2);
    service.fates.push(monthLeft(9), EXCEEDED);
    await clock.advance(MINUTE_MS);
    expect(reasons.at(-1)).toBe('limit-exceeded');
    expect(alerts).toMatchObject([{ code: 'monthly-limit' }, { code: 'limit-exceeded' }]);
    expect(await clock.advanceUntil(answer)).toMatchObject({ source: 'service' });
  });

  it.each([
    ['the month has checks left', monthLeft(7)],
    ['the status does not say', statusOf({})],
    ['the status is refused too', 'limit-exceeded'],
    ['the status fails', 'timeout'],
  ])(
    '“Exceeded the limit” means too many requests if %s: nothing is sent for a window',
    async (_case, said) => {
      const { alerts, ask, clock, service } = await start();
      service.fates.push(EXCEEDED, said);
      const { answer, reasons } = ask();
      await clock.advance(2 * QUICK_LATENCY_MS);
      expect(reasons).toEqual(['limit-exceeded']);
      expect(alerts).toMatchObject([{ kind: 'service-paused', code: 'limit-exceeded' }]);
      await clock.advance(MINUTE_MS - 1);
      expect(service.arrivals).toEqual([IMEI, 'status']);
      expect(await clock.advanceUntil(answer)).toMatchObject({ source: 'service' });
    },
  );
});

describe('checks that were sent at once and are refused one after the other', () => {
  it.each([
    ['too many, a wrong key', [EXCEEDED, 'key-refused'], 1],
    ['too many, a wrong key, too many', [EXCEEDED, 'key-refused', EXCEEDED], 1],
    ['a wrong key, too many', ['key-refused', EXCEEDED], 0],
  ])(
    'if refusals arrive as %s, the key is the reason, and nothing is sent for a window',
    async (...given) => {
      const [, fates, statuses] = given;
      const { ask, checks, clock, service } = await start();
      service.fates.push(...fates);
      const imeis = [IMEI, OTHER, THIRD].slice(0, fates.length);
      for (const imei of imeis) {
        ask(imei);
        await clock.settle();
        service.latencyMs += 200;
      }
      service.latencyMs = QUICK_LATENCY_MS;
      await clock.advance(MINUTE_MS);
      expect(service.arrivals).toEqual([...imeis, ...Array<string>(statuses).fill('status')]);
      expect(checks.service.gate.pauseReason()).toMatchObject({ code: 'key-refused' });
    },
  );
});

describe('an expired key', () => {
  it('an expired key causes one alert, and no all-clear before a check has worked', async () => {
    const { alerts, ask, clock, service } = await start();
    // The clock begins at noon of 2026-01-15.
    const expired = statusOf({ 'Expiration date': '2026-01-14', 'Checks left (month)': 900 });
    service.fates.push('key-inactive', expired, expired, expired);
    const { answer } = ask();
    await clock.advance(5 * MINUTE_MS);
    expect(service.arrivals).toEqual([IMEI, ...Array(3).fill('status')]);
    expect(alerts).toMatchObject([{ kind: 'service-paused', lastDay: '2026-01-14' }]);
    // The operator prolongs it, which the service knows a little later.
    service.fates.push(statusOf({ 'Expiration date': '2027-01-14' }), 'key-inactive');
    await clock.advance(4 * MINUTE_MS);
    expect(alerts.map(({ kind }) => kind)).toEqual(['service-paused']);
    expect(await clock.advanceUntil(answer)).toMatchObject({ source: 'service' });
    expect(alerts.map(({ kind }) => kind)).toEqual(['service-paused', 'service-works']);
    // The status is asked again before each try.
    expect(service.arrivals).toEqual([IMEI, ...Array(4).fill('status'), IMEI, 'status', IMEI]);
  });
});
