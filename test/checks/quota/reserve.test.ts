import { describe, expect, it } from 'vitest';
import { type ChecksLeftAt, createReserve } from '../../../src/checks/quota/counters.ts';

const { signal } = new AbortController();
const MEMBER = { admin: false, signal };
const ADMIN = { admin: true, signal };

function stage(reserve: number, left: ChecksLeftAt | undefined) {
  let known = left;
  let asked = 0;
  const kept = createReserve({
    reserve,
    checksLeft: async () => {
      asked += 1;
      return known;
    },
  });
  return {
    ...kept,
    asked: () => asked,
    hear: (next: ChecksLeftAt) => {
      known = next;
    },
  };
}

describe('the last checks of the month', () => {
  it('are refused to members and kept for admins', async () => {
    const { take, asked } = stage(10, { left: 10, asOf: 1 });
    await expect(take(MEMBER)).rejects.toMatchObject({ why: 'reserve', limit: 10 });
    const before = asked();
    await take(ADMIN);
    expect(asked()).toBe(before);
  });

  it('count what is under way and what was spent since they were told, and not what cost nothing', async () => {
    const { take, settle } = stage(10, { left: 13, asOf: 1 });
    await take(MEMBER);
    await take(MEMBER);
    settle({ spent: true });
    settle({ spent: false });
    await take(MEMBER);
    settle({ spent: true });
    await take(MEMBER);
    await expect(take(MEMBER)).rejects.toMatchObject({ why: 'reserve' });
  });

  it('begin anew with each figure of the service, which knows what was spent before it', async () => {
    const { take, settle, hear } = stage(10, { left: 12, asOf: 1 });
    for (let check = 0; check < 2; check += 1) {
      await take(MEMBER);
      settle({ spent: true });
    }
    await expect(take(MEMBER)).rejects.toMatchObject({ why: 'reserve' });
    hear({ left: 11, asOf: 2 });
    await take(MEMBER);
    settle({ spent: true });
    await expect(take(MEMBER)).rejects.toMatchObject({ why: 'reserve' });
  });

  it('are nobody’s matter while nobody knows how many are left', async () => {
    const { take } = stage(10, undefined);
    for (let check = 0; check < 5; check += 1) await take(MEMBER);
  });

  it('are not asked about where none are kept', async () => {
    const { take, asked } = stage(0, { left: 0, asOf: 1 });
    await take(MEMBER);
    expect(asked()).toBe(0);
  });
});
