import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AnswerWaits } from '../../src/core/adapter/request-event.ts';
import type { Principal } from '../../src/core/principal.ts';
import { NO_METRICS } from '../../src/ops/metrics/no-metrics.ts';
import { fakeAdapter } from '../support/fake-adapter.ts';
import { HOUR_MS } from '../support/known.ts';
import { ANN, BOB, type BotProcess, createWorld, text, type World } from './stage.ts';

let world: World;
let bot: BotProcess;

beforeEach(() => {
  world = createWorld();
  bot = world.start();
});

describe('the states of a reply', () => {
  it('are shown when they last for a moment, and the last one always, once', async () => {
    await bot.ask('1', 'slow');
    await world.clock.advance(3_000);
    expect(world.shown.map(({ title, last }) => [title, last])).toEqual([
      ['second', false],
      ['third', false],
      ['third', true],
    ]);
  });

  it('wait for no platform: one that is slow is shown what is newest', async () => {
    world.platform.slowMs = 5_000;
    await bot.ask('1', 'slow');
    await world.clock.advance(2_100);
    expect(world.titles()).toEqual([]);
    await world.clock.advance(5_000);
    expect(world.lastOf('1')?.title).toBe('third');
    expect(world.rows().open).toEqual([]);
  });

  it.each([
    ['waits for its asker: no warning', new AnswerWaits(undefined), []],
    ['could not be shown: a warning', new Error('the platform is away'), [{ level: 40 }]],
  ])('are logged if the last one %s', async (_, failure, logged) => {
    Object.assign(world.platform, { works: false, failure });
    await bot.ask('1', 'echo');
    expect(world.logged).toMatchObject(logged);
  });

  it('are counted once they are shown, also after a failure, a restart or a refusal', async () => {
    await bot.ask('1', 'hang');
    bot.kill();
    const replyShown = vi.fn();
    const counting = { metrics: { ...NO_METRICS, replyShown } };
    world.platform.works = false;
    bot = world.start(counting);
    world.release();
    await bot.ask('2', 'echo');
    expect(replyShown).not.toHaveBeenCalled();
    world.platform.works = true;
    await world.clock.advance(HOUR_MS);
    expect(world.lastOf('1')?.title).toBe('let go');
    expect(replyShown.mock.calls).toEqual([['test'], ['test']]);
    bot.kill();
    bot = world.start({ ...counting, access: { allowed: [BOB], admins: [] } });
    await bot.ask('3', 'echo');
    expect(replyShown).toHaveBeenCalledTimes(3);
  });

  it('of a command that breaks end with words about that, and the cause is in the log', async () => {
    const requestTook = vi.fn();
    bot.kill();
    bot = world.start({ metrics: { ...NO_METRICS, requestTook } });
    await bot.ask('1', 'break');
    await bot.ask('3', 'silent');
    await bot.ask('2', 'read');
    expect(JSON.stringify(world.shown)).not.toMatch(/on purpose|ECONN/);
    expect(world.lastOf('1')?.last).toBe(true);
    expect(world.lastOf('2')?.summary).toContain('My database isn’t working.');
    expect(world.logged.map(({ level, request }) => `${level} ${request}`)).toEqual([
      '50 1',
      '50 3',
      '40 2',
    ]);
    expect(requestTook).toHaveBeenCalledTimes(3);
    // Also a command without any state has a reply, and is closed.
    expect(world.lastOf('3')?.title).toBe(world.lastOf('1')?.title);
    expect(world.rows()).toEqual({ open: [], done: ['1', '2', '3'] });
  });
});

