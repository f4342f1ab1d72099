import { describe, expect, it } from 'vitest';
import { createAccountOf } from '../../src/checks/accounts.ts';
import type { AdminAlert } from '../../src/checks/alerts.ts';
import type { AllowanceSettings } from '../../src/checks/allowance.ts';
import type { CheckRequest } from '../../src/checks/contract.ts';
import { testImei } from '../support/checks/checking.ts';
import {
  createQuickWorld,
  NOT_FOUND_BODY,
  type QuickOptions,
} from '../support/checks/quick-checks.ts';
import { DAY_MS, LIMITS } from '../support/known.ts';

async function start(allowance: Partial<AllowanceSettings>, more: QuickOptions = {}) {
  const world = createQuickWorld();
  const options: QuickOptions = {
    ...more,
    settings: { allowance: { checksPerPersonPerDay: 100, reserve: 0, ...allowance } },
  };
  const life = await world.start(options);
  let serial = 0;
  /**
   * Asks for `many` new IMEIs at the same time. Resolves with the source of each answer, or with
   * the reason of the refusal.
   */
  const ask = async (
    many: number,
    request: Partial<CheckRequest> = {},
  ): Promise<readonly string[]> => {
    const asked = Array.from({ length: many }, () => {
      serial += 1;
      return life.check(testImei(serial), request).then(
        ({ source }) => source as string,
        (error) => String(error.why ?? error.code),
      );
    });
    return world.clock.advanceUntil(Promise.all(asked));
  };
  return { ...world, ...life, ask, options };
}

function countsOf(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of outcomes) counts[one] = (counts[one] ?? 0) + 1;
  return counts;
}

