import { describe, expect, it } from 'vitest';
import { within } from '../../src/core/async/promises.ts';
import { createFakeClock } from '../support/clocks/fake.ts';

const NEVER = new Promise<string>(() => undefined);

describe('work with a time limit', () => {
  it('settles as the work does, and leaves no timer', async () => {
    const clock = createFakeClock();
    const limit = { ms: 1_000, late: () => 'late', clock };
    await expect(within(limit, async () => 'done')).resolves.toBe('done');
    await expect(within(limit, () => Promise.reject(new Error('broke')))).rejects.toThrow('broke');
    expect(clock.sleeping).toBe(0);
  });

  it('has the result of being late after so long, and no earlier', async () => {
    const clock = createFakeClock();
    const results: string[] = [];
    void within({ ms: 1_000, late: () => 'late', clock }, () => NEVER).then((result) => results.push(result));
    await clock.advance(999);
    expect(results).toEqual([]);
    await clock.advance(1);
    expect(results).toEqual(['late']);
  });

  it('has its time counted from before it begins, which may block', async () => {
    const clock = createFakeClock();
    const setWhenItBegan: number[] = [];
    const result = within({ ms: 1_000, late: () => 'late', clock }, () => {
      setWhenItBegan.push(clock.sleeping);
      return NEVER;
    });
    expect(setWhenItBegan).toEqual([1]);
    await clock.advance(1_000);
    await expect(result).resolves.toBe('late');
  });
});
