import { beforeEach, describe, expect, it } from 'vitest';
import type { ReplyTarget } from '../../src/core/adapter.ts';
import { type Reply, reply } from '../../src/core/reply.ts';
import { presentStates, ShowFailed } from '../../src/requests/present.ts';
import { createFakeClock, type FakeClock } from '../support/clocks/fake.ts';

describe('the states of a reply', () => {
  let clock: FakeClock;
  let shown: string[];
  let moved: ReplyTarget[];
  let hiccups: unknown[];
  let leave: AbortController;
  /** What the platform does with a state. */
  let show: (title: string) => Promise<ReplyTarget>;

  const said = (title: string): Reply => reply({ tone: 'good', title });
  const present = (states: AsyncIterable<Reply>): Promise<void> =>
    presentStates({
      states,
      show: async ({ title }, last) => {
        shown.push(last ? `${title}!` : title);
        return show(title);
      },
      onMoved: async (target) => void moved.push(target),
      onHiccup: (error) => hiccups.push(error),
      clock,
      leave: leave.signal,
    });
  /** Titles are states, numbers the time until the next one. */
  async function* command(...steps: (string | number)[]): AsyncIterable<Reply> {
    for (const step of steps) {
      if (typeof step === 'number') await clock.sleep(step);
      else yield said(step);
    }
  }

  beforeEach(() => {
    clock = createFakeClock();
    shown = [];
    moved = [];
    hiccups = [];
    leave = new AbortController();
    show = async () => ({ message: 1 });
  });

  it('that follow each other at once are shown as the last one alone', async () => {
    await clock.advanceUntil(present(command('a', 'b', 29, 'c')));
    expect(shown).toEqual(['c!']);
    expect(moved).toEqual([]);
    expect(clock.sleeping).toBe(0);
  });

  it('are shown once each as they last, and the last one again as the last', async () => {
    await clock.advanceUntil(present(command('a', 31, 'b', 1_000, 'c', 1_000)));
    expect(shown).toEqual(['a', 'b', 'c', 'c!']);
  });

  it('move with their message, which is told when it is another, and more is to come', async () => {
    const places = [{ message: 1 }, { message: 1 }, { message: 2 }, { message: 3 }];
    show = async () => places.shift() ?? {};
    await clock.advanceUntil(present(command('a', 50, 'b', 50, 'c', 50, 'd')));
    expect(moved).toEqual([{ message: 1 }, { message: 2 }]);
  });

  it('on the way may fail, which keeps nobody from the last one', async () => {
    const broken = new Error('the platform is away');
    show = async (title) => {
      if (title === 'a') throw broken;
      return { message: 1 };
    };
    await clock.advanceUntil(present(command('a', 50, 'b')));
    expect(shown).toEqual(['a', 'b!']);
    expect(hiccups).toEqual([broken]);
  });

  it('do not hold up the command, however slow the platform is', async () => {
    show = async (title) => {
      if (title === 'a') await clock.sleep(10_000);
      return { message: 1 };
    };
    let isOver = false;
    const presented = present(command('a', 50, 'b')).then(() => {
      isOver = true;
    });
    await clock.advance(1_000);
    expect(shown).toEqual(['a', 'b!']);
    // Until what is under way has ended, where the reply stands may still be told.
    expect(isOver).toBe(false);
    await clock.advanceUntil(presented);
    expect(isOver).toBe(true);
  });

  it('whose last one cannot be shown have failed', async () => {
    const broken = new Error('the chat is gone');
    show = () => Promise.reject(broken);
    await expect(present(command('a'))).rejects.toThrow(ShowFailed);
    await expect(present(command('a'))).rejects.toMatchObject({ cause: broken });
  });

  it('end with what breaks in the command', async () => {
    async function* breaking(): AsyncIterable<Reply> {
      yield said('a');
      throw new Error('broken on purpose');
    }
    await expect(present(breaking())).rejects.toThrow('broken on purpose');
    expect(shown).toEqual([]);
  });

  it('are at least one', async () => {
    await expect(present(command())).rejects.toThrow('without a reply');
  });

  it('are left where they are when nobody is to see more, and the command is told', async () => {
    let isTold = false;
    async function* endless(): AsyncIterable<Reply> {
      try {
        for (;;) {
          yield said('a');
          await clock.sleep(100);
        }
      } finally {
        isTold = true;
      }
    }
    const presented = present(endless());
    await clock.advance(50);
    expect(shown).toEqual(['a']);
    const reason = new Error('for the next process');
    leave.abort(reason);
    await expect(presented).rejects.toBe(reason);
    await clock.advance(100);
    expect(isTold).toBe(true);
    expect(shown).toEqual(['a']);
    expect(clock.sleeping).toBe(0);
  });

  it('of a command that breaks after it was left are nobody’s concern', async () => {
    async function* late(): AsyncIterable<Reply> {
      yield said('a');
      await clock.sleep(100);
      throw new Error('too late');
    }
    const presented = present(late());
    await clock.settle();
    leave.abort(new Error('left'));
    await expect(presented).rejects.toThrow('left');
    await clock.advance(200);
  });
});
