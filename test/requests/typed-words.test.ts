import { describe, expect } from 'vitest';
import type { RequestEvent } from '../../src/core/adapter/request-event.ts';
import { type Command, defineCommand } from '../../src/core/command/command.ts';
import type { RawOptions } from '../../src/core/command/command-options.ts';
import { type Action, type Reply, reply } from '../../src/core/reply/reply.ts';
import {
  aborted,
  action,
  BOB,
  type BotProcess,
  invoke,
  it as inWorld,
  text,
  type World,
} from './stage.ts';

const LEAVE = action('leave', { kind: 'dismiss' });
const FULL = action('full', invoke('imei', 'all of it'));

type Run = (text: string, signal: AbortSignal) => AsyncIterable<Reply>;

const command = (name: string, run: Run): Command =>
  defineCommand({
    name,
    options: [
      { name: 'text', kind: 'text', required: false },
      { name: 'file', kind: 'file', required: false },
    ],
    run: ({ options: { text = '' }, signal }) => run(text, signal),
  });
const state = (title: string, ...actions: readonly Action[]): Reply =>
  reply({ tone: 'neutral', title: title.trim(), actions });

/**
 * `plan` asks whether to check at once, and `long` whether to run a list. `list` runs until it is
 * stopped; *Stop* also stops the requests that it names. `imei` is what gets a text.
 */
const COMMANDS: readonly Command[] = [
  command('plan', async function* (text) {
    yield state(`plan ${text}`, action('check', invoke('checked', text)), FULL, LEAVE);
  }),
  command('long', async function* () {
    const again = action('once more', invoke('long'));
    yield state('long', action('check', invoke('list')), again, FULL, LEAVE);
  }),
  command('list', async function* (text, signal) {
    yield state('running', action('stop', { kind: 'stop', also: text.trim().split(' ') }));
    await aborted(signal);
    yield state('stopped', FULL);
  }),
  command('offer', async function* () {
    yield state('offer', FULL);
  }),
  command('checked', async function* (text) {
    yield state(`checked ${text}`);
  }),
  command('imei', async function* (text) {
    yield state(`a text: ${text}`);
  }),
];

type Parts = Partial<RequestEvent> & { readonly to?: string };

/** A bot and what people say to it. */
function openChat(world: World) {
  const { clock, shown } = world;
  const start = (): BotProcess => world.start({ commands: COMMANDS });
  let life = start();
  const tokensAt = (at: string): readonly string[] =>
    Object.values(shown.findLast((state) => state.at === at)?.tokens ?? {});
  const chat = {
    /** Resolves once its first state is shown. A command begins with a slash. */
    say: async (said: string, { to, id = said, ...parts }: Parts = {}) => {
      const [, command = 'imei', words = ''] = /^(?:\/(\w+))?(.*)$/.exec(said) ?? [];
      const receipt = await life.ask(id, command, {
        ...text(command, words),
        ...(to !== undefined && { repliedButtons: tokensAt(to) }),
        ...parts,
      });
      await clock.advance(100);
      return receipt;
    },
    /** Its answer is shown at the label. */
    press: async (
      at: string,
      label: string,
      { id = label, ...parts }: Partial<RequestEvent> = {},
    ) => {
      await life.press(id, world.token(at, label), { on: at, ...parts });
      await clock.advance(100);
    },
    /** Presses a button that the client of the person still shows. */
    pressSeen: (token: string | undefined, parts: Partial<RequestEvent> & { on: string }) =>
      life.press('late', token, parts),
    /** Ends the process in the middle of its work, and starts another one. */
    restart: async () => {
      life.kill();
      life = start();
      await clock.advance(100);
    },
    newest: (at: string) => world.titles(at).at(-1),
  };
  return chat;
}

type Chat = ReturnType<typeof openChat>;

/** A test with such a bot. */
const it = inWorld.extend('chat', ({ world }) => openChat(world));

const ITSELF = 'a text: yes';
const IN_GROUP = { visibility: 'shared' } as const;
const FILE = { name: 'label.jpg', location: 'somewhere' };
const given = (options: RawOptions): Parts => ({
  input: { kind: 'command', name: 'imei', options },
});

