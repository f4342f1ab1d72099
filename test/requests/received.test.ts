import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAccounts } from '../../src/checks/basics.ts';
import type { Request } from '../../src/core/adapter.ts';
import { defineCommand } from '../../src/core/command.ts';
import { reply } from '../../src/core/reply.ts';
import { createAccess } from '../../src/requests/access.ts';
import { createButtons } from '../../src/requests/buttons.ts';
import {
  createDispatch,
  type Dispatch,
  type DispatchNeeds,
  OPEN_IN_ALL,
} from '../../src/requests/dispatch.ts';
import type { Journal } from '../../src/requests/journal/contract.ts';
import { createJournal } from '../../src/requests/journal/journal.ts';
import { type OpenRequest, textOf } from '../../src/requests/journal/row.ts';
import { POISON_LIMITS, type Tries } from '../../src/requests/journal/tries.ts';
import { createRunning, type Running } from '../../src/requests/running.ts';
import type { Collection } from '../../src/store/contract.ts';
import { type ButtonTable, createButtonTable } from '../../src/store/schema/button.ts';
import { createSeal } from '../../src/store/seal/seal.ts';
import { createFakeClock, type FakeClock } from '../support/clocks/fake.ts';
import { createMemoryStore } from '../support/store/memory-store.ts';

const hash = (name: string): string => Buffer.from(name).toString('hex').padEnd(64, '0').slice(-64);
const away = () => Promise.reject(new Error('the store is away'));

