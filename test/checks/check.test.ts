import { describe, expect, it } from 'vitest';
import { testImei } from '../support/checks/checking.ts';
import {
  createQuickWorld,
  NOT_FOUND_BODY,
  QUICK_LATENCY_MS,
  type QuickOptions,
} from '../support/checks/quick-checks.ts';

const [IMEI, OTHER] = [testImei(1), testImei(2)];
const MINUTE_MS = 60_000;
const oneADay: QuickOptions = { settings: { allowance: { checksPerDay: 1, reserve: 0 } } };

async function start(options?: QuickOptions) {
  const world = createQuickWorld();
  const life = await world.start(options);
  const spending = async () => (await life.checks.usage()).today;
  /** Asks, and lets time pass until there is an outcome. */
  const ask = (...what: Parameters<typeof life.check>) => world.clock.advanceUntil(life.check(...what));
  return { ...world, ...life, ask, spending };
}

describe('a check', () => {
  it('is paid once, and what is known is saved from then on', async () => {
    const { ask, spending, service, observed, clock } = await start();
    const checkedAt = clock.now() + QUICK_LATENCY_MS;
    expect(await ask(IMEI)).toMatchObject({ source: 'service', found: true, checkedAt, sandbox: true });
    expect(await ask(IMEI)).toMatchObject({ source: 'cache', found: true, checkedAt });
    expect(service.arrivals).toEqual([IMEI]);
    expect(await spending()).toEqual({ paid: 1, saved: 1, inDoubt: 0 });
    expect(observed).toEqual(['from service', 'found', 'from cache', 'found']);
  });

  it('of what the service does not know is an answer, and paid as one', async () => {
    const { ask, service, observed, spending } = await start();
    service.fates.push(NOT_FOUND_BODY);
    expect(await ask(IMEI)).toMatchObject({ found: false, source: 'service' });
    expect(observed).toEqual(['from service', 'not-found']);
    expect((await spending()).paid).toBe(1);
  });

  it('that is asked for afresh is paid again', async () => {
    const { ask, service, spending } = await start();
    await ask(IMEI);
    expect(await ask(IMEI, { fresh: true })).toMatchObject({ source: 'service' });
    expect(service.arrivals).toHaveLength(2);
    expect(await spending()).toEqual({ paid: 2, saved: 0, inDoubt: 0 });
  });

  it('is not begun for somebody who has left', async () => {
    const { ask, service, observed } = await start();
    await expect(ask(IMEI, { signal: AbortSignal.abort('gone') })).rejects.toBe('gone');
    expect(service.arrivals).toEqual([]);
    expect(observed).toEqual(['cancelled']);
  });

  it('that is refused is told as refused, and is not sent', async () => {
    const { ask, service, observed } = await start(oneADay);
    await ask(IMEI);
    await expect(ask(OTHER)).rejects.toMatchObject({ why: 'allowance' });
    expect(service.arrivals).toEqual([IMEI]);
    expect(observed.at(-1)).toBe('refused');
  });
});

describe('what was taken of the allowance', () => {
  it('is given back for a failure that was not paid, and is spent by one that may have been', async () => {
    const { ask, service, spending, observed } = await start(oneADay);
    service.fates.push('imei-empty', 'timeout');
    await expect(ask(IMEI)).rejects.toMatchObject({ code: 'imei-empty' });
    await expect(ask(IMEI)).rejects.toMatchObject({ code: 'timeout' });
    await expect(ask(OTHER)).rejects.toMatchObject({ why: 'allowance' });
    expect(await spending()).toEqual({ paid: 0, saved: 0, inDoubt: 1 });
    expect(observed).toEqual(['imei-empty', 'timeout', 'refused']);
  });
});

