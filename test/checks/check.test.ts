import { describe, expect, it, vi } from 'vitest';
import { SETTINGS, testImei } from '../support/checks/checking.ts';
import { type QuickOptions, startQuickChecks } from '../support/checks/quick-checks.ts';
import { NOT_FOUND_BODY, QUICK_LATENCY_MS } from '../support/checks/quick-service.ts';
import { LIMITS, MINUTE_MS } from '../support/known.ts';

const [IMEI, OTHER] = [testImei(1), testImei(2)];
const BATCH = { priority: 'batch' } as const;
const ONE_A_DAY: QuickOptions = {
  settings: { allowance: { checksPerAccountPerDay: 1, reserve: 0 } },
};
const BY_TYPE: QuickOptions = {
  settings: { cache: { ...SETTINGS.cache, sharedBy: 'tac', isSandbox: true } },
};

async function start(options?: QuickOptions) {
  const life = await startQuickChecks(options);
  /** Two people ask at once. */
  const both = (imei = IMEI, other = IMEI) =>
    life.clock.advanceUntil(
      Promise.allSettled([life.check(imei), life.check(other, { requester: 'test:user:2' })]),
    );
  return { ...life, both, restart: life.start };
}

describe('a check', () => {
  it('a check is paid once, and later requests get the saved answer', async () => {
    const { ask, today, service, observed, clock } = await start();
    const checkedAt = clock.now() + QUICK_LATENCY_MS;
    expect(await ask(IMEI)).toMatchObject({
      source: 'service',
      found: true,
      checkedAt,
      isSandbox: true,
    });
    expect(await ask(IMEI)).toMatchObject({ source: 'cache', found: true, checkedAt });
    expect(service.arrivals).toEqual([IMEI]);
    expect(await today()).toEqual({ paid: 1, saved: 1, inDoubt: 0 });
    expect(observed).toEqual(['from service', 'found', 'from cache', 'found']);
  });

  it('a check of an unknown device is an answer, and is paid like one', async () => {
    const { ask, service, observed, today } = await start();
    service.fates.push(NOT_FOUND_BODY);
    expect(await ask(IMEI)).toMatchObject({ found: false, source: 'service' });
    expect(observed).toEqual(['from service', 'not-found']);
    expect((await today()).paid).toBe(1);
  });

  it('a check with --fresh is paid again, even while somebody else gets the saved answer', async () => {
    const { ask, clock, check, today } = await start();
    await ask(IMEI);
    const answers = await clock.advanceUntil(
      Promise.all([check(IMEI), check(IMEI, { wantsFresh: true })]),
    );
    expect(answers.map(({ source }) => source)).toEqual(['cache', 'service']);
    expect(await today()).toEqual({ paid: 2, saved: 1, inDoubt: 0 });
  });

  it('a check that is refused or left is not sent', async () => {
    const { ask, service, observed } = await start(ONE_A_DAY);
    await expect(ask(IMEI, { signal: AbortSignal.abort('gone') })).rejects.toBe('gone');
    await ask(IMEI);
    await expect(ask(OTHER)).rejects.toMatchObject({ why: 'allowance' });
    expect(service.arrivals).toEqual([IMEI]);
    expect(observed).toEqual(['stopped', 'from service', 'found', 'refused']);
  });

  it('a check that the next run continues is counted by the next run', async () => {
    const { check, end, clock, observed } = await start();
    const leaving = new AbortController();
    const asked = expect(check(IMEI, { signal: leaving.signal })).rejects.toBe('handed over');
    await clock.settle();
    const ended = end();
    leaving.abort('handed over');
    await asked;
    await clock.advanceUntil(ended);
    expect(observed).toEqual([]);
  });
});