describe('a request that comes in', () => {
  let clock: FakeClock;
  let rows: Collection;
  let table: ButtonTable;
  let journal: Journal;
  let running: Running;
  let dispatch: Dispatch;
  let shown: { title: string; last: boolean }[];
  let tokens: Map<string, string>;
  let told: string[];
  let ran: string[];
  let letGo: () => void;
  /** What the platform does with a state. */
  let whileShowing: () => Promise<void>;

  const start = (parts: Partial<DispatchNeeds> = {}): void => {
    running = createRunning(createAccounts([]));
    const hanging = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const command = (name: string, run: () => Promise<void>) =>
      defineCommand({
        name,
        audience: 'everyone',
        options: [],
        run: async function* ({ requestId, signal }) {
          ran.push(requestId);
          const stop = { id: 'stop', label: 'Stop', opens: 'here', effect: { kind: 'cancel' } } as const;
          const no = { id: 'no', label: 'No', opens: 'here', effect: { kind: 'dismiss' } } as const;
          yield reply({ tone: 'good', title: `${name} begun`, actions: [stop, no] });
          await Promise.race([
            run(),
            new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true })),
          ]);
          yield reply({ tone: 'good', title: `${name} ended`, actions: [stop, no] });
        },
      });
    dispatch = createDispatch({
      commands: [command('echo', async () => undefined), command('hang', () => hanging)],
      ...{ journal, running, clock },
      buttons: createButtons({
        ...{ table, clock },
        seal: { hash },
        onError: () => undefined,
      }),
      access: createAccess({ allowed: [], admins: [] }),
      log: pino({ level: 'silent' }),
      maxAgeMs: 3_600_000,
      poison: POISON_LIMITS,
      standsAt: (_requester, { message }) => String(message),
      onUndelivered: ({ request }) => told.push(`undelivered ${request.id}`),
      onNotBegun: ({ request }) => told.push(`not begun ${request.id}`),
      onAsked: ({ id }) => told.push(`asked ${id}`),
      resumed: () => undefined,
      onPoison: ({ id }) => told.push(`poison ${id}`),
      onStoreError: () => told.push('store error'),
      ...parts,
    });
  };
  const requestOf = (id: string, name = 'echo', parts: Partial<Request> = {}): Request => ({
    ...{ id, requester: 'test:user:1', scopes: [], locale: 'en', visibility: 'private', target: {} },
    ask: { kind: 'command', name, options: { kind: 'text', text: '' } },
    ...parts,
  });
  const pressOf = (id: string, token: string, on: string): Request =>
    requestOf(id, '', { ask: { kind: 'press', token, on } });
  const receive = async (request: Request): Promise<string> => {
    const receipt = await dispatch.receive(request, async ({ title, actions }, { last }) => {
      await whileShowing();
      shown.push({ title, last });
      for (const { label, token } of actions) tokens.set(`${request.id} ${label}`, token);
      return { message: request.id };
    });
    await clock.settle();
    return receipt;
  };
  const resume = (entry: OpenRequest): Promise<void> =>
    dispatch.resume(entry, async ({ title }, { last }) => {
      shown.push({ title, last });
      return {};
    });
  const leftOpen = async (id: string, tries: Tries): Promise<OpenRequest> => {
    const entry = { request: requestOf(id), acceptedAt: clock.now(), tries, by: 'before' };
    await rows.insert(id, textOf(entry));
    return entry;
  };

  beforeEach(() => {
    clock = createFakeClock();
    const store = createMemoryStore(clock);
    rows = store.collection('requests');
    table = createButtonTable(store.sql, createSeal('0123456789abcdef'.repeat(4)));
    journal = createJournal({ rows, by: 'this', clock, onError: () => undefined });
    [shown, told, ran] = [[], [], []];
    tokens = new Map();
    whileShowing = async () => undefined;
    start();
  });

  it('is not run again that an earlier process has answered', async () => {
    await rows.insert('1', '');
    await receive(requestOf('1'));
    expect([ran, told]).toEqual([[], []]);
  });

  it('is run once, and stays unwritten, where its platform delivers it again while the store is away', async () => {
    journal = createJournal({
      ...{ rows: { ...rows, insert: away }, by: 'this', clock },
      onError: () => undefined,
    });
    start({ journal });
    await receive(requestOf('1', 'hang'));
    expect(await receive(requestOf('1', 'hang'))).toBe('not-persisted');
    expect(ran).toEqual(['1']);
    letGo();
  });

  it('is told to those who wait for its asker, once', async () => {
    await receive(requestOf('1', 'hang'));
    await receive(requestOf('1', 'hang'));
    expect(told).toEqual(['asked 1']);
    letGo();
  });

  it('is asked to wait where five thousand are open, and is not written down', async () => {
    const releases = Array.from({ length: OPEN_IN_ALL }, (_, at) => running.expect(`test:user:${at + 2}`));
    await receive(requestOf('1'));
    expect(ran).toEqual([]);
    expect(shown).toEqual([{ title: expect.any(String), last: true }]);
    expect(await rows.entries()).toEqual([]);
    releases[0]?.();
    await receive(requestOf('2'));
    expect(ran).toEqual(['2']);
  });

  it('is asked to wait where its asker has fifty, one by one, in one moment', async () => {
    const all = Array.from({ length: 60 }, (_, at) => receive(requestOf(String(at), 'hang')));
    await Promise.all(all);
    expect(ran).toHaveLength(50);
    expect(running.countOf('test:user:1')).toBe(50);
    await receive(requestOf('other', 'echo', { requester: 'test:user:2' }));
    expect(ran).toContain('other');
    letGo();
    await clock.settle();
    expect(running.count()).toBe(0);
  });

  it('is refused although nobody can be shown that', async () => {
    dispatch.close();
    whileShowing = () => Promise.reject(new Error('the platform is away'));
    expect(await receive(requestOf('1'))).toBe('persisted');
    expect(told).toEqual([]);
  });

  describe('by a press of cancel', () => {
    const begin = async (): Promise<string> => {
      await receive(requestOf('1', 'hang'));
      await clock.advance(50);
      return tokens.get('1 Stop') ?? '';
    };

    it('stops its request at once, and is no request itself, however many there are', async () => {
      const token = await begin();
      const releases = Array.from({ length: 50 }, () => running.expect('test:user:1'));
      expect(await receive(pressOf('2', token, '1'))).toBe('persisted');
      expect(shown.at(-1)).toEqual({ title: 'hang ended', last: true });
      expect(told).toEqual(['asked 1']);
      for (const release of releases) release();
    });

    it('of what has ended says that its button is over', async () => {
      const token = await begin();
      letGo();
      await clock.settle();
      shown = [];
      await receive(pressOf('2', token, '1'));
      expect(shown).toEqual([{ title: expect.any(String), last: true }]);
      expect(shown[0]?.title).not.toBe('hang ended');
      expect(told).toContain('asked 2');
    });

    it('is a request as any other while it cannot be looked up', async () => {
      const token = await begin();
      letGo();
      await clock.settle();
      table = { ...table, get: away };
      start();
      expect(await receive(pressOf('2', token, '1'))).toBe('persisted');
      expect(told).toContain('asked 2');
    });
  });

  it('by a press of no is told that all stays as it is, and the press runs no command', async () => {
    await receive(requestOf('1'));
    ran = [];
    await receive(pressOf('2', tokens.get('1 No') ?? '', '1'));
    expect(ran).toEqual([]);
    expect(shown).toHaveLength(2);
    expect(await rows.entries()).toEqual([
      ['1', ''],
      ['2', ''],
    ]);
  });

  describe('and was left open', () => {
    it('is begun again, each try counted before it begins', async () => {
      const entry = await leftOpen('1', { begun: 1, lasted: 1 });
      let triesWhileRunning: Tries | undefined;
      start({
        commands: [
          defineCommand({
            ...{ name: 'echo', audience: 'everyone', options: [] },
            run: async function* () {
              triesWhileRunning = (await journal.find('1'))?.tries;
              yield reply({ tone: 'good', title: 'done' });
            },
          }),
        ],
      });
      await resume(entry);
      expect(triesWhileRunning).toEqual({ begun: 2, lasted: 1 });
      expect(shown).toEqual([{ title: 'done', last: true }]);
      expect(told).toEqual([]);
    });

    it('is not run where it has ended two processes, but closed with a word, and told once', async () => {
      await resume(await leftOpen('1', { begun: 2, lasted: 0 }));
      expect(ran).toEqual([]);
      expect(shown).toHaveLength(1);
      expect(told).toEqual(['poison 1']);
      expect(await rows.get('1')).toBe('');
    });

    it('is closed once more later where even that could not be shown, its tries not taken back', async () => {
      const entry = await leftOpen('1', { begun: 2, lasted: 0 });
      await dispatch.resume(entry, () => Promise.reject(new Error('the platform is away')));
      expect(told).toEqual(['undelivered 1']);
      expect((await journal.find('1'))?.tries).toEqual({ begun: 3, lasted: 0 });
    });

    it('is not begun where that cannot be written, and tried again later', async () => {
      const entry = await leftOpen('1', { begun: 1, lasted: 1 });
      journal = createJournal({
        rows: { ...rows, replace: away },
        by: 'this',
        clock,
        onError: () => undefined,
      });
      start({ journal });
      await resume(entry);
      expect([ran, told]).toEqual([[], ['store error', 'not begun 1']]);
    });

    it('is not begun where it was answered meanwhile', async () => {
      const entry = await leftOpen('1', { begun: 1, lasted: 1 });
      await journal.complete('1');
      await resume(entry);
      expect([ran, told, shown]).toEqual([[], [], []]);
    });

    it.each([
      [2_999, { begun: 1, lasted: 0 }],
      [3_000, { begun: 1, lasted: 1 }],
    ])('has lasted where it went on for three seconds: %i ms', async (ms, tries) => {
      await receive(requestOf('1', 'hang'));
      await clock.advance(ms);
      expect((await journal.find('1'))?.tries).toEqual(tries);
      expect(clock.keepingAlive).toBe(0);
      letGo();
      await clock.settle();
      expect(clock.sleeping).toBe(0);
    });

    it('leaves no trace of a try that ended well and could not be shown, whether or not it lasted', async () => {
      for (const [id, ms] of [
        ['1', 1_000],
        ['2', 4_000],
      ] as const) {
        start();
        whileShowing = () => Promise.reject(new Error('the platform is away'));
        await receive(requestOf(id, 'hang'));
        await clock.advance(ms);
        letGo();
        await clock.settle();
        expect(told).toContain(`undelivered ${id}`);
        expect((await journal.find(id))?.tries).toEqual({ begun: 0, lasted: 0 });
      }
    });

    it('is closed with an apology one moment after its time, and answered one moment before', async () => {
      const entry = await leftOpen('1', { begun: 0, lasted: 0 });
      const late = await leftOpen('2', { begun: 0, lasted: 0 });
      await clock.advance(3_600_000);
      await resume(entry);
      expect(ran).toEqual(['1']);
      await clock.advance(1);
      await resume(late);
      expect(ran).toEqual(['1']);
      expect(shown).toHaveLength(2);
      expect(await rows.get('2')).toBe('');
    });
  });

  it('is left open and not told as undelivered where its process is stopping', async () => {
    await receive(requestOf('1', 'hang'));
    await clock.advance(50);
    await running.stopAll();
    expect(shown).toEqual([{ title: 'hang begun', last: false }]);
    expect(told).toEqual(['asked 1']);
    expect(await journal.find('1')).toMatchObject({ tries: { begun: 0, lasted: 0 }, request: { id: '1' } });
  });
});