describe('“yes” after a plan', () => {
  it.for<[string, (chat: Chat) => Promise<unknown>, string]>([
    ['checks at once', async () => undefined, 'checked'],
    ['checks also after “how long?”', ({ say }) => say('how long?'), 'checked'],
    ['checks also after a question about the price', ({ say }) => say('price?'), 'checked'],
    ['is a text after a refusal', ({ say }) => say('no, thanks'), ITSELF],
    ['is a text after another number', ({ say }) => say('490154203237518'), ITSELF],
    ['checks also after another command', ({ say }) => say('/checked'), 'checked'],
    ['checks also after a command with buttons', ({ say }) => say('/offer'), 'checked'],
    ['checks this plan, not one after it', ({ say }) => say('/plan 2'), 'checked 2'],
    ['is a text after “Not now”', ({ press }) => press('/plan', 'leave'), ITSELF],
    ['is a text after the button', ({ press }) => press('/plan', 'check'), ITSELF],
    ['is a text the second time', ({ say }) => say('ok'), ITSELF],
    ['is a text after a restart', ({ restart }) => restart(), ITSELF],
    ['checks also after an answer in a group', ({ say }) => say('/checked', IN_GROUP), 'checked'],
    ['checks this plan, not one in a group', ({ say }) => say('/plan 2', IN_GROUP), 'checked'],
    ['checks also after another person’s', ({ say }) => say('no', { requester: BOB }), 'checked'],
  ])('%s', async ([, meanwhile, answer], { chat }) => {
    await chat.say('/plan');
    await meanwhile(chat);
    await chat.say('yes');
    expect(chat.newest('yes')).toBe(answer);
  });

  it('checks also if an older question is answered only after it', async ({ world, chat }) => {
    world.platform.slowMs = 2_000;
    await chat.say('/offer');
    world.platform.slowMs = 0;
    await chat.say('/plan');
    await world.clock.advance(5_000);
    await chat.say('yes');
    expect(chat.newest('yes')).toBe('checked');
  });

  it.for<[string, Partial<RequestEvent>]>([
    ['in a group, where it may be meant for people', IN_GROUP],
    ['of another person', { requester: BOB }],
    ['below a file, which it is about', given({ kind: 'text', text: 'yes', file: FILE })],
    ['in the field of a command', given({ kind: 'values', values: { text: 'yes' } })],
  ])('is a text %s', async ([, parts], { chat }) => {
    await chat.say('/plan');
    await chat.say('yes', parts);
    expect(chat.newest('yes')).toBe(ITSELF);
  });

  it('is an option of another command that was named', async ({ world, chat }) => {
    await chat.say('/plan');
    await chat.say('/plan yes');
    expect(world.titles()).toEqual(['plan', 'plan yes']);
  });
});

describe('“yes” as a reply', () => {
  it.for<[string, Parts, (chat: Chat) => Promise<unknown>]>([
    ['means its plan, not a newer one', {}, ({ say }) => say('/plan 2')],
    ['means its plan also in a group', IN_GROUP, ({ say }) => say('/plan 2', IN_GROUP)],
    ['checks also after a restart', {}, ({ restart }) => restart()],
  ])('%s', async ([, where, meanwhile], { chat }) => {
    await chat.say('/plan 1', where);
    await meanwhile(chat);
    await chat.say('yes', { to: '/plan 1', ...where });
    expect(chat.newest('yes')).toBe('checked 1');
  });

  it('is a text where no button is below, although a plan was just shown', async ({ chat }) => {
    await chat.say('/checked');
    await chat.say('/plan');
    await chat.say('yes', { to: '/checked' });
    expect(chat.newest('yes')).toBe(ITSELF);
  });

  it('gets the reply that the button is gone, and is a text while the store fails', async ({
    chat,
    world,
  }) => {
    await chat.say('/plan');
    await chat.say('yes', { repliedButtons: ['unknown.check'] });
    expect(chat.newest('yes')).toBe('This button no longer works');
    world.fault = 'all';
    await chat.say('yes', { repliedButtons: ['unknown.check'], id: 'while the store fails' });
    expect(chat.newest('while the store fails')).toBe(ITSELF);
  });

  it('to a plan of somebody else in a group is meant for people', async ({ chat }) => {
    await chat.say('/plan', IN_GROUP);
    const byBob = { to: '/plan', requester: BOB, ...IN_GROUP } as const;
    expect(await chat.say('yes', { ...byBob, id: 'bobs' })).toBe('no-reply');
    await chat.say('yes', { to: '/plan', ...IN_GROUP });
    expect(chat.newest('bobs')).toBeUndefined();
    expect(chat.newest('yes')).toBe('checked');
  });
});

