import { describe, expect, it } from 'vitest';
import { CheckRefused } from '../../../src/checks/answer.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { type CheckingOptions, startChecking, testImei } from '../../support/checks/checking.ts';

const DAY_MS = 86_400_000;
const BASIC_KEY = 'sandbox-basic-2500';
const perDay = (checksPerDay: number) => ({ allowance: { checksPerDay, reserve: 0 } });
const reserve = (checks: number) => ({ allowance: { checksPerDay: 100, reserve: checks } });
const serials = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i + 1);

describe('a person’s checks of the day', () => {
  it('are taken once for a request, even when the process ends and the request is taken up again', async () => {
    const settings = { ...perDay(4), limits: { concurrent: 1, perWindow: 100, windowMs: 1_000 } };
    const { check, service, store, checks } = await startChecking({ settings, sandbox: { delay: 300 } });
    const ask = (ask: typeof check) =>
      serials(4).map((serial) => ask(testImei(serial), { requestId: 'test:batch', priority: 'batch' }));
    for (const cutOff of ask(check)) cutOff.catch(() => undefined);
    await expect.poll(() => service.arrivals.length).toBe(1);
    await checks.drain();
    const next = await startChecking({ settings: perDay(4), store, service });
    for (const answer of await Promise.all(ask(next.check))) expect(answer.found).toBe(true);
    expect(service.paidChecks).toHaveLength(4);
    await expect(next.check(testImei(5))).rejects.toThrow(CheckRefused);
  });

  it('come back the next day', async () => {
    let now = Date.now();
    const clock = { ...systemClock, now: () => now };
    const { check } = await startChecking({ clock, settings: perDay(1) });
    await check(testImei(1));
    await expect(check(testImei(2))).rejects.toMatchObject({ why: 'allowance', limit: 1 });
    now += DAY_MS;
    expect((await check(testImei(2))).found).toBe(true);
  });

  it('are spent by what may have been paid for, and by every check that is paid again', async () => {
    const { check, service } = await startChecking({ settings: perDay(2) });
    service.fail({ kind: 'server-error-500', times: 1 });
    await expect(check(testImei(1))).rejects.toMatchObject({ code: 'server-error' });
    await check(testImei(1));
    await expect(check(testImei(1), { fresh: true })).rejects.toThrow(CheckRefused);
  });

  it('are not spent by refusals', async () => {
    const { check, service } = await startChecking({ settings: perDay(1), sandbox: { delay: 600 } });
    service.fail({ kind: 'imei-empty', times: 1 });
    const free = expect(check(testImei(1))).rejects.toMatchObject({ code: 'imei-empty' });
    await expect.poll(() => service.arrivals.length).toBe(1);
    for (let i = 0; i < 3; i += 1) await expect(check(testImei(2))).rejects.toThrow(CheckRefused);
    await free;
    expect((await check(testImei(2))).source).toBe('service');
  });
});

describe('the reserve', () => {
  it('is kept whole, however many ask at once', async () => {
    const { check, service } = await startChecking({ apiKey: BASIC_KEY, settings: reserve(2_498) });
    const asked = await Promise.allSettled(serials(6).map((serial) => check(testImei(serial))));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(service.paidChecks).toHaveLength(2);
  });

  it('is kept by what was spent since the service told how many are left', async () => {
    const { check, service } = await startChecking({ apiKey: BASIC_KEY, settings: reserve(2_497) });
    await check(testImei(1));
    await check(testImei(2), { admin: true });
    await check(testImei(3));
    await expect(check(testImei(4))).rejects.toMatchObject({ why: 'reserve' });
    expect(service.arrivals.filter(({ call }) => call === 'key-status')).toHaveLength(1);
  });

  it('counts nothing for those who are refused', async () => {
    const { check } = await startChecking({
      apiKey: BASIC_KEY,
      settings: { allowance: { checksPerDay: 1, reserve: 2_498 } },
    });
    await check(testImei(1));
    for (const serial of serials(3))
      await expect(check(testImei(serial + 1))).rejects.toMatchObject({ why: 'allowance' });
    expect((await check(testImei(5), { requester: 'test:user:2' })).source).toBe('service');
  });

  it('counts nothing that cost nothing', async () => {
    const { check, service } = await startChecking({ apiKey: BASIC_KEY, settings: reserve(2_499) });
    service.fail({ kind: 'imei-empty', times: 2 });
    for (const serial of serials(2))
      await expect(check(testImei(serial))).rejects.toMatchObject({ code: 'imei-empty' });
    expect((await check(testImei(3))).source).toBe('service');
  });

  it('does not stand in the way while nobody can tell how many are left', async () => {
    const settings = { ...reserve(2_500), requestTimeoutMs: 300 };
    const { check, service, checks } = await startChecking({ apiKey: BASIC_KEY, settings });
    service.fail({ kind: 'time-out', times: 1, matching: ({ call }) => call === 'key-status' });
    expect((await check(testImei(1))).found).toBe(true);
    expect((await checks.usage()).today.inDoubt).toBe(0);
  });
});

describe('one flight', () => {
  const joining: CheckingOptions = { settings: perDay(1), sandbox: { delay: 100 } };

  it('is paid by the one who started it, and free for those who join', async () => {
    const { check, service } = await startChecking(joining);
    const others = { requester: 'test:user:2' } as const;
    const starts = check(testImei(1));
    await expect.poll(() => service.arrivals.length, { interval: 5 }).toBe(1);
    await Promise.all([starts, check(testImei(1), others)]);
    expect((await check(testImei(2), others)).source).toBe('service');
    await expect(check(testImei(3))).rejects.toThrow(CheckRefused);
  });
});
