import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { elapsedSince, HOUR_MS, systemClock, uptimeSince } from '../../src/core/clock.ts';
import { createFakeClock } from '../support/clocks/fake.ts';

const MOMENT = { at: 100 * HOUR_MS, uptime: 10 * HOUR_MS };

function timersThatKeepAlive(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
}

describe('the system clock', () => {
  it('rejects a sleep with the reason it was aborted for', async () => {
    const abort = new AbortController();
    const sleep = systemClock.sleep(60_000, abort.signal);
    abort.abort('enough');
    await expect(sleep).rejects.toBe('enough');
    await expect(systemClock.sleep(1, abort.signal)).rejects.toBe('enough');
  });

  it('keeps the process alive while somebody sleeps, unless told not to', async () => {
    const abort = new AbortController();
    const before = timersThatKeepAlive();
    const without = systemClock.sleep(60_000, abort.signal, { ref: false });
    expect(timersThatKeepAlive()).toBe(before);
    const sleep = systemClock.sleep(60_000, abort.signal);
    expect(timersThatKeepAlive()).toBe(before + 1);
    abort.abort('enough');
    await Promise.allSettled([without, sleep]);
  });

  it('does later what is not cancelled before, and keeps the process alive for it unless told not to', async () => {
    const done: string[] = [];
    const before = timersThatKeepAlive();
    const cancel = systemClock.later(1, () => done.push('cancelled'));
    const without = systemClock.later(60_000, () => done.push('much later'), { ref: false });
    expect(timersThatKeepAlive()).toBe(before + 1);
    cancel();
    expect(timersThatKeepAlive()).toBe(before);
    await new Promise<void>((resolve) => systemClock.later(2, resolve));
    without();
    expect(done).toEqual([]);
  });

  it('waits for 25 days at most, where Node would fire at once', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const run = vi.fn();
      systemClock.later(30 * 86_400_000, run);
      vi.advanceTimersByTime(24 * 86_400_000);
      expect(run).not.toHaveBeenCalled();
    } finally {
      vi.useRealTimers();
    }
  });

  it('measures durations by what no correction of the time of day moves', () => {
    const before = { elapsed: systemClock.elapsed(), uptime: systemClock.uptime() };
    const hour = 3_600_000;
    const stepped = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + hour);
    try {
      expect(systemClock.elapsed()).toBeGreaterThanOrEqual(before.elapsed);
      expect(systemClock.elapsed() - before.elapsed).toBeLessThan(hour / 2);
      expect(systemClock.uptime()).toBeGreaterThanOrEqual(before.uptime);
      expect(systemClock.uptime() - before.uptime).toBeLessThan(hour / 2);
    } finally {
      stepped.mockRestore();
    }
  });
});

describe('the time that has passed at least', () => {
  it('is what both clocks say', () => {
    expect(elapsedSince({ at: MOMENT.at - 5_000, uptime: MOMENT.uptime - 5_000 }, MOMENT)).toBe(5_000);
  });

  it('is what the machine was up, where the time of day was set forward', () => {
    expect(elapsedSince({ at: MOMENT.at - HOUR_MS, uptime: MOMENT.uptime - 5_000 }, MOMENT)).toBe(5_000);
  });

  it('is none, where the time of day was set back behind what happened', () => {
    expect(elapsedSince({ at: MOMENT.at + HOUR_MS, uptime: MOMENT.uptime - 5_000 }, MOMENT)).toBe(0);
    expect(elapsedSince({ at: MOMENT.at + HOUR_MS }, MOMENT)).toBe(0);
  });

  it('is what the time of day says, where nothing else was kept', () => {
    expect(elapsedSince({ at: MOMENT.at - 20 * HOUR_MS }, MOMENT)).toBe(20 * HOUR_MS);
  });

  it('is no more than the machine has been up, where it was started anew since', () => {
    expect(elapsedSince({ at: MOMENT.at - 50 * HOUR_MS, uptime: 30 * HOUR_MS }, MOMENT)).toBe(MOMENT.uptime);
    expect(uptimeSince(30 * HOUR_MS, MOMENT)).toBe(MOMENT.uptime);
    expect(uptimeSince(MOMENT.uptime, MOMENT)).toBe(0);
  });
});

describe('a clock that a test moves by hand', () => {
  it('goes on where something of an earlier test in this process sets one timer after the other', async () => {
    const clock = createFakeClock();
    const ended = new AbortController();
    onTestFinished(() => ended.abort());
    const again = (): void => {
      if (!ended.signal.aborted) setTimeout(again, 60);
    };
    again();
    const woken = vi.fn();
    void clock.sleep(1_000).then(woken);
    await clock.advance(999);
    expect(woken).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(woken).toHaveBeenCalledOnce();
  });
});
