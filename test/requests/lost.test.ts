import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../support/known.ts';
import { type BotProcess, createWorld, type World } from './stage.ts';

let world: World;
let bot: BotProcess;

beforeEach(() => {
  world = createWorld();
  bot = world.start();
});

const restart = async (): Promise<void> => {
  bot = world.start();
  await world.clock.settle();
};

describe('a request is answered, and closed with what it writes once, though', () => {
  it.each<[string, () => Promise<void>, number?]>([
    [
      'its process is killed while it runs',
      async () => {
        await bot.ask('1', 'remember');
        await world.clock.advance(50);
        bot.kill();
        await restart();
      },
    ],
    [
      'its process is killed while its answer is being shown',
      async () => {
        await bot.ask('1', 'remember');
        await world.clock.advance(50);
        world.platform.slowMs = 100;
        world.release();
        await world.clock.advance(50);
        bot.kill();
        world.platform.slowMs = 0;
        await restart();
      },
    ],
    [
      'its platform is away when a process takes it up',
      async () => {
        await bot.ask('1', 'remember');
        bot.kill();
        world.platform.works = false;
        await restart();
        world.release();
        await world.clock.advance(1_000);
      },
    ],
    [
      'its platform shows nothing on the way',
      async () => {
        world.platform.works = false;
        await bot.ask('1', 'remember');
        await world.clock.advance(50);
      },
    ],
    [
      'its process is killed while the store closes it',
      async () => {
        await bot.ask('1', 'remember');
        await world.clock.advance(50);
        world.writesMs = 100;
        world.release();
        await world.clock.advance(50);
        bot.kill();
        world.writesMs = 0;
        await world.clock.advance(50);
        expect(world.rows()).toEqual({ open: [], done: ['1'] });
        await restart();
      },
    ],
    [
      'its answer cannot be shown at first',
      async () => {
        await bot.ask('1', 'remember');
        await world.clock.advance(50);
        world.platform.works = false;
        world.release();
        await world.clock.advance(1_000);
      },
    ],
    [
      'the store neither reads nor writes when it is to be closed',
      async () => {
        await bot.ask('1', 'remember');
        world.fault = 'all';
        world.release();
        await world.clock.advance(50);
      },
    ],
    [
      'the store fails when it is to be closed',
      async () => {
        await bot.ask('1', 'remember');
        world.fault = 'writing';
        world.release();
        await world.clock.advance(10_000);
        expect(world.titles()).toEqual(['noted']);
        expect(world.rows().open).toEqual(['1']);
      },
    ],
    [
      'the store writes it and says that it failed',
      async () => {
        world.fault = 'unsure';
        await bot.ask('1', 'remember');
        world.release();
        await world.clock.settle();
      },
    ],
    [
      'its process stops while it is being written',
      async () => {
        world.writesMs = 3_000;
        const asked = bot.ask('1', 'remember');
        await world.clock.settle();
        await world.clock.advanceUntil(bot.stop());
        await asked;
        expect(world.rows().open).toEqual(['1']);
        world.writesMs = 0;
        await restart();
      },
    ],
    [
      'the store fails for a moment when it is to be closed, and its process stops',
      async () => {
        await bot.ask('1', 'remember');
        world.fault = 'writing';
        world.release();
        const stopped = bot.stop();
        await world.clock.advance(1_500);
        world.fault = 'none';
        const since = world.clock.elapsed();
        await world.clock.advanceUntil(stopped);
        expect(world.clock.elapsed() - since).toBeLessThan(1_000);
        expect(world.rows()).toEqual({ open: [], done: ['1'] });
        await restart();
      },
    ],
    [
      'its process stops before it could be closed: then it is answered once more',
      async () => {
        await bot.ask('1', 'remember');
        world.fault = 'writing';
        world.release();
        const since = world.clock.elapsed();
        await world.clock.advanceUntil(bot.stop());
        // The grace, in which the store may work again.
        expect(world.clock.elapsed() - since).toBe(5_000);
        expect(world.logged).toEqual([]);
        world.fault = 'none';
        await restart();
      },
      2,
    ],
  ])('%s', async (_what, prepare, times = 1) => {
    await prepare();
    world.fault = 'none';
    world.platform.works = true;
    world.release();
    await world.clock.advance(10_000);
    expect(bot.requests.countOpen()).toBe(0);
    bot.kill();
    await restart();
    await world.clock.advance(1_000);
    const titles = world.shown.filter(({ last }) => last).map(({ title }) => title);
    expect(titles).toEqual(Array(times).fill('noted'));
    expect(world.rows()).toEqual({ open: [], done: ['1'] });
    expect(world.notes()).toBe(1);
  });
});

it('a request whose answer can never be shown is closed without what that would have written', async () => {
  world.platform.works = false;
  await bot.ask('1', 'remember');
  world.release();
  await world.clock.settle();
  world.platform.reopens = false;
  await world.clock.advance(61 * HOUR_MS);
  expect(world.rows()).toEqual({ open: [], done: ['1'] });
  expect(world.notes()).toBe(null);
});