describe('a kept answer', () => {
  it('the next process gives the kept answer too, as long as the settings say', async () => {
    const { ask, clock, kill, restart } = await start();
    await ask(IMEI);
    kill();
    const next = await restart();
    await clock.advance(SETTINGS.cache.foundTtlMs - 1);
    expect(await next.check(IMEI)).toMatchObject({ source: 'cache' });
    await clock.advance(1);
    expect(await next.ask(IMEI)).toMatchObject({ source: 'service' });
  });

  it('a kept answer of one service or of the sandbox is not used for another', async () => {
    const { ask, kill, restart } = await start();
    await ask(IMEI);
    kill();
    const next = await restart({ settings: { cache: { ...SETTINGS.cache, realm: 'another' } } });
    expect(await next.ask(IMEI)).toMatchObject({ source: 'service' });
  });
});

describe('those who wait for one check', () => {
  it('all who wait for one check get its place, even those who join later or stay when one leaves', async () => {
    const { check, checks, clock } = await start();
    const places: Record<string, number[]> = { gone: [], first: [], second: [] };
    const wait = (name: string, more = {}) =>
      check(IMEI, {
        onWait: (wait) => {
          if (wait.kind === 'queued') places[name]?.push(wait.position);
        },
        ...more,
      });
    const leaving = new AbortController();
    checks.service.limiter.halt(MINUTE_MS);
    const gone = expect(wait('gone', { signal: leaving.signal })).rejects.toBe('gone');
    const first = wait('first');
    await clock.advance(200);
    const second = wait('second');
    await clock.advance(200);
    leaving.abort('gone');
    await gone;
    expect(places).toEqual({ gone: [1], first: [1], second: [1] });
    const answers = await clock.advanceUntil(Promise.all([first, second]));
    expect(answers.map(({ source }) => source)).toEqual(['service', 'service']);
  });

  it('a person who joins a waiting check reads how long it takes, and nothing after the send', async () => {
    const { check, checks, clock } = await start();
    checks.service.limiter.halt(MINUTE_MS);
    const first = check(IMEI);
    await clock.advance(50_000);
    const onWait = vi.fn();
    const late = check(IMEI, { onWait });
    await clock.settle();
    expect(onWait.mock.calls).toMatchObject([[{ kind: 'queued', startsInMs: 10_000 }]]);
    await clock.advance(10_000 + QUICK_LATENCY_MS / 2);
    const onWaitForNothing = vi.fn();
    const last = check(IMEI, { onWait: onWaitForNothing });
    await clock.advanceUntil(Promise.all([first, late, last]));
    expect(onWaitForNothing).not.toHaveBeenCalled();
  });
});

describe('a request that never left', () => {
  it('costs nothing, and is tried until checks pause, and again after the pause', async () => {
    const { ask, service, today, observed, alerts } = await start(ONE_A_DAY);
    for (let times = 0; times < 5; times += 1) service.fates.push('unreachable');
    expect(await ask(IMEI)).toMatchObject({ source: 'service' });
    expect(service.arrivals).toEqual(['status', IMEI]);
    expect(await today()).toEqual({ paid: 1, saved: 0, inDoubt: 0 });
    expect(observed).toEqual(['from service', 'found']);
    expect(alerts).toMatchObject([
      { kind: 'service-paused', code: 'unreachable' },
      { kind: 'service-works' },
    ]);
  });

  it('is sent again at once if only its connection took too long', async () => {
    const { ask, service } = await start();
    service.fates.push('vetoed');
    expect(await ask(IMEI)).toMatchObject({ source: 'service' });
    expect(service.arrivals).toEqual([IMEI]);
  });
});

describe('a service that refuses all', () => {
  it('a check waits until the service works again, or until it is stopped', async () => {
    const { ask, check, clock, service } = await start();
    service.fates.push('daily-limit');
    const leaving = new AbortController();
    const onWait = vi.fn();
    const left = expect(check(IMEI, { signal: leaving.signal, onWait })).rejects.toBe('gone');
    await clock.advance(QUICK_LATENCY_MS + 100);
    const failure = expect.objectContaining({ code: 'daily-limit' });
    expect(onWait).toHaveBeenLastCalledWith({ kind: 'paused', startsInMs: MINUTE_MS, failure });
    leaving.abort('gone');
    await left;
    expect(await ask(OTHER)).toMatchObject({ source: 'service' });
    expect(service.arrivals).toEqual([IMEI, 'status', OTHER]);
  });
});

