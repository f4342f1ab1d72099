import { describe, expect, it } from 'vitest';
import { type AdminAlert, createAccounts } from '../../../src/checks/basics.ts';
import {
  type AllowanceSettings,
  createAllowance,
  type Purchase,
} from '../../../src/checks/quota/allowance.ts';
import {
  type ChecksLeftAt,
  STORELESS_IN_ALL,
  STORELESS_PER_PERSON,
} from '../../../src/checks/quota/counters.ts';
import type { Principal } from '../../../src/core/requester.ts';
import type { Collection } from '../../../src/store/contract.ts';
import { createFakeClock } from '../../support/clocks/fake.ts';
import { createMemoryStore } from '../../support/store/memory-store.ts';

const DAY_MS = 86_400_000;
const ANN = 'test:user:1';
const BOB = 'test:user:2';

function stage(settings: Partial<AllowanceSettings>, left?: ChecksLeftAt) {
  const clock = createFakeClock();
  const rows = createMemoryStore(clock).collection('allowances');
  const alerts: AdminAlert[] = [];
  const errors: unknown[] = [];
  let broken: 'not' | 'counting' | 'all' = 'not';
  const failing =
    (when: readonly string[]) =>
    <Arguments extends readonly unknown[], T>(work: (...given: Arguments) => Promise<T>) =>
    async (...given: Arguments): Promise<T> => {
      if (when.includes(broken)) throw new Error('the disk is full');
      return work(...given);
    };
  const orBroken = failing(['all']);
  const counters: Collection = {
    ...rows,
    insert: orBroken(rows.insert),
    get: orBroken(rows.get),
    put: orBroken(rows.put),
    add: failing(['counting', 'all'])(rows.add),
    delete: orBroken(rows.delete),
  };
  const start = (changed: Partial<Collection> = {}) =>
    createAllowance({
      counters: { ...counters, ...changed },
      seal: { hash: (name) => name },
      clock,
      settings: { checksPerDay: 100, reserve: 0, ...settings },
      accountOf: createAccounts(settings.listed ?? []),
      raise: (alert) => alerts.push(alert),
      checksLeft: async () => left,
      onError: (error) => errors.push(error),
    });
  let purchases = 0;
  const purchase = (requester: Principal = ANN, parts: Partial<Purchase> = {}): Purchase => {
    purchases += 1;
    const { signal } = new AbortController();
    return { requester, admin: false, requestId: `${purchases}`, imeiHash: 'x', signal, ...parts };
  };
  return {
    ...{ clock, rows, alerts, errors, start, purchase, allowance: start() },
    breakStore: (what: typeof broken = 'all') => {
      broken = what;
    },
  };
}

describe('what is written down of a purchase', () => {
  it('is gone two days later, whatever became of it', async () => {
    const { allowance, purchase, clock, rows } = stage({ checksPerDay: 2, checksPerDayInAll: 10 });
    const [paid, free] = [purchase(), purchase()];
    for (const each of [paid, free]) await allowance.take(each);
    await allowance.settle(paid, { spent: true });
    await allowance.settle(free, { spent: false });
    await allowance.take(purchase());
    await expect(allowance.take(purchase())).rejects.toMatchObject({ why: 'allowance' });
    await clock.advance(1.5 * DAY_MS);
    expect(await rows.entries()).not.toEqual([]);
    await clock.advance(0.5 * DAY_MS);
    expect(await rows.entries()).toEqual([]);
  });

  it('is nothing where no limit is kept', async () => {
    const { allowance, purchase, rows, errors } = stage({ checksPerDay: 2 });
    const admins = purchase(ANN, { admin: true });
    await allowance.take(admins);
    await allowance.settle(admins, { spent: false });
    expect(await rows.entries()).toEqual([]);
    expect(await allowance.budget()).toBeUndefined();
    expect(errors).toEqual([]);
  });

  it('is no receipt of what was refused', async () => {
    const { allowance, purchase, rows } = stage({ checksPerDay: 1 });
    await allowance.take(purchase());
    const before = await rows.entries();
    await expect(allowance.take(purchase())).rejects.toMatchObject({ why: 'allowance' });
    expect(await rows.entries()).toEqual(before);
  });

  it('is nothing of the person’s earlier days once they are forgotten, and all of today', async () => {
    const { allowance, purchase, clock } = stage({ checksPerDay: 1 });
    const late = purchase();
    await allowance.take(late);
    await clock.advance(DAY_MS);
    await allowance.take(purchase());
    await allowance.forget(ANN);
    await expect(allowance.take(purchase())).rejects.toMatchObject({ why: 'allowance' });
  });
});

