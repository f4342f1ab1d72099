import { beforeEach, describe, expect, it } from 'vitest';
import type { Request } from '../../../src/core/adapter.ts';
import type { AskedBy } from '../../../src/requests/journal/asked-by.ts';
import type { Journal } from '../../../src/requests/journal/contract.ts';
import { createJournal } from '../../../src/requests/journal/journal.ts';
import type { Collection } from '../../../src/store/contract.ts';
import { createFakeClock, type FakeClock } from '../../support/clocks/fake.ts';
import { NOBODY_ASKED } from '../../support/nobody-asked.ts';
import { createMemoryStore } from '../../support/store/memory-store.ts';

const HOUR_MS = 3_600_000;
const never = async (): Promise<boolean> => false;
const always = async (): Promise<boolean> => true;

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
    createJournal({ rows: on, askedBy: NOBODY_ASKED, by, clock, onError: (error) => errors.push(error) });
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
      by: ['this process'],
    });
    expect(await journal.isDone('1')).toBe(false);
  });

  it('takes an event once: while it is open, when it is finished, and in another process', async () => {
    const journal = start();
    await journal.accept(requestOf('1'));
    expect(await journal.accept(requestOf('1'))).toEqual({ repeat: 'here', persisted: true });
    expect(await start('another').accept(requestOf('1'))).toEqual({ repeat: 'elsewhere', persisted: true });
    await journal.complete('1');
    expect(await start('third').accept(requestOf('1'))).toEqual({ repeat: 'elsewhere', persisted: true });
    expect(await openIds(journal)).toEqual([]);
  });

  it('remembers what is finished for two days, and then no more', async () => {
    const journal = start();
    await journal.accept(requestOf('1'));
    await journal.complete('1');
    await clock.advance(48 * HOUR_MS - 1);
    expect(await journal.isDone('1')).toBe(true);
    await clock.advance(1);
    expect(await journal.isDone('1')).toBe(false);
    expect(await rows.entries()).toEqual([]);
  });

  it('keeps what is open however long it takes', async () => {
    const journal = start();
    await journal.accept(requestOf('1'));
    await clock.advance(1_000 * HOUR_MS);
    expect(await openIds(journal)).toEqual(['1']);
  });

  it('knows who has begun a request, the last one last, twenty of them at most', async () => {
    await start('0').accept(requestOf('1'));
    for (let name = 1; name < 30; name += 1) await start(String(name)).begin('1');
    const before = await start('15').begin('1');
    expect(before?.by).toHaveLength(20);
    const names = (await start().find('1'))?.by ?? [];
    expect(names).toHaveLength(20);
    expect(names.at(-1)).toBe('15');
    expect(names.filter((name) => name === '15')).toHaveLength(1);
    expect(names).not.toContain('0');
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

  it('tells who asked only of what is open, and of nobody else’s', async () => {
    const mine = requestOf('1');
    const asked = new Set(['gone', 'done']);
    const askedBy: AskedBy = {
      add: async ({ id }) => void asked.add(id),
      remove: async ({ id }) => void asked.delete(id),
      // Of two people whose names begin alike, each finds the other’s as well.
      idsOf: async () => [...asked],
    };
    const journal = createJournal({ rows, askedBy, by: 'a', clock, onError: (error) => errors.push(error) });
    await journal.accept(mine);
    await journal.accept({ ...requestOf('2'), requester: 'test:user:2' });
    await journal.accept(requestOf('3'));
    await journal.complete('3');
    await rows.put('done', '');
    expect([...asked].sort()).toEqual(['1', '2', 'done', 'gone']);
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
    await journal.catchUp(always);
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
    await slow.catchUp(always);
    expect(await rows.entries()).toEqual([['1', '']]);
  });

  it('leaves rows alone whose asker or place is none', async () => {
    const row = {
      request: requestOf('1'),
      acceptedAt: 0,
      tries: { begun: 1, lasted: 0 },
      by: ['a'],
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

  it('tells what other processes have left open, and takes none of it twice', async () => {
    await start('before').accept(requestOf('1'));
    const journal = start();
    await journal.accept(requestOf('2'));
    expect((await journal.leftOpen()).map(({ request }) => request.id)).toEqual(['1']);
    // Not even while the store cannot tell.
    await rows.delete('1');
    expect(await journal.accept(requestOf('1'))).toEqual({ repeat: 'here', persisted: true });
  });

  describe('while the store fails', () => {
    let journal: Journal;

    beforeEach(() => {
      journal = start(undefined, brittle());
    });

    it('has in memory what it could not write, once, and says that it is unwritten', async () => {
      failing.add('insert');
      expect(await journal.accept(requestOf('1'))).toMatchObject({ persisted: false });
      expect(await journal.accept(requestOf('1'))).toEqual({ repeat: 'here', persisted: false });
      expect(journal.isUnwritten('1')).toBe(true);
      expect(await journal.find('1')).toMatchObject({ request: { id: '1' } });
      expect(errors).toHaveLength(1);
      failing.clear();
      expect(await journal.catchUp(always)).toEqual([]);
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
      await journal.catchUp(always);
      expect(await start().find('1')).toMatchObject({
        request: { target: { message: 9 } },
        tries: { begun: 2, lasted: 1 },
        by: ['this process'],
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
      expect(await journal.catchUp(never)).toEqual([]);
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
      expect(await journal.catchUp(always)).toEqual([]);
      expect(await rows.entries()).toEqual([['1', '']]);
      await clock.advance(48 * HOUR_MS);
      expect(await rows.entries()).toEqual([]);
    });

    it('tries again what it cannot write down the second time either', async () => {
      failing.add('insert');
      await journal.accept(requestOf('1'));
      expect(await journal.catchUp(never)).toEqual([]);
      expect(journal.isUnwritten('1')).toBe(true);
      failing.clear();
      await journal.catchUp(never);
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
      expect(accepted).toMatchObject({ entry: { by: ['cut off'] }, persisted: true });
      expect(accepted.repeat).toBeUndefined();
      expect(await start('another', breaksOff).accept(requestOf('1'))).toEqual({
        repeat: 'elsewhere',
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
      expect(await journal.catchUp(never)).toEqual([]);
      expect((await start().find('1'))?.request.target).toEqual({ message: 9 });
    });

    it('tells others where its reply stands only once it is known to be its own', async () => {
      for (const [id, isOurs, target] of [
        ['1', always, { message: 9 }],
        ['2', never, { channel: 7 }],
      ] as const) {
        failing.add('insert');
        await journal.accept(requestOf(id));
        await journal.moved(id, { message: 9 });
        expect(journal.isUntold(id)).toBe(true);
        failing.clear();
        await journal.catchUp(isOurs);
        expect((await start().find(id))?.request.target).toEqual(target);
        expect(journal.isUntold(id)).toBe(isOurs === never);
      }
    });

    it('leaves where it stands to the process that has begun it since', async () => {
      await journal.accept(requestOf('1'));
      const another = start('another');
      await another.begin('1');
      await another.moved('1', { message: 10 });
      await journal.moved('1', { message: 9 });
      expect((await another.find('1'))?.request.target).toEqual({ message: 10 });
      expect([journal.isUntold('1'), another.isUntold('1')]).toEqual([true, false]);
    });

    it('counts as told what a rejected write may have told all the same, and as untold what was never written', async () => {
      await journal.accept(requestOf('1'));
      failing.add('replace');
      await journal.moved('1', { message: 9 });
      expect(journal.isUntold('1')).toBe(false);
      failing.clear();
      failing.add('get');
      await journal.moved('1', { message: 10 });
      expect(journal.isUntold('1')).toBe(true);
    });

    it.each([
      ['untold', 'for the first time', true],
      ['told', 'once more, after a write that was rejected', false],
    ])(
      'counts as %s what it was about to write %s as another process began the request',
      async (...cases) => {
        const [, how, isUntold] = cases;
        await journal.accept(requestOf('1'));
        const another = start('another');
        let isRejecting = how !== 'for the first time';
        let isBegun = false;
        const slow = start('this process', {
          ...rows,
          replace: async (...given) => {
            if (isRejecting) throw new Error('no replace');
            if (!isBegun) await another.begin('1');
            isBegun = true;
            return rows.replace(...given);
          },
        });
        await slow.moved('1', { message: 9 });
        isRejecting = false;
        await slow.catchUp(always);
        expect((await another.find('1'))?.by).toEqual(['this process', 'another']);
        expect((await another.find('1'))?.request.target).toEqual({ channel: 7 });
        expect(slow.isUntold('1')).toBe(isUntold);
      },
    );

    it('leaves to another process what that has begun, unless it is told that it is its own', async () => {
      failing.add('insert');
      for (const id of ['1', '2']) await journal.accept(requestOf(id));
      const another = start('another');
      for (const id of ['1', '2']) await another.accept(requestOf(id));
      failing.clear();
      expect(await journal.catchUp(async (id) => id === '2')).toEqual(['1']);
      expect((await another.find('1'))?.by).toEqual(['another']);
      expect((await another.find('2'))?.by).toEqual(['another', 'this process']);
      expect([journal.isUnwritten('1'), journal.isUnwritten('2')]).toEqual([false, false]);
    });

    it('leaves alone what another process has finished', async () => {
      failing.add('insert');
      await journal.accept(requestOf('1'));
      const another = start('another');
      await another.accept(requestOf('1'));
      await another.complete('1');
      failing.clear();
      expect(await journal.catchUp(always)).toEqual(['1']);
      expect(await rows.entries()).toEqual([['1', '']]);
    });

    it('is left to another that has claimed it, though its row can be written now', async () => {
      failing.add('insert');
      await journal.accept(requestOf('1'));
      failing.clear();
      expect(await journal.catchUp(never)).toEqual(['1']);
      expect(journal.isUnwritten('1')).toBe(false);
    });

    it('writes what has changed while it was being written', async () => {
      failing.add('insert');
      await journal.accept(requestOf('1'));
      failing.clear();
      const catchingUp = journal.catchUp(always);
      await journal.moved('1', { message: 9 });
      await catchingUp;
      await journal.catchUp(always);
      expect((await start().find('1'))?.request.target).toEqual({ message: 9 });
      expect(journal.isUnwritten('1')).toBe(false);
    });
  });
});