describe('two people who ask for the same at the same time', () => {
  it('two people who ask for one IMEI at the same time share one payment, and save one', async () => {
    const { both, service, today, observed } = await start();
    expect(await both()).toMatchObject([
      { value: { source: 'service' } },
      { value: { source: 'service' } },
    ]);
    expect(service.arrivals).toEqual([IMEI]);
    expect(await today()).toEqual({ paid: 1, saved: 1, inDoubt: 0 });
    expect(observed.filter((one) => one === 'shared')).toHaveLength(1);
  });

  it.each([
    ['reset', 1],
    ['imei-empty', 0],
  ] as const)('two people share one failure (%s), which is counted once', async (code, inDoubt) => {
    const { both, service, today } = await start();
    service.fates.push(code);
    expect(await both()).toMatchObject([{ reason: { code } }, { reason: { code } }]);
    expect(service.arrivals).toHaveLength(1);
    expect((await today()).inDoubt).toBe(inDoubt);
  });

  it('a person who asks for one number of a list does not wait for that list', async () => {
    const { clock, check, service } = await start({ limits: LIMITS });
    const list = Array.from({ length: 20 }, (_, index) =>
      check(testImei(index + 1), { ...BATCH, requestId: 'list' }),
    );
    await clock.settle();
    const single = check(testImei(20), { requester: 'test:user:2' });
    await clock.advance(1_000);
    // One of the list, which is more than fits into the window, and this one.
    expect(service.arrivals.toSorted()).toEqual([testImei(1), testImei(20)].toSorted());
    await clock.advanceUntil(Promise.all([...list, single]));
    expect(service.arrivals).toHaveLength(20);
  });

  it('the second of two people is not refused because the first one is', async () => {
    const { both, service, ask } = await start(ONE_A_DAY);
    await ask(OTHER);
    expect(await both()).toMatchObject([
      { reason: { why: 'allowance' } },
      { value: { source: 'service' } },
    ]);
    expect(service.arrivals).toEqual([OTHER, IMEI]);
  });

  it.each([
    [undefined, [{ value: { source: 'service' } }, { value: { source: 'tac' } }], 1],
    [NOT_FOUND_BODY, [{ value: { found: false } }, { value: { found: true } }], 2],
    ['reset', [{ reason: { code: 'reset' } }, { value: { source: 'service' } }], 2],
  ])(
    'two people with one type share the answer for the type, but nothing else: %s',
    async (fate, outcomes, arrivals) => {
      const { both, service } = await start(BY_TYPE);
      if (fate !== undefined) service.fates.push(fate);
      expect(await both(IMEI, OTHER)).toMatchObject(outcomes);
      expect(service.arrivals).toHaveLength(arrivals);
    },
  );

  it('people share the newest answer of a type, even after an older one of another phone is read', async () => {
    const { ask, clock, kill, service, restart } = await start(BY_TYPE);
    const older = { requestId: 'test:older', acceptedAt: clock.now() };
    await ask(IMEI, older);
    await clock.advance(MINUTE_MS);
    await ask(OTHER, { wantsFresh: true });
    kill();
    const next = await restart(BY_TYPE);
    await next.ask(IMEI, { ...older, isRepeat: true });
    await clock.settle();
    next.kill();
    const last = await restart(BY_TYPE);
    await clock.advance(SETTINGS.cache.foundTtlMs - MINUTE_MS / 2);
    expect(await last.ask(testImei(3))).toMatchObject({ source: 'tac' });
    expect(service.arrivals).toEqual([IMEI, OTHER]);
  });
});
