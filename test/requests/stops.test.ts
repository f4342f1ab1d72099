import { describe, expect } from 'vitest';
import type { Receipt } from '../../src/core/adapter/request-event.ts';
import { BOB, type BotProcess, it, text, type World } from './stage.ts';

const WORD = text('imei', 'stop');

/** Ann’s list 1 is under way, and shown. */
async function beginList(world: World, life: BotProcess): Promise<string> {
  await life.ask('1', 'list');
  await world.clock.advance(100);
  return world.token('1', 'stop') ?? expect.fail('no button');
}

/** Presses the button that stops list 1. Resolves with the receipt. */
function pressStop(world: World, life: BotProcess, stop: string | undefined): Promise<Receipt> {
  return world.clock.advanceUntil(life.press('press', stop, { on: '1' }));
}

describe('a list that its person stops', () => {
  it('stays stopped if that cannot be shown at first', async ({ world, bot }) => {
    const stop = await beginList(world, bot);
    world.platform.works = false;
    expect(await pressStop(world, bot, stop)).toBe('no-reply');
    world.platform.works = true;
    await world.clock.advance(10_000);
    expect(world.lastOf('1')?.title).toBe('stopped');
    expect(world.rows().open).toEqual([]);
  });

  it.for(['none', 'writing'] as const)(
    'stays stopped if its process ends before that is shown (the store fails: %s)',
    async (fault, { world, bot }) => {
      const stop = await beginList(world, bot);
      world.platform.slowMs = 500;
      world.fault = fault;
      await pressStop(world, bot, stop);
      if (fault === 'none') bot.kill();
      else await world.clock.advanceUntil(bot.stop());
      world.fault = 'none';
      world.start({ handover: fault === 'none' ? [] : bot.requests.handover() });
      await world.clock.advance(2_000);
      expect(world.lastOf('1')?.title).toBe('stopped');
    },
  );

  it('is not shown as stopped before that is written, since a kill would undo it', async ({
    world,
    bot,
  }) => {
    const stop = await beginList(world, bot);
    world.writesMs = 100;
    const pressed = bot.press('press', stop, { on: '1' });
    await world.clock.advance(50);
    expect(world.lastOf('1')).toBeUndefined();
    await world.clock.advanceUntil(pressed);
    await world.clock.settle();
    expect(world.lastOf('1')?.title).toBe('stopped');
  });

  it('stays stopped if another process served meanwhile, and ends before that is shown', async ({
    world,
    bot,
  }) => {
    const stop = await beginList(world, bot);
    await world.clock.advanceUntil(bot.stop());
    const nextBot = world.start();
    await world.clock.advance(100);
    world.platform.slowMs = 500;
    await pressStop(world, nextBot, stop);
    nextBot.kill();
    world.start({ handover: bot.requests.handover() });
    await world.clock.advance(2_000);
    expect(world.lastOf('1')?.title).toBe('stopped');
  });

  it.for([0, 100, 3_000, 30_000])(
    'stops right after a restart, however long its platform takes: %i ms',
    async (slowMs, { world, bot }) => {
      const stop = await beginList(world, bot);
      bot.kill();
      world.platform.slowMs = slowMs;
      const nextBot = world.start();
      await world.clock.advance(10);
      expect(await pressStop(world, nextBot, stop)).toBe('no-reply');
      await world.clock.advance(70_000);
      expect(world.lastOf('1')?.title).toBe('stopped');
      expect(world.titles('press')).toEqual([]);
      expect(world.rows().open).toEqual([]);
    },
  );

  it.for(['the button', 'the word'])(
    'stops by %s while the next process loads it',
    async (how, { world, bot }) => {
      const stop = await beginList(world, bot);
      bot.kill();
      world.writesMs = 500;
      const nextBot = world.start();
      const stopped =
        how === 'the word' ? nextBot.ask('2', 'imei', WORD) : nextBot.press('2', stop, { on: '1' });
      expect(await world.clock.advanceUntil(stopped)).toBe('no-reply');
      await world.clock.advance(2_000);
      expect(world.lastOf('1')?.title).toBe('stopped');
      expect(world.titles('2')).toEqual([]);
    },
  );

  it('stops right after a restart, also if its answer was on its way when its button was shown', async ({
    world,
    bot,
  }) => {
    world.platform.slowMs = 1_500;
    world.release();
    await bot.ask('1', 'list');
    await world.clock.advance(1_600);
    expect(world.titles('1')).toEqual(['begun']);
    bot.kill();
    const nextBot = world.start();
    await world.clock.advance(10);
    const stop = world.token('1', 'stop');
    expect(await pressStop(world, nextBot, stop)).toBe('no-reply');
    await world.clock.advance(5_000);
    expect(world.lastOf('1')?.title).toBe('stopped');
  });

  it('stops right after a restart with the other lists that its button stops', async ({
    world,
    bot,
  }) => {
    await bot.ask('other', 'hang');
    await bot.ask('1', 'list');
    await world.clock.advance(1_100);
    const stop = world.token('1', 'stop');
    bot.kill();
    const nextBot = world.start();
    await world.clock.settle();
    await pressStop(world, nextBot, stop);
    await world.clock.settle();
    for (const at of ['1', 'other']) expect(world.lastOf(at)?.title).toBe('stopped');
  });

  it('stops although its platform has not yet reported that the button is shown', async ({
    world,
    bot,
  }) => {
    world.platform.tellsMs = 30_000;
    const stop = await beginList(world, bot);
    expect(await pressStop(world, bot, stop)).toBe('no-reply');
    await world.clock.settle();
    expect(world.lastOf('1')?.title).toBe('stopped');
  });

  it('stops while its answer cannot be shown, below which the button still is', async ({
    world,
    bot,
  }) => {
    const stop = await beginList(world, bot);
    world.platform.works = false;
    world.release();
    await world.clock.advance(1_000);
    expect(await pressStop(world, bot, stop)).toBe('no-reply');
    world.platform.works = true;
    await world.clock.advance(10_000);
    expect(world.lastOf('1')?.title).toBe('stopped');
  });

  it.for([
    ['is on its way', { slowMs: 30_000 }],
    ['cannot be shown', { works: false }],
  ] as const)(
    'is not meant by a word while its answer %s: that stops the one that still runs',
    async ([, trouble], { world, bot }) => {
      await bot.ask('older', 'turn');
      await beginList(world, bot);
      Object.assign(world.platform, trouble);
      world.release();
      await world.clock.advance(2_000);
      expect(await world.clock.advanceUntil(bot.ask('2', 'imei', WORD))).toBe('no-reply');
      Object.assign(world.platform, { slowMs: 0, works: true });
      await world.clock.advance(60_000);
      expect(world.lastOf('1')?.title).toBe('checked');
      expect(world.lastOf('older')?.title).toBe('Stopped');
    },
  );

  it('is not meant by the next word, although it is not yet shown that it was stopped', async ({
    world,
    bot,
  }) => {
    await bot.ask('older', 'turn');
    await beginList(world, bot);
    world.platform.slowMs = 30_000;
    for (const id of ['2', '3']) {
      expect(await world.clock.advanceUntil(bot.ask(id, 'imei', WORD))).toBe('no-reply');
    }
    await world.clock.advance(60_000);
    expect(world.lastOf('1')?.title).toBe('stopped');
    expect(world.lastOf('older')?.title).toBe('Stopped');
  });

  it('is meant by a word as the newest, also if two processes have ended with an older one', async ({
    world,
    bot,
  }) => {
    await bot.ask('older', 'turn');
    await world.clock.advance(50);
    bot.kill();
    const nextBot = world.start();
    await world.clock.advance(10);
    await beginList(world, nextBot);
    nextBot.kill();
    const three = world.start();
    await world.clock.advance(50);
    await world.clock.advanceUntil(three.ask('2', 'imei', WORD));
    await world.clock.advance(50);
    expect(world.lastOf('1')?.title).toBe('stopped');
    expect(world.lastOf('older')).toBeUndefined();
  });

  it('is stopped by nobody else', async ({ world, bot }) => {
    const stop = await beginList(world, bot);
    await world.clock.advanceUntil(bot.press('bobs', stop, { on: '1', requester: BOB }));
    expect(world.titles('bobs')).toEqual(['This button is for someone else']);
    world.release();
    await world.clock.advance(1_000);
    expect(world.lastOf('1')?.title).toBe('checked');
  });

  it('has a button that no longer works once it is answered', async ({ world, bot }) => {
    const stop = await beginList(world, bot);
    world.release();
    await world.clock.advance(1_000);
    await pressStop(world, bot, stop);
    expect(world.titles('press')).toEqual(['This button no longer works']);
  });
});

