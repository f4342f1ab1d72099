import { describe, expect } from 'vitest';
import { WaitingRequests } from '../../src/checks/waiting-requests.ts';
import { HOUR_MS } from '../support/known.ts';
import { it, NEVER, type World } from './stage.ts';

/**
 * A process leaves a request open. The next one still reads the open requests when the platform
 * delivers the request again; `again` is its receipt.
 */
async function deliverAgainDuringLoad(world: World) {
  await world.leaveOpen('1');
  world.release();
  world.readsMs = 5_000;
  const again = world.start().ask('1', 'hang');
  await world.clock.advance(100);
  world.readsMs = 0;
  return { again };
}

describe('what a process leaves open', () => {
  it('goes on in the next one, in the message where it was shown', async ({ world }) => {
    const before = world.start();
    await before.ask('1', 'hang');
    await world.clock.advance(50);
    before.kill();
    const [row] = world.openBodies();
    expect(row.target).toEqual({ place: '1', message: 'message of 1' });
    world.release();
    const after = world.start();
    await world.clock.settle();
    expect(world.titles('1')).toEqual(['begun', 'let go']);
    expect(world.repeated).toEqual(['1']);
    expect(after.requests.countOpen()).toBe(0);
    expect(world.rows().open).toEqual([]);
  });

  it('is tried again where its adapter has a bug, which is logged and not silent for a day', async ({
    world,
  }) => {
    await world.leaveOpen('1');
    world.release();
    world.platform.reopens = false;
    world.start();
    await world.clock.advance(1_000);
    expect(world.logged).toContainEqual(
      expect.objectContaining({
        request: '1',
        msg: 'The place of a reply could not be reopened; it will be tried again',
        err: expect.objectContaining({ message: 'a bug in the adapter' }),
      }),
    );
    world.platform.reopens = true;
    await world.clock.advance(10_000);
    expect(world.lastOf('1')?.title).toBe('let go');
  });

  it('goes on where a state is shown that was on its way when it was handed over', async ({
    world,
  }) => {
    const waits = new WaitingRequests();
    waits.during('1', NEVER);
    const before = world.start({ waits });
    world.platform.slowMs = 500;
    await before.ask('1', 'hang');
    await world.clock.advance(100);
    await world.clock.advanceUntil(before.stop());
    expect(world.titles('1')).toEqual(['begun']);
    expect(world.openBodies()[0].target.message).toBe('message of 1');
  });

  it('is what still runs, or could not be shown, when its process has waited long enough', async ({
    world,
    bot,
  }) => {
    await bot.ask('1', 'hang');
    const stopped = bot.stop();
    await world.clock.advance(900);
    world.release();
    await world.clock.advanceUntil(stopped);
    expect(world.titles('1')).toEqual(['begun', 'let go']);
    expect(world.clock.elapsed() < 1_500).toBe(true);
    const slow = world.start();
    world.platform.slowMs = 1_000_000;
    await slow.ask('2', 'echo');
    const before = world.clock.elapsed();
    await world.clock.advanceUntil(slow.stop());
    expect(world.clock.elapsed() - before).toBe(6_000);
    expect(world.rows().open).toEqual(['2']);
  });

  it('is what comes when its process has stopped already', async ({ world, bot }) => {
    await world.clock.advanceUntil(bot.stop());
    await bot.ask('1', 'echo');
    expect(world.ran).toEqual([]);
    expect(world.rows().open).toEqual(['1']);
  });

  it('is not tried again by a process that has stopped', async ({ world, bot }) => {
    await bot.ask('1', 'hang');
    await world.clock.advance(50);
    world.platform.works = false;
    await bot.ask('2', 'echo');
    await world.clock.advanceUntil(bot.stop());
    world.platform.works = true;
    await world.clock.advance(HOUR_MS);
    expect(world.titles()).toEqual(['begun']);
    expect(world.rows().open).toEqual(['1', '2']);
  });

  it.for([
    { writesMs: 100, receipt: 'no-reply' },
    { writesMs: 5_000, receipt: 'confirm' },
  ])(
    'goes on once, also if its platform delivers it again just then, and the store takes $writesMs ms',
    async ({ writesMs, receipt }, { world }) => {
      await world.leaveOpen('1');
      world.release();
      world.writesMs = writesMs;
      const again = world.start().ask('1', 'hang');
      expect(await world.clock.advanceUntil(again)).toBe(receipt);
      await world.clock.advance(20_000);
      expect(world.titles('1')).toEqual(['let go']);
    },
  );

  it('goes on to the last one, also if there are more than the store reads at once', async ({
    world,
  }) => {
    const ids = Array.from({ length: 230 }, (_, index) => String(index));
    const dying = world.start();
    // A person has at most 50 open requests.
    await Promise.all(ids.map((id) => dying.ask(id, 'hang', { requester: `test:user:${id}` })));
    dying.kill();
    world.release();
    world.start();
    await world.clock.advance(1_000);
    expect(world.rows().open).toEqual([]);
    expect(world.titles().filter((title) => title === 'let go')).toHaveLength(ids.length);
  });

  it('goes on once, also if it is delivered again and answered while the store still reads it', async ({
    world,
  }) => {
    const { again } = await deliverAgainDuringLoad(world);
    expect(await world.clock.advanceUntil(again)).toBe('confirm');
    await world.clock.advance(20_000);
    expect(world.titles('1')).toEqual(['let go']);
  });

  it('goes on once, also if the store cannot say what became of it when it is delivered again', async ({
    world,
  }) => {
    const { again } = await deliverAgainDuringLoad(world);
    // The load reads its row while the request is in memory, and so skips it.
    world.writesMs = 10_000;
    await world.clock.advance(8_000);
    world.fault = 'reading';
    expect(await world.clock.advanceUntil(again)).toBe('redeliver');
    world.fault = 'none';
    world.writesMs = 0;
    await world.clock.advance(60_000);
    expect(world.titles('1')).toEqual(['let go']);
  });
});
