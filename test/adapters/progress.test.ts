import { describe, expect, it } from 'vitest';
import { createThrottledStates } from '../../src/adapters/progress.ts';
import type { ShownReply } from '../../src/core/reply.ts';
import { createFakeClock } from '../support/clocks/fake.ts';

describe('the states of a reply', () => {
  it.each([-3_600_000, 0, 3_600_000])(
    'are as far apart as the interval, also when the time of day is set by %i ms',
    async (stepMs) => {
      const { show, puts, clock } = stage(1_000);
      await show(state('a'), { last: false });
      clock.step(stepMs);
      void show(state('b'), { last: false });
      await clock.advance(500);
      void show(state('c'), { last: false });
      await clock.advance(499);
      expect(puts).toEqual(['a']);
      await clock.advance(1);
      expect(puts).toEqual(['a', 'c']);
      await clock.advance(1_000);
      await show(state('d'), { last: false });
      expect(puts).toEqual(['a', 'c', 'd']);
    },
  );

  it('end at once with the last, whatever was put or waits before it, and nothing comes after it', async () => {
    const { show, puts, clock } = stage(1_000);
    await show(state('a'), { last: false });
    const skipped = show(state('b'), { last: false });
    const last = show(state('c'), { last: true });
    expect(await Promise.all([skipped, last])).toEqual([{ put: 'c' }, { put: 'c' }]);
    await show(state('late'), { last: false });
    await clock.advance(5_000);
    expect(puts).toEqual(['a', 'c!']);
  });

  it.each<[string, number, { title: string; last: boolean }, string[]]>([
    ['when it has lasted for a second', 1_000, { title: 'later', last: false }, ['asking']],
    ['not before that', 999, { title: 'answer', last: true }, ['answer!']],
    [
      'not if more is known within a second',
      300,
      { title: 'third in the line', last: false },
      ['third in the line'],
    ],
  ])('begin with a placeholder %s', async (_, ms, { title, last }, expected) => {
    const { show, puts, clock } = stage(60_000);
    void show({ ...state('asking'), placeholder: true }, { last: false });
    await clock.advance(ms);
    void show(state(title), { last });
    await clock.advance(5_000);
    expect(puts).toEqual(expected);
  });

  it('survive the failure of one, and the last can be shown again', async () => {
    const { show, puts, failOn } = stage();
    failOn('a');
    await expect(show(state('a'), { last: false })).rejects.toThrow('cannot put a');
    failOn('z');
    await expect(show(state('z'), { last: true })).rejects.toThrow('cannot put z');
    failOn(undefined);
    await expect(show(state('z'), { last: true })).resolves.toEqual({ put: 'z' });
    expect(puts).toEqual(['a', 'z!', 'z!']);
  });

  it.each([false, true])('stop when the reply is left, but for the last: %s', async (isLast) => {
    const { show, puts, clock } = stage(1_000);
    const leave = new AbortController();
    const onTheWay = { last: false, ended: leave.signal };
    await show(state('a'), onTheWay);
    const waiting = show(state('b'), onTheWay);
    const last = isLast ? show(state('c'), { last: true, ended: leave.signal }) : undefined;
    await clock.settle();
    leave.abort(new Error('left'));
    if (last === undefined) await expect(waiting).rejects.toThrow('left');
    else expect(await Promise.all([waiting, last])).toEqual([{ put: 'c' }, { put: 'c' }]);
    await show(state('d'), onTheWay).catch(() => undefined);
    await clock.advance(10_000);
    expect(puts).toEqual(isLast ? ['a', 'c!'] : ['a']);
  });
});

function stage(minIntervalMs = 0) {
  const puts: string[] = [];
  const clock = createFakeClock();
  let failing: string | undefined;
  const send = async ({ title }: ShownReply, last: boolean) => {
    puts.push(last ? `${title}!` : title);
    if (title === failing) throw new Error(`cannot put ${title}`);
    return { put: title };
  };
  return {
    puts,
    clock,
    show: createThrottledStates({ minIntervalMs, clock, send }),
    failOn: (title: string | undefined) => {
      failing = title;
    },
  };
}

function state(title: string): ShownReply {
  return { tone: 'progress', title, sections: [], actions: [], files: [], private: false };
}
