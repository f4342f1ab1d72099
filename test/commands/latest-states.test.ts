import { describe, expect, test } from 'vitest';
import { latestStates, type Push } from '../../commands/latest-states.ts';

const never = new AbortController().signal;

/** Lets everything that is ready run. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('states of a piece of work', () => {
  test('come as they are pushed, and the result is returned', async () => {
    const states = latestStates(async (push: Push<string>) => {
      push(() => 'one');
      await settled();
      push(() => 'two');
      await settled();
      return 'result';
    }, never);
    expect(await states.next()).toEqual({ done: false, value: 'one' });
    expect(await states.next()).toEqual({ done: false, value: 'two' });
    expect(await states.next()).toEqual({ done: true, value: 'result' });
  });

  test('are dropped, all but the newest, while the taker is busy, and are never built', async () => {
    const built: number[] = [];
    let push: Push<number> = () => {};
    const states = latestStates((given: Push<number>) => {
      push = given;
      return new Promise<void>(() => {});
    }, never);
    const first = states.next();
    for (const number of [1, 2, 3]) {
      push(() => {
        built.push(number);
        return number;
      });
    }
    expect(await first).toEqual({ done: false, value: 3 });
    expect(built).toEqual([3]);
  });

  test('are never built of work that is over at once, as where an answer is in memory', async () => {
    let built = 0;
    const states = latestStates(async (push: Push<number>) => {
      push(() => (built += 1));
      for (let hops = 0; hops < 50; hops += 1) await undefined;
      return 'answer';
    }, never);
    expect(await states.next()).toEqual({ done: true, value: 'answer' });
    expect(built).toBe(0);
  });

  test('end with what the work throws', async () => {
    const states = latestStates(async () => {
      throw new Error('broke');
    }, never);
    await expect(states.next()).rejects.toThrow('broke');
  });

  test('stop the work when nobody takes them any more, and when the caller aborts', async () => {
    for (const stop of ['return', 'abort'] as const) {
      const caller = new AbortController();
      let signal = never;
      const states = latestStates((push: Push<string>, given) => {
        signal = given;
        push(() => 'working');
        return new Promise<void>((_, reject) => given.addEventListener('abort', () => reject(given.reason)));
      }, caller.signal);
      await states.next();
      if (stop === 'abort') caller.abort(new Error('cancelled'));
      else await states.return(undefined);
      expect(signal.aborted, stop).toBe(true);
    }
    // A rejection nobody waits for would end the test run here.
    await settled();
  });
});
