import { describe, expect, it } from 'vitest';
import { createAccountOf } from '../../src/checks/accounts.ts';
import type { AdminAlert } from '../../src/checks/alerts.ts';
import type { AllowanceSettings } from '../../src/checks/allowance.ts';
import { testImei } from '../support/checks/checking.ts';
import { type QuickOptions, startQuickChecks } from '../support/checks/quick-checks.ts';
import { NOT_FOUND_BODY } from '../support/checks/quick-service.ts';
import { DAY_MS, LIMITS } from '../support/known.ts';

const IMEI = testImei(1);
/** Rows of `send` that name a person. */
const NAMED = "SELECT account FROM send WHERE account <> ''";
const ANN = { requester: 'test:user:1', isAdmin: false } as const;
const BOB = { requester: 'test:user:2', isAdmin: false } as const;
const ADMIN = { isAdmin: true } as const;

function allowing(allowance: Partial<AllowanceSettings>, more: QuickOptions = {}): QuickOptions {
  return {
    ...more,
    settings: { allowance: { checksPerAccountPerDay: 100, reserve: 0, ...allowance } },
  };
}

async function start(allowance: Partial<AllowanceSettings>, more?: QuickOptions) {
  const life = await startQuickChecks(allowing(allowance, more));
  const leftOf = async (person: typeof ANN | typeof BOB) =>
    (await life.checks.allowance.leftToday(person))?.left;
  return { ...life, leftOf, restart: () => life.start(allowing(allowance, more)) };
}

function sum(all: readonly Record<string, number>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const [end, count] of all.flatMap(Object.entries)) total[end] = (total[end] ?? 0) + count;
  return total;
}

