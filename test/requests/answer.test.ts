import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { ReplyTarget, Show } from '../../src/core/adapter.ts';
import { type Command, defineCommand } from '../../src/core/command.ts';
import { type ButtonEffect, type Reply, reply } from '../../src/core/reply.ts';
import { type AnswerNeeds, answerRequest } from '../../src/requests/answer.ts';
import type { Pressed } from '../../src/requests/buttons.ts';
import type { OpenRequest } from '../../src/requests/journal/row.ts';
import { Stopped, type StopReason } from '../../src/requests/running.ts';
import { StoreFailed } from '../../src/store/errors.ts';
import { createFakeClock } from '../support/clocks/fake.ts';

const ME = 'test:user:1';
const MAX_AGE_MS = 3_600_000;
const INVOKE: ButtonEffect = { kind: 'invoke', command: 'echo', options: { kind: 'text', text: 'pressed' } };
const say = (title: string): Reply => reply({ tone: 'good', title });

/** One request before all that answers it, which tells what was done with it. */
function stage() {
  const clock = createFakeClock();
  const shown: { readonly title: string; readonly summary?: string; readonly last: boolean }[] = [];
  const logged: { readonly level: number; readonly request?: string }[] = [];
  const events: string[] = [];
  const abort = new AbortController();
  let pressed: Pressed = { kind: 'gone' };
  let show: Show = async ({ title, summary }, { last }) => {
    shown.push({ title, last, ...(summary !== undefined && { summary }) });
    return { message: shown.length };
  };
  const commands: readonly Command[] = [
    defineCommand({
      ...{ name: 'echo', audience: 'everyone' },
      options: [{ name: 'text', kind: 'text', required: true }],
      run: async function* ({ options, admin, visibility }) {
        yield say(`${options.text}, ${admin ? 'admin' : 'member'}, ${visibility}`);
      },
    }),
    defineCommand({
      ...{ name: 'size', audience: 'everyone' },
      options: [{ name: 'size', kind: 'choice', required: true, choices: ['s', 'm'] }],
      run: async function* () {
        yield say('sized');
      },
    }),
    defineCommand({
      ...{ name: 'secret', audience: 'admins' },
      options: [],
      run: async function* () {
        yield say('the secret');
      },
    }),
    defineCommand({
      ...{ name: 'slow', audience: 'everyone' },
      options: [],
      run: async function* ({ signal }) {
        yield say('working');
        await clock.sleep(10_000, signal).catch(() => undefined);
        yield say(signal.aborted ? 'cancelled' : 'done');
      },
    }),
    defineCommand({
      ...{ name: 'break', audience: 'everyone' },
      options: [],
      run: async function* () {
        yield say('working');
        throw new Error('broken on purpose');
      },
    }),
    defineCommand({
      ...{ name: 'read', audience: 'everyone' },
      options: [],
      run: async function* () {
        yield say('working');
        throw new StoreFailed(new Error('ECONNREFUSED'));
      },
    }),
  ];
  const access = { allowed: true, admin: false };
  const needs: AnswerNeeds = {
    commands,
    journal: {
      moved: async (_id: string, target: ReplyTarget) => void events.push(`moved to ${target.message}`),
    },
    buttons: {
      offer: (offered) => ({ ...offered, actions: [] }),
      shown: (_id, at) => events.push(`stands at ${at}`),
      over: () => events.push('over'),
      press: async () => pressed,
      forget: async () => undefined,
    },
    access: { isAllowed: () => access.allowed, isAdmin: () => access.admin },
    clock,
    log: pino({ level: 'debug' }, { write: (line) => void logged.push(JSON.parse(line)) }),
    onStoreError: (error) => events.push(`store: ${(error as Error).message}`),
    maxAgeMs: MAX_AGE_MS,
    standsAt: (_requester, { message }) => String(message),
  };
  const entryOf = (ask: OpenRequest['request']['ask']): OpenRequest => ({
    request: {
      ...{ id: 'r1', ask, requester: ME, scopes: [], locale: 'en', visibility: 'private', target: {} },
    },
    ...{ acceptedAt: clock.now(), tries: { begun: 1, lasted: 0 }, by: 'me' },
  });
  const answer = (entry: OpenRequest, isPoison?: boolean) =>
    answerRequest(needs, entry, {
      ...{ show: (...what) => show(...what), signal: abort.signal },
      ...(isPoison !== undefined && { isPoison }),
    });
  return {
    ...{ clock, shown, logged, events, access, answer, abort },
    titles: () => shown.map(({ title }) => title),
    command: (name: string, text = 'hello') =>
      entryOf({ kind: 'command', name, options: { kind: 'text', text } }),
    press: (what: Pressed) => {
      pressed = what;
      return entryOf({ kind: 'press', token: 'token' });
    },
    showWith: (next: Show) => {
      show = next;
    },
    stop: (why: StopReason) => abort.abort(new Stopped(why)),
  };
}

