import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AdminAlert, CheckWaits } from '../../src/checks/basics.ts';
import type { Adapter, Request } from '../../src/core/adapter.ts';
import { type Command, defineCommand } from '../../src/core/command.ts';
import { reply, type ShownReply } from '../../src/core/reply.ts';
import type { Principal } from '../../src/core/requester.ts';
import { createRequests, type Requests, type RequestsNeeds } from '../../src/requests/requests.ts';
import type { Store } from '../../src/store/contract.ts';
import { createSeal } from '../../src/store/seal/seal.ts';
import { createFakeClock, type FakeClock } from '../support/clocks/fake.ts';
import { createMemoryStore } from '../support/store/memory-store.ts';

const HOUR_MS = 3_600_000;
const ME = 'test:user:1';

/** A process on the store. */
interface Process {
  readonly requests: Requests;
  /** What was shown last, by the place where it stands. */
  readonly shown: Map<string, string>;
  readonly alerts: AdminAlert[];
  ask(id: string, name?: string, parts?: Partial<Request>): Promise<void>;
  press(id: string, label: string, on: string): Promise<void>;
}

/** Made once, since a key is derived slowly. */
const seal = createSeal('0123456789abcdef'.repeat(4));

describe('the life of requests', () => {
  let clock: FakeClock;
  let store: Store;
  /** Whether the platform shows anything just now, and how long that takes. */
  let platform: { works: boolean; slowMs: number };
  /** What `hang` waits for. */
  let release: () => void;
  let hanging: Promise<void>;
  /** Whether processes were silent for so long that others may have taken their requests over. */
  let isStoreAway: boolean;

  const commands: readonly Command[] = [
    defineCommand({
      name: 'echo',
      audience: 'everyone',
      options: [],
      run: async function* ({ requestId }) {
        yield reply({
          ...{ tone: 'good', title: `answered ${requestId}` },
          actions: [{ id: 'ok', label: 'Again', opens: 'here', effect: invoke('echo') }],
        });
      },
    }),
    defineCommand({
      name: 'hang',
      audience: 'everyone',
      options: [],
      run: async function* ({ signal }) {
        yield reply({
          ...{ tone: 'good', title: 'hanging' },
          actions: [{ id: 'stop', label: 'Stop', opens: 'here', effect: { kind: 'cancel' } }],
        });
        await Promise.race([
          hanging,
          new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true })),
        ]);
        yield reply({ tone: 'good', title: signal.aborted ? 'stopped' : 'let go' });
      },
    }),
  ];
  const invoke = (command: string) =>
    ({ kind: 'invoke', command, options: { kind: 'text', text: '' } }) as const;

  const start = (more: Partial<RequestsNeeds> = {}): Process => {
    const shown = new Map<string, string>();
    const alerts: AdminAlert[] = [];
    const replies = new Map<string, ShownReply>();
    const showAt = (place: string) => async (state: ShownReply) => {
      if (platform.slowMs > 0) await clock.sleep(platform.slowMs);
      if (!platform.works) throw new Error('the platform is away');
      shown.set(place, state.title);
      replies.set(place, state);
      return { place };
    };
    const adapter: Adapter = {
      platform: 'test',
      start: async () => undefined,
      connected: () => true,
      readFile: () => Promise.reject(new Error('no files')),
      reopen: async ({ place }, beside) => showAt(String(beside?.place ?? place)),
      standsAt: ({ place }) => String(place),
      stop: async () => undefined,
      notify: async () => true,
    };
    const requests = createRequests({
      commands,
      adapters: [adapter],
      store,
      resumed: () => undefined,
      raise: (alert) => alerts.push(alert),
      seal,
      health: {
        failing: () => false,
        report: () => undefined,
        healthy: async () => undefined,
        stop: () => undefined,
      },
      clock,
      log: pino({ level: 'silent' }),
      access: { allowed: [], admins: [] },
      maxAgeMs: 30 * HOUR_MS,
      ...more,
    });
    const take = async (id: string, parts: Partial<Request>): Promise<void> => {
      await requests.receive(
        {
          id,
          ask: { kind: 'command', name: 'echo', options: { kind: 'text', text: '' } },
          requester: ME,
          scopes: [],
          locale: 'en',
          visibility: 'private',
          target: { place: id },
          ...parts,
        },
        showAt(id),
      );
      await clock.settle();
    };
    return {
      ...{ requests, shown, alerts },
      ask: (id, command = 'echo', parts = {}) =>
        take(id, {
          ask: { kind: 'command', name: command, options: { kind: 'text', text: '' } },
          ...parts,
        }),
      press: async (id, label, on) => {
        const token = replies.get(on)?.actions.find((action) => action.label === label)?.token ?? '';
        await take(id, { ask: { kind: 'press', token, on } });
      },
    };
  };
  const rowsOf = async (name: string) => (await store.collection(name).entries()).map(([id]) => id);

  beforeEach(() => {
    clock = createFakeClock();
    const memory = createMemoryStore(clock);
    isStoreAway = false;
    const away = () => Promise.reject(new Error('the store is away'));
    const collections = new Map(
      ['requests', 'asked-by', 'owners', 'owned', 'processes', 'cancels'].map((name) => [
        name,
        memory.collection(name),
      ]),
    );
    store = {
      ...memory,
      collection: (name) => {
        const rows = collections.get(name) ?? expect.fail(`no collection ${name}`);
        return {
          ...rows,
          insert: (...row) => (isStoreAway ? away() : rows.insert(...row)),
          put: (...row) => (isStoreAway ? away() : rows.put(...row)),
        };
      },
    };
    platform = { works: true, slowMs: 0 };
    hanging = new Promise((resolve) => {
      release = resolve;
    });
  });

  it('goes on where a process has left it open', async () => {
    const before = start();
    await before.ask('1', 'hang');
    await clock.advanceUntil(before.requests.stop());
    release();
    const after = start();
    const open = await after.requests.leftOpen();
    expect(open.map(({ request }) => request.id)).toEqual(['1']);
    after.requests.resume(open);
    await clock.settle();
    expect(after.shown.get('1')).toBe('let go');
    expect(await after.requests.leftOpen()).toEqual([]);
  });

  it('ends with an answer, which is completed', async () => {
    const one = start();
    await one.ask('1');
    expect(one.shown.get('1')).toBe('answered 1');
    expect(await start().requests.leftOpen()).toEqual([]);
  });

  it('takes nothing more once it is closed', async () => {
    const one = start();
    one.requests.close();
    await one.ask('1');
    expect(one.shown.get('1')).not.toBe('answered 1');
    expect(await rowsOf('requests')).toEqual([]);
  });

  it('waits a second for what is just being answered when it stops, and then for the platform five', async () => {
    const one = start();
    await one.ask('1', 'hang');
    const stopped = one.requests.stop();
    await clock.advance(999);
    release();
    await clock.advanceUntil(stopped);
    expect(one.shown.get('1')).toBe('let go');
    expect(clock.elapsed()).toBeLessThan(1_500);

    const slow = start();
    platform.slowMs = 1_000_000;
    await slow.ask('2');
    const before = clock.elapsed();
    await clock.advanceUntil(slow.requests.stop());
    expect(clock.elapsed() - before).toBe(6_000);
    // A reply that hangs in a platform is no fault of its request.
    const [left] = await start().requests.leftOpen();
    expect(left?.tries).toEqual({ begun: 0, lasted: 0 });
  });

  it.each([
    ['a moment', 20],
    ['longer than it waits for answers', 3_000],
  ])(
    'leaves to the next process what it is still writing down when it stops, for %s',
    async (_, writesMs) => {
      const rows = store.collection('requests');
      const usual = store;
      let hasStopped = false;
      store = {
        ...usual,
        collection: (name) => ({
          ...usual.collection(name),
          ...(name === 'requests' && {
            insert: async (...row) => {
              await clock.sleep(writesMs);
              return rows.insert(...row);
            },
          }),
        }),
      };
      const one = start();
      const asked = one.ask('1', 'hang');
      one.requests.close();
      const stopped = one.requests.stop().then(() => {
        hasStopped = true;
      });
      await clock.advance(writesMs - 1);
      expect(hasStopped).toBe(false);
      await clock.advanceUntil(stopped);
      await asked;
      expect(one.shown.get('1')).not.toBe('stopped');
      const [left] = await start().requests.leftOpen();
      expect(left).toMatchObject({ request: { id: '1' }, tries: { begun: 0, lasted: 0 } });
    },
  );

  it('tries again what could not be shown, and shows it beside what its asker asks next', async () => {
    const one = start();
    platform.works = false;
    await one.ask('1');
    expect(one.shown.size).toBe(0);
    platform.works = true;
    await clock.advance(5_000);
    expect(one.shown.get('1')).toBe('answered 1');

    platform.works = false;
    await one.ask('2');
    platform.works = true;
    await one.ask('3');
    expect([...one.shown.values()]).toContain('answered 2');
    expect(await start().requests.leftOpen()).toEqual([]);
  });

  it('gives up what cannot be shown at all, and tells admins once', async () => {
    const one = start({ maxAgeMs: 60_000 });
    platform.works = false;
    await one.ask('1');
    await clock.advance(3 * 60_000);
    expect(one.alerts).toEqual([{ kind: 'replies-undeliverable', count: 1 }]);
    expect(await start().requests.leftOpen()).toEqual([]);
  });

  it('closes what has ended processes twice soon after it was begun, with a word to its asker and to admins', async () => {
    for (let life = 0; life < 2; life += 1) {
      const dying = start();
      const open = await dying.requests.leftOpen();
      if (life === 0) await dying.ask('1', 'hang');
      else dying.requests.resume(open);
      await clock.settle();
    }
    const last = start();
    last.requests.resume(await last.requests.leftOpen());
    await clock.settle();
    expect(last.alerts).toEqual([{ kind: 'request-poisoned' }]);
    expect(last.shown.get('1')).toBeDefined();
    expect(last.shown.get('1')).not.toBe('hanging');
    expect(await start().requests.leftOpen()).toEqual([]);
  });

  it('does not blame a request that had gone on for a while when its process ended', async () => {
    const dying = start();
    await dying.ask('1', 'hang');
    await clock.advance(3_000);
    const [left] = await start().requests.leftOpen();
    expect(left?.tries).toEqual({ begun: 1, lasted: 1 });
  });

  it('does not close what only waited for its check each time a process ended, nor where that goes on for long', async () => {
    const waits = { isWaiting: (id: string) => id === 'waits', wasSent: () => false };
    await start({ waits }).ask('waits', 'hang');
    await endWhileOpen(waits, 18);
    const last = start({ waits });
    last.requests.resume(await last.requests.leftOpen());
    await clock.advance(1_000);
    expect([last.shown.get('waits'), last.alerts]).toEqual(['hanging', []]);
  });

  it.each([
    ['of which an earlier process had sent the check', { isWaiting: () => true, wasSent: () => true }],
    ['that does something else', { isWaiting: () => false, wasSent: () => false }],
  ])('closes a request after three ends of processes, however late, %s', async (_what, waits) => {
    await start({ waits }).ask('1', 'hang');
    await endWhileOpen(waits, 2);
    const last = start({ waits });
    last.requests.resume(await last.requests.leftOpen());
    await clock.settle();
    expect(last.alerts).toEqual([{ kind: 'request-poisoned' }]);
  });

  /** The process before ends without a word, and so many after it, each after a while. */
  async function endWhileOpen(waits: CheckWaits, lives: number): Promise<void> {
    await clock.advance(3_000);
    for (let life = 0; life < lives; life += 1) {
      const dying = start({ waits });
      dying.requests.resume(await dying.requests.leftOpen());
      await clock.advance(3_000);
    }
  }

  it('keeps a button working in the message it was shown in', async () => {
    const one = start();
    await one.ask('1');
    await one.press('2', 'Again', '1');
    expect(one.shown.get('2')).toBe('answered 2');
  });

  it('is stopped by its asker', async () => {
    const one = start();
    await one.ask('1', 'hang');
    await clock.advance(50);
    expect(one.shown.get('1')).toBe('hanging');
    await one.press('2', 'Stop', '1');
    await clock.settle();
    expect(one.shown.get('1')).toBe('stopped');
  });

  describe('that are forgotten', () => {
    it('are all of one person, but for the one that asks for it', async () => {
      const one = start();
      const other = { requester: 'test:user:2' as Principal };
      await one.ask('1', 'hang');
      await one.ask('2', 'hang');
      await one.ask('3', 'hang', other);
      await clock.advance(50);
      expect(await one.requests.forget(ME, { requestId: '2' })).toBe(1);
      await clock.settle();
      expect(one.shown.get('1')).toBe('stopped');
      expect([one.shown.get('2'), one.shown.get('3')]).toEqual(['hanging', 'hanging']);
      expect((await start().requests.leftOpen()).map(({ request }) => request.id)).toEqual(['2', '3']);
    });

    it('are also those that no process runs, and with them what their buttons do', async () => {
      const one = start();
      await one.ask('1');
      platform.works = false;
      await one.ask('2');
      platform.works = true;
      const other = start();
      await other.requests.leftOpen();
      expect(await other.requests.forget(ME, { requestId: 'none' })).toBe(1);
      expect(await start().requests.leftOpen()).toEqual([]);
      expect(await store.sql.read`SELECT id FROM button`).toEqual([]);
    });
  });

  it('is written down when the store works again', async () => {
    const one = start();
    isStoreAway = true;
    await one.ask('1', 'hang');
    isStoreAway = false;
    await one.requests.catchUp();
    expect(await rowsOf('requests')).toEqual(['1']);
    release();
    await clock.settle();
    expect(one.shown.get('1')).toBe('let go');
  });
});
