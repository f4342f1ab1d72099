import { describe, expect } from 'vitest';
import { ANN, BOB, it, type Life, type World } from './stage.ts';

/** Ann’s list 1 is under way, and shown. */
async function beginList(world: World, life: Life): Promise<string> {
  await life.ask('1', 'list');
  await world.clock.advance(100);
  return world.token('1', 'stop') ?? expect.fail('no button');
}

describe('a list that its person stops', () => {
  it('stays stopped if that cannot be shown at first', async ({ world, one }) => {
    const stop = await beginList(world, one);
    world.platform.works = false;
    expect(await world.clock.advanceUntil(one.press('press', stop, { on: '1' }))).toBe('no-reply');
    world.platform.works = true;
    await world.clock.advance(10_000);
    expect(world.lastOf('1')?.title).toBe('stopped');
    expect(world.rows().open).toEqual([]);
  });

  it.for(['none', 'writing'] as const)(
    'stays stopped if its process ends before that is shown (the store fails: %s)',
    async (fault, { world, one }) => {
      const stop = await beginList(world, one);
      world.platform.slowMs = 500;
      world.fault = fault;
      await world.clock.advanceUntil(one.press('press', stop, { on: '1' }));
      if (fault === 'none') one.kill();
      else await world.clock.advanceUntil(one.stop());
      world.fault = 'none';
      world.start({ handover: fault === 'none' ? [] : one.requests.handover() });
      await world.clock.advance(2_000);
      expect(world.lastOf('1')?.title).toBe('stopped');
    },
  );

  it.for([0, 100, 3_000, 30_000])(
    'stops right after a restart, however long its platform takes: %i ms',
    async (slowMs, { world, one }) => {
      const stop = await beginList(world, one);
      one.kill();
      world.platform.slowMs = slowMs;
      const two = world.start();
      await world.clock.advance(10);
      expect(await world.clock.advanceUntil(two.press('press', stop, { on: '1' }))).toBe(
        'no-reply',
      );
      await world.clock.advance(70_000);
      expect(world.lastOf('1')?.title).toBe('stopped');
      expect(world.titles('press')).toEqual([]);
      expect(world.rows().open).toEqual([]);
    },
  );

  it('stops right after a restart with the other lists that its button stops', async ({
    world,
    one,
  }) => {
    await one.ask('other', 'hang');
    await one.ask('1', 'list');
    await world.clock.advance(1_100);
    const stop = world.token('1', 'stop');
    one.kill();
    const two = world.start();
    await world.clock.settle();
    await world.clock.advanceUntil(two.press('press', stop, { on: '1' }));
    await world.clock.settle();
    for (const at of ['1', 'other']) expect(world.lastOf(at)?.title).toBe('stopped');
  });

  it('stops though its platform has not yet told that the button is shown', async ({
    world,
    one,
  }) => {
    world.platform.tellsMs = 30_000;
    const stop = await beginList(world, one);
    expect(await world.clock.advanceUntil(one.press('press', stop, { on: '1' }))).toBe('no-reply');
    await world.clock.settle();
    expect(world.lastOf('1')?.title).toBe('stopped');
  });

  it('stops while its answer cannot be shown, below which the button still is', async ({
    world,
    one,
  }) => {
    const stop = await beginList(world, one);
    world.platform.works = false;
    world.release();
    await world.clock.advance(1_000);
    expect(await world.clock.advanceUntil(one.press('press', stop, { on: '1' }))).toBe('no-reply');
    world.platform.works = true;
    await world.clock.advance(10_000);
    expect(world.lastOf('1')?.title).toBe('stopped');
  });

  it('is stopped by nobody else', async ({ world, one }) => {
    const stop = await beginList(world, one);
    await world.clock.advanceUntil(one.press('bobs', stop, { on: '1', requester: BOB }));
    expect(world.titles('bobs')).toEqual(['This button is for someone else']);
    world.release();
    await world.clock.advance(1_000);
    expect(world.lastOf('1')?.title).toBe('checked');
  });

  it('has a button that no longer works once it is answered', async ({ world, one }) => {
    const stop = await beginList(world, one);
    world.release();
    await world.clock.advance(1_000);
    await world.clock.advanceUntil(one.press('press', stop, { on: '1' }));
    expect(world.titles('press')).toEqual(['This button no longer works']);
  });
});

describe('a question that its person takes back', () => {
  it('stays taken back if the process ends before that is shown', async ({ world, one }) => {
    const question = (editedAt: number) => ({ question: { id: 'message 1', editedAt } });
    await one.ask('1', 'hang', question(0));
    await world.clock.advance(100);
    world.platform.slowMs = 500;
    const input = { kind: 'withdrawal' } as const;
    await one.ask('2', 'none', { input, requester: ANN, ...question(5) });
    one.kill();
    world.start();
    await world.clock.advance(2_000);
    expect(world.lastOf('1')?.title).toBe('stopped');
  });
});
