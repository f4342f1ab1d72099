import { describe, expect, it } from 'vitest';
import { limitsOf } from '../../src/limiter/limits.ts';
import { holdsOfUnknown, type PastSend } from '../../src/limiter/past.ts';
import { createFakeClock } from '../support/clocks/fake.ts';
import { createLimiterBench, named, TIMEOUT_MS, WINDOW_MS } from './bench.ts';

const HELD_MS = WINDOW_MS + 500;
const FAILED_MS = HELD_MS + 30_000;

/** By how long ago something was sent, and answered. */
type Ago = readonly [sentMs: number, answeredMs?: number];

/** A limiter that starts with these sends behind it. */
function restartWith(past: readonly Ago[] | 'unknown') {
  const clock = createFakeClock();
  const ago = (ms: number): number => clock.uptime() - ms;
  if (past === 'unknown') return createLimiterBench(undefined, past, clock);
  const sends = past.map(
    ([sentMs, answeredMs]): PastSend => ({
      sent: ago(sentMs),
      ...(answeredMs !== undefined && { answered: ago(answeredMs) }),
    }),
  );
  return createLimiterBench(() => 300, sends, clock);
}

const times = (count: number, ago: Ago): Ago[] => Array.from({ length: count }, () => ago);

describe('after a restart', () => {
  it.each<[string, readonly Ago[], 'windowUsed' | 'inFlight', taken: number, untilMs: number]>([
    [
      'after a restart an answered send holds its slot for the rest of its window',
      [[40_300, 40_000]],
      'windowUsed',
      1,
      20_500,
    ],
    [
      'after a restart a send without an answer is in flight like one that timed out',
      [[5_000]],
      'inFlight',
      1,
      2 * TIMEOUT_MS - 5_000,
    ],
    [
      'after a restart a send without an answer holds its slot like a failure',
      [[5_000]],
      'windowUsed',
      1,
      TIMEOUT_MS - 5_000 + FAILED_MS,
    ],
    [
      'after a restart a send in the future holds its slot for a window',
      [[-HELD_MS, -HELD_MS]],
      'windowUsed',
      1,
      HELD_MS,
    ],
  ])('%s', async (_what, past, slots, taken, untilMs) => {
    const { clock, limiter } = restartWith(past);
    expect(limiter.usage()[slots]).toBe(taken);
    await clock.advance(untilMs - 1);
    expect(limiter.usage()[slots]).toBe(taken);
    await clock.advance(1);
    expect(limiter.usage()[slots]).toBeLessThan(taken);
  });

  it('after a restart a send that was answered more than a window ago holds no slot', () => {
    expect(restartWith([[61_000, 60_500]]).limiter.usage().windowUsed).toBe(0);
  });

  it.each<[string, readonly Ago[] | 'unknown', number, number]>([
    ['while all in-flight slots may be taken', times(4, [1_000]), 2 * TIMEOUT_MS - 1_000, 1],
    [
      'while more than 19 sends hold slots, since the limit was higher before',
      [...times(30, [50_300, 50_000]), ...times(19, [10_300, 10_000])],
      50_500,
      3,
    ],
    ['for a window if earlier sends are unknown', 'unknown', HELD_MS, 3],
  ])('after a restart no job is sent %s', async (_when, past, untilMs, jobs) => {
    const { clock, schedule, sent } = restartWith(past);
    for (const name of named('s', jobs)) void schedule(name);
    await clock.advance(untilMs - 1);
    expect(sent).toEqual([]);
    await clock.advance(1);
    expect(sent).toHaveLength(jobs);
  });

  it('unknown sends take all slots of both kinds', () => {
    const limits = { concurrent: 4, perWindow: 19, windowMs: WINDOW_MS, callTimeoutMs: TIMEOUT_MS };
    const holds = holdsOfUnknown(limitsOf({ ...limits, clock: createFakeClock() }));
    expect(holds.filter(({ windowSlotMs }) => windowSlotMs >= HELD_MS)).toHaveLength(19);
    expect(holds.filter(({ inFlightMs }) => inFlightMs === 2 * TIMEOUT_MS)).toHaveLength(4);
  });

  it('a start that waits since earlier sends are unknown reports only what it has sent, and how long it waits', async () => {
    const { clock, limiter, schedule } = restartWith('unknown');
    const nothing = { inFlight: 0, windowUsed: 0 };
    expect(limiter.usage()).toMatchObject({ ...nothing, startsInMs: HELD_MS });
    await clock.advance(HELD_MS - 1);
    expect(limiter.usage()).toMatchObject({ ...nothing, startsInMs: 1 });
    await clock.advance(1);
    expect(limiter.usage()).toMatchObject({ ...nothing, startsInMs: undefined });
    const answer = schedule('s1');
    await clock.settle();
    expect(limiter.usage()).toMatchObject({ inFlight: 1, windowUsed: 1 });
    await clock.advanceUntil(answer);
  });

  it('people who wait after a restart with unknown sends read that reason until the wait ends', async () => {
    const { clock, schedule } = restartWith('unknown');
    const held: boolean[] = [];
    for (const name of named('s', 30)) {
      void schedule(name, { onWait: ({ isStarting }) => held.push(isStarting) });
    }
    await clock.advance(200);
    expect(new Set(held)).toEqual(new Set([true]));
    await clock.advance(HELD_MS);
    expect(held.at(-1)).toBe(false);
  });
});
