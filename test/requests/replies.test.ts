import { describe, expect, vi } from 'vitest';
import { ReplyWaits } from '../../src/core/adapter/request-event.ts';
import type { RawOptions } from '../../src/core/command/command-options.ts';
import { NO_METRICS } from '../../src/ops/metrics/no-metrics.ts';
import { fakeAdapter } from '../support/fake-adapter.ts';
import { HOUR_MS } from '../support/known.ts';
import { ANN, BOB, eventOf, it, text } from './stage.ts';

describe('the states of a reply', () => {
  it('are shown when they last for a moment, and the last one always, once', async ({
    world,
    bot,
  }) => {
    await bot.ask('1', 'slow');
    await world.clock.advance(3_000);
    expect(world.shown.map(({ title, last }) => [title, last])).toEqual([
      ['second', false],
      ['third', false],
      ['third', true],
    ]);
  });

  it('wait for no platform: one that is slow is shown what is newest', async ({ world, bot }) => {
    world.platform.slowMs = 5_000;
    await bot.ask('1', 'slow');
    await world.clock.advance(2_100);
    expect(world.titles()).toEqual([]);
    await world.clock.advance(5_000);
    expect(world.lastOf('1')?.title).toBe('third');
    expect(world.rows().open).toEqual([]);
  });

  it.for<[string, Error, readonly object[]]>([
    ['waits for its asker: no warning', new ReplyWaits(undefined), []],
    ['could not be shown: a warning', new Error('the platform is away'), [{ level: 40 }]],
  ])('are logged if the last one %s', async ([, failure, logged], { world, bot }) => {
    Object.assign(world.platform, { works: false, failure });
    await bot.ask('1', 'echo');
    expect(world.logged).toMatchObject(logged);
  });

  it('are counted once they are shown, also after a failure, a restart or a refusal', async ({
    world,
  }) => {
    await world.leaveOpen('1');
    world.release();
    world.platform.works = false;
    const replyShown = vi.fn();
    const metrics = { ...NO_METRICS, replyShown };
    const bot = world.start({ metrics });
    await bot.ask('2', 'echo');
    expect(replyShown).not.toHaveBeenCalled();
    world.platform.works = true;
    await world.clock.advance(HOUR_MS);
    expect(world.lastOf('1')?.title).toBe('let go');
    expect(replyShown.mock.calls).toEqual([['test'], ['test']]);
    bot.kill();
    const strict = world.start({ metrics, access: { allowed: [BOB], admins: [] } });
    await strict.ask('3', 'echo');
    expect(replyShown).toHaveBeenCalledTimes(3);
  });

  it('of a command that breaks end with words about that, and the cause is in the log', async ({
    world,
  }) => {
    const requestTook = vi.fn();
    const bot = world.start({ metrics: { ...NO_METRICS, requestTook } });
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
  const RESTRICTED = { allowed: ['test:guild:5'], admins: ['test:role:9'] } as const;

  it.for([
    ['in a place that is allowed', 'test:guild:5', 'nothing for a member, private'],
    ['by an admin, who always is', 'test:role:9', 'nothing for an admin, private'],
  ] as const)('may be run %s', async ([, scope, title], { world }) => {
    const bot = world.start({ access: RESTRICTED });
    await bot.ask('1', 'echo', { requester: BOB, scopes: [scope] });
    expect(world.titles('1')).toEqual([title]);
  });

  it('gets a reply with the id that would have to be allowed, and nothing is written', async ({
    world,
  }) => {
    const bot = world.start({ access: RESTRICTED });
    world.platform.works = false;
    expect(await bot.ask('0', 'echo', { requester: BOB })).toBe('confirm');
    expect(world.logged).toMatchObject([{ level: 40, request: '0' }]);
    world.platform.works = true;
    await bot.ask('1', 'echo', { requester: BOB });
    expect(world.lastOf('1')?.summary).toContain('test:user:2');
    expect(world.rows()).toEqual({ open: [], done: [] });
  });

  it('was allowed when it was asked, and is not any more', async ({ world }) => {
    await world.leaveOpen('1');
    world.release();
    world.start({ access: { allowed: [BOB], admins: [] } });
    await world.clock.settle();
    expect(world.titles('1')).not.toContain('let go');
    expect(world.rows().open).toEqual([]);
  });

  it.for([
    ['ecoh', '/echo?'],
    ['gone', '/help?'],
    ['a'.repeat(64), '/help?'],
  ] as const)(
    'is a command that does not exist: /%s is answered with %s',
    async ([name, meant], { world, bot }) => {
      await bot.ask('1', name);
      expect(world.lastOf('1')?.summary).toContain(meant);
    },
  );

  it('lacks an option, or has a wrong one', async ({ world, bot }) => {
    await bot.ask('1', 'size');
    await bot.ask('2', 'size', sized('xxl'));
    expect(world.ran).toEqual([]);
    expect(world.lastOf('2')?.summary).toContain('xxl');
  });

  it.for<[string, RawOptions, string]>([
    [
      'the form of the platform where it has fields',
      { kind: 'values', values: {} },
      'size:m · a size',
    ],
    ['a line to type elsewhere', { kind: 'text', text: '' }, '"/size m"'],
  ])('is explained by %s', async ([, options, explained], { world }) => {
    const guide = { examples: [{ typed: 'size:m', meaning: 'a size' }] };
    const bot = world.start({ adapterOf: () => fakeAdapter({ platform: 'test', guide }) });
    const asked = eventOf('1', { kind: 'command', name: 'size', options });
    const shown: string[] = [];
    await bot.requests.receive(asked, async (state) => {
      shown.push(JSON.stringify(state));
      return {};
    });
    await world.clock.settle();
    expect(shown).toEqual([expect.stringContaining(explained)]);
  });

  it('has no IMEI in its notices where others can read them', async ({ world, bot }) => {
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
  it.for([
    ['again', 'private', 'again for a member, private'],
    ['again', 'shared', 'again for a member, shared'],
    ['share', 'private', 'shared for a member, shared'],
    // A client can send the data of a button from any place.
    ['whisper', 'shared', 'whispered for a member, shared'],
  ] as const)(
    'of %s in a %s reply is answered: %s',
    async ([label, visibility, title], { world, bot }) => {
      await bot.ask('1', 'echo');
      await bot.press('press', world.token('1', label), { on: '1', visibility });
      expect(world.titles('press')).toEqual([title]);
    },
  );

  it.for([
    ['by another person', 'again', BOB, 'This button is for someone else'],
    ['for a command that is gone', 'gone', ANN, 'This button no longer works'],
    ['of Stop, below an answer', 'stop', ANN, 'This button no longer works'],
    ['of a button that never was', 'nothing', ANN, 'This button no longer works'],
  ] as const)(
    '%s runs nothing, and only who pressed reads why',
    async ([, label, requester, title], { world, bot }) => {
      await bot.ask('1', 'echo');
      await bot.press('press', world.token('1', label), { on: '1', requester });
      expect(world.lastOf('press')).toMatchObject({ title, isPrivate: true });
      expect(world.ran).toEqual(['1']);
    },
  );

  it('that dismisses a question runs nothing, and its reply says so', async ({ world, bot }) => {
    await bot.ask('1', 'echo');
    await bot.press('press', world.token('1', 'no'), { on: '1' });
    expect(world.titles('press')).toEqual(['OK, I won’t check them']);
    expect(world.ran).toEqual(['1']);
  });

  it.for([
    ['hang', 'stopped'],
    ['turn', 'Stopped'],
  ] as const)(
    'of Stop stops %s at once, shows nothing itself, and is not written',
    async ([command, title], { world, bot }) => {
      await bot.ask('1', command);
      await world.clock.advance(50);
      await bot.press('press', world.token('1', 'stop'), { on: '1' });
      expect(world.titles('1')).toEqual(['begun', title]);
      expect(world.titles('press')).toEqual([]);
      expect(world.rows()).toEqual({ open: [], done: ['1'] });
    },
  );

  it('fits into what a platform can carry: 40 characters', async ({ world, bot }) => {
    const id = `test:event:${'9'.repeat(200)}`;
    await bot.ask(id, 'echo');
    expect(world.token(id, 'whisper')).toMatch(/^[\w.-]{1,40}$/);
  });
});

/** The command with this size in the field of a platform's form. */
function sized(size: string) {
  const options = { kind: 'values', values: { size } } as const;
  return { input: { kind: 'command', name: 'size', options } } as const;
}
