import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createMembers, type Members } from '../../../src/store/cluster/members.ts';
import type { Collection } from '../../../src/store/contract.ts';
import { createFakeClock, type FakeClock } from '../../support/clocks/fake.ts';
import { createMemoryStore } from '../../support/store/memory-store.ts';

const HEARTBEAT = { everyMs: 1_000, goneAfterMs: 5_000 };

describe('a member of many processes', () => {
  let clock: FakeClock;
  let rows: Collection;
  let isAway: boolean;
  let returns: number;
  let errors: unknown[];
  /** Whom the members ask about. */
  let asked: string[];

  const join = (onBeat: (living: ReadonlySet<string>) => void = () => undefined): Members => {
    const brittle: Collection = {
      ...rows,
      put: (...row) => (isAway ? Promise.reject(new Error('away')) : rows.put(...row)),
    };
    const members = createMembers({ rows: brittle, clock, heartbeat: HEARTBEAT });
    void members.start({
      onBeat: async (livingNow) => onBeat(await livingNow(asked.map((name) => [name, '1']))),
      onReturn: async () => {
        returns += 1;
      },
      onError: (error) => errors.push(error),
    });
    return members;
  };

  beforeEach(() => {
    clock = createFakeClock();
    rows = createMemoryStore(clock).collection('members');
    isAway = false;
    returns = 0;
    errors = [];
    asked = [];
  });

  it('has a name of its own, and is heard of as soon as it begins', async () => {
    const [a, b] = [join(), join()];
    await clock.settle();
    expect(a.id).not.toBe(b.id);
    expect([clock.sleeping, clock.keepingAlive]).toEqual([2, 0]);
    expect((await rows.entries()).map(([id]) => id).sort()).toEqual([a.id, b.id].sort());
  });

  it('judges nobody before it has listened for as long as it takes to be missed', async () => {
    const beats: ReadonlySet<string>[] = [];
    const a = join((living) => beats.push(living));
    await clock.advance(HEARTBEAT.goneAfterMs - 1);
    expect(beats).toEqual([]);
    await clock.advance(HEARTBEAT.everyMs);
    expect(beats.at(-1)).toEqual(new Set([a.id]));
  });

  it('misses one that has died, and one that has left at once', async () => {
    let living: ReadonlySet<string> = new Set();
    const a = join((now) => {
      living = now;
    });
    const b = join();
    await rows.put('dies', '', { expiresAt: clock.now() + HEARTBEAT.goneAfterMs });
    await clock.advance(HEARTBEAT.goneAfterMs + HEARTBEAT.everyMs);
    expect(living).toEqual(new Set([a.id, b.id]));
    await b.leave();
    await clock.advance(HEARTBEAT.everyMs);
    expect(living).toEqual(new Set([a.id]));
  });

  it('that the store has not heard for a while may count as gone, and says that it is back before it judges others', async () => {
    let beats = 0;
    const a = join(() => {
      beats += 1;
    });
    await clock.advance(2 * HEARTBEAT.goneAfterMs);
    expect(a.mayCountAsGone()).toBe(false);
    isAway = true;
    await clock.advance(HEARTBEAT.goneAfterMs + HEARTBEAT.everyMs);
    expect(a.mayCountAsGone()).toBe(true);
    expect(errors.length).toBeGreaterThan(0);
    expect(returns).toBe(0);
    isAway = false;
    const before = beats;
    await clock.advance(HEARTBEAT.everyMs);
    expect(returns).toBe(1);
    expect(a.mayCountAsGone()).toBe(false);
    expect(beats).toBe(before);
    await clock.advance(HEARTBEAT.goneAfterMs + HEARTBEAT.everyMs);
    expect(beats).toBeGreaterThan(before);
    expect(returns).toBe(1);
  });

  it('stays away until what it does on its return has gone well', async () => {
    const members = createMembers({ rows, clock, heartbeat: HEARTBEAT });
    const put = vi.spyOn(rows, 'put');
    let fails = true;
    void members.start({
      onBeat: async () => undefined,
      onReturn: async () => {
        returns += 1;
        if (fails) throw new Error('not yet');
      },
      onError: (error) => errors.push(error),
    });
    await clock.advance(HEARTBEAT.everyMs);
    put.mockRejectedValue(new Error('away'));
    await clock.advance(2 * HEARTBEAT.goneAfterMs);
    put.mockRestore();
    await clock.advance(2 * HEARTBEAT.everyMs);
    expect(returns).toBeGreaterThan(1);
    expect(members.mayCountAsGone()).toBe(true);
    fails = false;
    await clock.advance(HEARTBEAT.everyMs);
    expect(members.mayCountAsGone()).toBe(false);
  });

  it('is heard although what is told takes long, and is told nothing meanwhile', async () => {
    let beats = 0;
    const members = createMembers({ rows, clock, heartbeat: HEARTBEAT });
    void members.start({
      onBeat: () => {
        beats += 1;
        return new Promise(() => undefined);
      },
      onReturn: async () => undefined,
      onError: (error) => errors.push(error),
    });
    await clock.advance(10 * HEARTBEAT.goneAfterMs);
    expect(beats).toBe(1);
    expect((await rows.entries()).map(([id]) => id)).toEqual([members.id]);
  });

  it('knows that it may count as gone where it stood still before its first word was heard', async () => {
    isAway = true;
    const a = join();
    await clock.advance(HEARTBEAT.goneAfterMs + HEARTBEAT.everyMs);
    expect(a.mayCountAsGone()).toBe(true);
    isAway = false;
    await clock.advance(HEARTBEAT.everyMs);
    expect(returns).toBe(1);
  });

  it('knows for ever that others may have acted on what they saw while it was away', async () => {
    const a = join();
    await clock.advance(HEARTBEAT.everyMs);
    expect(a.hasCountedAsGone()).toBe(false);
    isAway = true;
    await clock.advance(HEARTBEAT.goneAfterMs + HEARTBEAT.everyMs);
    isAway = false;
    await clock.advance(HEARTBEAT.everyMs);
    expect(a.mayCountAsGone()).toBe(false);
    expect(a.hasCountedAsGone()).toBe(true);
  });

  it('is not taken for gone because the time of day was set forward', async () => {
    const a = join();
    await clock.advance(HEARTBEAT.everyMs);
    clock.step(3_600_000);
    expect(a.mayCountAsGone()).toBe(false);
    await clock.advance(HEARTBEAT.everyMs);
    expect(returns).toBe(0);
  });

  it('does not miss at once whose word is gone, since the clock of the store may have been set forward', async () => {
    let living: ReadonlySet<string> = new Set();
    join((now) => {
      living = now;
    });
    await clock.advance(HEARTBEAT.goneAfterMs);
    await rows.put('other', '1');
    await clock.advance(HEARTBEAT.everyMs);
    await rows.delete('other');
    await clock.advance(HEARTBEAT.everyMs);
    expect(living).toContain('other');
    await clock.advance(HEARTBEAT.goneAfterMs);
    expect(living).not.toContain('other');
  });

  it('misses one whose heartbeats have ended as soon as that one counts itself as gone, however long its row stays', async () => {
    let living: ReadonlySet<string> = new Set();
    join((now) => {
      living = now;
    });
    await clock.advance(HEARTBEAT.goneAfterMs + HEARTBEAT.everyMs);
    await rows.put('dies', '7');
    await clock.advance(HEARTBEAT.everyMs + HEARTBEAT.goneAfterMs);
    expect(living).toContain('dies');
    await clock.advance(HEARTBEAT.everyMs);
    expect(living).not.toContain('dies');
  });

  it('gives one it has never heard of a few beats as well, but for one that has said that it leaves', async () => {
    let living: ReadonlySet<string> = new Set();
    join((now) => {
      living = now;
    });
    const leaves = join();
    await clock.advance(HEARTBEAT.goneAfterMs + HEARTBEAT.everyMs);
    await leaves.leave();
    asked = ['just started', leaves.id];
    await clock.advance(HEARTBEAT.everyMs);
    expect(living).toContain('just started');
    expect(living).not.toContain(leaves.id);
    await clock.advance(3 * HEARTBEAT.everyMs);
    expect(living).not.toContain('just started');
    await clock.advance(5 * HEARTBEAT.everyMs);
    expect(living).not.toContain('just started');
  });

  it('beats no more once it has left', async () => {
    const a = join();
    await clock.settle();
    await a.leave();
    await clock.advance(HEARTBEAT.goneAfterMs);
    expect(await rows.entries()).toEqual([]);
    expect(clock.sleeping).toBe(0);
  });
});
