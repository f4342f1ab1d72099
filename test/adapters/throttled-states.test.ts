import { describe, expect, it } from 'vitest';
import { createThrottledStates, type ThrottledStatesNeeds } from '../../src/adapters/throttled-states.ts';
import { untilAborted } from '../../src/core/async/promises.ts';
import type { ShownReply } from '../../src/core/reply.ts';
import { createFakeClock } from '../support/clocks/fake.ts';

describe('the latest state of a reply', () => {
  it('is put at once when nothing else is going on', async () => {
    const { show, puts } = stage();
    await expect(show(state('first'), { last: false })).resolves.toEqual({ put: 'first' });
    expect(puts).toEqual(['first']);
  });

  it('is put one at a time, and the newest wins', async () => {
    const { show, puts, hold, release } = stage();
    hold();
    const shown = ['a', 'b', 'c', 'd'].map((title) => show(state(title), { last: title === 'd' }));
    expect(puts).toEqual(['a']);
    release();
    await Promise.all(shown);
    expect(puts).toEqual(['a', 'd!']);
  });

  it('settles skipped states with the newer one', async () => {
    const { show, hold, release } = stage();
    hold();
    const shown = ['a', 'b', 'c'].map((title) => show(state(title), { last: false }));
    release();
    expect(await Promise.all(shown)).toEqual([{ put: 'a' }, { put: 'c' }, { put: 'c' }]);
  });

  it('is put no sooner than the interval after the end of the one before', async () => {
    const { show, puts, clock } = stage({ minIntervalMs: 1_000 });
    await show(state('a'), { last: false });
    void show(state('b'), { last: false });
    void show(state('c'), { last: false });
    await clock.advance(999);
    expect(puts).toEqual(['a']);
    await clock.advance(1);
    expect(puts).toEqual(['a', 'c']);
  });

  it('is put at once if it is the last, whatever was put or waits before it', async () => {
    const { show, puts, clock } = stage({ minIntervalMs: 1_000 });
    await show(state('a'), { last: false });
    const skipped = show(state('b'), { last: false });
    const last = show(state('c'), { last: true });
    expect(await Promise.all([skipped, last])).toEqual([{ put: 'c' }, { put: 'c' }]);
    expect(puts).toEqual(['a', 'c!']);
    expect(clock.sleeping).toBe(0);
  });

  it('is put only when it has lasted for a second, if it is a placeholder', async () => {
    const { show, puts, clock } = stage();
    void show(placeholder('asking'), { last: false });
    await clock.advance(500);
    void show(placeholder('still asking'), { last: false });
    await clock.advance(499);
    expect(puts).toEqual([]);
    await clock.advance(1);
    expect(puts).toEqual(['still asking']);
  });

  it('is put at once if it tells more than the placeholder before it', async () => {
    const { show, puts } = stage();
    const first = show(placeholder('asking'), { last: false });
    const second = show(state('third in the line'), { last: false });
    expect(await Promise.all([first, second])).toEqual([
      { put: 'third in the line' },
      { put: 'third in the line' },
    ]);
    expect(puts).toEqual(['third in the line']);
  });

  it('never was a placeholder if the last comes within a second', async () => {
    const { show, puts, clock } = stage();
    void show(placeholder('asking'), { last: false });
    await clock.advance(300);
    await show(state('answer'), { last: true });
    await clock.advance(5_000);
    expect(puts).toEqual(['answer!']);
  });

  it('tells the put under way that a newer one has come, and settles like that one when it gives up', async () => {
    const { show, puts, giveUp } = stage();
    giveUp();
    const [first, last] = [show(state('a'), { last: false }), show(state('b'), { last: true })];
    expect(await Promise.all([first, last])).toEqual([{ put: 'b' }, { put: 'b' }]);
    expect(puts).toEqual(['a', 'b!']);
  });

  it('is not delayed when the interval has passed by itself', async () => {
    const { show, puts, clock } = stage({ minIntervalMs: 1_000 });
    await show(state('a'), { last: false });
    await clock.advance(1_000);
    await show(state('b'), { last: false });
    expect(puts).toEqual(['a', 'b']);
  });

  it('survives the failure of a state on the way', async () => {
    const { show, puts, failOn } = stage();
    failOn('a');
    await expect(show(state('a'), { last: false })).rejects.toThrow('cannot put a');
    await expect(show(state('b'), { last: true })).resolves.toEqual({ put: 'b' });
    expect(puts).toEqual(['a', 'b!']);
  });

  it('rejects when the last one fails, and takes it once more', async () => {
    const { show, puts, failOn } = stage();
    failOn('z');
    await expect(show(state('z'), { last: true })).rejects.toThrow('cannot put z');
    failOn(undefined);
    await expect(show(state('z'), { last: true })).resolves.toEqual({ put: 'z' });
    expect(puts).toEqual(['z!', 'z!']);
  });

  it('stays the last one, whatever comes after it', async () => {
    const { show, puts } = stage();
    await show(state('end'), { last: true });
    await show(state('late'), { last: false });
    expect(puts).toEqual(['end!']);
  });

  it.each([-3_600_000, 3_600_000])(
    'are as far apart when the time of day is set by %i ms',
    async (stepMs) => {
      const { show, puts, clock } = stage({ minIntervalMs: 1_000 });
      await show(state('1'), { last: false });
      clock.step(stepMs);
      void show(state('2'), { last: false });
      await clock.advance(999);
      expect(puts).toEqual(['1']);
      await clock.advance(1);
      expect(puts).toEqual(['1', '2']);
    },
  );
});