describe('a person’s checks of the day', () => {
  it('a person gets no more checks than the daily limit, however many they ask for at once', async () => {
    const { askNew, service } = await start({ checksPerAccountPerDay: 3 });
    expect(await askNew(20)).toEqual({ service: 3, allowance: 17 });
    expect(await askNew(1, BOB)).toEqual({ service: 1 });
    expect(await askNew(1, ADMIN)).toEqual({ service: 1 });
    expect(service.arrivals).toHaveLength(5);
  });

  it('all chats of a platform share one daily limit, except the chats in `ALLOWED`', async () => {
    const { askNew } = await start(
      { checksPerAccountPerDay: 2 },
      { accountOf: createAccountOf(['test:chat:3']) },
    );
    const ends = await Promise.all(
      [1, 2, 3, 4].map((n) => askNew(2, { requester: `test:chat:${n}` })),
    );
    expect(ends[2]).toEqual({ service: 2 });
    expect(sum(ends)).toEqual({ service: 4, allowance: 4 });
  });

  it('a check over the daily limit takes no slot of the window, so nobody waits for it', async () => {
    const { askNew, checks, clock } = await start(
      { checksPerAccountPerDay: 3 },
      { limits: LIMITS },
    );
    const asked = askNew(20);
    await clock.advance(2_000);
    expect(checks.service.limiter.usage()).toMatchObject({ windowUsed: 3, waiting: 0 });
    expect(await asked).toEqual({ service: 3, allowance: 17 });
    const askedAt = clock.elapsed();
    expect(await askNew(3, BOB)).toEqual({ service: 3 });
    expect(clock.elapsed() - askedAt).toBeLessThan(2_000);
  });

  it.each([
    ['waits for its turn', 60_000, 0],
    ['connects', 0, 1_000],
  ])(
    'if one of two people leaves a check while it %s, only the other one pays for the check',
    async (_when, haltMs, connectMs) => {
      const life = await start({ checksPerAccountPerDay: 5 });
      const { check, checks, clock, leftOf, service, sql, today } = life;
      service.connectMs = connectMs;
      checks.service.limiter.halt(haltMs);
      const leaving = new AbortController();
      const stopped = expect(check(IMEI, { signal: leaving.signal })).rejects.toBe('gone');
      await clock.advance(100);
      const answer = check(IMEI, BOB);
      await clock.advance(100);
      leaving.abort('gone');
      await stopped;
      expect(await clock.advanceUntil(answer)).toMatchObject({ source: 'service' });
      expect(service.arrivals).toHaveLength(1);
      expect([await leftOf(ANN), await leftOf(BOB)]).toEqual([5, 4]);
      expect(await today()).toEqual({ paid: 1, saved: 0, inDoubt: 0 });
      await checks.allowance.forget('test:user:2');
      expect(sql.look(NAMED)).toEqual([]);
    },
  );

  it('a check over the daily limit is refused at once, before its turn', async () => {
    const { askNew, check, checks } = await start({ checksPerAccountPerDay: 2 });
    await askNew(2);
    checks.service.limiter.halt(60_000);
    await expect(check(IMEI)).rejects.toMatchObject({ why: 'allowance', limit: 2 });
  });

  it('the daily limit resets at midnight (UTC), not by a restart, /forget or a clock that was ahead', async () => {
    const { askNew, checks, clock, kill, restart } = await start({ checksPerAccountPerDay: 1 });
    clock.step(7 * DAY_MS);
    await askNew(1);
    clock.step(-7 * DAY_MS);
    expect(await askNew(2)).toEqual({ service: 1, allowance: 1 });
    await checks.allowance.forget('test:user:1');
    await checks.allowance.forget('test:user:1');
    expect(await askNew(1)).toEqual({ allowance: 1 });
    kill();
    const next = await restart();
    await expect(next.check(IMEI)).rejects.toMatchObject({ why: 'allowance' });
    await clock.advance(DAY_MS / 2);
    expect(await next.ask(IMEI)).toMatchObject({ source: 'service' });
  });

  it('daily checks are stored under a hashed name, and /forget keeps only the count of today', async () => {
    const { ask, askNew, checks, clock, sql } = await start({});
    await ask(IMEI, { requestId: 'telegram:1' });
    await askNew(1);
    await clock.advance(DAY_MS);
    await askNew(1);
    const rows = JSON.stringify(sql.look('SELECT * FROM send'));
    for (const text of [IMEI, 'test:user', 'telegram', 'Apple']) {
      expect(rows).not.toContain(text);
    }
    await checks.allowance.forget('test:user:2');
    expect(sql.look(NAMED)).toHaveLength(3);
    await checks.allowance.forget('test:user:1');
    expect(sql.look(NAMED)).toEqual([]);
    await askNew(1);
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
      const life = await start({ checksPerAccountPerDay: 3 });
      const { check, checks, clock, leftOf, service, sql } = life;
      service.latencyMs = 5_000;
      service.fates.push(fate, fate, fate);
      for (const serial of [1, 2, 3]) check(testImei(serial)).catch(() => undefined);
      await clock.advance(1_000);
      await checks.allowance.forget('test:user:1');
      expect(sql.look(NAMED)).toEqual([]);
      expect(await leftOf(ANN)).toBe(0);
      await clock.advance(10_000);
      expect(await leftOf(ANN)).toBe(left);
      const counted = sql.look("SELECT value FROM metadata WHERE name LIKE 'doubts %'");
      expect(Number(counted[0]?.value ?? 0)).toBe(doubts);
    },
  );

  it('free answers and checks in doubt do not use up the daily limit; doubts count in the budget', async () => {
    const { askNew, checks, service } = await start({
      checksPerAccountPerDay: 1,
      budgetPerDay: 50,
    });
    service.fates.push('imei-empty', '{"error":"IMEI cannot be empty"}', 'timeout', '{"odd":1}');
    const ends = ['imei-empty', 'imei-empty', 'timeout', 'unexpected', 'service', 'allowance'];
    for (const end of ends) expect(await askNew(1)).toEqual({ [end]: 1 });
    const { today, budget } = await checks.usage();
    expect(today).toEqual({ paid: 1, saved: 0, inDoubt: 2 });
    expect(budget).toEqual({ used: 3, limit: 50 });
  });
});

