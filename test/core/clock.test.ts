import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/core/time/clock.ts';

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

  it('keeps the process alive while somebody sleeps, unless it need not', async () => {
    const abort = new AbortController();
    const before = timersThatKeepAlive();
    const without = systemClock.sleep(60_000, abort.signal, { ref: false });
    expect(timersThatKeepAlive()).toBe(before);
    const sleep = systemClock.sleep(60_000, abort.signal);
    expect(timersThatKeepAlive()).toBe(before + 1);
    abort.abort('enough');
    await Promise.allSettled([without, sleep]);
  });

  it('runs later unless cancelled, and keeps the process alive unless told not to', async () => {
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
    const hour = 3_600_000;
    for (const read of [systemClock.elapsed, systemClock.uptime]) {
      const before = read();
      const stepped = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + hour);
      const passed = read() - before;
      stepped.mockRestore();
      expect(passed).toBeGreaterThanOrEqual(0);
      expect(passed).toBeLessThan(hour / 2);
    }
  });
});