describe('a person’s checks of the day', () => {
  it('a person gets no more checks than the daily limit, however many they ask for at once', async () => {
    const { ask, service } = await start({ checksPerPersonPerDay: 3 });
    expect(countsOf(await ask(20))).toEqual({ service: 3, allowance: 17 });
    expect(await ask(1, { requester: 'test:user:2' })).toEqual(['service']);
    expect(await ask(1, { isAdmin: true })).toEqual(['service']);
    expect(service.arrivals).toHaveLength(5);
  });

  it('all chats of a platform share one daily limit, except the chats in `ALLOWED`', async () => {
    const { ask } = await start(
      { checksPerPersonPerDay: 2 },
      { accountOf: createAccountOf(['test:chat:3']) },
    );
    const outcomes = await Promise.all(
      [1, 2, 3, 4].map((n) => ask(2, { requester: `test:chat:${n}` })),
    );
    expect(outcomes[2]).toEqual(['service', 'service']);
    expect(countsOf(outcomes.flat())).toEqual({ service: 4, allowance: 4 });
  });

  it('a check over the daily limit takes no slot of the window, so nobody waits for it', async () => {
    const { ask, checks, clock } = await start({ checksPerPersonPerDay: 3 }, { limits: LIMITS });
    const asked = ask(20);
    await clock.advance(2_000);
    expect(checks.service.limiter.usage()).toMatchObject({ windowUsed: 3, waiting: 0 });
    expect(countsOf(await asked)).toEqual({ service: 3, allowance: 17 });
    const askedAt = clock.elapsed();
    expect(await ask(3, { requester: 'test:user:2' })).toEqual(Array(3).fill('service'));
    expect(clock.elapsed() - askedAt).toBeLessThan(2_000);
  });

  it('a list ends at once when the daily checks are used up, however many numbers still wait', async () => {
    const { ask, clock, service } = await start({ checksPerPersonPerDay: 20 }, { limits: LIMITS });
    expect(countsOf(await ask(100, { priority: 'batch' }))).toEqual({ service: 20, allowance: 80 });
    expect(clock.elapsed() - (service.times.at(-1) ?? 0)).toBeLessThan(5_000);
  });

  it.each([
    ['waits for its turn', 60_000, 0],
    ['connects', 0, 1_000],
  ])(
    'if one of two people leaves a check while it %s, only the other one pays for the check',
    async (_when, haltMs, connectMs) => {
      const { check, checks, clock, service, sql } = await start({ checksPerPersonPerDay: 5 });
      const leftOf = async (requester: 'test:user:1' | 'test:user:2') =>
        (await checks.allowance.leftToday({ requester, isAdmin: false }))?.left;
      service.connectMs = connectMs;
      checks.service.limiter.halt(haltMs);
      const leaving = new AbortController();
      const stopped = expect(check(testImei(1), { signal: leaving.signal })).rejects.toBe('gone');
      await clock.advance(100);
      const answer = check(testImei(1), { requester: 'test:user:2' });
      await clock.advance(100);
      leaving.abort('gone');
      await stopped;
      expect(await clock.advanceUntil(answer)).toMatchObject({ source: 'service' });
      expect(service.arrivals).toHaveLength(1);
      expect([await leftOf('test:user:1'), await leftOf('test:user:2')]).toEqual([5, 4]);
      expect((await checks.usage()).today).toEqual({ paid: 1, saved: 0, inDoubt: 0 });
      await checks.allowance.forget('test:user:2');
      expect(sql.look("SELECT account FROM send WHERE account <> ''")).toEqual([]);
    },
  );

  it('a check over the daily limit is refused at once, before its turn', async () => {
    const { check, checks, ask } = await start({ checksPerPersonPerDay: 2 });
    await ask(2);
    checks.service.limiter.halt(60_000);
    await expect(check(testImei(52))).rejects.toMatchObject({ why: 'allowance', limit: 2 });
  });

  it('the daily limit resets at midnight (UTC), not by a restart, /forget or a clock that was ahead', async () => {
    const {
      ask,
      checks,
      clock,
      kill,
      start: restart,
      options,
    } = await start({ checksPerPersonPerDay: 1 });
    clock.step(7 * DAY_MS);
    await ask(1);
    clock.step(-7 * DAY_MS);
    expect(countsOf(await ask(2))).toEqual({ service: 1, allowance: 1 });
    await checks.allowance.forget('test:user:1');
    await checks.allowance.forget('test:user:1');
    expect(await ask(1)).toEqual(['allowance']);
    kill();
    const next = await restart(options);
    await expect(next.check(testImei(70))).rejects.toMatchObject({ why: 'allowance' });
    await clock.advance(DAY_MS / 2);
    expect(await clock.advanceUntil(next.check(testImei(71)))).toMatchObject({ source: 'service' });
  });

  it('daily checks are stored under a hashed name, and /forget keeps only the count of today', async () => {
    const { ask, checks, clock, sql } = await start({});
    await ask(2, { requestId: 'telegram:1' });
    await clock.advance(DAY_MS);
    await ask(1);
    const rows = () => sql.look('SELECT * FROM send');
    for (const text of [testImei(1), 'test:user', 'telegram', 'Apple']) {
      expect(JSON.stringify(rows())).not.toContain(text);
    }
    await checks.allowance.forget('test:user:2');
    expect(rows().filter(({ account }) => account !== '')).toHaveLength(3);
    await checks.allowance.forget('test:user:1');
    expect(rows().filter(({ account }) => account !== '')).toEqual([]);
    await ask(1);
    await checks.allowance.forget('test:user:1');
    const counts = sql.look("SELECT name, value, expires FROM metadata WHERE name LIKE 'spent %'");
    expect(counts).toMatchObject([{ value: '2', expires: expect.any(Number) }]);
    await clock.advance(DAY_MS);
    expect(counts[0]?.expires).toBeLessThan(clock.now());
  });

  it.each([
    ['timeout', 3, 3],
    ['key-refused', 3, 0],
    [NOT_FOUND_BODY, 0, 0],
  ])(
    'a check that fails (%s) after its person used /forget does not count for that person',
    async (fate, left, doubts) => {
      const { check, checks, clock, service, sql } = await start({ checksPerPersonPerDay: 3 });
      service.latencyMs = 5_000;
      service.fates.push(fate, fate, fate);
      for (const serial of [1, 2, 3]) check(testImei(serial)).catch(() => undefined);
      await clock.advance(1_000);
      await checks.allowance.forget('test:user:1');
      expect(sql.look("SELECT account FROM send WHERE account <> ''")).toEqual([]);
      const ann = { requester: 'test:user:1', isAdmin: false } as const;
      expect(await checks.allowance.leftToday(ann)).toMatchObject({ left: 0 });
      await clock.advance(10_000);
      expect(await checks.allowance.leftToday(ann)).toMatchObject({ left });
      const counted = sql.look("SELECT value FROM metadata WHERE name LIKE 'doubts %'");
      expect(Number(counted[0]?.value ?? 0)).toBe(doubts);
    },
  );

  it('a check that was in flight when the process was killed counts once', async () => {
    const {
      check,
      service,
      clock,
      kill,
      start: restart,
      options,
    } = await start({ checksPerPersonPerDay: 1 });
    service.latencyMs = 10_000_000;
    void check(testImei(1), { requestId: 'cut off' });
    await clock.advance(1_000);
    kill();
    service.latencyMs = 300;
    const next = await restart(options);
    const again = await clock.advanceUntil(next.check(testImei(1), { requestId: 'cut off' }));
    expect(again).toMatchObject({ source: 'service' });
  });

  it('free answers and checks in doubt do not use up the daily limit; doubts count in the budget', async () => {
    const { ask, checks, service } = await start({ checksPerPersonPerDay: 1, budgetPerDay: 50 });
    service.fates.push('imei-empty', '{"error":"IMEI cannot be empty"}', 'timeout', '{"odd":1}');
    for (const outcome of [
      'imei-empty',
      'imei-empty',
      'timeout',
      'unexpected',
      'service',
      'allowance',
    ])
      expect(await ask(1)).toEqual([outcome]);
    const { today, budget } = await checks.usage();
    expect(today).toEqual({ paid: 1, saved: 0, inDoubt: 2 });
    expect(budget).toEqual({ used: 3, limit: 50 });
  });
});

