import { describe, expect } from 'vitest';
import type { ShowReply } from '../../src/core/adapter/request-event.ts';
import { sayIn } from '../../src/format/texts/say.ts';
import { isNight } from '../support/nightly.ts';
import { eventOf, it, text } from './stage.ts';

describe('a request while the store fails', () => {
  it('keeps working in memory while the store fails, logs it once, and writes when it works again', async ({
    world,
    bot,
  }) => {
    world.fault = 'writing';
    expect(await bot.ask('1', 'hang')).toBe('redeliver');
    expect(await bot.ask('1', 'hang')).toBe('redeliver');
    expect(world.ran).toEqual(['1']);
    expect(bot.alerts).toEqual([{ kind: 'store-failing', message: '' }]);
    world.fault = 'none';
    await world.clock.advance(3_000);
    expect(world.rows().open).toEqual(['1']);
    expect(await bot.ask('1', 'hang')).toBe('no-reply');
    bot.kill();
    world.release();
    world.start();
    await world.clock.settle();
    expect(world.titles('1')).toEqual(['begun', 'let go']);
  });

  it('is answered meanwhile, and remembered as done afterwards, never open', async ({
    world,
    bot,
  }) => {
    await world.clock.settle();
    world.fault = 'all';
    await bot.ask('1', 'echo');
    expect(world.lastOf('1')).toBeDefined();
    expect(await bot.ask('1', 'echo')).toBe('redeliver');
    expect(bot.requests.countOpen()).toBe(0);
    world.fault = 'none';
    await world.clock.advance(3_000);
    expect(world.rows()).toEqual({ open: [], done: ['1'] });
    expect(await bot.ask('1', 'echo')).toBe('no-reply');
    expect(world.ran).toEqual(['1']);
  });

  // 5,000 requests take seconds.
  it.runIf(isNight)(
    'is refused once thousands are answered, which stay in memory',
    async ({ world, bot }) => {
      await world.clock.settle();
      world.fault = 'all';
      const show: ShowReply = async () => ({ place: 'elsewhere' });
      for (let n = 0; n < 5_000; n += 1) {
        const asked = eventOf(`${n}`, text('echo', '').input);
        void bot.requests.receive({ ...asked, requester: `test:user:${n}` }, show);
      }
      await world.clock.settle();
      expect(bot.requests.countOpen()).toBe(0);
      await bot.ask('more', 'echo');
      expect(world.titles('more')).toEqual([sayIn('en')('notices.busy.title')]);
      world.fault = 'none';
      await world.clock.advance(3_000);
      await bot.ask('later', 'echo');
      expect(world.titles('later')).toEqual(['nothing for a member, private']);
    },
  );

  it('is not answered again if the store fails once more before its platform delivers it again', async ({
    world,
    bot,
  }) => {
    world.fault = 'writing';
    expect(await bot.ask('1', 'echo')).toBe('redeliver');
    world.fault = 'none';
    await world.clock.advance(3_000);
    expect(world.rows()).toEqual({ open: [], done: ['1'] });
    world.fault = 'all';
    expect(await bot.ask('1', 'echo')).toBe('no-reply');
    expect(world.ran).toEqual(['1']);
  });

  it('is one with a second press before its answer, also if that is delivered again afterwards', async ({
    world,
    bot,
  }) => {
    await bot.ask('1', 'echo');
    const wait = world.token('1', 'wait');
    world.fault = 'writing';
    for (const id of ['2', '3']) expect(await bot.press(id, wait, { on: '1' })).toBe('redeliver');
    world.fault = 'none';
    world.release();
    await world.clock.advance(3_000);
    for (const id of ['2', '3']) expect(await bot.press(id, wait, { on: '1' })).toBe('no-reply');
    expect(world.ran).toEqual(['1', '2']);
  });

  it('gets a reply about that if it presses a button of a closed reply', async ({ world, bot }) => {
    await bot.ask('1', 'echo');
    world.fault = 'all';
    await bot.press('2', world.token('1', 'again'), { on: '1' });
    expect(world.lastOf('2')?.summary).toContain('My database isn’t working.');
  });

  it('is found by the next process where its reply is, though that could not be written at once', async ({
    world,
    bot,
  }) => {
    await bot.ask('1', 'hang');
    world.fault = 'writing';
    await world.clock.advance(100);
    expect(world.titles('1')).toEqual(['begun']);
    world.fault = 'none';
    await world.clock.advance(3_000);
    expect(world.openBodies()).toMatchObject([{ target: { message: 'message of 1' } }]);
  });

  it('is known for one that an earlier process has answered, where the store can be read', async ({
    world,
  }) => {
    const before = world.start();
    await before.ask('1', 'echo');
    before.kill();
    world.fault = 'writing';
    expect(await world.clock.advanceUntil(world.start().ask('1', 'echo'))).toBe('no-reply');
    expect(world.ran).toEqual(['1']);
  });

  it('is taken up once the store works, if an earlier process left it open, and what came meanwhile runs once', async ({
    world,
  }) => {
    await world.leaveOpen('1');
    world.release();
    world.fault = 'all';
    const after = world.start();
    await world.clock.advanceUntil(after.ask('2', 'echo'));
    expect(world.clock.elapsed() <= 2_000).toBe(true);
    await world.clock.advance(10_000);
    expect(world.titles('1')).toEqual([]);
    world.fault = 'none';
    await world.clock.advance(3_000);
    expect(world.titles('1')).toEqual(['let go']);
    expect(world.ran).toEqual(['1', '2', '1']);
    expect(world.rows().open).toEqual([]);
  });
});

describe('what cannot be read of the store', () => {
  it('keeps nobody from the others', async ({ world }) => {
    await world.leaveOpen('1', '2', '3');
    await world.sql.tx((query) => query`UPDATE request SET body = ${'nonsense'} WHERE id = ${'1'}`);
    await world.sql.tx(
      (query) =>
        query`UPDATE request SET body = (SELECT body FROM request WHERE id = ${'3'}) WHERE id = ${'2'}`,
    );
    world.release();
    world.start();
    await world.clock.settle();
    expect(world.shown.map(({ at, title }) => [at, title])).toEqual([['3', 'let go']]);
  });
});
