import { beforeEach, describe, expect, it } from 'vitest';
import { isNight } from '../support/nightly.ts';
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
        expect([world.titles(), world.rows().open]).toEqual([['let go'], ['1']]);
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
        await world.clock.advanceUntil(one.stop());
        world.fault = 'none';
        await restart();
      },
      2,
    ],
  ])('%s', async (_what, trouble, times = 1) => {
    await trouble();
    world.fault = 'none';
    world.platform.works = true;
    world.release();
    await world.clock.advance(10_000);
    const titles = world.shown.filter(({ last }) => last).map(({ title }) => title);
    expect([titles, world.rows()]).toEqual([Array(times).fill('let go'), { open: [], done: ['1'] }]);
    expect(one.requests.openCount()).toBe(0);
  });

  it.runIf(isNight)('it is one of five thousand that a killed process leaves, within a minute', async () => {
    const hang = { kind: 'command', name: 'hang', options: { kind: 'text', text: '' } } as const;
    for (let n = 0; n < 5_000; n += 1) {
      const asker = { requester: `test:user:${10 + (n % 100)}`, scopes: [], locale: 'en' } as const;
      const request = {
        ...asker,
        id: `${n}`,
        input: hang,
        visibility: 'private',
        target: { place: `${n}` },
      } as const;
      void one.requests.receive(request, async () => ({}));
    }
    await one.ask('one too many', 'echo');
    expect([world.ran.length, one.requests.openCount()]).toEqual([5_000, 5_000]);
    one.kill();
    world.release();
    const startedAt = performance.now();
    await restart();
    expect(world.titles().filter((title) => title === 'let go')).toHaveLength(5_000);
    expect(world.rows().open).toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(60_000);
  });
});
