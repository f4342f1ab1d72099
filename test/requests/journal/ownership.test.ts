import { beforeEach, describe, expect, it } from 'vitest';
import { createOwnership, type Ownership, SOLE_OWNER } from '../../../src/requests/journal/ownership.ts';
import type { Collection, Store } from '../../../src/store/contract.ts';
import { createFakeClock, type FakeClock } from '../../support/clocks/fake.ts';
import { createMemoryStore } from '../../support/store/memory-store.ts';

const DAY_MS = 86_400_000;
const MAX_AGE_MS = 30 * 3_600_000;
const away = () => Promise.reject(new Error('the store is away'));

describe('who answers a request', () => {
  let clock: FakeClock;
  let store: Store;
  let owners: Collection;
  let cancels: Collection;
  let done: Set<string>;
  let errors: unknown[];
  /** Whether this process was silent for so long that others may have taken it for gone: now, and at any time. */
  let silence: { now: boolean; ever: boolean };

  const start = (id: string, on = owners): Ownership =>
    createOwnership({
      owners: on,
      owned: store.collection('owned'),
      processes: store.collection('processes'),
      cancels,
      members: {
        id,
        start: async () => undefined,
        leave: async () => undefined,
        mayCountAsGone: () => silence.now,
        hasCountedAsGone: () => silence.ever,
      },
      isDone: async (request) => done.has(request),
      maxAgeMs: MAX_AGE_MS,
      clock,
      onError: (error) => errors.push(error),
    });

  /** Where this one drops what it has claimed once another has met its claim. */
  const dropping = (name: string): Collection => ({
    ...owners,
    insert: async (id, ...claim) => {
      const isFirst = await owners.insert(id, ...claim);
      if (!isFirst) await owners.deleteIf(id, name);
      return isFirst;
    },
  });

  beforeEach(() => {
    clock = createFakeClock();
    store = createMemoryStore(clock);
    owners = store.collection('owners');
    cancels = store.collection('cancels');
    done = new Set();
    errors = [];
    silence = { now: false, ever: false };
  });

  it('is the first process to say so', async () => {
    const [a, b] = [start('a'), start('b')];
    expect(await a.reserve('1')).toBe(true);
    expect(await b.reserve('1')).toBe(false);
    expect(await b.ownerOf('1')).toBe('a');
    silence = { now: false, ever: true };
    expect([await a.isLost('1', false), await b.isLost('1', false)]).toEqual([false, true]);
    expect([await a.others(), await b.others()]).toEqual([[['b', '1']], [['a', '1']]]);
    expect(await b.requestsOf('a')).toEqual([{ id: '1', owner: 'a' }]);
  });

  it('is not one that claims it only after another has answered it, even while it does', async () => {
    const a = start('a');
    silence = { now: false, ever: true };
    await a.reserve('1');
    expect(await a.isLost('1', false)).toBe(false);
    done.add('1');
    expect(await a.isLost('1', false)).toBe(true);
    expect(await a.claim('1')).toBe(false);
    expect(await a.ownerOf('1')).toBeUndefined();
  });

  it('is one of those that claim it, where whoever had it drops it while they look', async () => {
    const [a, b, c] = [start('a'), start('b', dropping('c')), start('c')];
    await c.reserve('1');
    expect(await b.claim('1')).toBe(true);
    expect(await b.ownerOf('1')).toBe('b');
    expect([await a.claim('1'), await c.claim('1')]).toEqual([false, false]);
  });

  it('is nobody who claims what others claim and drop again without an end', async () => {
    const b = start('b', { ...owners, insert: async () => false });
    await expect(b.claim('1')).rejects.toThrow('keeps changing');
  });

  it('is whoever takes it at last, and nobody when it is answered', async () => {
    const [a, b] = [start('a'), start('b')];
    await a.reserve('1');
    await b.take('1');
    await a.drop('1');
    expect(await a.ownerOf('1')).toBe('b');
    await b.drop('1');
    expect(await a.ownerOf('1')).toBeUndefined();
  });

  it('is known for as long as a request may be open, and two days more', async () => {
    const [a, b, c] = [start('a'), start('b'), start('c')];
    await a.reserve('1');
    await a.take('2');
    await a.claim('3');
    await c.reserve('4');
    await a.takeOver({ id: '4', owner: 'c' });
    await clock.advance(MAX_AGE_MS + 2 * DAY_MS - 1);
    expect(await b.requestsOf('a')).toHaveLength(4);
    await clock.advance(1);
    expect([await b.requestsOf('a'), await b.others()]).toEqual([[], []]);
  });

  it('of an orphan is the one process that was fastest', async () => {
    const [a, b, c] = [start('a'), start('b'), start('c')];
    await a.reserve('1');
    const orphan = { id: '1', owner: 'a' };
    expect(await b.takeOver(orphan)).toBe(true);
    expect(await c.takeOver(orphan)).toBe(false);
    expect(await c.ownerOf('1')).toBe('b');
    await c.discard(orphan);
    expect(await c.ownerOf('1')).toBe('b');
    await c.discard({ id: '1', owner: 'b' });
    expect(await c.ownerOf('1')).toBeUndefined();
  });

  it('is nobody who claims what is answered, and this process where nobody has it', async () => {
    const [a, b] = [start('a'), start('b')];
    expect(await a.claim('1')).toBe(true);
    expect(await a.claim('1')).toBe(true);
    expect(await b.claim('1')).toBe(false);
    done.add('2');
    expect(await a.claim('2')).toBe(false);
    expect(await b.ownerOf('2')).toBeUndefined();
    silence = { now: false, ever: true };
    expect(await a.isLost('2', false)).toBe(true);
    expect(await a.isLost('3', false)).toBe(false);
  });

  it('is not said in a store that fails, which breaks nothing', async () => {
    const broken = start('a', { ...owners, insert: away, put: away, deleteIf: away });
    expect(await broken.reserve('1')).toBe(false);
    await broken.take('1');
    await broken.drop('1');
    expect(errors).toHaveLength(2);
  });

  describe('after a process was silent for long', () => {
    it('is asked for before an answer is shown', async () => {
      const [a, b] = [start('a'), start('b')];
      await a.reserve('1');
      await b.takeOver({ id: '1', owner: 'a' });
      // Nobody can have taken what a process that was always heard of answers, so it does not even ask.
      expect(await a.isLost('1', false)).toBe(false);
      silence = { now: true, ever: true };
      expect(await a.isLost('1', false)).toBe(true);
      expect(await b.isLost('1', false)).toBe(false);
      silence.now = false;
      expect(await a.isLost('1', false)).toBe(true);
    });

    it('is asked for again while the store does not answer, ten times at most', async () => {
      silence = { now: true, ever: true };
      let asked = 0;
      const failing = (upTo: number): Ownership =>
        start('a', {
          ...owners,
          get: async (id) => {
            asked += 1;
            if (asked <= upTo) throw new Error('away');
            return owners.get(id);
          },
        });
      await start('b').reserve('1');
      expect(await clock.advanceUntil(failing(3).isLost('1', false))).toBe(true);
      expect(asked).toBe(4);
      asked = 0;
      expect(await clock.advanceUntil(failing(100).isLost('1', false))).toBe(false);
      expect(asked).toBe(10);
      expect(clock.elapsed()).toBeLessThan(5_000);
    });

    it('is not waited for once it is heard of again: an answer is worth more than a doubt', async () => {
      silence = { now: false, ever: true };
      const a = start('a', { ...owners, get: away });
      expect(await a.isLost('1', false)).toBe(false);
      expect(clock.elapsed()).toBe(0);
    });
  });

  describe('of a request that could not be written down', () => {
    it('is whoever claims it first', async () => {
      const [a, b] = [start('a'), start('b')];
      expect(await a.isLost('1', true)).toBe(false);
      expect(await b.isLost('1', true)).toBe(true);
    });

    it('is nobody else as far as a store that cannot be written can tell', async () => {
      await start('b').reserve('1');
      const unwritable = start('a', { ...owners, insert: away });
      expect(await unwritable.isLost('1', true)).toBe(true);
      expect(await unwritable.isLost('2', true)).toBe(false);
      expect(await start('a', { ...owners, insert: away, get: away }).isLost('1', true)).toBe(false);
    });

    it('is whoever claims it first after a long silence too: behind a store that failed for long, nobody was heard of', async () => {
      silence = { now: true, ever: true };
      await start('b').reserve('1');
      const [a, c] = [start('a'), start('c')];
      expect(await a.isLost('1', true)).toBe(true);
      expect(await a.isLost('2', true)).toBe(false);
      expect(await c.isLost('2', true)).toBe(true);
      expect(await a.ownerOf('2')).toBe('a');
    });

    it('is asked for again after a long silence while the store does not answer', async () => {
      silence = { now: true, ever: true };
      await start('b').reserve('1');
      let asked = 0;
      const once = async (...given: Parameters<Collection['insert']>): Promise<boolean> => {
        asked += 1;
        return asked === 1 ? away() : owners.insert(...given);
      };
      const getting: Collection['get'] = async (id) => (asked === 1 ? away() : owners.get(id));
      const a = start('a', { ...owners, insert: once, get: getting });
      expect(await clock.advanceUntil(a.isLost('1', true))).toBe(true);
      expect(asked).toBe(2);
    });
  });

  describe('is asked to stop it', () => {
    it('from another process, of which it hears within a second, and once', async () => {
      const [a, b] = [start('a'), start('b')];
      await a.reserve('1');
      const heard: string[] = [];
      a.listen((id) => {
        heard.push(id);
        return id === '1';
      });
      expect(await b.cancelElsewhere('1')).toBe(true);
      await clock.advance(999);
      expect(heard).toEqual([]);
      await clock.advance(1);
      expect(heard).toEqual(['1']);
      await clock.advance(5_000);
      expect(heard).toEqual(['1']);
      expect(clock.keepingAlive).toBe(0);
      a.stop();
      await clock.settle();
      expect(clock.sleeping).toBe(0);
    });

    it('only where there is another that answers it', async () => {
      const a = start('a');
      await a.reserve('1');
      expect([await a.cancelElsewhere('1'), await a.cancelElsewhere('2')]).toEqual([false, false]);
      expect(await cancels.entries()).toEqual([]);
    });

    it('for a minute, and what it does not run stays for the one that does', async () => {
      const [a, b] = [start('a'), start('b')];
      await a.reserve('1');
      await b.cancelElsewhere('1');
      b.listen(() => false);
      await clock.advance(59_999);
      expect(await cancels.entries()).toHaveLength(1);
      await clock.advance(1);
      expect(await cancels.entries()).toEqual([]);
      b.stop();
    });

    it('again where the store failed meanwhile', async () => {
      const [a, b] = [start('a'), start('b')];
      await a.reserve('1');
      await b.cancelElsewhere('1');
      const heard: string[] = [];
      const { entries } = cancels;
      cancels = { ...cancels, entries: () => (errors.length < 2 ? away() : entries()) };
      const late = start('a');
      late.listen((id) => heard.push(id) > 0);
      await clock.advance(3_000);
      expect(heard).toEqual(['1']);
      expect(errors).toHaveLength(2);
      late.stop();
    });
  });
});

describe('a process that is alone with its journal', () => {
  it('answers everything, and asks nobody', async () => {
    expect(await SOLE_OWNER.reserve('1')).toBe(true);
    expect(await SOLE_OWNER.claim('1')).toBe(true);
    expect(await SOLE_OWNER.isLost('1', true)).toBe(false);
    expect([await SOLE_OWNER.others(), await SOLE_OWNER.requestsOf('a')]).toEqual([[], []]);
    expect(await SOLE_OWNER.ownerOf('1')).toBeUndefined();
    expect(await SOLE_OWNER.takeOver({ id: '1', owner: 'a' })).toBe(false);
    expect(await SOLE_OWNER.cancelElsewhere('1')).toBe(false);
  });
});
