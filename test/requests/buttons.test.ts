import { describe, expect } from 'vitest';
import { LiveButtons } from '../../src/requests/buttons/live-buttons.ts';
import { CLOSED_KEPT_MS } from '../../src/store/schema/request-table.ts';
import { fakeAdapter } from '../support/fake-adapter.ts';
import { ANN, action, BOB, it } from './stage.ts';

const AGAIN = 'again for a member, private';
const GONE = 'This button no longer works';

describe('the buttons of a reply', () => {
  it.for([
    ['hang', 'while it is open'],
    ['echo', 'after it is closed'],
  ] as const)(
    'work after /%s, %s, for their person and in their message alone',
    async ([command], { world, bot }) => {
      await bot.ask('1', command);
      await world.clock.advance(50);
      const token = world.token('1', 'again');
      await bot.press('bobs', token, { on: '1', requester: BOB });
      await bot.press('forged', token, { on: 'another message' });
      await bot.press('nowhere', token);
      await bot.press('2', token, { on: '1' });
      expect(world.titles('bobs')).toEqual(['This button is for someone else']);
      expect(world.titles('forged')).toEqual([GONE]);
      expect(world.titles('nowhere')).toEqual([GONE]);
      expect(world.titles('2')).toEqual([AGAIN]);
    },
  );

  it('mean what the newest state says, also while that is on its way', async ({ world, bot }) => {
    await bot.ask('1', 'slow');
    await world.clock.advance(100);
    world.platform.slowMs = 5_000;
    await world.clock.advance(1_000);
    expect(world.titles('1')).toEqual(['second']);
    await bot.press('2', world.token('1', 'choose'), { on: '1' });
    await world.clock.advance(5_000);
    expect(world.titles('2')).toEqual(['third for a member, private']);
  });

  it('work for two days', async ({ world, bot }) => {
    await bot.ask('1', 'echo');
    await world.clock.advance(CLOSED_KEPT_MS - 1);
    await bot.press('2', world.token('1', 'again'), { on: '1' });
    await world.clock.advance(1);
    await bot.press('3', world.token('1', 'again'), { on: '1' });
    expect([world.titles('2'), world.titles('3')]).toEqual([[AGAIN], [GONE]]);
  });

  it.for(['constructor', 'toString', '__proto__', ''])(
    'are not found by a name that every object has: “%s”',
    async (name, { world, bot }) => {
      await bot.ask('1', 'echo');
      const [token] = world.token('1', 'again')?.split('.') ?? [];
      await bot.press('2', `${token}.${name}`, { on: '1' });
      expect(world.titles('2')).toEqual([GONE]);
    },
  );

  it.for([
    [1_900, AGAIN],
    [5_000, GONE],
  ] as const)(
    'wait some seconds for their platform, which says after %i ms where they are shown: %s',
    async ([tellsMs, title], { world, bot }) => {
      world.platform.tellsMs = tellsMs;
      await bot.ask('1', 'hang');
      await world.clock.advance(50);
      const { keepingAlive } = world.clock;
      const pressed = bot.press('2', world.token('1', 'again'), { on: '1' });
      await world.clock.advance(1_000);
      expect(world.titles('2')).toEqual([]);
      // The wait keeps no process alive.
      expect(world.clock.keepingAlive).toBe(keepingAlive);
      await world.clock.advance(5_000);
      await pressed;
      expect(world.titles('2')).toEqual([title]);
    },
  );

  it('are stored with the name of their person, which is not stored where there are none', async ({
    world,
    bot,
  }) => {
    await bot.ask('1', 'echo');
    await bot.ask('2', 'list');
    world.release();
    await world.clock.advance(1_000);
    expect(world.lastOf('2')?.tokens).toEqual({});
    expect(world.withButtons()).toEqual(['1']);
  });

  it('tell a platform how they look, and whether they only offer what could not be sent', () => {
    const stop = action('stop', { kind: 'stop' });
    const [button] = new LiveButtons('token').offer([{ ...stop, style: 'danger', ifUnsent: true }]);
    expect(button).toEqual({
      label: 'stop',
      opens: 'here',
      style: 'danger',
      ifUnsent: true,
      token: 'token.stop',
    });
  });
});

