import { describe, expect, it } from 'vitest';
import { Owner } from '../../src/bot/owner.ts';
import type { Run } from '../../src/bot/run.ts';
import { StoreFailed, StoreInUse, StoreUnusable } from '../../src/store/store-errors.ts';
import { createFakeClock } from '../support/clocks/fake.ts';
import { SILENT } from '../support/silent-log.ts';

/** A run that loses its store at once. */
const LOST: Run = {
  failed: Promise.resolve({ error: new Error('the store was lost'), canRestart: true }),
  mounts: [],
  ready: () => [],
  stop: async () => undefined,
  handover: async () => ({
    sends: { markId: undefined, ends: [], pause: undefined },
    requests: [],
  }),
};

const NOT_THERE = Object.assign(new Error('nothing listens'), { code: 'ECONNREFUSED' });

/**
 * Serves a first run, and has each further start fail with this error.
 * @param look is called while the process stands by
 */
async function serveOnceThenFail(
  error: Error,
  look: (owner: Owner) => void = () => undefined,
): Promise<'stands by' | Error> {
  const clock = createFakeClock();
  const ending = new AbortController();
  let starts = 0;
  const owner = new Owner({
    start: async () => {
      starts += 1;
      if (starts === 1) return LOST;
      if (starts === 4) ending.abort();
      throw error;
    },
    standsBy: true,
    clock: {
      ...clock,
      sleep: async (...wait) => {
        look(owner);
        return clock.sleep(...wait);
      },
    },
    log: SILENT,
  });
  const served = owner.serve(ending.signal).then(
    () => 'stands by' as const,
    (thrown: Error) => thrown,
  );
  return clock.advanceUntil(served);
}

it.each([
  ['has a key that CACHE_SECRET does not open', new StoreUnusable('CACHE_SECRET does not open it')],
  ['is owned by another process', new StoreInUse('store.sqlite')],
])('a process that has not served yet ends if its store %s', async (_, error) => {
  const owner = new Owner({
    start: () => Promise.reject(error),
    standsBy: true,
    clock: createFakeClock(),
    log: SILENT,
  });
  await expect(owner.serve(new AbortController().signal)).rejects.toBe(error);
});

describe('a process whose next run cannot start', () => {
  it.each([
    ['fails', new StoreFailed(new Error('connection refused'))],
    ['is owned by another process', new StoreInUse('store.sqlite')],
    ['is away until a person brings its disk back', new StoreUnusable('no such directory')],
  ])('stands by while the store %s', async (_, error) => {
    expect(await serveOnceThenFail(error)).toBe('stands by');
  });

  it.each([
    [new StoreFailed(new Error('', { cause: NOT_THERE })), 'cannot be opened (ECONNREFUSED)'],
    [new StoreInUse('store.sqlite'), 'another process serves'],
    [new StoreUnusable('/home/bot is missing'), 'the log says why'],
  ])('says why it does not serve: %s', async (error, says) => {
    const problems: string[] = [];
    await serveOnceThenFail(error, (owner) => problems.push(owner.problem));
    expect(problems.at(-1)).toContain(says);
    expect(problems.join()).not.toContain('/home/bot');
  });

  it('ends with the error of a bug, so that it is seen', async () => {
    const bug = new TypeError('undefined is not a function');
    expect(await serveOnceThenFail(bug)).toBe(bug);
  });
});
