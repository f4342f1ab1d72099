import { describe, expect, it } from 'vitest';
import type { CheckRequest, ChecksSettings } from '../../src/checks/contract.ts';
import type { Principal } from '../../src/core/adapter.ts';
import { startChecking, testImei } from '../support/checks/checking.ts';

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i + 1);

describe('the turn', () => {
  /** How many got their answers before the last of these who ask at once, each for one number. */
  const answeredBeforeTheLast = async (
    ...asking: readonly (readonly [requester: Principal, serial: number])[]
  ): Promise<number> => {
    const settings = { limits: { concurrent: 1, perWindow: 1_000, windowMs: 1_000 } };
    const { check } = await startChecking({ settings, sandbox: { delay: 5 } });
    const answered: Principal[] = [];
    await Promise.all(
      asking.map(async ([requester, serial]) => {
        await check(testImei(serial), { requester });
        answered.push(requester);
      }),
    );
    return answered.indexOf(asking.at(-1)?.[0] ?? 'test:user:0');
  };

  it('of a person’s first check comes before that of another’s tenth, also when it is asked for later', async () => {
    const flood = numbers(30).map((serial) => ['telegram:user:1', serial] as const);
    expect(await answeredBeforeTheLast(...flood, ['telegram:user:2', 1_001])).toBeLessThan(10);
  });

  it('is one for all chats that speak for themselves: their owner may have a hundred of them', async () => {
    const flood = numbers(30).map((serial) => [`telegram:chat:-100${serial}`, serial] as const);
    expect(await answeredBeforeTheLast(...flood, ['telegram:user:2', 1_001])).toBeLessThan(10);
  });

  it('of a check that two people wait for is the sooner of theirs', async () => {
    const flood = numbers(30).map((serial) => ['telegram:user:1', serial] as const);
    expect(await answeredBeforeTheLast(...flood, ['telegram:user:2', 30])).toBeLessThan(10);
  });
});

describe('the operator’s money', () => {
  /** How many of these were checked and paid; the others were refused for the reason given. */
  const paidOf = async (
    { allowance }: Pick<ChecksSettings, 'allowance'>,
    asking: readonly (Partial<CheckRequest> & { readonly requester: Principal })[],
    why: string,
  ): Promise<number> => {
    const { check, service } = await startChecking({ settings: { allowance } });
    const asked = await Promise.allSettled(asking.map((one, index) => check(testImei(index), one)));
    const refused = asked.filter(({ status }) => status === 'rejected');
    for (const one of refused) expect(one).toMatchObject({ reason: { why } });
    expect(service.paidChecks).toHaveLength(asked.length - refused.length);
    return service.paidChecks.length;
  };
  const chat = (number: number): Principal => `telegram:chat:-100${number}`;

  it('is not spent by one person as many chats: all together have the checks of one', async () => {
    const allowance = { checksPerDay: 2, reserve: 0, listed: [chat(3)] };
    const asking = numbers(18).map((number) => ({ requester: chat(number) }));
    expect(await paidOf({ allowance }, asking, 'allowance')).toBe(3);
    const listed = numbers(6).map(() => ({ requester: chat(3) }));
    expect(await paidOf({ allowance }, listed, 'allowance')).toBe(2);
  });

  it('is not spent beyond the day’s budget by many people, admins among them, at once', async () => {
    const allowance = { checksPerDay: 5, reserve: 0, checksPerDayInAll: 20 };
    const asking = numbers(200).map((number) => ({
      requester: `telegram:user:${number}` as const,
      admin: number % 20 === 0,
    }));
    expect(await paidOf({ allowance }, asking, 'budget')).toBe(20);
  });

  it('is not asked for what is kept: at the end of the budget it is still answered', async () => {
    const allowance = { checksPerDay: 5, reserve: 0, checksPerDayInAll: 1 };
    const { check, checks, alerts } = await startChecking({ settings: { allowance } });
    await check(testImei(1));
    for (let again = 0; again < 3; again += 1) expect((await check(testImei(1))).source).toBe('cache');
    await expect(check(testImei(2))).rejects.toMatchObject({ why: 'budget', limit: 1 });
    expect((await checks.usage()).budget).toEqual({ used: 1, limit: 1 });
    expect(alerts.map(({ kind }) => kind)).toEqual(['budget', 'budget']);
  });
});