describe('a request that never left', () => {
  it('is given back, and told to a person at once', async () => {
    const { ask, service, spending } = await start(oneADay);
    service.fates.push('unreachable');
    await expect(ask(IMEI)).rejects.toMatchObject({ code: 'unreachable' });
    expect(service.arrivals).toEqual([]);
    expect(await ask(OTHER)).toMatchObject({ source: 'service' });
    expect(await spending()).toEqual({ paid: 1, saved: 0, inDoubt: 0 });
  });

  it('is tried again in a list, until the breaker opens and when it closes', async () => {
    const { ask, service, alerts } = await start();
    for (let times = 0; times < 5; times += 1) service.fates.push('unreachable');
    expect(await ask(IMEI, { priority: 'batch' })).toMatchObject({ source: 'service' });
    expect(alerts).toMatchObject([
      { kind: 'breaker-opened', code: 'unreachable' },
      { kind: 'breaker-closed' },
    ]);
  });

  it('since its connection took too long is sent again at once', async () => {
    const { ask, service } = await start();
    service.fates.push('vetoed');
    expect(await ask(IMEI)).toMatchObject({ source: 'service' });
    expect(service.arrivals).toEqual([IMEI]);
  });
});

describe('a breaker that is open', () => {
  it('lets nothing of one person leave, who is told why and when the bot looks again', async () => {
    const { ask, service, clock, observed } = await start();
    service.fates.push('daily-limit', '{"Has access":true,"Checks left (day)":0}');
    await expect(ask(IMEI)).rejects.toMatchObject({ code: 'daily-limit' });
    await expect(ask(OTHER)).rejects.toMatchObject({ code: 'daily-limit' });
    const error = await ask(OTHER).catch((thrown: { readonly retryAt?: number }) => thrown);
    expect('retryAt' in error && (error.retryAt ?? 0)).toBeGreaterThan(clock.now());
    expect(service.arrivals.filter((what) => what !== 'status')).toEqual([IMEI]);
    expect(observed).toEqual(['daily-limit', 'daily-limit', 'daily-limit']);
  });

  it('keeps a list waiting, which goes on by itself', async () => {
    const { ask, service } = await start();
    service.fates.push('daily-limit');
    expect(await ask(IMEI, { priority: 'batch' })).toMatchObject({ source: 'service' });
    expect(service.arrivals).toEqual([IMEI, 'status', IMEI]);
  });

  it('keeps no list waiting for what may have been paid, nor for what is wrong with one IMEI', async () => {
    const { ask, service } = await start();
    service.fates.push('timeout', 'imei-empty');
    await expect(ask(IMEI, { priority: 'batch' })).rejects.toMatchObject({ code: 'timeout' });
    await expect(ask(OTHER, { priority: 'batch' })).rejects.toMatchObject({ code: 'imei-empty' });
  });

  it('opened by what may have been paid keeps nobody waiting whose check that was', async () => {
    const { ask, service, checks } = await start();
    for (let times = 1; times <= 5; times += 1) {
      service.fates.push('timeout');
      await expect(ask(testImei(20 + times), { priority: 'batch' })).rejects.toMatchObject({
        code: 'timeout',
      });
    }
    expect(checks.paused()).toMatchObject({ code: 'unreachable' });
    expect(service.arrivals).toHaveLength(5);
  });

  it('lets a list that waits be cancelled', async () => {
    const { clock, check, service } = await start();
    const leaving = new AbortController();
    service.fates.push('daily-limit', '{"Has access":false}');
    const left = expect(check(IMEI, { priority: 'batch', signal: leaving.signal })).rejects.toBe('gone');
    await clock.advance(QUICK_LATENCY_MS + 100);
    leaving.abort('gone');
    await left;
  });
});