describe('a request that is answered', () => {
  it('is shown its command’s reply, once and as the last', async () => {
    const { answer, command, shown, events, clock } = stage();
    expect(await clock.advanceUntil(answer(command('echo')))).toBe('answered');
    expect(shown).toEqual([{ title: 'hello, member, private', last: true }]);
    expect(events).toEqual(['stands at 1', 'over']);
  });

  it('is shown the states on the way, and where it stands is known', async () => {
    const { answer, command, titles, events, clock } = stage();
    expect(await clock.advanceUntil(answer(command('slow')))).toBe('answered');
    expect(titles()).toEqual(['working', 'done']);
    expect(events).toEqual(['stands at 1', 'moved to 1', 'stands at 2', 'over']);
  });

  it('has no IMEI in what it says of a mistyped command or option where others can read', async () => {
    const { answer, command, shown, clock } = stage();
    const IMEI = '490154203237518';
    for (const visibility of ['shared', 'private'] as const) {
      for (const [name, text] of [
        [`check_${IMEI}`, ''],
        ['check_49_015420_323751_8', ''],
        ['size', `size=${IMEI}`],
        ['statistics_of_2026', ''],
      ] as const) {
        const { request, ...entry } = command(name, text);
        await clock.advanceUntil(answer({ ...entry, request: { ...request, visibility } }));
      }
    }
    const said = shown.map(({ title, summary }) => `${title} ${summary}`);
    expect(said.slice(0, 3).join()).not.toMatch(/323751|32_?37/);
    expect(said[3]).toContain('statistics_of_2026');
    expect(said.slice(4, 7).join()).toMatch(/check_490154203237518.*323751_8.*“490154203237518”/);
  });

  it('of an admin is known for that', async () => {
    const { answer, command, titles, access, clock } = stage();
    access.admin = true;
    await clock.advanceUntil(answer(command('secret')));
    await clock.advanceUntil(answer(command('echo')));
    expect(titles()).toEqual(['the secret', 'hello, admin, private']);
  });
});