describe('a question that its person takes back', () => {
  const question = (version: number) => ({ question: { id: 'message 1', version } });
  const withdrawal = { input: { kind: 'withdrawal' }, ...question(5) } as const;

  it('stays taken back if the process ends before that is shown', async ({ world, bot }) => {
    await bot.ask('1', 'hang', question(0));
    await world.clock.advance(100);
    world.platform.slowMs = 500;
    await bot.ask('2', 'none', withdrawal);
    bot.kill();
    world.start();
    await world.clock.advance(2_000);
    expect(world.lastOf('1')?.title).toBe('stopped');
  });

  it.for(['kill', 'stop'] as const)(
    'stays taken back if that comes while the next process loads it, and ends then (%s)',
    async (end, { world, bot }) => {
      await bot.ask('1', 'hang', question(0));
      bot.kill();
      world.platform.slowMs = 5_000;
      world.writesMs = 100;
      const nextBot = world.start();
      const received = nextBot.ask('2', 'none', withdrawal);
      if (end === 'kill') {
        expect(await world.clock.advanceUntil(received)).toBe('no-reply');
        nextBot.kill();
      } else await world.clock.advanceUntil(nextBot.stop());
      expect(world.openBodies()).toMatchObject([{ id: '1', continuation: { isStopped: true } }]);
      world.start();
      await world.clock.advance(20_000);
      expect(world.lastOf('1')?.title).toBe('stopped');
    },
  );

  it('stays taken back if that comes while the store fails, before the next process can load it', async ({
    world,
    bot,
  }) => {
    await bot.ask('1', 'hang', question(0));
    bot.kill();
    world.fault = 'all';
    const nextBot = world.start();
    await world.clock.advanceUntil(nextBot.ask('2', 'none', withdrawal));
    world.platform.slowMs = 5_000;
    world.fault = 'none';
    await world.clock.advance(2_000);
    nextBot.kill();
    world.start();
    await world.clock.advance(20_000);
    expect(world.lastOf('1')?.title).toBe('stopped');
  });

  it('keeps the buttons of its answer, even after a restart while one of them is pressed', async ({
    world,
    bot,
  }) => {
    await bot.ask('1', 'echo', question(0));
    await world.clock.advance(100);
    await bot.ask('2', 'none', withdrawal);
    await bot.press('3', world.token('1', 'wait'), { on: '1' });
    await world.clock.advance(100);
    bot.kill();
    const nextBot = world.start();
    await world.clock.advance(2_000);
    expect(world.rows().open).toEqual(['3']);
    await nextBot.press('4', world.token('1', 'again'), { on: '1' });
    await world.clock.advance(100);
    expect(world.titles('4')).toContain('again for a member, private');
  });
});
