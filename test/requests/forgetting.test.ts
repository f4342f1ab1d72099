import { describe, expect } from 'vitest';
import { HOUR_MS } from '../support/known.ts';
import { ANN, BOB, it } from './stage.ts';

describe('/forget', () => {
  it('stops all earlier requests of its person, and of nobody else', async ({ world }) => {
    await world.leaveOpen('left open');
    const bot = world.start();
    await bot.ask('2', 'hang');
    await bot.ask('noted', 'remember');
    await bot.ask('bob', 'hang', { requester: BOB });
    world.platform.works = false;
    await bot.ask('undelivered', 'echo');
    for (const id of ['asks', 'later']) await bot.ask(id, 'hang');
    world.platform.works = true;
    await world.clock.advance(50);
    expect(await bot.requests.forget(ANN, { requestId: 'asks' })).toBe(4);
    await world.clock.advance(10_000);
    const summary = 'I stopped because you deleted your data with /forget.';
    expect(world.lastOf('2')).toMatchObject({ title: 'stopped', summary });
    expect(world.lastOf('2')?.tokens).toEqual({});
    expect(world.titles('undelivered')).toEqual([]);
    expect([world.titles('noted').at(-1), world.notes()]).toEqual(['noted', null]);
    expect(world.rows().open).toEqual(['asks', 'bob', 'later']);
    expect(bot.requests.handover().map(({ id }) => id)).toEqual(['bob', 'asks', 'later']);
  });

  it('closes what two processes have left open', async ({ world, bot }) => {
    await bot.ask('before', 'hang');
    await world.clock.advance(10);
    bot.kill();
    const nextBot = world.start();
    await world.clock.advance(10);
    await nextBot.ask('asks', 'hang');
    nextBot.kill();
    const three = world.start();
    await world.clock.advance(50);
    expect(await three.requests.forget(ANN, { requestId: 'asks' })).toBe(1);
    expect(world.rows()).toEqual({ open: ['asks'], done: ['before'] });
  });

  it('closes what came before the clock was set back', async ({ world, bot }) => {
    for (const id of ['1', '2']) {
      await bot.ask(id, 'hang');
      await world.clock.advance(50);
    }
    bot.kill();
    world.clock.step(-HOUR_MS);
    const nextBot = world.start();
    await world.clock.advance(50);
    await nextBot.ask('3', 'hang');
    world.clock.step(-HOUR_MS);
    await nextBot.ask('asks', 'hang');
    await world.clock.advance(50);
    expect(await nextBot.requests.forget(ANN, { requestId: 'asks' })).toBe(3);
    expect(world.rows()).toEqual({ open: ['asks'], done: ['1', '2', '3'] });
  });

  it('stops what an earlier process has left open, and is still being loaded', async ({
    world,
    bot,
  }) => {
    await bot.ask('before', 'hang');
    bot.kill();
    world.readsMs = 3_000;
    const nextBot = world.start();
    await world.clock.advance(2_500);
    const forgotten = nextBot.requests.forget(ANN, { requestId: 'none' });
    await world.clock.advance(10_000);
    expect(await forgotten).toBe(1);
    expect(world.titles('before').at(-1)).toBe('stopped');
    expect(world.rows()).toEqual({ open: [], done: ['before'] });
  });

  it('runs nothing again that could not be shown as stopped', async ({ world, bot }) => {
    await bot.ask('1', 'hang');
    world.platform.works = false;
    await bot.requests.forget(ANN, { requestId: 'none' });
    await world.clock.settle();
    world.platform.works = true;
    await world.clock.advance(10_000);
    expect(world.titles('1')).toEqual([]);
    expect(world.ran).toEqual(['1']);
  });

  it('leaves what its person asks while it is being written', async ({ world, bot }) => {
    await bot.ask('before', 'hang');
    world.writesMs = 100;
    const forgotten = bot.requests.forget(ANN, { requestId: 'none' });
    await world.clock.advance(50);
    const asked = ['meanwhile', 'too'].map((id) => bot.ask(id, 'echo'));
    await world.clock.advance(500);
    await Promise.all(asked);
    expect(await forgotten).toBe(1);
    expect(world.titles('before').at(-1)).toBe('stopped');
    for (const id of ['meanwhile', 'too']) {
      expect(world.titles(id)).toEqual(['nothing for a member, private']);
    }
    expect(world.rows()).toEqual({ open: [], done: ['before', 'meanwhile', 'too'] });
  });

  it('leaves no buttons of a request that is answered while it is being written', async ({
    world,
    bot,
  }) => {
    await bot.ask('1', 'hang');
    world.writesMs = 100;
    const forgotten = bot.requests.forget(ANN, { requestId: 'none' });
    await world.clock.advance(50);
    world.release();
    await world.clock.advance(1_000);
    expect(await forgotten).toBe(1);
    expect(world.titles('1').at(-1)).toBe('let go');
    expect(world.rows().done).toEqual(['1']);
    expect(world.withButtons()).toEqual([]);
  });

  it('leaves no buttons of a request that was stopped before, and still ran', async ({
    world,
    bot,
  }) => {
    await bot.ask('1', 'slow');
    await world.clock.advance(100);
    await bot.press('2', world.token('1', 'stop'), { on: '1' });
    await bot.requests.forget(ANN, { requestId: 'none' });
    await world.clock.advance(3_000);
    expect(world.lastOf('1')).toMatchObject({ title: 'third', summary: '' });
    expect(world.rows().open).toEqual([]);
    expect(world.withButtons()).toEqual([]);
  });

  it('does not say of a complete answer that it was stopped', async ({ world, bot }) => {
    await bot.ask('1', 'slow');
    await world.clock.advance(100);
    await bot.requests.forget(ANN, { requestId: 'none' });
    await world.clock.advance(3_000);
    expect(world.lastOf('1')).toMatchObject({ title: 'third', summary: '', tokens: {} });
  });

  it('is refused with the error of the store while that fails', async ({ world, bot }) => {
    await bot.ask('1', 'hang');
    world.fault = 'writing';
    await expect(bot.requests.forget(ANN, { requestId: 'none' })).rejects.toThrow(
      'the store fails at writing',
    );
  });
});
