import { describe, expect, it } from 'vitest';
import { createStoreNews } from '../../../src/requests/admins/alerts.ts';
import { createFakeClock } from '../../support/clocks/fake.ts';

const STEADY_MS = 600_000;

function createBench() {
  const clock = createFakeClock();
  const news = createStoreNews(clock);
  const told: string[] = [];
  return {
    clock,
    told,
    fails: () => void (news.fails() && told.push('fails')),
    works: () => void news.works().then((isNews) => isNews && told.push('works')),
  };
}

describe('admins are told of a store', () => {
  it('that fails and that works again, at once and once each', async () => {
    const { clock, told, fails, works } = createBench();
    works();
    for (let times = 0; times < 2; times += 1) {
      fails();
      fails();
      expect(told.at(-1)).toBe('fails');
      works();
      await clock.settle();
      expect(told.at(-1)).toBe('works');
      works();
      await clock.advance(STEADY_MS);
    }
    expect(told).toEqual(['fails', 'works', 'fails', 'works']);
  });

  it('that fails and works again every few seconds twice that it fails, and that it works when it has for ten minutes', async () => {
    const { clock, told, fails, works } = createBench();
    for (let times = 0; times < 1_000; times += 1) {
      fails();
      await clock.advance(3_000);
      works();
      await clock.advance(3_000);
    }
    expect(told).toEqual(['fails', 'works', 'fails']);
    await clock.advance(STEADY_MS - 3_001);
    expect(told).toEqual(['fails', 'works', 'fails']);
    expect(clock.keepingAlive).toBe(0);
    await clock.advance(1);
    expect(told).toEqual(['fails', 'works', 'fails', 'works']);
    await clock.advance(STEADY_MS);
    fails();
    works();
    await clock.settle();
    expect(told.slice(4)).toEqual(['fails', 'works']);
  });
});
