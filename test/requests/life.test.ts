import { describe, expect } from 'vitest';
import { WaitingRequests } from '../../src/checks/waiting-requests.ts';
import { defineCommand } from '../../src/core/command/command.ts';
import type { FileReference, RawOptions } from '../../src/core/command/command-options.ts';
import { reply } from '../../src/core/reply/reply.ts';
import { HOUR_MS, MINUTE_MS } from '../support/known.ts';
import { aborted, BOB, type BotProcess, it, NEVER } from './stage.ts';

describe('a request', () => {
  it('is written before it runs, answered once, and then only remembered', async ({
    world,
    bot,
  }) => {
    world.writesMs = 100;
    const asked = bot.ask('1', 'echo');
    await world.clock.advance(99);
    expect(world.ran).toEqual([]);
    await world.clock.advance(1);
    expect(await asked).toBe('confirm');
    expect(world.rows().open).toEqual(['1']);
    await world.clock.advance(100);
    expect(world.titles()).toEqual(['nothing for a member, private']);
    expect(world.rows()).toEqual({ open: [], done: ['1'] });
    expect(world.sql.look('SELECT body FROM request')).toEqual([{ body: null }]);
  });

  it('is written without card numbers, and no longer than any option may be', async ({
    world,
    bot,
  }) => {
    const ask = (options: RawOptions) =>
      bot.ask('1', 'hang', { input: { kind: 'command', name: 'hang', options } });
    await ask({
      kind: 'values',
      values: { text: `card 378282246310005 ${'x'.repeat(200_000)}`, fresh: true },
    });
    bot.kill();
    world.release();
    const [row] = world.openBodies();
    expect(row.input.options.values.text).toMatch(/^card •{11}0005 x+$/);
    expect(row.input.options.values.text).toHaveLength(200_000);
    expect(row.input.options.values.fresh).toBe(true);
  });

  it.for([
    ['a text', (file: FileReference): RawOptions => ({ kind: 'text', text: '', file })],
    ['a form', (file: FileReference): RawOptions => ({ kind: 'values', values: { file } })],
  ] as const)(
    'is written without card numbers in the names of files: with %s',
    async ([, optionsOf], { world, bot }) => {
      const file = { name: '378282246310005.jpg', location: 'file:1' };
      const options = optionsOf({ ...file, others: [{ ...file, location: 'file:2' }] });
      await bot.ask('1', 'hang', { input: { kind: 'command', name: 'hang', options } });
      const name = `${'•'.repeat(11)}0005.jpg`;
      const others = [{ name, location: 'file:2' }];
      expect(world.openBodies()).toMatchObject([
        { input: { options: optionsOf({ name, location: 'file:1', others }) } },
      ]);
    },
  );

  it('is answered once, however often it is delivered, by whichever process', async ({
    world,
    bot,
  }) => {
    await Promise.all([bot.ask('1', 'hang'), bot.ask('1', 'hang')]);
    expect(await bot.ask('1', 'hang')).toBe('no-reply');
    world.release();
    await world.clock.settle();
    await bot.ask('1', 'hang');
    await bot.stop();
    expect(await world.start().ask('1', 'hang')).toBe('no-reply');
    expect(world.ran).toEqual(['1']);
  });

  it('whose answer cannot be shown is tried again, and shown with what its asker asks next', async ({
    world,
    bot,
  }) => {
    world.platform.works = false;
    await bot.ask('1', 'echo');
    await bot.ask('2', 'echo', { requester: BOB });
    world.platform.works = true;
    await bot.ask('3', 'echo');
    expect(world.shown.map(({ at }) => at)).toEqual(expect.arrayContaining(['3', '3']));
    await world.clock.advance(4_900);
    expect(world.rows().open).toEqual(['2']);
    await world.clock.advance(100);
    expect(world.lastOf('2')?.last).toBe(true);
    expect(world.rows().open).toEqual([]);
    // Their commands know it, since what was counted then is not counted again.
    expect(world.repeated).toEqual(['1', '2']);
  });

  it('whose answer cannot be shown follows a press that gets a reply, not one that repeats it', async ({
    world,
    bot,
  }) => {
    await bot.ask('1', 'echo');
    const press = (id: string, button: string) =>
      bot.press(id, world.token('1', button), { on: '1' });
    await press('2', 'wait');
    world.platform.works = false;
    await bot.ask('late', 'echo');
    world.platform.works = true;
    expect(await press('3', 'wait')).toBe('no-reply');
    expect(world.titles('3')).toEqual([]);
    await press('4', 'again');
    expect(world.titles('4').toSorted()).toEqual([
      'again for a member, private',
      'nothing for a member, private',
    ]);
  });

  it('whose answer can never be shown is given up when it is too old, which admins read', async ({
    world,
  }) => {
    const bot = world.start({ maxAgeMs: 60_000 });
    world.platform.works = false;
    await bot.ask('1', 'echo');
    await bot.ask('2', 'echo');
    await world.clock.advance(300_000);
    const kinds = bot.alerts.map(({ kind }) => kind);
    expect(kinds).toEqual(['replies-undeliverable', 'replies-undeliverable']);
    expect(world.rows().open).toEqual([]);
    expect(world.withButtons()).toEqual([]);
  });

  it.for([
    ['hang', 'stopped'],
    ['turn', 'Sorry, this took too long'],
  ] as const)(
    'that is too old is shown as far as it is answered, by its own process or the next: %s',
    async ([command, title], { world, bot }) => {
      await bot.ask('1', command);
      await world.clock.advance(30 * HOUR_MS);
      await bot.requests.closeExpired();
      expect(world.lastOf('1')).toBeUndefined();
      await world.clock.advance(1);
      await bot.requests.closeExpired();
      await world.clock.settle();
      expect(world.lastOf('1')?.title).toBe(title);
      await bot.ask('2', command);
      bot.kill();
      await world.clock.advance(30 * HOUR_MS + 1);
      world.start();
      await world.clock.settle();
      expect(world.lastOf('2')?.title).toBe(title);
      expect(world.rows().open).toEqual([]);
    },
  );

  it.for([
    ['young is answered once the clock is set', true, 'let go'],
    ['old ends once the machine is up for an hour', false, 'stopped'],
  ] as const)(
    'that looks years old after a reboot waits, since the clock may be ahead: one that is %s',
    async ([, isAhead, title], { world }) => {
      const yearsMs = 3 * 365 * 24 * HOUR_MS;
      await world.leaveOpen('hang');
      world.clock.step(yearsMs);
      world.clock.reboot(MINUTE_MS);
      const before = world.start();
      await world.clock.advance(MINUTE_MS);
      await before.requests.closeExpired();
      expect(world.titles('hang')).toEqual([]);
      expect(world.rows().open).toEqual(['hang']);
      await world.clock.advanceUntil(before.stop());
      if (isAhead) world.clock.step(-yearsMs);
      world.release();
      world.start({ handover: before.requests.handover() });
      await world.clock.advance(HOUR_MS + 10 * MINUTE_MS);
      expect(world.lastOf('hang')?.title).toBe(title);
      expect(world.rows().open).toEqual([]);
    },
  );

  it('that looks too old after a reboot shows that it was stopped without waiting', async ({
    world,
  }) => {
    const before = world.start();
    await before.ask('hang', 'hang');
    await world.clock.advance(100);
    const stop = world.token('hang', 'stop');
    before.kill();
    world.clock.step(3 * 24 * HOUR_MS);
    world.clock.reboot(MINUTE_MS);
    const after = world.start();
    await world.clock.advance(MINUTE_MS);
    await world.clock.advanceUntil(after.press('press', stop, { on: 'hang' }));
    await world.clock.advance(3 * MINUTE_MS);
    expect(world.lastOf('hang')?.title).toBe('stopped');
    expect(world.rows().open).toEqual([]);
  });

  it('that is too old is tried again for as long if its reply cannot be shown', async ({
    world,
    bot,
  }) => {
    await bot.ask('1', 'hang');
    await world.clock.advance(30 * HOUR_MS + 1);
    world.platform.works = false;
    await bot.requests.closeExpired();
    await world.clock.advance(29 * HOUR_MS);
    world.platform.works = true;
    await world.clock.advance(HOUR_MS / 2);
    expect(world.lastOf('1')?.title).toBe('stopped');
    expect(bot.alerts).toEqual([]);
  });

  it('whose platform is not served any more is closed when it is too old, at a start and by the hour', async ({
    world,
  }) => {
    const before = world.start();
    for (const id of ['1', '2']) await before.ask(id, 'hang', { requester: `gone:user:${id}` });
    before.kill();
    await world.clock.advance(59 * HOUR_MS);
    const long = world.start();
    await world.clock.settle();
    await long.requests.closeExpired();
    expect(long.requests.countOpen()).toBe(2);
    expect(world.rows().open).toEqual(['1', '2']);
    await world.clock.advance(HOUR_MS + 1);
    world.start({ adapterOf: () => undefined }).kill();
    await long.requests.closeExpired();
    expect(long.requests.countOpen()).toBe(0);
    expect(world.rows()).toEqual({ open: [], done: ['1', '2'] });
    expect(long.alerts).toEqual([{ kind: 'replies-undeliverable' }]);
    expect(world.sql.look('SELECT person, body FROM request')).toEqual(
      Array(2).fill({ person: null, body: null }),
    );
  });

  it('is carried to the next run of its process where the store was lost, and answered once', async ({
    world,
    bot,
  }) => {
    await bot.ask('1', 'hang');
    await bot.ask('answered', 'echo');
    await world.clock.advanceUntil(bot.stop());
    await world.sql.tx((query) => query`DELETE FROM request`);
    world.release();
    world.start({ handover: bot.requests.handover() });
    await world.clock.settle();
    expect(world.titles('1').at(-1)).toBe('let go');
    expect(world.rows().done).toEqual(['1']);
  });

  it('is carried over again when the store fails before the next run has written it', async ({
    world,
    bot,
  }) => {
    await bot.ask('1', 'hang');
    await world.clock.advanceUntil(bot.stop());
    await world.sql.tx((query) => query`DELETE FROM request`);
    world.fault = 'all';
    const nextBot = world.start({ handover: bot.requests.handover() });
    await world.clock.advanceUntil(nextBot.stop());
    world.fault = 'none';
    world.release();
    world.start({ handover: nextBot.requests.handover() });
    await world.clock.settle();
    expect(world.titles('1').at(-1)).toBe('let go');
    expect(world.rows().done).toEqual(['1']);
  });

  it('is carried to the next run beside one that cannot be closed there either', async ({
    world,
  }) => {
    const broken = defineCommand({
      name: 'broken',
      options: [],
      run: async function* ({ alsoOnClose }) {
        alsoOnClose(() => Promise.reject(new TypeError('a bug')));
        yield reply({ tone: 'good', title: 'answered' });
      },
    });
    const waiting = defineCommand({
      name: 'waiting',
      options: [],
      run: async function* ({ isRepeat }) {
        if (!isRepeat) await world.clock.sleep(HOUR_MS);
        yield reply({ tone: 'good', title: 'goes on' });
      },
    });
    const commands = [broken, waiting];
    const bot = world.start({ commands });
    await bot.ask('broken', 'broken');
    await bot.ask('1', 'waiting');
    await world.clock.advanceUntil(bot.stop());
    world.start({ commands, handover: bot.requests.handover() });
    await world.clock.settle();
    expect(world.titles('1')).toEqual(['goes on']);
    expect(world.bugs).toEqual([['what the last run handed over', new TypeError('a bug')]]);
  });

  it('keeps its place, which its run could not write', async ({ world, bot }) => {
    await bot.ask('1', 'hang');
    world.fault = 'writing';
    await world.clock.advance(100);
    await world.clock.advanceUntil(bot.stop());
    const handover = bot.requests.handover();
    world.fault = 'none';
    world.platform.works = false;
    world.start({ handover });
    await world.clock.settle();
    const shownIn = { place: '1', message: 'message of 1' };
    expect(world.openBodies()).toMatchObject([{ target: shownIn }]);
  });

  it('is not a bug if its command fails once the run is over, since what it needs is closed', async ({
    world,
  }) => {
    const write = defineCommand({
      name: 'write',
      options: [],
      run: async function* ({ signal }) {
        yield reply({ tone: 'good', title: 'begun' });
        await aborted(signal);
        throw new Error('the reader of files is closed');
      },
    });
    const bot = world.start({ commands: [write] });
    await bot.ask('1', 'write');
    await world.clock.advanceUntil(bot.stop());
    await world.clock.settle();
    expect(world.logged).toEqual([]);
    expect(world.rows().open).toEqual(['1']);
  });

  it.for([
    ['waits', 0],
    ['begins to wait while the process ends', 60],
  ] as const)(
    'that %s for a check is handed over to the next process at once',
    async ([_which, waitsAfterMs], { world }) => {
      const waits = new WaitingRequests();
      const bot = world.start({ waits });
      await bot.ask('1', 'hang');
      const since = world.clock.elapsed();
      world.clock.later(waitsAfterMs, () => waits.during('1', NEVER));
      await world.clock.advanceUntil(bot.stop());
      expect(world.clock.elapsed() - since).toBeLessThan(100);
      world.release();
      world.start();
      await world.clock.settle();
      expect(world.titles('1').at(-1)).toBe('let go');
    },
  );
});

