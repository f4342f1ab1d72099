import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Request } from '../../../src/core/adapter.ts';
import { type Clock, systemClock } from '../../../src/core/clock.ts';
import type { Journal } from '../../../src/requests/journal/contract.ts';
import { createJournal } from '../../../src/requests/journal/journal.ts';
import { createOwnership, type Ownership } from '../../../src/requests/journal/ownership.ts';
import type { OpenRequest } from '../../../src/requests/journal/row.ts';
import { createTakeover } from '../../../src/requests/recovery/takeover.ts';
import type { Members } from '../../../src/store/cluster/members.ts';
import type { Store } from '../../../src/store/contract.ts';
import { NOBODY_ASKED } from '../../support/nobody-asked.ts';
import { countReads } from '../../support/store/count-reads.ts';
import { createMemoryStore } from '../../support/store/memory-store.ts';

const log = pino({ level: 'silent' });

/** A process on the store: its journal, its requests, and what it takes over. */
interface Process {
  readonly id: string;
  readonly journal: Journal;
  readonly ownership: Ownership;
  readonly resumed: string[];
  readonly learnt: string[];
  /** What it has made to be found by who asked. */
  readonly listed: readonly string[];
  /** What it is answering. */
  readonly here: Set<string>;
  accept(id: string): Promise<void>;
  sweep(living: readonly Process[]): Promise<void>;
}

