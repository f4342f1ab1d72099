import { describe, expect, it } from 'vitest';
import { createPause, type Pause } from '../../src/limiter/gates.ts';
import { createFakeClock, type FakeClock } from '../support/clocks/fake.ts';

function stage(): { clock: FakeClock; pause: Pause; ends: () => number } {
  const clock = createFakeClock();
  let ends = 0;
  const pause = createPause(clock);
  pause.watch(() => {
    ends += 1;
  });
  return { clock, pause, ends: () => ends };
}

const { signal: never } = new AbortController();

/** What has become of a promise so far. */
async function stateOf(promise: Promise<void>, clock: FakeClock): Promise<string> {
  let state = 'waits';
  promise.then(
    () => {
      state = 'resolved';
    },
    () => {
      state = 'rejected';
    },
  );
  await clock.settle();
  return state;
}

describe('a pause', () => {
  it('lasts as long as it was begun for, and tells that it is over', async () => {
    const { clock, pause, ends } = stage();
    expect([pause.active, pause.leftMs()]).toEqual([false, 0]);
    pause.begin(10_000);
    await clock.advance(4_000);
    expect([pause.active, pause.leftMs(), ends()]).toEqual([true, 6_000, 0]);
    await clock.advance(6_000);
    expect([pause.active, pause.leftMs(), ends()]).toEqual([false, 0, 1]);
  });

  it('is made longer by another, never shorter, and ends once', async () => {
    const { clock, pause, ends } = stage();
    pause.begin(10_000);
    pause.begin(3_000);
    const over = pause.over(never);
    await clock.advance(3_000);
    expect([pause.active, pause.leftMs(), ends()]).toEqual([true, 7_000, 0]);
    expect(await stateOf(over, clock)).toBe('waits');
    await clock.advance(7_000);
    expect([pause.active, ends()]).toEqual([false, 1]);
    expect(await stateOf(over, clock)).toBe('resolved');
  });

  it('is over for whoever asks when there is none', async () => {
    const { clock, pause } = stage();
    expect(await stateOf(pause.over(never), clock)).toBe('resolved');
  });

  it('is left by who does not want to wait any more, and the others wait on', async () => {
    const { clock, pause } = stage();
    const leaves = new AbortController();
    pause.begin(10_000);
    const [left, others] = [pause.over(leaves.signal), pause.over(never)];
    leaves.abort(new Error('enough'));
    expect(await stateOf(left, clock)).toBe('rejected');
    expect(await stateOf(others, clock)).toBe('waits');
    await clock.advance(10_000);
    expect(await stateOf(others, clock)).toBe('resolved');
  });

  it('is over at once when it is stopped', async () => {
    const { clock, pause } = stage();
    pause.begin(10_000);
    const over = pause.over(never);
    pause.stop();
    expect(await stateOf(over, clock)).toBe('resolved');
    expect([pause.active, pause.leftMs(), clock.sleeping]).toEqual([false, 0, 0]);
  });
});
