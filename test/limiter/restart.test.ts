import { describe, expect, it } from 'vitest';
import type { PastSend } from '../../src/limiter/past.ts';
import { createLimiterBench, named, TIMEOUT_MS, WINDOW_MS } from '../support/checks/limiter-bench.ts';
import { createFakeClock } from '../support/clocks/fake.ts';

/** A limiter that starts without knowing what was sent before. */
function restartBlind() {
  const bench = createLimiterBench();
  bench.limiter.seed('unknown');
  return bench;
}

/** A limiter that starts with these sends behind it, given by how long ago they were sent and answered. */
function restartWith(...past: readonly { sentAgo: number; answeredAgo?: number }[]) {
  const clock = createFakeClock();
  const sends = past.map(({ sentAgo, answeredAgo }): PastSend => {
    const sent = clock.uptime() - sentAgo;
    return answeredAgo === undefined ? { sent } : { sent, answered: clock.uptime() - answeredAgo };
  });
  return createLimiterBench(() => 300, sends, clock);
}

function answered(count: number, answeredAgo: number) {
  return Array.from({ length: count }, () => ({ sentAgo: answeredAgo + 300, answeredAgo }));
}

describe('after a restart', () => {
  it('what was answered holds its slot for the rest of its window', async () => {
    const { clock, limiter } = restartWith({ sentAgo: 40_300, answeredAgo: 40_000 });
    expect(limiter.usage()).toMatchObject({ windowUsed: 1, inFlight: 0 });
    await clock.advance(20_499);
    expect(limiter.usage().windowUsed).toBe(1);
    await clock.advance(1);
    expect(limiter.usage().windowUsed).toBe(0);
  });

  it('what was answered longer ago holds nothing', () => {
    const { limiter } = restartWith({ sentAgo: 61_000, answeredAgo: 60_500 });
    expect(limiter.usage().windowUsed).toBe(0);
  });

  it('what has no answer counts as timed out: in flight as long again, its slot held as that of a failure', async () => {
    const { clock, limiter } = restartWith({ sentAgo: 5_000 });
    await clock.advance(2 * TIMEOUT_MS - 5_001);
    expect(limiter.usage()).toMatchObject({ windowUsed: 1, inFlight: 1 });
    await clock.advance(1);
    expect(limiter.usage()).toMatchObject({ windowUsed: 1, inFlight: 0 });
    await clock.advance(WINDOW_MS + 500 + 30_000 - TIMEOUT_MS - 1);
    expect(limiter.usage().windowUsed).toBe(1);
    await clock.advance(1);
    expect(limiter.usage().windowUsed).toBe(0);
  });

  it('nothing is sent while all in-flight slots may be taken', async () => {
    const { clock, schedule, sent } = restartWith(...Array.from({ length: 4 }, () => ({ sentAgo: 1_000 })));
    void schedule('s1');
    await clock.advance(2 * TIMEOUT_MS - 1_001);
    expect(sent).toEqual([]);
    await clock.advance(1);
    expect(sent).toHaveLength(1);
  });

  it('of more sends than slots none is sent beside until fewer than 19 are held', async () => {
    // The limit was higher before: 30 answered 50 s ago, and 19 more 10 s ago.
    const { clock, limiter, schedule, sent } = restartWith(...answered(30, 50_000), ...answered(19, 10_000));
    expect(limiter.usage().windowUsed).toBe(19);
    for (const name of named('s', 3)) void schedule(name);
    await clock.advance(50_499);
    expect(sent).toEqual([]);
    await clock.advance(1);
    expect(sent).toHaveLength(3);
  });
});

describe('after a start that does not know what was sent', () => {
  it('nothing is sent for a window, since all of it may just have been used', async () => {
    const { clock, limiter, schedule, sent } = restartBlind();
    expect(limiter.usage()).toMatchObject({ windowUsed: 19, inFlight: 4 });
    for (const name of named('s', 19)) void schedule(name);
    await clock.advance(WINDOW_MS + 499);
    expect(sent).toEqual([]);
    await clock.advance(1);
    expect(sent).not.toEqual([]);
  });

  it('as many places are taken as can be in flight, as long as those without an answer', async () => {
    const { clock, limiter } = restartBlind();
    await clock.advance(2 * TIMEOUT_MS - 1);
    expect(limiter.usage().inFlight).toBe(4);
    await clock.advance(1);
    expect(limiter.usage().inFlight).toBe(0);
  });

  it('the slots of those without an answer are held longest', async () => {
    const { clock, limiter } = restartBlind();
    await clock.advance(WINDOW_MS + 500);
    expect(limiter.usage().windowUsed).toBe(4);
    await clock.advance(TIMEOUT_MS + 30_000);
    expect(limiter.usage().windowUsed).toBe(0);
  });

  it('who waits is told that the start is what holds it, until it does no more', async () => {
    const { clock, schedule } = restartBlind();
    const held: unknown[] = [];
    for (const name of named('s', 30)) void schedule(name, { onWait: (wait) => held.push(wait.held) });
    await clock.advance(200);
    expect(new Set(held)).toEqual(new Set(['start']));
    await clock.advance(WINDOW_MS + 500);
    expect(held.at(-1)).toBeUndefined();
  });
});