describe('a reply that is left', () => {
  const onTheWay = { last: false } as const;

  it('puts nothing more that waits, once it is left, but the last state that was given to it', async () => {
    for (const isLast of [false, true]) {
      const { show, puts, clock } = stage({ minIntervalMs: 1_000 });
      const leave = new AbortController();
      await show(state('a'), { ...onTheWay, ended: leave.signal });
      const waiting = show(state('b'), { ...onTheWay, ended: leave.signal });
      const last = isLast ? show(state('c'), { last: true, ended: leave.signal }) : undefined;
      leave.abort(new Error('left'));
      if (last === undefined) await expect(waiting).rejects.toThrow('left');
      else expect(await Promise.all([waiting, last])).toEqual([{ put: 'c' }, { put: 'c' }]);
      await show(state('d'), { ...onTheWay, ended: leave.signal }).catch(() => undefined);
      await clock.advance(10_000);
      expect(puts).toEqual(isLast ? ['a', 'c!'] : ['a']);
      expect(clock.sleeping).toBe(0);
    }
  });

  it('ends what it is putting when it is left', async () => {
    const { show, giveUp } = stage();
    giveUp();
    const leave = new AbortController();
    const shown = show(state('a'), { ...onTheWay, ended: leave.signal });
    leave.abort(new Error('left'));
    await expect(shown).rejects.toThrow('left');
  });
});

function stage({ minIntervalMs = 0 } = {}) {
  const puts: string[] = [];
  const clock = createFakeClock();
  let failing: string | undefined;
  let held: Promise<void> = Promise.resolve();
  let release = (): void => undefined;
  let givesUp = false;
  const put: ThrottledStatesNeeds['put'] = async ({ title }, { last, superseded }) => {
    puts.push(last ? `${title}!` : title);
    await held;
    if (givesUp && !last) await untilAborted(new Promise<never>(() => undefined), superseded);
    if (title === failing) throw new Error(`cannot put ${title}`);
    return { put: title };
  };
  return {
    puts,
    clock,
    show: createThrottledStates({ minIntervalMs, clock, put }),
    failOn: (title: string | undefined) => {
      failing = title;
    },
    hold: () => {
      held = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: () => release(),
    giveUp: () => {
      givesUp = true;
    },
  };
}

function placeholder(title: string): ShownReply {
  return { ...state(title), placeholder: true };
}

function state(title: string): ShownReply {
  return { tone: 'progress', title, sections: [], actions: [], files: [], private: false };
}
