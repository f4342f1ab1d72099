import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { createGroups, type Groups } from '../../src/store/groups.ts';

/** The groups that were committed, and what stands in none: a number of which one exists already is refused. */
let groups: (readonly number[])[];
let committed: Set<number>;
let writes: Groups<number, string>;

beforeEach(() => {
  groups = [];
  committed = new Set();
  writes = createGroups(
    async (numbers: readonly number[]) => {
      groups.push(numbers);
      // As long as a disk takes: others come meanwhile.
      await delay(20);
      if (new Set([...committed, ...numbers]).size < committed.size + numbers.length)
        throw new Error('twice');
      for (const number of numbers) committed.add(number);
      return numbers.map((number) => `wrote ${number}`);
    },
    () => false,
  );
});

describe('changes that are asked for together', () => {
  it('are one group', async () => {
    await Promise.all([1, 2, 3].map(writes.add));
    expect(groups).toEqual([[1, 2, 3]]);
  });

  it('gather while another group is being written', async () => {
    const first = writes.add(1);
    await expect.poll(() => groups, { interval: 1 }).toHaveLength(1);
    await Promise.all([first, writes.add(2), writes.add(3)]);
    expect(groups).toEqual([[1], [2, 3]]);
  });

  it('are written when they resolve', async () => {
    const seen = [1, 2].map((number) => writes.add(number).then(() => committed.has(number)));
    expect(await Promise.all(seen)).toEqual([true, true]);
  });

  it('get an outcome each', async () => {
    expect(await Promise.all([7, 8].map(writes.add))).toEqual(['wrote 7', 'wrote 8']);
  });

  it('fail each for itself: what is wrong with one is no fault of the others', async () => {
    const outcomes = await Promise.allSettled([1, 1, 3].map(writes.add));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect([...committed]).toEqual([1, 3]);
    await expect(writes.add(4)).resolves.toBe('wrote 4');
  });

  it('are under way until they are written', async () => {
    expect(writes.isBusy()).toBe(false);
    const added = writes.add(1);
    expect(writes.isBusy()).toBe(true);
    await added;
    await writes.idle();
    expect(writes.isBusy()).toBe(false);
  });

  it('are waited for also where one follows from another', async () => {
    const chain = async (): Promise<void> => {
      await writes.add(1);
      // Some steps later, when the first group has ended.
      for (let step = 0; step < 10; step += 1) await undefined;
      await writes.add(2);
    };
    const chained = chain();
    const seen = writes.idle().then(() => [...committed]);
    await chained;
    expect(await seen).toEqual([1, 2]);
  });

  it('are waited for before the end', async () => {
    void writes.add(1);
    void writes.add(2);
    await writes.idle();
    expect([...committed]).toEqual([1, 2]);
  });
});