describe('“stop”', () => {
  it('gets no reply of its own, and the list shows that it was stopped', async ({
    world,
    chat,
  }) => {
    await chat.say('/list');
    expect(await chat.say('stop')).toBe('no-reply');
    expect(world.titles()).toEqual(['running', 'stopped']);
  });

  it('stops a list that the platform has not shown yet', async ({ world, chat }) => {
    world.platform.slowMs = 2_000;
    await chat.say('/list');
    expect(await chat.say('stop')).toBe('no-reply');
    await world.clock.advance(5_000);
    expect(chat.newest('/list')).toBe('stopped');
  });

  it('stops a list in a group only as a reply', async ({ world, chat }) => {
    await chat.say('/list', IN_GROUP);
    await chat.say('stop', IN_GROUP);
    expect(chat.newest('/list')).toBe('running');
    await chat.say('stop', { to: '/list', id: 'as a reply', ...IN_GROUP });
    expect(chat.newest('/list')).toBe('stopped');
    expect(world.titles('as a reply')).toEqual([]);
  });

  it('stops what its own person runs, the newest first, and then is a text', async ({ chat }) => {
    await chat.say('/list', { id: 'first' });
    await chat.say('/list', { id: 'second' });
    await chat.say('/list', { id: 'bobs', requester: BOB });
    const newest = () => ['first', 'second', 'bobs'].map(chat.newest);
    // The platform delivers it twice.
    for (let delivery = 1; delivery <= 2; delivery += 1) await chat.say('stop', { id: '1' });
    expect(newest()).toEqual(['running', 'stopped', 'running']);
    await chat.say('stop', { id: '2' });
    expect(newest()).toEqual(['stopped', 'stopped', 'running']);
    await chat.say('stop', { id: '3' });
    expect(newest()).toEqual(['stopped', 'stopped', 'running']);
    expect(chat.newest('3')).toBe('a text: stop');
  });

  it('stops also the lists that wait for the same answers, as far as they are there', async ({
    chat,
  }) => {
    await chat.say('/list', { id: 'first' });
    await chat.say('/list gone first', { id: 'second' });
    await chat.say('stop');
    expect([chat.newest('first'), chat.newest('second')]).toEqual(['stopped', 'stopped']);
  });

  it('stops the list although a plan was shown since, about which something was said', async ({
    chat,
  }) => {
    await chat.say('/list');
    await chat.say('/plan');
    await chat.say('thanks');
    await chat.say('stop');
    expect(chat.newest('/list')).toBe('stopped');
  });
});

it('“full” presses a button of an answer only right after it, also while the store fails', async ({
  world,
  chat,
}) => {
  await chat.say('/list');
  world.fault = 'writing';
  await chat.say('stop');
  await chat.say('full', { id: 'at once' });
  expect(chat.newest('at once')).toBe('a text: all of it');
  await chat.say('full', { id: 'later' });
  expect(chat.newest('later')).toBe('a text: full');
});

describe('“Not now” after a “yes”', () => {
  const anns = { to: '/long', ...IN_GROUP } as const;

  it('stops what was agreed to, and the plan stays', async ({ world, chat }) => {
    await chat.say('/long');
    await chat.say('yes');
    expect(chat.newest('yes')).toBe('running');
    await chat.press('/long', 'leave');
    expect(chat.newest('yes')).toBe('stopped');
    expect(world.titles()).toEqual(['long', 'running', 'stopped']);
  });

  it('no longer works once all is checked', async ({ chat }) => {
    await chat.say('/plan');
    await chat.say('yes');
    await chat.press('/plan', 'leave');
    expect(chat.newest('leave')).toBe('This button no longer works');
  });

  it('stops nothing else of the person, and nothing of another plan', async ({ chat }) => {
    await chat.say('/list');
    await chat.say('/long', { id: 'other' });
    await chat.say('yes');
    await chat.say('/plan');
    await chat.press('/plan', 'leave');
    expect([chat.newest('/list'), chat.newest('yes')]).toEqual(['running', 'running']);
    expect(chat.newest('leave')).toBe('OK, I won’t check them');
  });

  it('below a plan whose details are on their way is answered, and so are these', async ({
    world,
    chat,
  }) => {
    await chat.say('/plan');
    world.platform.slowMs = 150;
    await chat.press('/plan', 'full');
    await chat.press('/plan', 'leave');
    await world.clock.advance(100);
    expect(chat.newest('full')).toBe('a text: all of it');
    expect(chat.newest('leave')).toBe('OK, I won’t check them');
  });

  it('by somebody else stops nothing', async ({ chat }) => {
    await chat.say('/long', IN_GROUP);
    await chat.say('yes', anns);
    await chat.press('/long', 'leave', { requester: BOB, ...IN_GROUP });
    expect(chat.newest('yes')).toBe('running');
    expect(chat.newest('leave')).toBe('This button is for someone else');
  });
});

