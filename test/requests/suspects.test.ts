import { describe, expect } from 'vitest';
import { WaitingRequests } from '../../src/checks/waiting-requests.ts';
import { it, NEVER, type World } from './stage.ts';

/** Lets so much time pass that a request is not a suspect any more. */
const LASTS_MS = 3_000;
/** The ids of twenty requests. */
const TWENTY = Array.from({ length: 20 }, (_, index) => String(index));

describe('a request during which processes end', () => {
  it('closes a request after sixteen crashes in its first moments, and tells its asker and the admins', async ({
    world,
  }) => {
    await world.leaveOpen('0');
    await lives(world, 15, 10);
    expect(world.ran.length).toBe(16);
    expect(world.titles()).toEqual([]);
    world.platform.works = false;
    const last = world.start();
    await world.clock.settle();
    expect(last.alerts).toEqual([]);
    expect(world.rows().open).toEqual(['0']);
    world.platform.works = true;
    await world.clock.advance(5_000);
    expect(world.ran.length).toBe(16);
    expect(last.alerts).toEqual([{ kind: 'request-poisoned' }]);
    expect(world.titles('0')).toEqual(['Sorry, I can’t answer this one']);
    expect(world.rows().open).toEqual([]);
  });

  it('is still answered after many stops in order, and after crashes later than three seconds', async ({
    world,
  }) => {
    await world.leaveOpen('0');
    await lives(world, 16, LASTS_MS + 100);
    for (let stops = 0; stops < 10; stops += 1) {
      const bot = world.start();
      await world.clock.settle();
      await world.clock.advanceUntil(bot.stop());
    }
    expect(world.ran).toHaveLength(27);
    world.release();
    const last = world.start();
    await world.clock.settle();
    expect(world.titles('0').at(-1)).toBe('let go');
    expect(last.alerts).toEqual([]);
  });

  it('runs the other open requests alone, one after the other, to find which one crashes', async ({
    world,
  }) => {
    await world.leaveOpen(...TWENTY);
    await lives(world, 1, 10);
    // From here on each of them is a suspect; each of ten kills hits another one, and those before
    // it have lasted.
    for (let life = 0; life < 10; life += 1) {
      world.ran.length = 0;
      const dying = world.start();
      await world.clock.advance(10);
      expect(world.ran).toHaveLength(life + 1);
      await world.clock.advance(LASTS_MS);
      dying.kill();
    }
    expect(world.rows()).toMatchObject({ done: [], open: { length: 20 } });
    world.release();
    const last = world.start();
    await world.clock.settle();
    expect(world.rows().open).toEqual([]);
    expect(last.alerts).toEqual([]);
  });

  it('is not a suspect because processes end in order before they have begun with it', async ({
    world,
  }) => {
    await world.leaveOpen(...TWENTY);
    const isGone = { adapterOf: () => undefined };
    for (let life = 0; life < 3; life += 1) await world.start(isGone).stop();
    world.ran.length = 0;
    world.start();
    await world.clock.advance(10);
    expect(world.ran).toHaveLength(20);
  });

  it('does not close a request because kills always come at the same moment', async ({ world }) => {
    await world.leaveOpen(...TWENTY);
    await lives(world, 40, 10);
    world.release();
    world.start();
    await world.clock.settle();
    expect(world.titles()).toEqual(Array(20).fill('let go'));
  });

  it('is closed as the cause among others that only wait for their checks', async ({ world }) => {
    await world.leaveOpen('1', 'poison', '2', '3');
    const waits = new WaitingRequests();
    for (const id of ['1', '2', '3']) waits.during(id, NEVER);
    await lives(world, 15, 300, { waits });
    world.release();
    const last = world.start();
    await world.clock.settle();
    expect(last.alerts).toEqual([{ kind: 'request-poisoned' }]);
    expect(world.rows().open).toEqual([]);
    expect(world.titles().filter((title) => title === 'let go')).toHaveLength(3);
  });

  it('leaves all that wait for their checks as they are, whenever twenty processes are killed', async ({
    world,
  }) => {
    // With twenty, this would pass also if a wait for a check proved nothing.
    const ids = Array.from({ length: 60 }, (_, index) => String(index));
    const first = world.start();
    await Promise.all(ids.map((id) => first.ask(id, 'hang', { requester: `test:user:${id}` })));
    first.kill();
    for (let life = 0; life < 20; life += 1) {
      // A request waits for its check soon after it began.
      const listen: WaitingRequests['listen'] = (listener, signal) => {
        world.clock.later(40, () => {
          if (!signal.aborted) for (const id of ids) listener(id);
        });
      };
      const dying = world.start({ waits: { listen } });
      await world.clock.advance(life * 30);
      dying.kill();
    }
    world.release();
    const last = world.start();
    await world.clock.settle();
    expect(last.alerts).toEqual([]);
    expect(world.rows().open).toEqual([]);
    expect(world.titles().filter((title) => title === 'let go')).toHaveLength(60);
  });
});

/** Starts `many` processes, one after the other, and kills each after `lastsMs`. */
async function lives(
  world: World,
  many: number,
  lastsMs: number,
  needs: Parameters<World['start']>[0] = {},
): Promise<void> {
  for (let life = 0; life < many; life += 1) {
    const dying = world.start(needs);
    await world.clock.advance(lastsMs);
    dying.kill();
  }
}