describe('a request that is not run', () => {
  it('was allowed when it came and is not any more', async () => {
    const { answer, command, shown, access, clock } = stage();
    access.allowed = false;
    expect(await clock.advanceUntil(answer(command('echo')))).toBe('answered');
    expect(shown).toHaveLength(1);
    expect(shown[0]?.title).not.toContain('hello');
  });

  it.each([
    ['for admins', 'secret'],
    ['of a command that this version does not have', 'gone'],
  ])('is %s', async (_what, name) => {
    const { answer, command, titles, clock } = stage();
    expect(await clock.advanceUntil(answer(command(name)))).toBe('answered');
    expect(titles()).toHaveLength(1);
    expect(titles()).not.toContain('the secret');
  });

  it.each([
    ['ecoh', false, '/echo?'],
    ['secre', true, '/secret?'],
    ['secre', false, '/help?'],
    ['gone', false, '/help?'],
    ['a'.repeat(64), false, '/help?'],
  ])('names no command there is: /%s of an admin: %s is asked back with %s', async (name, isAdmin, meant) => {
    const { answer, command, access, showWith, clock } = stage();
    const summaries: (string | undefined)[] = [];
    access.admin = isAdmin;
    showWith(async ({ summary }) => {
      summaries.push(summary);
      return {};
    });
    await clock.advanceUntil(answer(command(name)));
    expect(summaries).toEqual([expect.stringContaining(meant)]);
  });

  it('lacks what its command needs', async () => {
    const { answer, command, titles, clock } = stage();
    expect(await clock.advanceUntil(answer(command('echo', '')))).toBe('answered');
    expect(titles()).toHaveLength(1);
    expect(titles()[0]).not.toContain('member');
  });

  it('is too old, and is not when it is as old as may be', async () => {
    const { answer, command, titles, clock } = stage();
    const entry = command('echo');
    await clock.advance(MAX_AGE_MS);
    await clock.advanceUntil(answer(entry));
    await clock.advance(1);
    await clock.advanceUntil(answer(entry));
    expect(titles()).toHaveLength(2);
    expect(titles()[0]).toContain('hello');
    expect(titles()[1]).not.toContain('hello');
  });

  it('has ended processes', async () => {
    const { answer, command, titles, clock } = stage();
    expect(await clock.advanceUntil(answer(command('echo'), true))).toBe('answered');
    expect(titles()).toHaveLength(1);
    expect(titles()[0]).not.toContain('hello');
  });
});

describe('a press', () => {
  const effect = (of: ButtonEffect): Pressed => ({ kind: 'effect', requestId: 'r0', effect: of });

  it('runs what its button carries, for whom it says or else as it came', async () => {
    const { answer, press, titles, clock } = stage();
    await clock.advanceUntil(answer(press(effect(INVOKE))));
    await clock.advanceUntil(answer(press(effect({ ...INVOKE, visibility: 'shared' }))));
    expect(titles()).toEqual(['pressed, member, private', 'pressed, member, shared']);
  });

  it('shows nothing to others that was to be shown to one, wherever a client says that it was pressed', async () => {
    const { answer, press, titles, clock } = stage();
    const whispered = press(effect({ ...INVOKE, visibility: 'private' }));
    for (const visibility of ['private', 'shared'] as const)
      await clock.advanceUntil(answer({ ...whispered, request: { ...whispered.request, visibility } }));
    expect(titles()).toEqual(['pressed, member, private', 'pressed, member, shared']);
  });

  it('says each in its own way that it is another’s, over, or carried out', async () => {
    const { answer, press, titles, clock } = stage();
    const presses: readonly Pressed[] = [
      { kind: 'not-yours' },
      { kind: 'gone' },
      effect({ kind: 'cancel' }),
      effect({ kind: 'dismiss' }),
      effect({ ...INVOKE, command: 'gone' }),
    ];
    for (const pressed of presses) await clock.advanceUntil(answer(press(pressed)));
    const [notYours, gone, cancelled, dismissed, unknown] = titles();
    expect(new Set([notYours, gone, dismissed]).size).toBe(3);
    // What it belonged to has ended, or is of another version.
    expect([cancelled, unknown]).toEqual([gone, gone]);
  });
});

describe('a command that breaks', () => {
  it('is answered with words, and told in the log', async () => {
    const { answer, command, shown, logged, events, clock } = stage();
    expect(await clock.advanceUntil(answer(command('break')))).toBe('answered');
    expect(shown.at(-1)?.last).toBe(true);
    expect(JSON.stringify(shown)).not.toContain('on purpose');
    expect(logged).toMatchObject([{ level: 50, request: 'r1' }]);
    expect(events.at(-1)).toBe('over');
  });

  it('is said to be for want of the store where that failed, which is reported', async () => {
    const { answer, command, shown, events, logged, clock } = stage();
    expect(await clock.advanceUntil(answer(command('read')))).toBe('answered');
    expect(shown.at(-1)).toMatchObject({
      title: 'I can’t do that right now',
      summary: expect.stringContaining('My database isn’t working.'),
      last: true,
    });
    expect(events).toContain('store: ECONNREFUSED');
    expect(logged).toMatchObject([{ level: 40, request: 'r1' }]);
  });

  it('is undelivered where even that cannot be shown', async () => {
    const { answer, command, showWith, logged, clock } = stage();
    showWith(() => Promise.reject(new Error('the chat is gone')));
    expect(await clock.advanceUntil(answer(command('break')))).toBe('undelivered');
    expect(logged.filter(({ level }) => level >= 40)).toMatchObject([
      { level: 50, request: 'r1' },
      { level: 40, request: 'r1' },
    ]);
  });
});

