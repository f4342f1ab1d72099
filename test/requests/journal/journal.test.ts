import { beforeEach, describe, expect, it } from 'vitest';
import type { Request } from '../../../src/core/adapter.ts';
import type { Journal } from '../../../src/requests/journal/contract.ts';
import { createJournal } from '../../../src/requests/journal/journal.ts';
import type { Collection } from '../../../src/store/contract.ts';
import { createFakeClock, type FakeClock } from '../../support/clocks/fake.ts';
import { createMemoryStore } from '../../support/store/memory-store.ts';

const HOUR_MS = 3_600_000;

function requestOf(id: string): Request {
  return {
    id,
    ask: { kind: 'command', name: 'imei', options: { kind: 'text', text: 'x' } },
    requester: 'test:user:1',
    scopes: ['test:guild:5'],
    locale: 'en',
    visibility: 'private',
    target: { channel: 7 },
  };
}

describe('the journal', () => {
  let clock: FakeClock;
  let rows: Collection;
  let errors: unknown[];
  /** The writes that are rejected, by their names. */
  let failing: Set<'insert' | 'put' | 'replace' | 'get'>;

  const start = (by = 'this process', on = rows): Journal =>
    createJournal({ rows: on, by, clock, onError: (error) => errors.push(error) });
  const brittle = (): Collection => {
    const guard = <Args extends readonly unknown[], Result>(
      name: 'insert' | 'put' | 'replace' | 'get',
      work: (...args: Args) => Promise<Result>,
    ) => {
      return (...args: Args): Promise<Result> =>
        failing.has(name) ? Promise.reject(new Error(`no ${name}`)) : work(...args);
    };
    return {
      ...rows,
      insert: guard('insert', rows.insert),
      put: guard('put', rows.put),
      replace: guard('replace', rows.replace),
      get: guard('get', rows.get),
    };
  };
  const openIds = async (journal: Journal) => (await journal.open()).map(({ request }) => request.id);

  beforeEach(() => {
    clock = createFakeClock();
    rows = createMemoryStore(clock).collection('requests');
    errors = [];
    failing = new Set();
  });

  it('has a request as it was asked, when, and by whom it was begun', async () => {
    const journal = start();
    expect(await journal.accept(requestOf('1'))).toMatchObject({ persisted: true });
    const entry = await start('another').find('1');
    expect(entry).toEqual({
      request: requestOf('1'),
      acceptedAt: clock.now(),
      tries: { begun: 1, lasted: 0 },
      by: 'this process',
    });
  });

  it('takes an event once: while it is open, when it is finished, and in the next process', async () => {
    const journal = start();
    await journal.accept(requestOf('1'));
    expect(await journal.accept(requestOf('1'))).toEqual({ repeat: true, persisted: true });
    expect(await start('another').accept(requestOf('1'))).toEqual({ repeat: true, persisted: true });
    await journal.complete('1');
    expect(await start('third').accept(requestOf('1'))).toEqual({ repeat: true, persisted: true });
    expect(await openIds(journal)).toEqual([]);
  });

  it('remembers what is finished for two days, and then no more', async () => {
    const journal = start();
    await journal.accept(requestOf('1'));
    await journal.complete('1');
    await clock.advance(48 * HOUR_MS - 1);
    expect(await rows.entries()).toEqual([['1', '']]);
    await clock.advance(1);
    expect(await rows.entries()).toEqual([]);
  });

  it('keeps what is open however long it takes', async () => {
    const journal = start();
    await journal.accept(requestOf('1'));
    await clock.advance(1_000 * HOUR_MS);
    expect(await openIds(journal)).toEqual(['1']);
  });

  it('knows who has begun a request last', async () => {
    await start('before').accept(requestOf('1'));
    expect((await start().begin('1'))?.by).toBe('before');
    expect((await start().find('1'))?.by).toBe('this process');
  });

  it('counts each try before it begins, and takes back what ended well', async () => {
    const journal = start();
    await journal.accept(requestOf('1'));
    expect((await journal.begin('1'))?.tries).toEqual({ begun: 1, lasted: 0 });
    await journal.lasted('1', 'working');
    expect((await journal.find('1'))?.tries).toEqual({ begun: 2, lasted: 1 });
    await journal.ended('1', 'working');
    expect((await journal.find('1'))?.tries).toEqual({ begun: 1, lasted: 0 });
  });

  it('knows which of them only waited', async () => {
    const journal = start();
    await journal.accept(requestOf('1'));
    await journal.lasted('1', 'waiting');
    expect((await start().find('1'))?.tries).toEqual({ begun: 1, lasted: 1, waited: 1 });
    await journal.ended('1', 'waiting');
    expect((await start().find('1'))?.tries).toEqual({ begun: 0, lasted: 0 });
  });

  it('begins nothing that is finished, or unknown', async () => {
    const journal = start();
    await journal.accept(requestOf('1'));
    await journal.complete('1');
    expect(await journal.begin('1')).toBeUndefined();
    expect(await journal.begin('2')).toBeUndefined();
    expect(await journal.find('1')).toBeUndefined();
  });

  it('begins nothing where that cannot be written', async () => {
    const journal = start(undefined, brittle());
    await journal.accept(requestOf('1'));
    failing.add('replace');
    await expect(journal.begin('1')).rejects.toThrow('no replace');
  });

  it('knows where the reply stands now', async () => {
    const journal = start();
    await journal.accept(requestOf('1'));
    await journal.moved('1', { message: 9 });
    expect((await journal.find('1'))?.request.target).toEqual({ message: 9 });
  });

  it('changes nothing that is finished', async () => {
    const journal = start();
    await journal.accept(requestOf('1'));
    await start('another').complete('1');
    await journal.moved('1', { message: 9 });
    await journal.ended('1', undefined);
    expect(await rows.entries()).toEqual([['1', '']]);
  });

  it('carries out a change that meets another one, and gives up one that always does', async () => {
    const journal = start();
    await journal.accept(requestOf('1'));
    let meetings = 0;
    const contested = start('contested', {
      ...rows,
      replace: async (...row) => {
        meetings += 1;
        return meetings > 5 && rows.replace(...row);
      },
    });
    expect(await contested.begin('1')).toBeDefined();
    expect(meetings).toBe(6);
    let tries = 0;
    const hopeless = start('hopeless', {
      ...rows,
      replace: async () => {
        tries += 1;
        return false;
      },
    });
    await expect(hopeless.begin('1')).rejects.toThrow('keeps changing');
    expect(tries).toBe(10);
  });

  it('writes nothing where nothing changes, nor of what it does not know', async () => {
    let writes = 0;
    const counted = start('this process', {
      ...rows,
      replace: (...row) => {
        writes += 1;
        return rows.replace(...row);
      },
    });
    await counted.accept(requestOf('1'));
    await counted.moved('1', { channel: 7 });
    await counted.moved('unknown', { channel: 7 });
    expect(writes).toBe(0);
    expect([errors, counted.isUnwritten('unknown')]).toEqual([[], false]);
  });

  it('finds of a person only what is open, and of nobody else’s', async () => {
    const mine = requestOf('1');
    const journal = start();
    await journal.accept(mine);
    await journal.accept({ ...requestOf('2'), requester: 'test:user:2' });
    await journal.accept(requestOf('3'));
    await journal.complete('3');
    expect((await journal.openOf(mine.requester)).map(({ request }) => request.id)).toEqual(['1']);
  });

  it('does not begin what it knows to be answered though the store does not, and says what it could not write', async () => {
    const journal = start('this process', brittle());
    await journal.accept(requestOf('1'));
    failing.add('put');
    await journal.complete('1');
    expect(errors).toHaveLength(1);
    expect(await journal.find('1')).toBeUndefined();
    expect(await journal.begin('1')).toBeUndefined();
    expect(await openIds(journal)).toEqual(['1']);
    failing.clear();
    await journal.catchUp();
    expect(await openIds(journal)).toEqual([]);
  });

  it('stays answered where a change of before fails after it', async () => {
    let failNow = (): void => undefined;
    const slow = start('this process', {
      ...brittle(),
      replace: () =>
        new Promise((_resolve, reject) => {
          failNow = () => reject(new Error('away'));
        }),
    });
    await slow.accept(requestOf('1'));
    const moving = slow.moved('1', { message: 9 });
    await clock.settle();
    failing.add('put');
    await slow.complete('1');
    failNow();
    await moving;
    failing.clear();
    await slow.catchUp();
    expect(await rows.entries()).toEqual([['1', '']]);
  });

  it('leaves rows alone whose asker or place is none', async () => {
    const row = {
      request: requestOf('1'),
      acceptedAt: 0,
      tries: { begun: 1, lasted: 0 },
      by: 'a',
    };
    await rows.put('1', JSON.stringify(row));
    await rows.put('2', JSON.stringify({ ...row, request: { ...row.request, requester: 'nobody' } }));
    await rows.put('3', JSON.stringify({ ...row, request: { ...row.request, requester: 7 } }));
    await rows.put('4', JSON.stringify({ ...row, request: { ...row.request, scopes: ['nowhere'] } }));
    expect(await openIds(start())).toEqual(['1']);
  });

  it('leaves rows of another version alone, which keep nobody from the others', async () => {
    await rows.insert('0', '{"of":"another version"}');
    const journal = start();
    await journal.accept(requestOf('1'));
    expect(await openIds(journal)).toEqual(['1']);
    await expect(journal.find('0')).rejects.toThrow();
  });

  it('tells what earlier processes have left open, and takes none of it twice', async () => {
    await start('before').accept(requestOf('1'));
    const journal = start();
    await journal.accept(requestOf('2'));
    expect((await journal.leftOpen()).map(({ request }) => request.id)).toEqual(['1']);
    // Not even while the store cannot tell.
    await rows.delete('1');
    expect(await journal.accept(requestOf('1'))).toEqual({ repeat: true, persisted: true });
  });

  describe('while the store fails', () => {
    let journal: Journal;

    beforeEach(() => {
      journal = start(undefined, brittle());
    });

    it('has in memory what it could not write, once, and says that it is unwritten', async () => {
      failing.add('insert');
      expect(await journal.accept(requestOf('1'))).toMatchObject({ persisted: false });
      expect(await journal.accept(requestOf('1'))).toEqual({ repeat: true, persisted: false });
      expect(journal.isUnwritten('1')).toBe(true);
      expect(await journal.find('1')).toMatchObject({ request: { id: '1' } });
      expect(errors).toHaveLength(1);
      failing.clear();
      await journal.catchUp();
      expect(journal.isUnwritten('1')).toBe(false);
      expect(await openIds(start())).toEqual(['1']);
    });

    it('goes on with it as with any other, and writes it stands at last', async () => {
      failing.add('insert');
      await journal.accept(requestOf('1'));
      expect((await journal.begin('1'))?.tries).toEqual({ begun: 1, lasted: 0 });
      await journal.moved('1', { message: 9 });
      await journal.lasted('1', 'working');
      failing.clear();
      await journal.catchUp();
      expect(await start().find('1')).toMatchObject({
        request: { target: { message: 9 } },
        tries: { begun: 2, lasted: 1 },
        by: 'this process',
      });
    });

    it('keeps every change that it could not write, in their order', async () => {
      await journal.accept(requestOf('1'));
      failing.add('replace');
      await journal.moved('1', { message: 1 });
      await journal.moved('1', { message: 2 });
      await journal.lasted('1', 'working');
      expect(journal.isUnwritten('1')).toBe(true);
      expect(errors).toHaveLength(3);
      failing.clear();
      await journal.catchUp();
      expect(await start().find('1')).toMatchObject({
        request: { target: { message: 2 } },
        tries: { begun: 1, lasted: 1 },
      });
      expect(journal.isUnwritten('1')).toBe(false);
    });

    it('writes an answered one as finished, never as open again', async () => {
      failing.add('insert').add('put');
      await journal.accept(requestOf('1'));
      await journal.complete('1');
      expect(await journal.find('1')).toBeUndefined();
      expect(await journal.begin('1')).toBeUndefined();
      await journal.moved('1', { message: 9 });
      failing.clear();
      await journal.catchUp();
      expect(await rows.entries()).toEqual([['1', '']]);
      await clock.advance(48 * HOUR_MS);
      expect(await rows.entries()).toEqual([]);
    });

    it('tries again what it cannot write down the second time either', async () => {
      failing.add('insert');
      await journal.accept(requestOf('1'));
      await journal.catchUp();
      expect(journal.isUnwritten('1')).toBe(true);
      failing.clear();
      await journal.catchUp();
      expect(await openIds(start())).toEqual(['1']);
    });

    it('accepts what it was told nothing of, by whose row there is: its own is no repeat, and another’s is', async () => {
      const breaksOff: Collection = {
        ...rows,
        insert: async (...row) => {
          await rows.insert(...row);
          throw new Error('the connection broke');
        },
      };
      const accepted = await start('cut off', breaksOff).accept(requestOf('1'));
      expect(accepted).toMatchObject({ entry: { by: 'cut off' }, persisted: true });
      expect(accepted.repeat).toBeUndefined();
      expect(await start('another', breaksOff).accept(requestOf('1'))).toEqual({
        repeat: true,
        persisted: true,
      });
      expect(await openIds(start())).toEqual(['1']);
    });

    it('knows its own row where the rejected insert was carried out late', async () => {
      failing.add('insert');
      await journal.accept(requestOf('1'));
      failing.clear();
      await start().accept(requestOf('1'));
      await journal.moved('1', { message: 9 });
      await journal.catchUp();
      expect((await start().find('1'))?.request.target).toEqual({ message: 9 });
    });

    it('leaves alone what an earlier process has finished', async () => {
      const before = start('before');
      await before.accept(requestOf('1'));
      await before.complete('1');
      failing.add('insert').add('get');
      expect(await journal.accept(requestOf('1'))).toMatchObject({ persisted: false });
      failing.clear();
      await journal.catchUp();
      expect(await rows.entries()).toEqual([['1', '']]);
      expect(journal.isUnwritten('1')).toBe(false);
    });

    it('writes what has changed while it was being written', async () => {
      failing.add('insert');
      await journal.accept(requestOf('1'));
      failing.clear();
      const catchingUp = journal.catchUp();
      await journal.moved('1', { message: 9 });
      await catchingUp;
      await journal.catchUp();
      expect((await start().find('1'))?.request.target).toEqual({ message: 9 });
      expect(journal.isUnwritten('1')).toBe(false);
    });
  });
});
