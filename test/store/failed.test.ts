import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import type { Store } from '../../src/store/contract.ts';
import { databaseError, StoreFailed } from '../../src/store/errors.ts';
import { openStore } from '../../src/store/open.ts';
import { typedFailures } from '../../src/store/typed-failures.ts';
import { emptyDirectory } from '../support/process/process-main.ts';
import { createBrittleStore } from '../support/store/brittle.ts';
import { createMemoryStore } from '../support/store/memory-store.ts';

const SECRET = '0123456789abcdef'.repeat(4);

/** Reads all of it. */
async function drained<T>(all: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const one of all) found.push(one);
  return found;
}

const USES: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  insert: ({ collection }) => collection('rows').insert('a', 'one'),
  get: ({ collection }) => collection('rows').get('a'),
  put: ({ collection }) => collection('rows').put('a', 'one'),
  delete: ({ collection }) => collection('rows').delete('a'),
  entries: ({ collection }) => collection('rows').entries(),
  entriesOf: ({ collection }) => collection('rows').entriesOf('a'),
  portions: ({ collection }) => drained(collection('rows').portions('all')),
  add: ({ collection }) => collection('rows').add('count', 1),
  replace: ({ collection }) => collection('rows').replace('a', 'one', 'two'),
  'an answer read': ({ keyv }) => keyv.get('a'),
  'an answer kept': ({ keyv }) => keyv.set('a', 'one'),
  'an answer deleted': ({ keyv }) => keyv.delete('a'),
  sweep: (store) => store.sweep(),
  probe: (store) => store.probe(),
};

async function expectAllToFail(store: Store): Promise<void> {
  for (const [name, use] of Object.entries(USES)) {
    const error = await use(store).then(
      () => undefined,
      (failure: unknown) => failure,
    );
    expect(error, name).toBeInstanceOf(StoreFailed);
    expect(databaseError(error), name).not.toBeInstanceOf(StoreFailed);
    expect((error as Error).message, name).toBe((databaseError(error) as Error).message);
  }
}

describe('the failure of a store', () => {
  it('is told from others by its class, whatever a file was asked for', async () => {
    const file = join(await emptyDirectory(), 'bot.sqlite');
    const { store, close } = await openStore(`sqlite://${file}`, SECRET, systemClock);
    onTestFinished(close);
    await store.probe();
    await rename(file, `${file}.away`);
    await mkdir(file);
    // Only a look at the file notices that it is gone.
    await expect(store.probe()).rejects.toBeInstanceOf(StoreFailed);
    await expectAllToFail(store);
  });

  it('says what the database said, by which its trouble is known', async () => {
    const full = new Error('SQLITE_FULL');
    const store = typedFailures({
      ...createBrittleStore(createMemoryStore(systemClock)),
      probe: () => Promise.reject(full),
      troubleOf: (error) => (error === full ? 'full' : 'broken'),
    });
    const failure = await store.probe().catch((error: unknown) => error);
    expect([store.troubleOf(failure), store.troubleOf(full), store.troubleOf(new Error())]).toEqual([
      'full',
      'full',
      'broken',
    ]);
    expect(databaseError(failure)).toBe(full);
  });

  it('is no failure where a store works', async () => {
    const store = typedFailures(createMemoryStore(systemClock));
    const rows = store.collection('rows');
    expect(rows.name).toBe('rows');
    expect(await rows.insert('a/1', 'one', { expiresAt: Date.now() + 60_000 })).toBe(true);
    expect(await rows.replace('a/1', 'one', 'two')).toBe(true);
    expect(await rows.entriesOf('a')).toEqual([['a/1', 'two']]);
    expect(await drained(rows.portions('all'))).toEqual([[['a/1', 'two']]]);
  });
});
