import { beforeEach, describe, expect, it } from 'vitest';
import { createAccounts } from '../../src/checks/basics.ts';
import type { Request } from '../../src/core/adapter.ts';
import { systemClock } from '../../src/core/clock.ts';
import { type Command, defineCommand } from '../../src/core/command.ts';
import { type Reply, reply, type ShownReply } from '../../src/core/reply.ts';
import { createLog } from '../../src/ops/log/log.ts';
import { createAccess } from '../../src/requests/access.ts';
import { type Buttons, createButtons } from '../../src/requests/buttons.ts';
import { createDispatch, type Dispatch } from '../../src/requests/dispatch.ts';
import type { Journal } from '../../src/requests/journal/contract.ts';
import { createJournal } from '../../src/requests/journal/journal.ts';
import { textOf } from '../../src/requests/journal/row.ts';
import { FIRST_TRY, POISON_LIMITS } from '../../src/requests/journal/tries.ts';
import { createRunning, type Running } from '../../src/requests/running.ts';
import type { Store } from '../../src/store/contract.ts';
import { createButtonTable } from '../../src/store/schema/button.ts';
import { createSeal } from '../../src/store/seal/seal.ts';
import { createMemoryStore } from '../support/store/memory-store.ts';

/** Commands that do what their name says, so that a test can ask for it. */
const commands: readonly Command[] = [
  defineCommand({
    name: 'echo',
    audience: 'everyone',
    options: [{ name: 'text', kind: 'text', required: true }],
    run: async function* ({ options, admin, visibility }) {
      yield said(`${options.text} (${admin ? 'admin' : 'member'}, ${visibility})`, [
        {
          id: 'again',
          label: 'Again',
          opens: 'here',
          effect: { kind: 'invoke', command: 'echo', options: { kind: 'text', text: 'again' } },
        },
      ]);
    },
  }),
  defineCommand({
    name: 'secret',
    audience: 'admins',
    options: [],
    run: async function* () {
      yield said('the secret');
    },
  }),
  defineCommand({
    name: 'break',
    audience: 'everyone',
    options: [],
    run: async function* () {
      yield said('so far so good');
      throw new Error('broken on purpose');
    },
  }),
  defineCommand({
    name: 'wait',
    audience: 'everyone',
    options: [],
    run: async function* ({ signal }) {
      yield said('waiting', [{ id: 'stop', label: 'Stop', opens: 'here', effect: { kind: 'cancel' } }]);
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      yield said('stopped in the middle');
    },
  }),
];

function said(title: string, actions: Reply['actions'] = []): Reply {
  return reply({ tone: 'good', title, actions });
}

/** Made once, since a key is derived slowly. */
const seal = createSeal('0123456789abcdef'.repeat(4));

function buttonsOf(store: Store): Buttons {
  return createButtons({
    table: createButtonTable(store.sql, seal),
    seal,
    clock: systemClock,
    onError: () => undefined,
  });
}

const quiet = {
  poison: POISON_LIMITS,
  standsAt: () => undefined,
  onUndelivered: () => undefined,
  onNotBegun: () => undefined,
  onAsked: () => undefined,
  resumed: () => undefined,
  onPoison: () => undefined,
  onStoreError: () => undefined,
};

/** A screen: what a platform has shown, state by state. */
function createScreen() {
  const states: { reply: ShownReply; last: boolean }[] = [];
  return {
    states,
    show: async (shown: ShownReply, { last }: { last: boolean }) => {
      states.push({ reply: shown, last });
      return { message: 1 };
    },
    last: () => states.find(({ last }) => last)?.reply,
    titles: () => states.map(({ reply: { title } }) => title),
    button: (label: string) =>
      states.flatMap(({ reply: { actions } }) => actions).find((action) => action.label === label)?.token ??
      '',
  };
}

let count = 0;
function ask(name: string, text = '', parts: Partial<Request> = {}): Request {
  count += 1;
  return {
    id: `test:event:${count}`,
    ask: { kind: 'command', name, options: { kind: 'text', text } },
    requester: 'test:user:1',
    scopes: [],
    locale: 'en',
    visibility: 'private',
    target: { channel: 7 },
    ...parts,
  };
}

/** Nothing here takes long. */
const OFTEN = { interval: 1 };

