import { describe, expect, it } from 'vitest';
import { inPortions } from '../../../src/store/sqlite/passes/portioned.ts';

/** Works through so many, each of which takes the disk so long, and tells how large each portion was. */
async function workThrough(total: number, msOf: (size: number) => number) {
  const portions: number[] = [];
  const rests: number[] = [];
  let turns = 0;
  let now = 0;
  let left = total;
  const done = await inPortions({
    work: async (most) => {
      portions.push(most);
      now += msOf(most);
      const did = Math.min(left, most);
      left -= did;
      return did;
    },
    inTurn: async (portion) => {
      turns += 1;
      return portion();
    },
    elapsed: () => now,
    rest: async (ms) => void rests.push(ms),
  });
  return { done, portions, rests, turns };
}

describe('what could take long', () => {
  it('is done in portions, each in its turn, until one finds less than it was told', async () => {
    const { done, portions, turns } = await workThrough(150, () => 5);
    expect(done).toBe(150);
    expect(portions).toEqual([64, 64, 64]);
    expect(turns).toBe(3);
  });

  it('is looked at once more where it came out even', async () => {
    const { done, portions } = await workThrough(128, () => 5);
    expect(done).toBe(128);
    expect(portions).toEqual([64, 64, 64]);
  });

  it('leaves the disk to others for as long as each portion took, and not after the last', async () => {
    const { rests } = await workThrough(150, (size) => size / 12.8);
    expect(rests).toEqual([5, 5]);
  });

  it('grows while the disk is quick, up to a bound', async () => {
    const { portions } = await workThrough(20_000, () => 1);
    expect(portions).toEqual([64, 128, 256, 512, 1_024, ...Array(9).fill(2_048)]);
  });

  it('shrinks while the disk is slow, down to where less would take no less time', async () => {
    const { portions } = await workThrough(140, () => 50);
    expect(portions).toEqual([64, 32, 16, 16, 16]);
  });

  it.each([
    ['10 ms', 10],
    ['a quarter of that', 2.5],
  ])('stays as it is where a portion takes %s', async (_time, ms) => {
    const { portions } = await workThrough(200, () => ms);
    expect(portions).toEqual([64, 64, 64, 64]);
  });
});
