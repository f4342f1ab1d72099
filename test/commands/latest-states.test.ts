import { describe, expect, test } from 'vitest';
import { latestStates, type Push } from '../../commands/latest-states.ts';

const never = new AbortController().signal;
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('states of a piece of work', () => {
  test('come as they are pushed, then the result', async () => {
    const states = latestStates(async (push: Push<string>) => {
      for (const state of ['one', 'two']) {
        push(() => state);
        await nextTurn();
      }
      return 'result';
    }, never);
    for (const value of ['one', 'two']) expect(await states.next()).toEqual({ done: false, value });
    expect(await states.next()).toEqual({ done: true, value: 'result' });
  });

  test('are only built if somebody takes them', async () => {
    const built: number[] = [];
    const pushAll = (push: Push<number>): void => {
      for (const number of [1, 2, 3]) push(() => built.push(number));
    };
    const open = latestStates((push: Push<number>) => {
      pushAll(push);
      return new Promise<void>(() => {});
    }, never);
    await open.next();
    expect(built).toEqual([3]);
    // Not if the work is over at once, as with an answer in memory.
    const quick = latestStates(async (push: Push<number>) => {
      pushAll(push);
      for (let hops = 0; hops < 50; hops += 1) await undefined;
      return 'answer';
    }, never);
    expect(await quick.next()).toEqual({ done: true, value: 'answer' });
    expect(built).toEqual([3]);
  });

  test('end with what the work throws', async () => {
    const states = latestStates(() => Promise.reject(new Error('broke')), never);
    await expect(states.next()).rejects.toThrow('broke');
  });

  test.each(['return', 'abort'])('stop the work when nobody takes them: %s', async (how) => {
    const caller = new AbortController();
    let signal = never;
    const states = latestStates((push: Push<string>, given) => {
      signal = given;
      push(() => 'working');
      return new Promise<void>((_, reject) => given.addEventListener('abort', () => reject(given.reason)));
    }, caller.signal);
    await states.next();
    if (how === 'abort') caller.abort(new Error('cancelled'));
    else await states.return(undefined);
    expect(signal.aborted).toBe(true);
    // A rejection that nobody handles would end the test run here.
    await nextTurn();
  });
});