describe('a request', () => {
  let store: Store;
  let journal: Journal;
  let running: Running;
  let dispatch: Dispatch;
  let undelivered: string[];
  let asked: string[];
  let screen: ReturnType<typeof createScreen>;

  const start = (access = { allowed: [], admins: [] } as Parameters<typeof createAccess>[0]): void => {
    running = createRunning(createAccounts([]));
    journal = createJournal({
      rows: store.collection('requests'),
      ...{ by: 'this process', clock: systemClock, onError: () => undefined },
    });
    undelivered = [];
    asked = [];
    dispatch = createDispatch({
      commands,
      journal,
      running,
      buttons: buttonsOf(store),
      access: createAccess(access),
      clock: systemClock,
      log: createLog({ level: 'silent', secrets: [], readable: false }),
      maxAgeMs: 3_600_000,
      ...quiet,
      onAsked: ({ id }) => asked.push(id),
      onUndelivered: ({ request: { id } }) => undelivered.push(id),
    });
  };
  const idle = () => expect.poll(() => running.count(), OFTEN).toBe(0);

  beforeEach(() => {
    store = createMemoryStore(systemClock);
    screen = createScreen();
    start();
  });

  it('is written down without the number of a payment card that is in it', async () => {
    await dispatch.receive(ask('wait', 'card 378282246310005, phone 356938035643809'), screen.show);
    const [open] = await journal.open();
    expect(JSON.stringify(open?.request.ask)).toContain('card •••••••••••0005, phone 356938035643809');
    await running.stopAll();
  });

  it('is written down, answered, shown once as the last state, and completed', async () => {
    const request = ask('echo', 'hello');
    expect(await dispatch.receive(request, screen.show)).toBe('persisted');
    await idle();
    expect(screen.states).toMatchObject([{ last: true, reply: { title: 'hello (member, private)' } }]);
    expect(await journal.open()).toEqual([]);
  });

  it('is in the journal before anything of it is done', async () => {
    const request = ask('wait');
    await dispatch.receive(request, screen.show);
    expect((await journal.open()).map((entry) => entry.request)).toEqual([request]);
  });

  it('is done once, however often the platform delivers it, also after it was answered', async () => {
    const request = ask('echo', 'once');
    await Promise.all([dispatch.receive(request, screen.show), dispatch.receive(request, screen.show)]);
    await idle();
    await dispatch.receive(request, screen.show);
    await idle();
    expect(screen.states).toHaveLength(1);
  });

  it('shows its states as they come, and where the reply stands is kept for after a restart', async () => {
    const request = ask('wait');
    await dispatch.receive(request, screen.show);
    await expect.poll(() => screen.titles(), OFTEN).toEqual(['waiting']);
    await expect
      .poll(async () => (await journal.find(request.id))?.request.target, OFTEN)
      .toEqual({ message: 1 });
  });

  it('that breaks is answered with words and logged, not left hanging', async () => {
    await dispatch.receive(ask('break'), screen.show);
    await idle();
    expect(screen.last()?.tone).toBe('bad');
    expect(JSON.stringify(screen.last())).not.toContain('on purpose');
    expect(await journal.open()).toEqual([]);
  });

  it('with wrong options is told so', async () => {
    await dispatch.receive(ask('echo', ''), screen.show);
    await idle();
    expect(screen.last()?.summary).toContain('text');
  });

  it('whose answer cannot be shown stays open and is handed back', async () => {
    const request = ask('echo', 'x');
    await dispatch.receive(request, () => Promise.reject(new Error('the chat is gone')));
    await idle();
    expect(undelivered).toEqual([request.id]);
    expect(await journal.open()).toHaveLength(1);
  });

  it('that is too old when it is taken up is closed with an apology', async () => {
    const request = ask('echo', 'late');
    const late = { request, acceptedAt: systemClock.now() - 3_600_001, tries: FIRST_TRY, by: 'before' };
    await store.collection('requests').insert(request.id, textOf(late));
    await dispatch.resume(late, screen.show);
    expect(screen.last()).toMatchObject({ tone: 'bad' });
    expect(screen.last()?.title).not.toContain('late');
  });

  it('is refused before anything else when its asker is not allowed, and told the id for the operator', async () => {
    start({ allowed: ['test:guild:5'], admins: ['test:role:9'] });
    await dispatch.receive(ask('echo', 'x'), screen.show);
    expect(screen.last()?.summary).toContain('test:user:1');
    expect(await journal.open()).toEqual([]);
    await dispatch.receive(ask('echo', 'in the guild', { scopes: ['test:guild:5'] }), screen.show);
    await dispatch.receive(ask('echo', 'an admin', { scopes: ['test:role:9'] }), screen.show);
    await idle();
    expect(screen.titles().slice(1)).toEqual(['in the guild (member, private)', 'an admin (admin, private)']);
  });

  it('for admins is refused to others, who are told their own line for ADMINS', async () => {
    start({ allowed: [], admins: ['test:user:2'] });
    await dispatch.receive(ask('secret'), screen.show);
    await dispatch.receive(ask('secret', '', { requester: 'test:user:2' }), screen.show);
    await idle();
    expect(screen.titles()).toContain('the secret');
    expect(screen.states.find(({ reply: { title } }) => title !== 'the secret')?.reply.summary).toContain(
      'test:user:1',
    );
  });

  it('is not accepted once the process is stopping, and is told so', async () => {
    dispatch.close();
    await dispatch.receive(ask('echo', 'x'), screen.show);
    expect(screen.last()).toMatchObject({ tone: 'bad' });
    expect(await journal.open()).toEqual([]);
  });

  it('beyond the fiftieth of one person at once is asked to wait', async () => {
    for (let i = 0; i < 50; i += 1) await dispatch.receive(ask('wait'), createScreen().show);
    asked = [];
    const refused = ask('echo', 'x');
    await dispatch.receive(refused, screen.show);
    expect(screen.last()).toMatchObject({ tone: 'warning' });
    // Some of the fifty may only wait for a reply that can be shown again.
    expect(asked).toEqual([refused.id]);
    const other = createScreen();
    await dispatch.receive(ask('echo', 'x', { requester: 'test:user:2' }), other.show);
    await expect.poll(() => other.last()?.title, OFTEN).toContain('x (member');
  });

  it('that is delivered again is not told to wait, however many are open beside it', async () => {
    const [answered, open] = [ask('echo', 'x'), ask('wait')];
    await dispatch.receive(answered, createScreen().show);
    await idle();
    for (const request of [open, ...Array.from({ length: 49 }, () => ask('wait'))])
      await dispatch.receive(request, createScreen().show);
    for (const request of [answered, open])
      expect(await dispatch.receive(request, screen.show)).toBe('persisted');
    expect(screen.states).toEqual([]);
  });

  describe('by a button', () => {
    const press = (token: string, parts: Partial<Request> = {}): Request => ({
      ...ask(''),
      ask: { kind: 'press', token },
      ...parts,
    });

    it('runs what the button carries, also after a restart', async () => {
      await dispatch.receive(ask('echo', 'first'), screen.show);
      await idle();
      start();
      const next = createScreen();
      await dispatch.receive(press(screen.button('Again'), { visibility: 'shared' }), next.show);
      await idle();
      expect(next.last()?.title).toBe('again (member, shared)');
    });

    it("of somebody else's reply does nothing and says why", async () => {
      await dispatch.receive(ask('echo', 'first'), screen.show);
      await idle();
      const next = createScreen();
      await dispatch.receive(press(screen.button('Again'), { requester: 'test:user:2' }), next.show);
      await idle();
      expect(next.last()).toMatchObject({ tone: 'warning', private: true });
      expect(next.last()?.title).not.toContain('again');
    });

    it.each(['', 'nonsense', 'a.b', '.', `${'x'.repeat(22)}.again`])(
      'with the unknown token "%s" is told so',
      async (token) => {
        await dispatch.receive(press(token), screen.show);
        await idle();
        expect(screen.last()).toMatchObject({ tone: 'warning' });
      },
    );

    it('stops a running request at once, which shows its own end', async () => {
      await dispatch.receive(ask('wait'), screen.show);
      await expect.poll(() => screen.button('Stop'), OFTEN).not.toBe('');
      const other = createScreen();
      await dispatch.receive(press(screen.button('Stop')), other.show);
      await idle();
      expect(screen.last()?.title).toBe('stopped in the middle');
      expect(other.states).toEqual([]);
      expect(await journal.open()).toEqual([]);
    });

    it('fits into what a platform can carry: 40 characters', async () => {
      await dispatch.receive(ask('echo', 'x', { id: `test:event:${'9'.repeat(200)}` }), screen.show);
      await idle();
      expect(screen.button('Again')).toMatch(/^[\w.-]{1,40}$/);
    });
  });

  it('that still runs at shutdown is left in the journal and shows nothing of its end', async () => {
    await dispatch.receive(ask('wait'), screen.show);
    await expect.poll(() => screen.titles(), OFTEN).toEqual(['waiting']);
    await running.stopAll();
    expect(screen.titles()).toEqual(['waiting']);
    expect(await journal.open()).toHaveLength(1);
  });

  it('is answered while the store fails, said to be unwritten, done once, and written when the store works again', async () => {
    const failing = { now: true };
    const rows = store.collection('requests');
    const brittle = <T>(work: () => Promise<T>): Promise<T> =>
      failing.now ? Promise.reject(new Error('disk full')) : work();
    const errors: unknown[] = [];
    journal = createJournal({
      rows: {
        ...rows,
        insert: (...row) => brittle(() => rows.insert(...row)),
        put: (...row) => brittle(() => rows.put(...row)),
      },
      ...{ by: 'this process', clock: systemClock, onError: (error: unknown) => errors.push(error) },
    });
    dispatch = createDispatch({
      commands,
      journal,
      running,
      buttons: buttonsOf(store),
      access: createAccess({ allowed: [], admins: [] }),
      clock: systemClock,
      log: createLog({ level: 'silent', secrets: [], readable: false }),
      maxAgeMs: 3_600_000,
      ...quiet,
    });
    const request = ask('echo', 'unwritten');
    expect(await dispatch.receive(request, screen.show)).toBe('not-persisted');
    await idle();
    expect(await dispatch.receive(request, screen.show)).toBe('not-persisted');
    expect(screen.titles()).toEqual(['unwritten (member, private)']);
    expect(errors).not.toEqual([]);
    failing.now = false;
    await journal.catchUp();
    expect(await rows.entries()).toEqual([[request.id, '']]);
    expect(await dispatch.receive(request, screen.show)).toBe('persisted');
  });
});
