import { describe, expect, it } from 'vitest';
import { createWriteQueue } from '../../../src/store/sqlite/connection.ts';
import { isBusy, isConnectionBroken, troubleOf } from '../../../src/store/sqlite/database.ts';

const ofSqlite = (code: string): Error => Object.assign(new Error(code), { code });

describe('writes', () => {
  it('are done one after the other, and a failure is only its own', async () => {
    const inTurn = createWriteQueue();
    const events: string[] = [];
    const write = (name: string, fails = false) =>
      inTurn(async () => {
        events.push(`${name} begins`);
        await Promise.resolve();
        events.push(`${name} ends`);
        if (fails) throw ofSqlite('SQLITE_FULL');
        return name;
      });
    const all = await Promise.allSettled([write('a', true), write('b')]);
    expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
    expect(all).toMatchObject([{ reason: { code: 'SQLITE_FULL' } }, { value: 'b' }]);
  });

  it('that were asked for while one waited in vain for a lock are not tried, and the next is', async () => {
    const inTurn = createWriteQueue();
    let tries = 0;
    const busy = ofSqlite('SQLITE_BUSY');
    let wait = (): void => undefined;
    const locked = inTurn(async () => {
      await new Promise<void>((resolve) => {
        wait = resolve;
      });
      throw busy;
    });
    const meanwhile = [1, 2].map(() =>
      inTurn(async () => {
        tries += 1;
      }),
    );
    const refused = Promise.allSettled([locked, ...meanwhile]);
    await Promise.resolve();
    wait();
    for (const one of await refused) expect(one).toMatchObject({ status: 'rejected', reason: busy });
    expect(tries).toBe(0);
    await inTurn(async () => {
      tries += 1;
    });
    expect(tries).toBe(1);
  });
});

describe('an error', () => {
  it.each([
    ['SQLITE_BUSY', true, false, 'held'],
    ['SQLITE_LOCKED', true, false, 'held'],
    ['SQLITE_FULL', false, false, 'full'],
    ['SQLITE_CONSTRAINT', false, false, 'broken'],
    ['SQLITE_IOERR', false, true, 'broken'],
    ['SQLITE_CANTOPEN', false, true, 'broken'],
    ['SQLITE_CORRUPT', false, true, 'broken'],
    ['SQLITE_NOTADB', false, true, 'broken'],
    ['SQLITE_READONLY', false, true, 'broken'],
    ['SQLITE_MISUSE', false, true, 'broken'],
    ['SQLITE_ERROR', false, true, 'broken'],
    ['ENOSPC', false, false, 'broken'],
  ] as const)('%s: held by others %s, of no more use %s, told as %s', (code, held, broken, trouble) => {
    expect([isBusy(ofSqlite(code)), isConnectionBroken(ofSqlite(code)), troubleOf(ofSqlite(code))]).toEqual([
      held,
      broken,
      trouble,
    ]);
  });

  it('that is none of SQLite’s says nothing of the file, whatever its words', () => {
    for (const error of ['SQLITE_BUSY', new Error('SQLITE_IOERR'), { code: 'SQLITE_FULL' }, undefined])
      expect([isBusy(error), isConnectionBroken(error), troubleOf(error)]).toEqual([false, false, 'broken']);
  });
});