describe('who asks for the same at the same time', () => {
  it('shares one payment, and saves one', async () => {
    const { clock, check, service, spending, observed } = await start();
    const both = [check(IMEI), check(IMEI, { requester: 'test:user:2' })];
    expect((await clock.advanceUntil(Promise.all(both))).map(({ source }) => source)).toEqual([
      'service',
      'service',
    ]);
    expect(service.arrivals).toEqual([IMEI]);
    expect(await spending()).toEqual({ paid: 1, saved: 1, inDoubt: 0 });
    expect(observed.filter((one) => one === 'shared')).toHaveLength(1);
  });

  it('shares what went wrong, which is counted once', async () => {
    const { clock, check, service, spending } = await start();
    service.fates.push('reset');
    const both = [check(IMEI), check(IMEI, { requester: 'test:user:2' })];
    const settled = await clock.advanceUntil(Promise.allSettled(both));
    expect(settled).toMatchObject([{ reason: { code: 'reset' } }, { reason: { code: 'reset' } }]);
    expect(service.arrivals).toHaveLength(1);
    expect((await spending()).inDoubt).toBe(1);
  });

  it('shares what is wrong with the IMEI as well, which cost nothing', async () => {
    const { clock, check, service } = await start();
    service.fates.push('imei-empty');
    const both = [check(IMEI), check(IMEI, { requester: 'test:user:2' })];
    const settled = await clock.advanceUntil(Promise.allSettled(both));
    expect(settled).toMatchObject([{ reason: { code: 'imei-empty' } }, { reason: { code: 'imei-empty' } }]);
    expect(service.arrivals).toHaveLength(1);
  });

  it('by itself does not stand behind the list that somebody else has it in', async () => {
    const { clock, check, service } = await start({
      limits: { concurrent: 4, perWindow: 19, windowMs: MINUTE_MS },
    });
    const list = [1, 2, 3, 4].map((serial) =>
      check(testImei(serial), { priority: 'batch', requestId: 'list' }),
    );
    await clock.settle();
    const single = check(testImei(4), { requester: 'test:user:2' });
    await clock.advance(1_000);
    // One of the list, as the pace lets them go, and this one.
    expect(service.arrivals).toHaveLength(2);
    expect(service.arrivals).toContain(testImei(4));
    await clock.advanceUntil(Promise.all([...list, single]));
    expect(service.arrivals).toHaveLength(4);
  });

  it('is not refused because the one who came first is', async () => {
    const { clock, check, service, ask } = await start(oneADay);
    await ask(OTHER);
    const refused = expect(check(IMEI)).rejects.toMatchObject({ why: 'allowance' });
    const other = check(IMEI, { requester: 'test:user:2' });
    await refused;
    expect(await clock.advanceUntil(other)).toMatchObject({ source: 'service' });
    expect(service.arrivals).toEqual([OTHER, IMEI]);
  });

  it('afresh is not content with what somebody who is not gets from the cache', async () => {
    const { ask, clock, check, service } = await start();
    await ask(IMEI);
    const both = [check(IMEI), check(IMEI, { fresh: true })];
    const sources = (await clock.advanceUntil(Promise.all(both))).map(({ source }) => source);
    expect(sources).toEqual(['cache', 'service']);
    expect(service.arrivals).toEqual([IMEI, IMEI]);
  });
});

describe('one answer for a whole type', () => {
  const byType: QuickOptions = {
    settings: {
      cache: { scope: 'tac', foundTtlMs: 600_000, notFoundTtlMs: 60_000, realm: 'test', sandbox: true },
    },
  };

  it('is paid once for two IMEIs of it that are asked for together', async () => {
    const { clock, check, service, spending } = await start(byType);
    const answers = await clock.advanceUntil(Promise.all([check(IMEI), check(OTHER)]));
    expect(answers.map(({ source }) => source)).toEqual(['service', 'tac']);
    expect(service.arrivals).toEqual([IMEI]);
    expect(await spending()).toEqual({ paid: 1, saved: 1, inDoubt: 0 });
  });

  it('is none where the one was not found: the other is asked for itself', async () => {
    const { clock, check, service } = await start(byType);
    service.fates.push(NOT_FOUND_BODY);
    const answers = await clock.advanceUntil(Promise.all([check(IMEI), check(OTHER)]));
    expect(answers.map(({ found }) => found)).toEqual([false, true]);
    expect(service.arrivals).toEqual([IMEI, OTHER]);
  });

  it('does not pass on what went wrong with the one', async () => {
    const { clock, check, service } = await start(byType);
    service.fates.push('reset');
    const [one, other] = await clock.advanceUntil(Promise.allSettled([check(IMEI), check(OTHER)]));
    expect(one).toMatchObject({ reason: { code: 'reset' } });
    expect(other).toMatchObject({ value: { source: 'service' } });
  });
});