describe('a person who meets a failing service again and again', () => {
  const BOB = { requester: 'test:user:2' } as const;

  /** Ann's checks fail, in any number at once, between those of somebody else, which do not. */
  async function failing(atOnce: number, rounds: number, fate: string) {
    const life = await start({});
    const outcomes: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      life.service.fates.push(...Array<string>(atOnce).fill(fate));
      outcomes.push(...(await life.ask(atOnce)));
      life.service.fates.length = 0;
      await life.ask(1, BOB);
    }
    return { ...life, outcomes };
  }

  it.each([
    [1, 20, 10, 'timeout', 'timeout'],
    [4, 5, 12, 'timeout', 'timeout'],
    [4, 5, 12, '{"odd":1}', 'unexpected'],
    [20, 1, 10, 'timeout', 'timeout'],
    [20, 1, 10, '{"odd":1}', 'unexpected'],
  ])(
    'a person gets ten doubtful tries a day, plus those in flight: %i at once, %i times, %i tries, %s',
    async (atOnce, rounds, tries, fate, code) => {
      const { ask, checks, clock, outcomes } = await failing(atOnce, rounds, fate);
      expect(countsOf(outcomes)).toEqual({ [code]: tries, doubts: 20 - tries });
      // Nothing is offered that is then refused.
      const ann = { requester: 'test:user:1', isAdmin: false } as const;
      expect(await checks.allowance.leftToday(ann)).toMatchObject({ left: 0 });
      await checks.allowance.forget('test:user:1');
      expect(await ask(1)).toEqual(['doubts']);
      expect(await ask(1, { isAdmin: true })).toEqual(['service']);
      expect(await ask(1, BOB)).toEqual(['service']);
      await clock.advance(DAY_MS);
      expect(await ask(1)).toEqual(['service']);
    },
  );
});

describe('checks in flight', () => {
  it('checks in flight do not count as failures: a list is answered after eight failures', async () => {
    const { ask, checks, clock, service } = await start({});
    for (let times = 0; times < 8; times += 1) {
      service.fates.push('timeout');
      await ask(1);
      await ask(1, { requester: 'test:user:2' });
    }
    const list = ask(12, { priority: 'batch' });
    await clock.advance(1);
    expect(checks.service.limiter.usage().inFlight).toBe(3);
    const ann = { requester: 'test:user:1', isAdmin: false } as const;
    expect(await checks.allowance.leftToday(ann)).toMatchObject({ left: 97 });
    expect(countsOf(await list)).toEqual({ service: 12 });
  });
});