describe('what may not be run', () => {
  it.each<[string, Principal, readonly Principal[], string]>([
    ['nobody is allowed by name', BOB, [], 'test:user:2'],
    ['a place is allowed', BOB, ['test:guild:5'], 'nothing for a member'],
    ['an admin always is', BOB, ['test:role:9'], 'nothing for an admin'],
  ])('is decided by who asks and where: %s', async (_what, requester, scopes, said) => {
    bot = world.start({ access: { allowed: ['test:guild:5'], admins: ['test:role:9'] } });
    world.platform.works = false;
    expect(await bot.ask('0', 'echo', { requester, scopes })).toBe('confirm');
    world.platform.works = true;
    await bot.ask('1', 'echo', { requester, scopes });
    const { title, summary } = world.lastOf('1') ?? {};
    expect(`${title} ${summary}`).toContain(said);
    if (scopes.length === 0) expect(world.rows().done).toEqual([]);
    if (scopes.length === 0) expect(world.logged).toMatchObject([{ level: 40, request: '0' }]);
  });

  it('was allowed when it was asked, and is not any more', async () => {
    await bot.ask('1', 'hang');
    bot.kill();
    world.release();
    world.start({ access: { allowed: [BOB], admins: [] } });
    await world.clock.settle();
    expect(world.titles('1')).not.toContain('let go');
    expect(world.rows().open).toEqual([]);
  });

  it.each([
    ['ecoh', ANN, '/echo?'],
    ['gone', ANN, '/help?'],
    ['a'.repeat(64), ANN, '/help?'],
  ] as const)(
    'is a command that does not exist: /%s of %s is answered with %s',
    async (name, requester, meant) => {
      bot = world.start({ access: { allowed: [], admins: [BOB] } });
      await bot.ask('1', name, { requester });
      expect(world.lastOf('1')?.summary).toContain(meant);
    },
  );

  it('lacks an option, or has a wrong one', async () => {
    await bot.ask('1', 'size');
    await bot.ask('2', 'size', sized('xxl'));
    expect(world.ran).toEqual([]);
    expect(world.lastOf('2')?.summary).toContain('xxl');
  });

  it('is explained by the form of the platform where options have fields', async () => {
    const guide = { examples: [{ typed: 'size:m', meaning: 'a size' }] };
    const shown: string[] = [];
    const said = {
      id: '1',
      requester: ANN,
      scopes: [],
      locale: 'en',
      visibility: 'private',
      target: {},
    } as const;
    for (const options of [
      { kind: 'values', values: {} } as const,
      { kind: 'text', text: '' } as const,
    ]) {
      world = createWorld();
      const { requests } = world.start({
        adapterOf: () => fakeAdapter({ platform: 'test', guide }),
      });
      const input = { kind: 'command', name: 'size', options } as const;
      await requests.receive({ ...said, input }, async (reply) => {
        shown.push(JSON.stringify(reply));
        return {};
      });
      await world.clock.settle();
    }
    expect(shown).toEqual([
      expect.stringContaining('size:m · a size'),
      expect.stringContaining('"/size m"'),
    ]);
  });

  it('has no IMEI in its notices where others can read them', async () => {
    const asked = [
      ['check_490154203237518', text('check_490154203237518', '')],
      ['check_49_015420_323751_8', text('check_49_015420_323751_8', '')],
      ['size', sized('490154203237518')],
    ] as const;
    for (const visibility of ['shared', 'private'] as const) {
      for (const [name, given] of asked) {
        await bot.ask(`${visibility} ${name}`, name, { ...given, visibility });
      }
    }
    const said = world.shown.map(({ title, summary }) => `${title} ${summary}`);
    expect(said.slice(0, 3).join()).not.toMatch(/323751|32_?37/);
    expect(said.slice(3).join()).toMatch(/check_490154203237518.*323751_8.*“490154203237518”/);
  });
});

describe('a press', () => {
  const pressed = async (label: string, parts: Parameters<BotProcess['press']>[2] = {}) => {
    await bot.press('press', world.token('1', label), { on: '1', ...parts });
    return world.lastOf('press');
  };

  beforeEach(async () => {
    await bot.ask('1', 'echo');
  });

  it.each([
    ['again', 'private', 'again for a member, private'],
    ['again', 'shared', 'again for a member, shared'],
    ['share', 'private', 'shared for a member, shared'],
    // A client can send the data of a button from any place.
    ['whisper', 'shared', 'whispered for a member, shared'],
  ] as const)('of %s in a %s reply is answered: %s', async (label, visibility, title) => {
    expect(await pressed(label, { visibility })).toMatchObject({ title });
  });

  it('says each in its own way that its button is another’s, over, or carried out', async () => {
    const theirs = await pressed('again', { requester: BOB });
    expect(theirs).toMatchObject({ isPrivate: true });
    const titles = [theirs?.title];
    for (const [n, label] of ['no', 'gone', 'stop', 'nothing'].entries()) {
      await bot.press(`press ${n}`, world.token('1', label), { on: '1' });
      titles.push(world.lastOf(`press ${n}`)?.title);
    }
    expect(new Set(titles).size).toBe(3);
    expect(titles.slice(2)).toEqual([titles[2], titles[2], titles[2]]);
    expect(world.ran).toEqual(['1']);
  });

  it.each([
    ['hang', 'stopped'],
    ['turn', 'Stopped'],
  ])(
    'of Stop stops %s at once, shows nothing itself, and is not written',
    async (command, title) => {
      await bot.ask('2', command);
      await world.clock.advance(50);
      await bot.press('press', world.token('2', 'stop'), { on: '2' });
      expect(world.titles('2')).toEqual(['begun', title]);
      expect(world.titles('press')).toEqual([]);
      expect(world.rows()).toEqual({ open: [], done: ['1', '2'] });
    },
  );

  it('fits into what a platform can carry: 40 characters', async () => {
    await bot.ask(`test:event:${'9'.repeat(200)}`, 'echo');
    expect(world.token(`test:event:${'9'.repeat(200)}`, 'whisper')).toMatch(/^[\w.-]{1,40}$/);
  });
});

/** The command with this size in the field of a platform's form. */
function sized(size: string) {
  const options = { kind: 'values', values: { size } } as const;
  return { input: { kind: 'command', name: 'size', options } } as const;
}
