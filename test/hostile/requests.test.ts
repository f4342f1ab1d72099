import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createAccounts } from '../../src/checks/basics.ts';
import type { Request, Show } from '../../src/core/adapter.ts';
import { deferred } from '../../src/core/async/promises.ts';
import { systemClock } from '../../src/core/clock.ts';
import { type Command, defineCommand } from '../../src/core/command.ts';
import { reply } from '../../src/core/reply.ts';
import { sayIn } from '../../src/format/words/say.ts';
import { createLog } from '../../src/ops/log/log.ts';
import { createAccess } from '../../src/requests/access.ts';
import { createButtons } from '../../src/requests/buttons.ts';
import { createDispatch, type Dispatch } from '../../src/requests/dispatch.ts';
import type { Journal } from '../../src/requests/journal/contract.ts';
import { createJournal } from '../../src/requests/journal/journal.ts';
import { POISON_LIMITS } from '../../src/requests/journal/tries.ts';
import { createRunning, type Running } from '../../src/requests/running.ts';
import type { Collection, Store } from '../../src/store/contract.ts';
import { createButtonTable } from '../../src/store/schema/button.ts';
import { createSeal } from '../../src/store/seal/seal.ts';
import { createSqliteStore } from '../../src/store/sqlite/store.ts';
import { countReads } from '../support/store/count-reads.ts';

const seal = createSeal('0123456789abcdef'.repeat(4));

const en = sayIn('en');

/** Longer than any machine takes for a test. */
const HOUR_MS = 3_600_000;
const AWAY = new Error('the store is away');

let count = 0;
function ask(name: string, parts: Partial<Request> = {}): Request {
  count += 1;
  return {
    id: `test:event:${count}`,
    ask: { kind: 'command', name, options: { kind: 'text', text: '' } },
    requester: 'test:user:1',
    scopes: [],
    locale: 'en',
    visibility: 'private',
    target: { channel: 7 },
    ...parts,
  };
}

let store: Store;
beforeEach(() => {
  store = createSqliteStore('sqlite://:memory:', systemClock);
});

function journalOf(rows: Collection, by = 'a'): Journal {
  return createJournal({ rows, by, clock: systemClock, onError: () => undefined });
}

/** Rows whose writes fail while it says so; `carried-out` ones are done all the same, which nobody can see meanwhile. */
function brittle(rows: Collection) {
  const state: { fails: 'no' | 'yes' | 'carried-out' } = { fails: 'no' };
  const write = async <T>(work: () => Promise<T>): Promise<T> => {
    if (state.fails === 'yes') throw AWAY;
    const outcome = await work();
    if (state.fails === 'carried-out') throw AWAY;
    return outcome;
  };
  const wrapped: Collection = {
    ...rows,
    get: async (id) => {
      if (state.fails === 'carried-out') throw AWAY;
      return rows.get(id);
    },
    insert: (...row) => write(() => rows.insert(...row)),
    put: (...row) => write(() => rows.put(...row)),
    replace: (...row) => write(() => rows.replace(...row)),
  };
  return { state, rows: wrapped };
}

describe('the journal of a store that fails', () => {
  it('does not open a request again that was answered while it could not be written down', async () => {
    const { rows, state } = brittle(store.collection('requests'));
    const journal = journalOf(rows);
    const request = ask('echo');
    state.fails = 'yes';
    await journal.accept(request);
    await journal.moved(request.id, { message: 1 });
    state.fails = 'no';
    await journal.complete(request.id);
    await journal.catchUp();
    expect(await journal.open()).toEqual([]);
    expect(await store.collection('requests').get(request.id)).toBe('');
  });

  it('knows its own request again that the store wrote down without saying so', async () => {
    const { rows, state } = brittle(store.collection('requests'));
    const journal = journalOf(rows);
    const request = ask('echo');
    state.fails = 'carried-out';
    expect(await journal.accept(request)).toMatchObject({ persisted: false });
    state.fails = 'no';
    await journal.moved(request.id, { message: 1 });
    await journal.catchUp();
    expect((await journal.open()).map(({ request: { target } }) => target)).toEqual([{ message: 1 }]);
  });

  it('does not take up as left over what it has begun itself, and knows it when it is delivered again', async () => {
    const { rows, state } = brittle(store.collection('requests'));
    const journal = journalOf(rows);
    const request = ask('echo');
    await journal.accept(request);
    state.fails = 'yes';
    expect(await journal.accept(request)).toEqual({ repeat: true, persisted: true });
    await journal.complete(request.id);
    expect(await journal.accept(request)).toEqual({ repeat: true, persisted: false });
  });

  it('keeps a request finished, however late the store carries out what was asked before', async () => {
    const rows = store.collection('requests');
    const late: (() => Promise<unknown>)[] = [];
    let isStalled = true;
    const journal = journalOf({
      ...rows,
      insert: (...row) => {
        if (!isStalled) return rows.insert(...row);
        late.push(() => rows.insert(...row));
        return Promise.reject(AWAY);
      },
      replace: (...row) => {
        if (!isStalled) return rows.replace(...row);
        late.push(() => rows.replace(...row));
        return Promise.reject(AWAY);
      },
    });
    const [lost, moved] = [ask('echo'), ask('echo')];
    await journal.accept(lost);
    isStalled = false;
    await journal.accept(moved);
    isStalled = true;
    await journal.moved(moved.id, { message: 2 });
    isStalled = false;
    await journal.complete(lost.id);
    await journal.complete(moved.id);
    for (const carryOut of late) await carryOut();
    await journal.catchUp();
    expect(late).toHaveLength(2);
    expect(await journal.open()).toEqual([]);
    expect(await store.collection('requests').get(moved.id)).toBe('');
  });

  it('reads the open requests, and none of the finished ones, however many those are', async () => {
    const rows = store.collection('requests');
    let read = 0;
    const journal = journalOf({
      ...rows,
      entries: () => Promise.reject(new Error('not all of them')),
      portions: async function* (which) {
        for await (const portion of rows.portions(which)) {
          read += portion.length;
          yield portion;
        }
      },
    });
    const requests = Array.from({ length: 1_000 }, () => ask('echo'));
    await Promise.all(requests.map((request) => journal.accept(request)));
    await Promise.all(requests.slice(3).map(({ id }) => journal.complete(id)));
    expect(await journal.open()).toHaveLength(3);
    expect(read).toBe(3);
  });

  it('reads one person’s open requests, and of those of a hundred others and of completed ones nothing', async () => {
    const counting = countReads(store);
    const journal = journalOf(counting.store.collection('requests'));
    const requests = Array.from({ length: 100 * 50 }, (_, place) =>
      ask('echo', { requester: `test:user:${place % 100}` }),
    );
    await Promise.all(requests.map((request) => journal.accept(request)));
    const done = requests.filter(({ requester }) => requester === 'test:user:7').slice(0, 10);
    for (const { id } of done) await journal.complete(id);
    const before = counting.rowsRead();
    expect(await journal.openOf('test:user:7')).toHaveLength(40);
    expect(counting.rowsRead() - before).toBe(40);
  });
});