describe('a press by a colleague changes nothing for the person who was asked:', () => {
  it.for<[string, (chat: Chat) => Promise<unknown>, string, string]>([
    ['the button', ({ press }) => press('/plan', 'check'), 'check', 'checked'],
    ['“yes”', ({ say }) => say('yes', { to: '/plan', ...IN_GROUP }), 'yes', 'checked'],
    ['“Not now”', ({ press }) => press('/plan', 'leave'), 'leave', 'OK, I won’t check them'],
  ])('%s still works', async ([, answer, at, title], { world, chat }) => {
    await chat.say('/plan', IN_GROUP);
    // Both are answered at the same time.
    world.platform.slowMs = 150;
    await chat.press('/plan', 'check', { requester: BOB, id: 'bobs', ...IN_GROUP });
    await answer(chat);
    await world.clock.advance(100);
    expect(chat.newest('bobs')).toBe('This button is for someone else');
    expect(chat.newest(at)).toBe(title);
  });
});

describe('a word that is delivered again', () => {
  it.for(['none', 'writing', 'all'] as const)(
    '“no” to a plan does not stop what runs (the store fails: %s)',
    async (fault, { world, chat }) => {
      await chat.say('/list');
      await chat.say('/plan');
      world.fault = fault;
      for (let delivery = 1; delivery <= 3; delivery += 1) await chat.say('no');
      expect(world.titles('/list')).toEqual(['running']);
    },
  );

  it('“no” does not stop a list after a restart', async ({ world, chat }) => {
    await chat.say('/list');
    await chat.say('/plan');
    await chat.say('no');
    await chat.restart();
    await chat.say('no');
    expect(world.titles('/list')).not.toContain('stopped');
  });
});

it('a question that is delivered again is not the next message: “no” means its plan', async ({
  world,
  chat,
}) => {
  await chat.say('/list');
  world.fault = 'writing';
  await chat.say('/plan');
  await chat.say('/plan');
  world.fault = 'none';
  await chat.say('no');
  await world.clock.advance(3_000);
  expect(world.titles('/list')).toEqual(['running']);
});