describe('an answer that cannot be shown', () => {
  it('is undelivered, and told in the log', async () => {
    const { answer, command, showWith, logged, events, clock } = stage();
    showWith(() => Promise.reject(new Error('the chat is gone')));
    expect(await clock.advanceUntil(answer(command('echo')))).toBe('undelivered');
    expect(logged).toMatchObject([{ level: 40, request: 'r1' }]);
    expect(events).toEqual(['over']);
  });

  it('on the way is no matter: the last state may be shown', async () => {
    const { answer, command, showWith, logged, shown, clock } = stage();
    showWith(async ({ title }, { last }) => {
      if (!last) throw new Error('the chat is busy');
      shown.push({ title, last });
      return {};
    });
    expect(await clock.advanceUntil(answer(command('slow')))).toBe('answered');
    expect(shown).toEqual([{ title: 'done', last: true }]);
    expect(logged).toMatchObject([{ level: 20, request: 'r1' }]);
  });
});

describe('a request that is stopped', () => {
  it('by its asker shows its own end', async () => {
    const { answer, command, stop, titles, clock } = stage();
    const answered = answer(command('slow'));
    await clock.advance(1_000);
    stop('cancelled');
    expect(await clock.advanceUntil(answered)).toBe('answered');
    expect(titles()).toEqual(['working', 'cancelled']);
  });

  it('by a shutdown is left as it stands', async () => {
    const { answer, command, stop, titles, events, logged, clock } = stage();
    const answered = answer(command('slow'));
    await clock.advance(1_000);
    stop('shutdown');
    expect(await answered).toBe('left');
    await clock.advance(20_000);
    expect(titles()).toEqual(['working']);
    expect(events.at(-1)).toBe('over');
    expect(logged).toEqual([]);
  });

  it('has none of its states shown again', async () => {
    const { answer, command, stop, showWith, clock } = stage();
    let ended: AbortSignal | undefined;
    showWith(async (_reply, state) => {
      ended = state.ended;
      return {};
    });
    const answered = answer(command('slow'));
    await clock.advance(1_000);
    expect(ended?.aborted).toBe(false);
    stop('shutdown');
    expect(await clock.advanceUntil(answered)).toBe('left');
    expect(ended?.aborted).toBe(true);
  });

  it('while its last state fails to be shown is undelivered', async () => {
    const { answer, command, stop, showWith, clock } = stage();
    showWith(async (_reply, { last }) => {
      if (last) await clock.sleep(5_000);
      if (last) throw new Error('the platform is down');
      return { message: 7 };
    });
    const answered = answer(command('slow'));
    await clock.advance(11_000);
    stop('cancelled');
    expect(await clock.advanceUntil(answered)).toBe('undelivered');
  });

  it('before it began is left as well, but where its asker did it', async () => {
    for (const [why, outcome] of [
      ['shutdown', 'left'],
      ['cancelled', 'answered'],
    ] as const) {
      const { answer, command, stop, clock } = stage();
      stop(why);
      expect(await clock.advanceUntil(answer(command('slow')))).toBe(outcome);
    }
  });

  it('while a state is still being shown says nothing of where that stands any more', async () => {
    const { answer, command, stop, showWith, events, clock } = stage();
    showWith(async () => {
      await clock.sleep(5_000);
      return { message: 7 };
    });
    const answered = answer(command('slow'));
    await clock.advance(1_000);
    stop('shutdown');
    expect(await answered).toBe('left');
    await clock.advance(10_000);
    expect(events).toEqual(['over']);
  });
});