describe('as many requests as may be open', () => {
  /** Ann asks fifty times at once. An edit of her question `message 7` would mean request 7. */
  const askFifty = (bot: BotProcess, command = 'hang') =>
    Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        bot.ask(`${n}`, command, { question: { id: `message ${n}`, version: 0 } }),
      ),
    );

  it('are fifty of one person, and fifty of all chats that write as themselves, even if they come at once', async ({
    world,
    bot,
  }) => {
    await Promise.all(Array.from({ length: 60 }, (_, n) => bot.ask(`${n}`, 'hang')));
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        bot.ask(`chat ${n}`, 'hang', { requester: `test:chat:-100${n}` }),
      ),
    );
    await bot.ask('bob', 'echo', { requester: BOB });
    expect(world.ran).toHaveLength(101);
    expect(bot.requests.countOpen()).toBe(100);
    world.release();
    await world.clock.settle();
    expect(bot.requests.countOpen()).toBe(0);
  });

  it('refuse the next one at once: the platform goes on while the refusal is shown', async ({
    world,
    bot,
  }) => {
    await askFifty(bot);
    world.platform.slowMs = 1_000;
    expect(await bot.ask('next', 'echo')).toBe('confirm');
    expect(world.titles('next')).toEqual([]);
    await world.clock.advance(1_000);
    expect(world.titles('next')).toHaveLength(1);
  });

  it('are shown below the next one, which is refused, once their platform works again', async ({
    world,
    bot,
  }) => {
    world.platform.works = false;
    await askFifty(bot, 'echo');
    world.platform.works = true;
    await bot.ask('next', 'echo');
    expect(world.titles('next')).toHaveLength(51);
    expect(bot.requests.countOpen()).toBe(0);
    expect(world.ran).not.toContain('next');
  });

  it('leave room for a press of Stop, and for events that are delivered again', async ({
    world,
    bot,
  }) => {
    await bot.ask('answered', 'echo');
    await askFifty(bot);
    await world.clock.advance(50);
    for (const id of ['answered', '7']) expect(await bot.ask(id, 'hang')).toBe('no-reply');
    expect(world.shown.filter(({ last }) => last)).toHaveLength(1);
    await bot.press('press', world.token('7', 'stop'), { on: '7' });
    expect(world.lastOf('7')?.title).toBe('stopped');
    expect(bot.requests.countOpen()).toBe(49);
  });

  it('leave no room for the edit of another question, though one that was stopped still ends', async ({
    world,
    bot,
  }) => {
    const question = { id: 'message 7', version: 1 };
    await askFifty(bot);
    world.platform.slowMs = 60_000;
    const withdrawal = { input: { kind: 'withdrawal' } } as const;
    await bot.ask('withdrawn', 'hang', { question, ...withdrawal });
    await bot.ask('edited', 'echo', { question: { id: 'message 99', version: 1 } });
    expect(bot.requests.countOpen()).toBe(50);
  });

  it('leave room for the edit of one of them, which it stops', async ({ world, bot }) => {
    const question = { id: 'message 7', version: 1 };
    await askFifty(bot);
    world.platform.slowMs = 100;
    const edited = bot.ask('edited', 'echo', { question });
    await world.clock.advance(1_000);
    expect(await edited).toBe('confirm');
    expect(world.titles('7')).toEqual(['stopped']);
    expect(world.titles('edited')).toEqual(['nothing for a member, private']);
  });
});