describe('what was taken and cost nothing', () => {
  it('is given back once, however often it is settled', async () => {
    const { allowance, purchase } = stage({ checksPerDay: 2, checksPerDayInAll: 10 });
    const free = purchase();
    await allowance.take(purchase());
    await allowance.take(free);
    await Promise.all([1, 2, 3].map(() => allowance.settle(free, { spent: false })));
    expect(await allowance.budget()).toEqual({ used: 1, limit: 10 });
    await allowance.take(purchase());
    await expect(allowance.take(purchase())).rejects.toMatchObject({ why: 'allowance', limit: 2 });
  });

  it('is given back once by two processes that both settle it', async () => {
    const { allowance, start, purchase } = stage({ checksPerDay: 3, checksPerDayInAll: 10 });
    const other = start();
    const shared = purchase();
    await allowance.take(purchase());
    await allowance.take(shared);
    await other.take(shared);
    expect(await allowance.budget()).toEqual({ used: 2, limit: 10 });
    await Promise.all([allowance, other].map((one) => one.settle(shared, { spent: false })));
    expect(await allowance.budget()).toEqual({ used: 1, limit: 10 });
  });

  it('is given back to the day it was taken on', async () => {
    const { allowance, clock, purchase } = stage({ checksPerDayInAll: 2 });
    const late = purchase();
    await allowance.take(late);
    await clock.advance(DAY_MS);
    await allowance.take(purchase());
    await allowance.settle(late, { spent: false });
    expect(await allowance.budget()).toEqual({ used: 1, limit: 2 });
  });

  it('is not given back when it was spent', async () => {
    const { allowance, purchase } = stage({ checksPerDay: 1 });
    const paid = purchase();
    await allowance.take(paid);
    await allowance.settle(paid, { spent: true });
    await allowance.settle(paid, { spent: false });
    await expect(allowance.take(purchase())).rejects.toMatchObject({ why: 'allowance' });
  });

  it('is given back as it was taken, by the process that goes on with the request', async () => {
    const { allowance, start, purchase } = stage({ checksPerDay: 1, checksPerDayInAll: 1 });
    const open = purchase();
    await allowance.take(open);
    const next = start();
    await next.take(open);
    await next.settle(open, { spent: false });
    await next.take(purchase());
    await expect(next.take(purchase(BOB))).rejects.toMatchObject({ why: 'budget' });
  });
});

describe('a receipt', () => {
  it('gives back to the person alone what only the person’s day was charged with, once', async () => {
    const { allowance, start, purchase } = stage({ checksPerDay: 1 });
    const open = purchase();
    await allowance.take(open);
    const next = start();
    await next.take(open);
    await next.settle(open, { spent: false });
    await next.take(purchase());
    await expect(next.take(purchase())).rejects.toMatchObject({ why: 'allowance' });
  });

  it('that cannot be written costs nothing but to be counted again', async () => {
    const { start, purchase, errors } = stage({ checksPerDay: 2 });
    const failing = start({ put: () => Promise.reject(new Error('the disk is full')) });
    const cutOff = purchase();
    await failing.take(cutOff);
    expect(errors).toMatchObject([{ message: 'the disk is full' }]);
    const next = start();
    await next.take(cutOff);
    await expect(next.take(purchase())).rejects.toMatchObject({ why: 'allowance' });
  });
});

describe('what was never taken', () => {
  it('is not given back to the reserve', async () => {
    const { allowance, purchase } = stage({ reserve: 10 }, { left: 12, asOf: 1 });
    const [first, never] = [purchase(), purchase()];
    await allowance.take(first);
    for (let times = 0; times < 3; times += 1) await allowance.settle(never, { spent: false });
    await allowance.take(purchase());
    await expect(allowance.take(purchase())).rejects.toMatchObject({ why: 'reserve' });
  });
});