describe('a person who meets a failing service again and again', () => {
  /** Ann's checks fail, in any number at once, between those of somebody else, which do not. */
  async function failing(atOnce: number, rounds: number, fate: string) {
    const life = await start({});
    const ends: Record<string, number>[] = [];
    for (let round = 0; round < rounds; round += 1) {
      life.service.fates.push(...Array<string>(atOnce).fill(fate));
      ends.push(await life.askNew(atOnce));
      life.service.fates.length = 0;
      await life.askNew(1, BOB);
    }
    return { ...life, ends: sum(ends) };
  }

  it.each([
    [1, 20, 10, 'timeout', 'timeout'],
    [4, 5, 12, '{"odd":1}', 'unexpected'],
    [20, 1, 10, '{"odd":1}', 'unexpected'],
  ])(
    'a person gets ten doubtful tries a day, plus those in flight: %i at once, %i times, %i tries, %s',
    async (atOnce, rounds, tries, fate, code) => {
      const { askNew, checks, clock, ends, leftOf } = await failing(atOnce, rounds, fate);
      expect(ends).toEqual({ [code]: tries, doubts: 20 - tries });
      // Nothing is offered that is then refused.
      expect(await leftOf(ANN)).toBe(0);
      await checks.allowance.forget('test:user:1');
      expect(await askNew(1)).toEqual({ doubts: 1 });
      expect(await askNew(1, ADMIN)).toEqual({ service: 1 });
      expect(await askNew(1, BOB)).toEqual({ service: 1 });
      await clock.advance(DAY_MS);
      expect(await askNew(1)).toEqual({ service: 1 });
    },
  );
});

describe('checks in flight', () => {
  it('checks in flight do not count as failures: a list is answered after eight failures', async () => {
    const { askNew, checks, clock, leftOf, service } = await start({});
    for (let times = 0; times < 8; times += 1) {
      service.fates.push('timeout');
      await askNew(1);
      await askNew(1, BOB);
    }
    const list = askNew(12, { priority: 'batch' });
    await clock.advance(1);
    expect(checks.service.limiter.usage().inFlight).toBe(3);
    expect(await leftOf(ANN)).toBe(97);
    expect(await list).toEqual({ service: 12 });
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
    const { askNew, alerts } = await start({ checksPerAccountPerDay: 2, budgetPerDay: 20 });
    const people = Array.from({ length: 20 }, (_, n) =>
      askNew(2, { requester: `test:user:${n}`, isAdmin: n % 5 === 0 }),
    );
    expect(sum(await Promise.all(people))).toEqual({ service: 20, budget: 20 });
    expect(sharesIn(alerts)).toEqual(['80 % of 20', '100 % of 20']);
  });

  it('leaves a person at most what it has left, and tomorrow at most their own checks', async () => {
    const { askNew, checks } = await start({ checksPerAccountPerDay: 5, budgetPerDay: 8 });
    await askNew(5, BOB);
    const leftToday = { left: 3, limit: 8, perDay: 5 };
    expect(await checks.allowance.leftToday(ANN)).toMatchObject(leftToday);
  });

  it('refused checks cost nothing, so no alert says that the budget is used up', async () => {
    const { askNew, alerts, check, clock, service } = await start({ budgetPerDay: 5 });
    await askNew(3);
    service.fates.push('key-refused');
    check(IMEI).catch(() => undefined);
    await clock.advance(1_000);
    expect(service.arrivals).toContain(IMEI);
    expect(alerts.filter(({ kind }) => kind === 'budget')).toEqual([]);
  });

  it('an alert says that the budget is nearly used up, even if the check at that mark is refused', async () => {
    const { askNew, alerts, service } = await start({ budgetPerDay: 10 });
    await askNew(7);
    service.fates.push('imei-empty');
    expect(await askNew(2)).toEqual({ 'imei-empty': 1, service: 1 });
    expect(sharesIn(alerts)).toEqual(['80 % of 10']);
  });
});