describe('a request', () => {
  let running: Running;
  let journal: Journal;
  let runs: string[];
  let undelivered: string[];
  let notBegun: string[];
  let poisoned: string[];
  let shown: { title: string; last: boolean }[];
  const slow = deferred<void>();

  const commands: readonly Command[] = [
    defineCommand({
      name: 'wait',
      audience: 'everyone',
      options: [],
      run: async function* ({ signal, requestId }) {
        runs.push(requestId);
        yield reply({ tone: 'progress', title: 'waiting' });
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        yield reply({ tone: 'good', title: 'stopped' });
      },
    }),
    defineCommand({
      name: 'break',
      audience: 'everyone',
      options: [],
      run: async function* () {
        yield reply({ tone: 'progress', title: 'slow to be shown' });
        await systemClock.sleep(60);
        throw new Error('broken on purpose');
      },
    }),
  ];
  const show: Show = async ({ title }, { last }) => {
    shown.push({ title, last });
    return { message: 1 };
  };
  /** A process on the store; what it was doing when the next one begins is as if it had been killed. */
  const start = (lastsMs = HOUR_MS): Dispatch => {
    running = createRunning(createAccounts([]));
    journal = journalOf(store.collection('requests'), `process ${Math.random()}`);
    return createDispatch({
      ...{ commands, journal, running, clock: systemClock, maxAgeMs: 3_600_000 },
      buttons: createButtons({
        ...{ table: createButtonTable(store.sql, seal), seal },
        clock: systemClock,
        onError: () => undefined,
      }),
      access: createAccess({ allowed: [], admins: [] }),
      log: createLog({ level: 'silent', secrets: [], readable: false }),
      poison: { ...POISON_LIMITS, lastsMs },
      standsAt: () => undefined,
      onUndelivered: ({ request }) => undelivered.push(request.id),
      onNotBegun: ({ request }) => notBegun.push(request.id),
      onAsked: () => undefined,
      resumed: () => undefined,
      onPoison: ({ id }) => poisoned.push(id),
      onStoreError: () => undefined,
    });
  };
  const resume = async (dispatch: Dispatch, id: string): Promise<void> => {
    const entry = await journal.find(id);
    if (entry === undefined) throw new Error(`${id} is not open`);
    void dispatch.resume(entry, show);
  };
  const isRun = (id: string, times: number) =>
    expect.poll(() => runs.filter((one) => one === id)).toHaveLength(times);

  beforeEach(() => {
    runs = [];
    undelivered = [];
    notBegun = [];
    poisoned = [];
    shown = [];
  });

  it('that has ended two processes is closed with an apology and told to admins, and run no more', async () => {
    const request = ask('wait');
    await start().receive(request, show);
    await isRun(request.id, 1);
    await resume(start(), request.id);
    await isRun(request.id, 2);
    await resume(start(), request.id);
    await expect.poll(() => shown.at(-1)).toEqual({ title: en('refusals.poisoned.title'), last: true });
    await expect.poll(() => poisoned).toEqual([request.id]);
    expect(await journal.open()).toEqual([]);
    expect(runs).toHaveLength(2);
  });

  it('is counted as begun before it begins', async () => {
    const request = ask('wait');
    await start().receive(request, show);
    expect((await journal.find(request.id))?.tries).toEqual({ begun: 1, lasted: 0 });
    const rows = store.collection('requests');
    const dispatch = start();
    const before = await journal.find(request.id);
    vi.spyOn(journal, 'begin').mockImplementation(async (id) => {
      const begun = await journalOf(rows, 'b').begin(id);
      expect(runs).toHaveLength(1);
      return begun;
    });
    await isRun(request.id, 1);
    if (before !== undefined) void dispatch.resume(before, show);
    await isRun(request.id, 2);
    expect((await journal.find(request.id))?.tries).toEqual({ begun: 2, lasted: 0 });
  });

  it('is not run while it cannot be counted, and tried again', async () => {
    const request = ask('wait');
    await start().receive(request, show);
    await isRun(request.id, 1);
    const dispatch = start();
    const entry = await journal.find(request.id);
    vi.spyOn(journal, 'begin').mockRejectedValue(AWAY);
    if (entry !== undefined) await dispatch.resume(entry, show);
    expect(runs).toHaveLength(1);
    expect(notBegun).toEqual([request.id]);
    expect(undelivered).toEqual([]);
  });

  it('goes on through any number of stops in good order', async () => {
    const request = ask('wait');
    await start().receive(request, show);
    for (let stops = 1; stops <= 5; stops += 1) {
      await isRun(request.id, stops);
      await running.stopAll();
      await resume(start(), request.id);
    }
    await isRun(request.id, 6);
    expect(poisoned).toEqual([]);
  });

  it('goes on through deaths of processes that came long after it was begun, but not for ever', async () => {
    const request = ask('wait');
    await start(1).receive(request, show);
    for (let deaths = 1; deaths < POISON_LIMITS.most; deaths += 1) {
      await isRun(request.id, deaths);
      await expect
        .poll(async () => (await journal.find(request.id))?.tries)
        .toEqual({ begun: deaths, lasted: deaths });
      await resume(start(1), request.id);
    }
    await isRun(request.id, POISON_LIMITS.most);
    await resume(start(1), request.id);
    await expect.poll(() => poisoned).toEqual([request.id]);
  });

  it('that breaks while an earlier state is slow to be shown stays closed', async () => {
    const dispatch = start();
    const request = ask('break');
    await dispatch.receive(request, async (state, how) => {
      if (!how.last) await slow.promise;
      return show(state, how);
    });
    await expect.poll(() => store.collection('requests').get(request.id)).toBe('');
    const moved = vi.spyOn(journal, 'moved');
    slow.resolve();
    await expect.poll(() => shown).toHaveLength(2);
    await systemClock.sleep(20);
    expect(moved).not.toHaveBeenCalled();
    expect(await journal.open()).toEqual([]);
    expect(await store.collection('requests').get(request.id)).toBe('');
  });

  it('is one of fifty at most that a person has open, also where three hundred come in one moment', async () => {
    const dispatch = start();
    const refused: string[] = [];
    await Promise.all(
      Array.from({ length: 300 }, () =>
        dispatch.receive(ask('wait'), async (state, how) => {
          if (how.last) refused.push(state.title);
          return show(state, how);
        }),
      ),
    );
    expect(await journal.open()).toHaveLength(50);
    expect(refused).toEqual(Array(250).fill(en('refusals.busy.title')));
    expect(running.countOf('test:user:1')).toBe(50);
    await running.stopAll();
    expect(running.countOf('test:user:1')).toBe(0);
    expect(running.count()).toBe(0);
  });

  it('is one of fifty at most that all chats have open which speak for themselves: one person may own them', async () => {
    const dispatch = start();
    for (let chat = 0; chat < 60; chat += 1)
      await dispatch.receive(ask('wait', { requester: `test:chat:-100${chat}` }), show);
    await dispatch.receive(ask('wait'), show);
    expect(await journal.open()).toHaveLength(51);
    expect(running.countOf('test:user:1')).toBe(1);
    await running.stopAll();
    expect(running.count()).toBe(0);
  });

  it('can be cancelled by a person who has as many open as may be', async () => {
    const cancel = { id: 'stop', label: 'Stop', opens: 'here', effect: { kind: 'cancel' } } as const;
    const dispatch = start();
    for (let open = 0; open < 50; open += 1) await dispatch.receive(ask('wait'), show);
    const id = running.ids()[0] ?? '';
    const buttons = createButtons({
      ...{ table: createButtonTable(store.sql, seal), seal, clock: systemClock, onError: () => undefined },
    });
    const offered = buttons.offer(reply({ tone: 'good', title: '', actions: [cancel] }), {
      requestId: id,
      requester: 'test:user:1',
    });
    buttons.shown(id, undefined);
    await expect.poll(() => store.sql.read`SELECT id FROM button`).toHaveLength(1);
    const token = offered.actions[0]?.token ?? '';
    await dispatch.receive(ask('', { ask: { kind: 'press', token } }), show);
    await expect.poll(() => running.countOf('test:user:1')).toBe(49);
    await running.stopAll();
  });
});