describe('who is refused', () => {
  it('takes nothing: not of the reserve, nor of the installation’s budget', async () => {
    const left = { left: 12, asOf: 1 };
    const { allowance, purchase } = stage({ checksPerDay: 1, reserve: 10, checksPerDayInAll: 3 }, left);
    await allowance.take(purchase(ANN));
    for (let tries = 0; tries < 5; tries += 1)
      await expect(allowance.take(purchase(ANN))).rejects.toMatchObject({ why: 'allowance' });
    expect(await allowance.budget()).toEqual({ used: 1, limit: 3 });
    await allowance.take(purchase(BOB));
    await expect(allowance.take(purchase('test:user:3'))).rejects.toMatchObject({ why: 'reserve' });
  });

  it('for the budget keeps their own checks of the day', async () => {
    const { allowance, purchase } = stage({ checksPerDay: 2, checksPerDayInAll: 2 });
    const [first, second] = [purchase(BOB), purchase(BOB)];
    await allowance.take(first);
    await allowance.take(second);
    await expect(allowance.take(purchase(ANN))).rejects.toMatchObject({ why: 'budget', limit: 2 });
    for (const one of [first, second]) await allowance.settle(one, { spent: false });
    await allowance.take(purchase(ANN));
    await allowance.take(purchase(ANN));
  });
});

describe('the budget of the installation', () => {
  it('is never crossed by hundreds at once, in several processes', async () => {
    const { start, purchase } = stage({ checksPerDayInAll: 50 });
    const processes = [start(), start(), start()];
    const asked = await Promise.allSettled(
      Array.from({ length: 300 }, (_, index) =>
        processes[index % 3]?.take(purchase(`test:user:${index}`, { admin: index % 10 === 0 })),
      ),
    );
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
  });

  it('is told of at 80 % and at its end, each once a day', async () => {
    const { allowance, alerts, clock, purchase } = stage({ checksPerDayInAll: 5 });
    for (let day = 1; day <= 2; day += 1) {
      for (let check = 1; check <= 3; check += 1) await allowance.take(purchase());
      expect(alerts).toHaveLength((day - 1) * 2);
      for (let check = 4; check <= 5; check += 1) await allowance.take(purchase());
      for (let more = 0; more < 3; more += 1)
        await expect(allowance.take(purchase())).rejects.toMatchObject({ why: 'budget' });
      await clock.advance(DAY_MS);
    }
    const told = [80, 100, 80, 100].map((percent) => ({ kind: 'budget', percent, limit: 5 }));
    expect(alerts).toEqual(told);
  });

  it('costs a purchase nothing that was counted before by another process', async () => {
    const { allowance, purchase, start } = stage({ checksPerDay: 1 });
    const counted = purchase();
    await allowance.take(counted);
    await start().take(counted);
    await expect(allowance.take(purchase())).rejects.toMatchObject({ why: 'allowance' });
  });
});

