import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';

function timersThatKeepAlive(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
}

describe('the system clock', () => {
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

  it('does later what is not cancelled before, and keeps the process alive for it unless it need not', async () => {
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
});