describe('the buttons of an answered request', () => {
  it('share the write that closes it, and work while the store fails', async ({ world, bot }) => {
    await bot.ask('1', 'hang');
    world.fault = 'writing';
    world.release();
    await world.clock.settle();
    await bot.press('2', world.token('1', 'again'), { on: '1' });
    expect(world.lastOf('2')?.title).toContain('again for a member');
    world.fault = 'none';
    await world.clock.advance(3_000);
    bot.kill();
    await world.start().press('3', world.token('1', 'again'), { on: '1' });
    expect(world.lastOf('3')?.title).toContain('again for a member');
  });

  it('do nothing once an answer has taken their place, also while it cannot be stored', async ({
    world,
    bot,
  }) => {
    await bot.ask('1', 'echo');
    world.fault = 'writing';
    const token = world.token('1', 'again');
    for (const id of ['2', '3']) await bot.press(id, token, { on: '1', target: { place: '1' } });
    expect(world.ran).toEqual(['1', '2']);
  });

  it.for(['in the process that answered', 'after a restart'])(
    'do nothing once an answer has taken their place, %s',
    async (where, { world, bot }) => {
      await bot.ask('1', 'echo');
      const token = world.token('1', 'again');
      // What else is open meanwhile changes nothing.
      await bot.ask('other', 'hang');
      world.platform.slowMs = 100;
      await bot.press('bobs', token, { on: '1', requester: BOB });
      world.platform.slowMs = 0;
      await bot.press('2', token, { on: '1', target: { place: '1' } });
      if (where === 'after a restart') bot.kill();
      const next = where === 'after a restart' ? world.start() : bot;
      await next.press('3', token, { on: '1' });
      expect(world.lastOf('3')?.title).toBe('This button no longer works');
      await next.press('4', world.token('1', 'again'), { on: '1' });
      expect(world.lastOf('4')?.title).toBe('again for a member, private');
    },
  );

  it.for(['none', 'all'] as const)(
    'still work if their answer is shown below them (the store fails: %s)',
    async (fault, { world, bot }) => {
      await world.clock.settle();
      world.fault = fault;
      await bot.ask('1', 'echo');
      const token = world.token('1', 'again');
      for (const id of ['2', '3']) await bot.press(id, token, { on: '1' });
      expect(world.ran).toEqual(['1', '2', '3']);
    },
  );

  it.for([
    ['the store failed', { on: '1' }],
    ['it came from another message', { on: 'another message' }],
  ] as const)(
    'still agree to what was proposed after a press was refused, since %s',
    async ([why, from], { world, bot }) => {
      await bot.ask('1', 'echo');
      const token = world.token('1', 'check');
      if (why === 'the store failed') world.fault = 'all';
      await bot.press('refused', token, from);
      world.fault = 'none';
      await world.clock.advance(3_000);
      await bot.press('2', token, { on: '1' });
      expect(world.lastOf('2')?.title).toBe('checked for a member, private');
      await bot.press('3', token, { on: '1' });
      expect(world.lastOf('3')?.title).toBe('This button no longer works');
    },
  );

  it('are pressed once, however often they are pressed before the answer comes', async ({
    world,
    bot,
  }) => {
    await bot.ask('1', 'echo');
    const token = world.token('1', 'wait');
    for (const id of ['2', '3', '4']) await bot.press(id, token, { on: '1' });
    await bot.press('bobs', token, { on: '1', requester: BOB });
    await bot.press('forged', token, { on: 'another message' });
    world.release();
    await world.clock.settle();
    expect([world.ran, world.titles('2'), world.titles('3')]).toEqual([['1', '2'], ['let go'], []]);
    expect(world.titles('bobs')).toEqual(['This button is for someone else']);
    expect(world.titles('forged')).toEqual(['This button no longer works']);
  });

  it('are answered each time on a platform that does not say where they were pressed', async ({
    world,
  }) => {
    const bot = world.start({ adapterOf: () => fakeAdapter({ platform: 'test' }) });
    await bot.ask('1', 'echo');
    const token = world.token('1', 'again');
    world.platform.slowMs = 100;
    for (const id of ['2', '3']) await bot.press(id, token);
    await world.clock.advance(100);
    await bot.press('4', token);
    expect(world.ran).toEqual(['1', '2', '3', '4']);
  });

  it('are kept for another press of them that is still to be answered', async ({ world, bot }) => {
    await bot.ask('1', 'echo');
    await bot.press('2', world.token('1', 'wait'), { on: '1' });
    await bot.press('3', world.token('1', 'again'), { on: '1', target: { place: '1' } });
    expect(world.lastOf('1')?.title).toBe('again for a member, private');
    bot.kill();
    world.release();
    world.start();
    await world.clock.settle();
    expect(world.titles('2').at(-1)).toBe('let go');
  });

  it('are deleted by /forget of their person, also those not written yet, and nobody else’s', async ({
    world,
    bot,
  }) => {
    await bot.ask('anns', 'echo');
    await bot.ask('bobs', 'echo', { requester: BOB });
    world.writesMs = 100;
    const late = bot.ask('late', 'echo');
    await world.clock.advance(100);
    await late;
    await world.clock.advanceUntil(bot.requests.forget(ANN, { requestId: 'none' }));
    await world.clock.advance(1_000);
    world.writesMs = 0;
    for (const at of ['anns', 'late']) {
      await bot.press(`press ${at}`, world.token(at, 'again'), { on: at });
    }
    await bot.press('press bobs', world.token('bobs', 'again'), { on: 'bobs', requester: BOB });
    expect(world.ran).toEqual(['anns', 'bobs', 'late', 'press bobs']);
  });
});