describe('a question that is edited', () => {
  const first = { question: { id: 'q', version: 0 } };
  const edited = { question: { id: 'q', version: 1 } };
  const withdraw = ({ say }: Chat, parts: Partial<RequestEvent> = {}) =>
    say('never mind', { ...edited, ...parts, input: { kind: 'withdrawal' } });
  /** How long the platform takes for the next state, which is that of the stopped list. */
  const showNextIn = ({ platform }: World, ms: number): void => {
    const delays = [ms];
    Object.defineProperty(platform, 'slowMs', { get: () => delays.shift() ?? 0 });
  };

  it.for<[string, (chat: Chat) => Promise<unknown>]>([
    ['to “never mind”', withdraw],
    ['to another one', ({ say }) => say('490154203237518', edited)],
  ])('%s stops its list, and no other', async ([, edit], { world, chat }) => {
    await chat.say('/list', first);
    await chat.say('/list', { id: 'other', question: { id: 'other', version: 0 } });
    await chat.say('/list', { id: 'bobs', requester: BOB, ...first });
    await edit(chat);
    expect(world.titles('/list')).toEqual(['running', 'stopped']);
    expect([chat.newest('other'), chat.newest('bobs')]).toEqual(['running', 'running']);
  });

  it('stops its list although nothing was shown of it yet', async ({ chat }) => {
    await Promise.all([chat.say('/list', first), withdraw(chat)]);
    expect(chat.newest('/list')).toBe('stopped');
  });

  it('stops its list also if the edit comes first', async ({ chat }) => {
    await withdraw(chat);
    await chat.say('/list', first);
    expect(chat.newest('/list')).toBe('stopped');
  });

  it.for<[string, Partial<RequestEvent>]>([
    ['another person’s question', { requester: BOB, ...first }],
    ['another question of theirs', { question: { id: 'other', version: 0 } }],
  ])(
    'is answered at once while a list that the edit of %s has stopped still ends',
    async ([, asked], { world, chat }) => {
      await chat.say('/list', { id: 'stopped', ...asked });
      showNextIn(world, 60_000);
      const { question = first.question } = asked;
      await withdraw(chat, { ...asked, question: { ...question, version: 1 } });
      await chat.say('490154203237518', edited);
      expect(chat.newest('490154203237518')).toBe('a text: 490154203237518');
      expect(chat.newest('stopped')).toBe('running');
    },
  );

  describe('below whose reply a button starts a list', () => {
    const ASKED = '490154203237518';
    const inPlace = { target: { place: '/long' } };
    const editInPlace = ({ say }: Chat) => say(ASKED, { ...edited, ...inPlace });

    it.for<[string, (chat: Chat) => Promise<unknown>]>([
      ['at once', async () => undefined],
      ['after a restart', ({ restart }) => restart()],
      ['below a reply to a press', ({ press }) => press('/long', 'once more', inPlace)],
    ])('stops it, and then shows its answer: %s', async ([, before], { world, chat }) => {
      await chat.say('/long', first);
      await before(chat);
      await chat.press('/long', 'check', inPlace);
      showNextIn(world, 1_000);
      await editInPlace(chat);
      await world.clock.advance(5_000);
      expect(world.titles('/long').slice(-3)).toEqual(['running', 'stopped', `a text: ${ASKED}`]);
    });

    it('stops it even after a restart', async ({ world, chat }) => {
      await chat.say('/long', first);
      await chat.press('/long', 'check', inPlace);
      await chat.restart();
      await editInPlace(chat);
      await world.clock.advance(5_000);
      expect(world.titles('/long').slice(-2)).toEqual(['stopped', `a text: ${ASKED}`]);
    });

    it('stops it even if the edit asks nothing', async ({ chat }) => {
      await chat.say('/long', first);
      await chat.press('/long', 'check', { id: 'list' });
      await withdraw(chat);
      expect(chat.newest('list')).toBe('stopped');
    });

    it('starts it after an edit that asks nothing', async ({ chat }) => {
      await chat.say('/long', first);
      await withdraw(chat);
      await chat.press('/long', 'check');
      expect(chat.newest('check')).toBe('running');
    });

    it.for<[string, number]>([
      ['while its answer comes', 1_000],
      ['below its answer', 0],
    ])(
      'does not start it any more after an edit that asks: %s',
      async ([, ms], { world, chat }) => {
        await chat.say('/long', first);
        const seen = world.token('/long', 'check');
        showNextIn(world, ms);
        await editInPlace(chat);
        await world.clock.advanceUntil(chat.pressSeen(seen, { on: '/long' }));
        await world.clock.advance(5_000);
        expect(world.titles('/long')).toEqual(['long', `a text: ${ASKED}`]);
        expect(chat.newest('late')).toBe('This button no longer works');
      },
    );

    it('does not show over its answer that what it stopped has ended', async ({ world, chat }) => {
      await chat.say('/long', first);
      world.platform.works = false;
      await chat.press('/long', 'check', inPlace);
      const answered = editInPlace(chat);
      await world.clock.advance(5_000);
      world.platform.works = true;
      await world.clock.advance(300_000);
      await answered;
      expect(world.titles('/long').at(-1)).toBe(`a text: ${ASKED}`);
      expect(world.rows().open).toEqual([]);
    });

    it('does not wait long for what cannot be shown', async ({ world, chat }) => {
      await chat.say('/long', first);
      await chat.press('/long', 'check', inPlace);
      showNextIn(world, 60_000);
      await editInPlace(chat);
      await world.clock.advance(15_000);
      expect(chat.newest('/long')).toBe(`a text: ${ASKED}`);
    });
  });

  it('keeps the answer that it had, and nothing else is said', async ({ world, chat }) => {
    await chat.say('/plan', first);
    expect(await withdraw(chat)).toBe('no-reply');
    expect(world.titles()).toEqual(['plan']);
  });
});