describe('while the store fails', () => {
  it('a person may spend a few checks, and no more', async () => {
    const { allowance, errors, purchase, breakStore } = stage({});
    breakStore();
    for (let check = 0; check < STORELESS_PER_PERSON; check += 1) await allowance.take(purchase());
    const refused = { why: 'store', limit: STORELESS_PER_PERSON };
    await expect(allowance.take(purchase())).rejects.toMatchObject(refused);
    await allowance.take(purchase(BOB));
    expect(errors.length).toBeGreaterThan(0);
  });

  it('a person whose day is smaller than that may spend no more than the day', async () => {
    const { allowance, purchase, breakStore } = stage({ checksPerDay: 2 });
    breakStore();
    for (let check = 0; check < 2; check += 1) await allowance.take(purchase());
    await expect(allowance.take(purchase())).rejects.toMatchObject({ why: 'store', limit: 2 });
  });

  it('chats that speak for themselves share those few', async () => {
    const { allowance, purchase, breakStore } = stage({});
    breakStore();
    for (let chat = 0; chat < STORELESS_PER_PERSON; chat += 1)
      await allowance.take(purchase(`telegram:chat:-${chat}`));
    await expect(allowance.take(purchase('telegram:chat:-99'))).rejects.toMatchObject({ why: 'store' });
  });

  it('all together may spend a few more, where there is a budget', async () => {
    const { allowance, purchase, breakStore } = stage({ checksPerDayInAll: 1_000 });
    breakStore();
    for (let person = 0; person < STORELESS_IN_ALL; person += 1)
      await allowance.take(purchase(`test:user:${person}`));
    await expect(allowance.take(purchase('test:user:999'))).rejects.toMatchObject({ why: 'store' });
  });

  it('what cost nothing is given back, once', async () => {
    const { allowance, purchase, breakStore } = stage({});
    breakStore();
    const free = purchase();
    await allowance.take(free);
    for (let check = 1; check < STORELESS_PER_PERSON; check += 1) await allowance.take(purchase());
    await allowance.settle(free, { spent: false });
    await allowance.settle(free, { spent: false });
    await allowance.take(purchase());
    await expect(allowance.take(purchase())).rejects.toMatchObject({ why: 'store' });
  });

  it('the few are not there anew when the store worked in between', async () => {
    const { allowance, purchase, breakStore, clock } = stage({});
    breakStore();
    for (let check = 0; check < STORELESS_PER_PERSON; check += 1) await allowance.take(purchase());
    breakStore('not');
    await allowance.take(purchase());
    breakStore();
    await expect(allowance.take(purchase())).rejects.toMatchObject({ why: 'store' });
    await clock.advance(DAY_MS);
    await allowance.take(purchase());
  });

  it('what is spent is added to the day when the store works again, once', async () => {
    const { allowance, purchase, breakStore, alerts } = stage({ checksPerDay: 7, checksPerDayInAll: 10 });
    breakStore();
    for (let check = 0; check < STORELESS_PER_PERSON; check += 1) await allowance.take(purchase());
    await expect(allowance.catchUp()).rejects.toThrow('the disk is full');
    breakStore('not');
    await allowance.catchUp();
    await allowance.catchUp();
    expect(await allowance.budget()).toEqual({ used: 5, limit: 10 });
    for (let check = STORELESS_PER_PERSON; check < 7; check += 1) await allowance.take(purchase());
    await expect(allowance.take(purchase())).rejects.toMatchObject({ why: 'allowance', limit: 7 });
    expect(alerts).toEqual([]);
    await allowance.take(purchase(BOB));
    expect(alerts).toMatchObject([{ kind: 'budget', percent: 80 }]);
  });

  it('the budget cannot be told, and admins hear of its end when it can be counted again', async () => {
    const { allowance, purchase, breakStore, alerts } = stage({ checksPerDayInAll: 5 });
    breakStore();
    for (let check = 0; check < 4; check += 1) await allowance.take(purchase());
    expect(await allowance.budget()).toBeUndefined();
    expect(alerts).toEqual([]);
    breakStore('not');
    await allowance.catchUp();
    expect(alerts).toEqual([{ kind: 'budget', percent: 80, limit: 5 }]);
  });

  it('what cost nothing is given back there as well, when it was added meanwhile', async () => {
    const { allowance, purchase, breakStore } = stage({ checksPerDay: 1 });
    breakStore();
    const free = purchase();
    await allowance.take(free);
    breakStore('not');
    await allowance.catchUp();
    await expect(allowance.take(purchase())).rejects.toMatchObject({ why: 'allowance' });
    await allowance.settle(free, { spent: false });
    await allowance.take(purchase());
  });

  it('what was given back before is not added', async () => {
    const { allowance, purchase, breakStore } = stage({ checksPerDay: 1 });
    breakStore();
    const free = purchase();
    await allowance.take(free);
    await allowance.settle(free, { spent: false });
    breakStore('not');
    await allowance.catchUp();
    await allowance.take(purchase());
  });

  it('who would rather wait is told what the store says, and has taken nothing', async () => {
    const left = { left: 1, asOf: 1 };
    const { allowance, purchase, breakStore } = stage({ reserve: 0 }, left);
    breakStore();
    const list = purchase(ANN, { waitsForStore: true });
    for (let tries = 0; tries < 9; tries += 1)
      await expect(allowance.take(list)).rejects.toThrow('the disk is full');
    breakStore('not');
    await allowance.take(list);
  });

  it('a purchase that could not be counted is counted by the next process', async () => {
    const { allowance, start, purchase, breakStore } = stage({ checksPerDay: 1 });
    const cutOff = purchase(ANN, { waitsForStore: true });
    breakStore('counting');
    await expect(allowance.take(cutOff)).rejects.toThrow('the disk is full');
    breakStore('not');
    await start().take(cutOff);
    await expect(allowance.take(purchase())).rejects.toMatchObject({ why: 'allowance' });
  });
});