describe('requests of processes on one store', () => {
  let store: Store;
  let clock: Clock;
  let skew: number;
  let passed: number;
  /** Processes that were silent for so long that others took them for gone. */
  let silent: Set<string>;

  const join = (id: string, platform = 'telegram'): Process => {
    const members: Members = {
      id,
      start: async () => undefined,
      leave: async () => undefined,
      mayCountAsGone: () => false,
      hasCountedAsGone: () => silent.has(id),
    };
    const listed: string[] = [];
    const journal = createJournal({
      askedBy: { ...NOBODY_ASKED, add: async (asked) => void listed.push(asked.id) },
      ...{ by: id, clock, onError: () => undefined },
      rows: store.collection('requests'),
    });
    const ownership = createOwnership({
      ...{ members, clock, isDone: journal.isDone, maxAgeMs: 86_400_000, onError: () => undefined },
      owners: store.collection('owners'),
      owned: store.collection('owned'),
      processes: store.collection('processes'),
      cancels: store.collection('cancels'),
    });
    const resumed: string[] = [];
    const learnt: string[] = [];
    const here = new Set<string>();
    const takeOver = createTakeover({
      ...{ journal, ownership, clock, log, by: id, platforms: new Set([platform]) },
      isHere: (request) => here.has(request),
      learn: async (from) => void learnt.push(from),
      resume: (open: readonly OpenRequest[]) => void resumed.push(...open.map(({ request }) => request.id)),
    });
    return {
      ...{ id, journal, ownership, resumed, learnt, here, listed },
      accept: async (request) => {
        await ownership.reserve(request);
        await journal.accept(requestOf(request));
      },
      sweep: (living) => takeOver(async () => new Set(living.map((one) => one.id))),
    };
  };

  /** The journal of a process whose inserts are rejected. */
  const cutOff = (by: string, { writesAllTheSame = false } = {}): Journal => {
    const rows = store.collection('requests');
    return createJournal({
      askedBy: NOBODY_ASKED,
      rows: {
        ...rows,
        insert: async (...what) => {
          if (writesAllTheSame) await rows.insert(...what);
          throw new Error('away');
        },
      },
      ...{ by, clock, onError: () => undefined },
    });
  };

  beforeEach(() => {
    skew = 0;
    passed = 0;
    silent = new Set();
    clock = {
      ...systemClock,
      now: () => systemClock.now() + passed + skew,
      elapsed: () => systemClock.elapsed() + passed,
    };
    store = createMemoryStore(clock);
  });

  it('stay with a process that is heard of', async () => {
    const [a, b] = [join('a'), join('b')];
    await a.accept('1');
    await b.sweep([a, b]);
    expect(b.resumed).toEqual([]);
  });

  it('are looked for by process: those of living ones are not read, however many there are', async () => {
    const counting = countReads(store);
    store = counting.store;
    const [a, b, c] = [join('a'), join('b'), join('c')];
    for (let place = 0; place < 300; place += 1) await a.accept(`of a ${place}`);
    await b.accept('of b');
    const before = counting.rowsRead();
    await c.sweep([a, b, c]);
    // One row for each other process.
    expect(counting.rowsRead() - before).toBe(2);
    await c.sweep([a, c]);
    expect(c.resumed).toEqual(['of b']);
    expect(counting.rowsRead() - before).toBeLessThan(10);
    await c.sweep([a, c]);
    expect((await store.collection('processes').entries()).map(([name]) => name).sort()).toEqual(['a', 'c']);
  });

  it('are still found by process when that was taken off the list, or its place there has expired', async () => {
    const [a, b] = [join('a'), join('b')];
    const processes = store.collection('processes');
    await a.accept('1');
    await processes.delete('a');
    await a.accept('2');
    // Listed a moment ago: it does not say so with each request.
    expect(await processes.entries()).toEqual([]);
    passed += 3_600_001;
    await a.accept('3');
    await b.sweep([b]);
    expect(b.resumed.sort()).toEqual(['1', '2', '3']);
    await processes.delete('b');
    silent.add('b');
    await b.accept('4');
    const listing = await processes.get('b');
    await b.accept('5');
    // Each time with another word, which others take for a sign of its life.
    expect(new Set([undefined, listing, await processes.get('b')]).size).toBe(3);
  });

  it('that are taken over are listed for their person before they are gone on with, which may take long', async () => {
    const [a, b] = [join('a'), join('b')];
    await a.accept('1');
    await b.sweep([b]);
    expect(b.resumed).toEqual(['1']);
    expect(b.listed).toEqual(['1']);
  });

  it('of a process that was taken off the list are found at the second look for strays', async () => {
    const [a, b] = [join('a'), join('b')];
    await a.accept('1');
    for (const [id] of await store.collection('processes').entries())
      await store.collection('processes').delete(id);
    await b.sweep([b]);
    for (let look = 0; look < 2; look += 1) {
      passed += 60_001;
      await b.sweep([b]);
    }
    expect([b.resumed, await b.ownership.ownerOf('1')]).toEqual([['1'], 'b']);
  });

  it('of one that has ended go to one of the others, which knows first what was sent there', async () => {
    const [a, b, c] = [join('a'), join('b'), join('c')];
    await a.accept('1');
    await a.accept('2');
    await Promise.all([b.sweep([b, c]), c.sweep([b, c])]);
    expect([...b.resumed, ...c.resumed].sort()).toEqual(['1', '2']);
    expect([...new Set([...b.learnt, ...c.learnt])]).toEqual(['a']);
  });

  it('taken over twice bring with them what every process has sent for them', async () => {
    const [a, b, c] = [join('a'), join('b'), join('c')];
    await a.accept('1');
    await b.sweep([b, c]);
    // It begins, and dies.
    await b.journal.begin('1');
    await c.sweep([c]);
    expect(c.resumed).toEqual(['1']);
    expect(c.learnt.sort()).toEqual(['a', 'b']);
  });

  it('that nobody has said to be their own are left to the process that began them, as long as it lives', async () => {
    const [a, b] = [join('a'), join('b')];
    await a.journal.accept(requestOf('1'));
    passed = 60_000;
    await b.sweep([b, a]);
    passed = 120_000;
    await b.sweep([a, b]);
    expect(b.resumed).toEqual([]);
    passed = 180_000;
    await b.sweep([b]);
    expect(b.resumed).toEqual(['1']);
    expect(b.learnt).toEqual(['a']);
  });

  it('are not taken from a process that joined while the others were being counted', async () => {
    const [a, b] = [join('a'), join('b')];
    await a.accept('1');
    const late: Process[] = [b];
    const sweeping = b.sweep(late);
    late.push(a);
    await sweeping;
    expect(b.resumed).toEqual([]);
  });

  it('go to a process that serves their platform', async () => {
    const [a, b] = [join('a'), join('b', 'discord')];
    await a.accept('1');
    await b.sweep([b]);
    expect(b.resumed).toEqual([]);
    const c = join('c');
    await c.sweep([b, c]);
    expect(c.resumed).toEqual(['1']);
  });

  it.each([0, -3_600_000, 3_600_000])(
    'are found, after a while, where a process died before it could say that they were its own (time of day set by %i ms)',
    async (stepMs) => {
      const [a, b] = [join('a'), join('b')];
      await a.journal.accept(requestOf('1'));
      skew = stepMs;
      await b.sweep([b]);
      passed = 60_000;
      await b.sweep([b]);
      // It could have been accepted just now.
      expect(b.resumed).toEqual([]);
      passed = 120_000;
      await b.sweep([b]);
      expect(b.resumed).toEqual(['1']);
    },
  );

  it('are taken up by the process whose word for them was carried out late, which had left them to another', async () => {
    const [a, b] = [join('a'), join('b')];
    await a.journal.accept(requestOf('1'));
    await b.ownership.reserve('1');
    b.here.add('1');
    for (const look of [60_000, 120_000]) {
      passed = look;
      await b.sweep([b]);
    }
    expect(b.resumed).toEqual([]);
    b.here.delete('1');
    passed = 180_000;
    await b.sweep([b]);
    expect(b.resumed).toEqual(['1']);
    expect(b.learnt).toEqual(['a']);
  });

  it('that were answered are not taken up again', async () => {
    const [a, b] = [join('a'), join('b')];
    await a.accept('1');
    await a.journal.complete('1');
    await b.sweep([b]);
    expect(b.resumed).toEqual([]);
    expect(await store.collection('owners').entries()).toEqual([]);
  });

  it('that one process could not write down are left to the one that got them as well', async () => {
    const rows = store.collection('requests');
    let isCut = true;
    const cut = createJournal({
      askedBy: NOBODY_ASKED,
      rows: {
        ...rows,
        insert: (...what) => (isCut ? Promise.reject(new Error('away')) : rows.insert(...what)),
      },
      ...{ by: 'cut', clock, onError: () => undefined },
    });
    const b = join('b');
    expect(await cut.accept(requestOf('1'))).toMatchObject({ persisted: false });
    expect(await cut.accept(requestOf('2'))).toMatchObject({ persisted: false });
    await b.accept('1');
    await b.journal.complete('1');
    isCut = false;
    expect(await cut.catchUp(async (id) => id === '2')).toEqual(['1']);
    expect(await b.journal.isDone('1')).toBe(true);
    expect((await b.journal.open()).map(({ request }) => request.id)).toEqual(['2']);
  });

  it.each(['open', 'finished'] as const)(
    'and %s are not taken once more where the store cannot be written any more',
    async (state) => {
      const [a] = [join('a')];
      await a.accept('1');
      if (state === 'finished') await a.journal.complete('1');
      const next = cutOff('b');
      expect(await next.accept(requestOf('1'))).toEqual({ repeat: 'elsewhere', persisted: true });
      expect(next.isUnwritten('1')).toBe(false);
    },
  );

  it('and written though the store said otherwise are known for written', async () => {
    const own = cutOff('a', { writesAllTheSame: true });
    const accepted = await own.accept(requestOf('1'));
    expect(accepted).toMatchObject({ persisted: true, entry: { by: ['a'] } });
    expect(accepted.repeat).toBeUndefined();
    expect(own.isUnwritten('1')).toBe(false);
  });

  it('and answered are claimed by nobody, though somebody has reserved them since', async () => {
    const [a, b] = [join('a'), join('b')];
    await a.accept('1');
    await a.journal.complete('1');
    await a.ownership.drop('1');
    await b.ownership.reserve('1');
    expect(await b.ownership.claim('1')).toBe(false);
    expect(await store.collection('owners').entries()).toEqual([]);
  });

  it('are taken up by the process that has begun them last and is not at it, when nobody else is', async () => {
    const a = join('a');
    await a.journal.accept(requestOf('1'));
    a.here.add('1');
    for (const look of [60_000, 120_000]) {
      passed = look;
      await a.sweep([a]);
    }
    expect(a.resumed).toEqual([]);
    a.here.delete('1');
    passed = 180_000;
    await a.sweep([a]);
    expect(a.resumed).toEqual(['1']);
  });

  it('can be cancelled from another process', async () => {
    const [a, b] = [join('a'), join('b')];
    await a.accept('1');
    const cancelled: string[] = [];
    a.ownership.listen((id) => {
      cancelled.push(id);
      return true;
    });
    expect(await a.ownership.cancelElsewhere('1')).toBe(false);
    expect(await b.ownership.cancelElsewhere('1')).toBe(true);
    await expect.poll(() => cancelled).toEqual(['1']);
    a.ownership.stop();
  });
});

function requestOf(id: string): Request {
  return {
    id,
    ask: { kind: 'command', name: 'imei', options: { kind: 'text', text: '' } },
    requester: 'telegram:user:1',
    scopes: [],
    locale: 'en',
    visibility: 'private',
    target: {},
  };
}
