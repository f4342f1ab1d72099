import { beforeEach, describe, expect, it } from 'vitest';
import {
  type ChatQueues,
  createChatQueues,
  type Destination,
} from '../../../../src/adapters/telegram/outbound/queue.ts';
import { createFakeClock, type FakeClock } from '../../../support/clocks/fake.ts';

const ANN: Omit<Destination, 'rank'> = { chat: 11, group: false };
const GROUP: Omit<Destination, 'rank'> = { chat: -1001, group: true };

describe('the calls for a chat', () => {
  let clock: FakeClock;
  let queues: ChatQueues;
  /** What went when, in seconds. */
  let gone: [number, string][];
  beforeEach(() => {
    clock = createFakeClock();
    queues = createChatQueues(clock);
    gone = [];
  });
  const call = (
    to: Omit<Destination, 'rank'>,
    rank: Destination['rank'] = 'answer',
    name = String(to.chat),
    signal?: AbortSignal,
  ): Promise<unknown> =>
    queues.turn({ ...to, rank }, signal).then(
      () => gone.push([clock.elapsed() / 1_000, name]),
      () => undefined,
    );
  const many = (count: number, to: Omit<Destination, 'rank'>): void => {
    for (let index = 0; index < count; index += 1) void call(to);
  };
  const secondsOf = (): number[] => gone.map(([second]) => second);

  it('go at once in a short burst, and then one a second', async () => {
    many(10, ANN);
    await clock.advance(20_000);
    expect(secondsOf()).toEqual([0, 0, 0, 0, 1, 2, 3, 4, 5, 6]);
  });

  it('are at most 20 in any minute in a group, whatever the pace', async () => {
    many(45, GROUP);
    await clock.advance(300_000);
    const seconds = secondsOf();
    expect(seconds).toHaveLength(45);
    const inTheMinuteFrom = (from: number): number =>
      seconds.filter((second) => second >= from && second < from + 60).length;
    expect(Math.max(...seconds.map(inTheMinuteFrom))).toBe(20);
    // No minute is wasted: the 41st goes when the second minute is over.
    expect(seconds[40]).toBeLessThan(125);
  });

  it('do not wait for those of another chat', async () => {
    many(10, ANN);
    void call({ chat: 22, group: false });
    await clock.settle();
    expect(gone).toContainEqual([0, '22']);
  });

  it('are at most 30 in any second in all chats, which take turns', async () => {
    for (let chat = 1; chat <= 100; chat += 1)
      for (let nth = 0; nth < 2; nth += 1) void call({ chat, group: false });
    await clock.advance(10_000);
    const seconds = secondsOf();
    expect(seconds).toHaveLength(200);
    const inTheSecondFrom = (from: number): number =>
      seconds.filter((second) => second >= from && second < from + 1).length;
    expect(Math.max(...seconds.map(inTheSecondFrom))).toBe(30);
    const first = gone.slice(15, 115).map(([, name]) => name);
    expect(new Set(first).size).toBeGreaterThan(80);
  });

  it('let answers go before what only tells how far a reply is', async () => {
    many(4, ANN);
    void call(ANN, 'progress', 'progress');
    void call(ANN, 'answer', 'answer');
    await clock.advance(10_000);
    expect(gone.slice(4)).toEqual([
      [1, 'answer'],
      [4, 'progress'],
    ]);
  });

  it('keep a part of the limit for answers, however much progress there is to tell', async () => {
    const progress = Array.from({ length: 20 }, () => call(GROUP, 'progress', 'progress'));
    await clock.advance(30_000);
    expect(gone.length).toBeLessThanOrEqual(12);
    for (let index = 0; index < 4; index += 1) void call(GROUP, 'answer', 'answer');
    await clock.advance(4_000);
    expect(gone.filter(([, name]) => name === 'answer')).toHaveLength(4);
    await clock.advanceUntil(Promise.all(progress));
  });

  it('go nowhere while the chat is closed, and one at a time afterwards', async () => {
    queues.close({ ...ANN, rank: 'answer' }, 7_000);
    many(3, ANN);
    await clock.advance(6_999);
    expect(gone).toEqual([]);
    await clock.advance(5_000);
    expect(secondsOf()).toEqual([7, 8, 9]);
  });

  it('that are given up leave their place to the next', async () => {
    many(4, ANN);
    const given = new AbortController();
    void call(ANN, 'answer', 'given up', given.signal);
    void call(ANN, 'answer', 'next');
    given.abort(new Error('not worth it'));
    await clock.advance(1_000);
    expect(gone.slice(4)).toEqual([[1, 'next']]);
    await expect(queues.turn({ ...ANN, rank: 'answer' }, given.signal)).rejects.toThrow('not worth it');
    await clock.advance(60_000);
    expect(clock.sleeping).toBe(0);
  });

  it('tell whether there is plenty left', async () => {
    expect(queues.hasPlenty(ANN)).toBe(true);
    many(3, ANN);
    expect(queues.hasPlenty(ANN)).toBe(false);
    await clock.advance(2_000);
    expect(queues.hasPlenty(ANN)).toBe(true);
  });

  it.each([-3_600_000, 3_600_000])(
    'keep their pace though the time of day is set by %i ms',
    async (stepMs) => {
      many(5, ANN);
      await clock.settle();
      clock.step(stepMs);
      await clock.advance(999);
      expect(gone).toHaveLength(4);
      await clock.advance(1);
      expect(gone).toHaveLength(5);
    },
  );
});
