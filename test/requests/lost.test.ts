import { beforeEach, describe, expect, it } from 'vitest';
import { createWorld, type Life, type World } from './stage.ts';

let world: World;
let one: Life;

beforeEach(() => {
  world = createWorld();
  one = world.start();
});

const restart = async (): Promise<void> => {
  one = world.start();
  await world.clock.settle();
};

describe('a request is answered, and closed, though', () => {
  it.each<[string, () => Promise<void>, number?]>([
    [
      'its platform is away when a process takes it up',
      async () => {
        await one.ask('1', 'hang');
        one.kill();
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
        await one.ask('1', 'hang');
        await world.clock.advance(50);
      },
    ],
    [
      'the store fails when it is to be closed',
      async () => {
        await one.ask('1', 'hang');
        world.fault = 'writing';
        world.release();
        await world.clock.advance(10_000);
        expect(world.titles()).toEqual(['let go']);
        expect(world.rows().open).toEqual(['1']);
      },
    ],
    [
      'the store writes it and says that it failed',
      async () => {
        world.fault = 'unsure';
        await one.ask('1', 'hang');
        world.release();
        await world.clock.settle();
      },
    ],
    [
      'its process stops while it is being written',
      async () => {
        world.writesMs = 3_000;
        const asked = one.ask('1', 'hang');
        await world.clock.settle();
        await world.clock.advanceUntil(one.stop());
        await asked;
        expect(world.rows().open).toEqual(['1']);
        world.writesMs = 0;
        await restart();
      },
    ],
    [
      'its process stops before it could be closed: then it is answered once more',
      async () => {
        await one.ask('1', 'hang');
        world.fault = 'writing';
        world.release();
        const since = world.clock.elapsed();
        await world.clock.advanceUntil(one.stop());
        expect(world.clock.elapsed() - since).toBeLessThan(100);
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
    const titles = world.shown.filter(({ last }) => last).map(({ title }) => title);
    expect(titles).toEqual(Array(times).fill('let go'));
    expect(world.rows()).toEqual({ open: [], done: ['1'] });
    expect(one.requests.openCount()).toBe(0);
  });
});