describe('the day’s budget of the installation', () => {
  /** The alerts of a day; only the first of several same ones is sent. */
  const sharesIn = (alerts: readonly AdminAlert[]): readonly string[] => [
    ...new Set(
      alerts.flatMap((alert) =>
        alert.kind === 'budget' ? `${alert.percent} % of ${alert.limit}` : [],
      ),
    ),
  ];

  it('many people and admins at once cannot exceed the budget, and admins are alerted', async () => {
    const { ask, alerts } = await start({ checksPerPersonPerDay: 2, budgetPerDay: 20 });
    const people = Array.from({ length: 20 }, (_, n) =>
      ask(2, { requester: `test:user:${n}`, isAdmin: n % 5 === 0 }),
    );
    expect(countsOf((await Promise.all(people)).flat())).toEqual({ service: 20, budget: 20 });
    expect(sharesIn(alerts)).toEqual(['80 % of 20', '100 % of 20']);
  });

  it('leaves a person at most what it has left, and tomorrow at most their own checks', async () => {
    const { ask, checks } = await start({ checksPerPersonPerDay: 5, budgetPerDay: 8 });
    await ask(5, { requester: 'test:user:2' });
    const ann = { requester: 'test:user:1', isAdmin: false } as const;
    const leftToday = { left: 3, limit: 8, perDay: 5 };
    expect(await checks.allowance.leftToday(ann)).toMatchObject(leftToday);
  });

  it('refused checks cost nothing, so no alert says that the budget is used up', async () => {
    const { ask, alerts, check, clock, service } = await start({ budgetPerDay: 5 });
    await ask(3);
    service.fates.push('key-refused');
    check(testImei(99)).catch(() => undefined);
    await clock.advance(1_000);
    expect(service.arrivals).toContain(testImei(99));
    expect(alerts.filter(({ kind }) => kind === 'budget')).toEqual([]);
  });

  it('an alert says that the budget is nearly used up, even if the check at that mark is refused', async () => {
    const { ask, alerts, service } = await start({ budgetPerDay: 10 });
    await ask(7);
    service.fates.push('imei-empty');
    expect(await ask(2)).toEqual(['imei-empty', 'service']);
    expect(sharesIn(alerts)).toEqual(['80 % of 10']);
  });

  it('a person with no daily checks left does not use up the budget', async () => {
    const { ask, checks } = await start({ checksPerPersonPerDay: 1, budgetPerDay: 5 });
    await ask(10);
    expect((await checks.usage()).budget).toEqual({ used: 1, limit: 5 });
  });
});

describe('the last checks of the month', () => {
  const STATUS_LEFT = (left: number): string =>
    JSON.stringify({ 'Has access': true, 'Checks left (month)': left });

  it('the reserve is refused to members and kept for admins, however many ask at once', async () => {
    const { ask, service } = await start({ reserve: 10 });
    service.fates.push(STATUS_LEFT(13));
    expect(countsOf(await ask(8))).toEqual({ service: 3, reserve: 5 });
    expect(await ask(2, { isAdmin: true })).toEqual(['service', 'service']);
  });

  it('the reserve is computed from each new figure of the service, which includes earlier checks', async () => {
    const { ask, service, clock } = await start({ reserve: 10 });
    service.fates.push(STATUS_LEFT(12));
    expect(countsOf(await ask(3))).toEqual({ service: 2, reserve: 1 });
    await clock.advance(11 * 60_000);
    service.fates.push(STATUS_LEFT(11));
    expect(countsOf(await ask(3))).toEqual({ service: 1, reserve: 2 });
  });

  it('the reserve is kept even if a check is answered while the service reports the rest', async () => {
    const { check, clock, service } = await start({ reserve: 10 });
    service.fates.push(STATUS_LEFT(11));
    service.latencyMs = 1_000;
    const refused = expect(check(testImei(1))).rejects.toMatchObject({ why: 'reserve' });
    await clock.advance(100);
    service.latencyMs = 300;
    await clock.advanceUntil(check(testImei(2), { isAdmin: true }));
    await clock.advanceUntil(refused);
    expect(service.arrivals).toEqual(['status', testImei(2)]);
  });

  it('there is no reserve while the number of checks left is unknown', async () => {
    const { ask, service } = await start({ reserve: 10 });
    service.fates.push('timeout');
    expect(countsOf(await ask(3))).toEqual({ service: 3 });
  });
});
