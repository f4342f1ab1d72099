import { beforeEach, describe, expect, it } from 'vitest';
import { Waits } from '../../src/checks/waits.ts';
import { HOUR_MS, SEAL } from '../support/known.ts';
import { ANN, BOB, createWorld, type World } from './stage.ts';

const NEVER = new Promise<never>(() => undefined);

let world: World;

beforeEach(() => {
  world = createWorld();
});

/** Lets so much time pass that a request is no suspect any more. */
const LASTS_MS = 3_000;

describe('a request', () => {
  it('is written before it runs, answered once, and then only remembered', async () => {
    const one = world.start();
    world.writesMs = 100;
    const asked = one.ask('1', 'echo');
    await world.clock.advance(99);
    expect(world.ran).toEqual([]);
    await world.clock.advance(1);
    expect([await asked, world.rows().open]).toEqual(['persisted', ['1']]);
    await world.clock.advance(100);
    expect(world.titles()).toEqual(['nothing for a member, private']);
    expect(world.rows()).toEqual({ open: [], done: ['1'] });
    expect(world.sql.look('SELECT body FROM request')).toEqual([{ body: null }]);
  });

  it('is written without card numbers, and no longer than any option may be', async () => {
    const one = world.start();
    const ask = (options: object) =>
      one.ask('1', 'hang', { input: { kind: 'command', name: 'hang', options } as never });
    await ask({
      kind: 'values',
      values: { text: `card 378282246310005 ${'x'.repeat(200_000)}`, fresh: true },
    });
    one.kill();
    world.release();
    const [row] = openBodies();
    expect(row.input.options.values.text).toMatch(/^card •{11}0005 x+$/);
    expect(row.input.options.values.text).toHaveLength(200_000);
    expect(row.input.options.values.fresh).toBe(true);
  });

  it('is answered once, however often it is delivered, by whichever process', async () => {
    const one = world.start();
    await Promise.all([one.ask('1', 'hang'), one.ask('1', 'hang')]);
    expect(await one.ask('1', 'hang')).toBe('persisted');
    world.release();
    await world.clock.settle();
    await one.ask('1', 'hang');
    await one.stop();
    expect(await world.start().ask('1', 'hang')).toBe('persisted');
    expect(world.ran).toEqual(['1']);
  });

  it('whose answer cannot be shown is tried again, and shown with what its asker asks next', async () => {
    const one = world.start();
    world.platform.works = false;
    await one.ask('1', 'echo');
    await one.ask('2', 'echo', { requester: BOB });
    world.platform.works = true;
    await one.ask('3', 'echo');
    expect(world.shown.map(({ at }) => at)).toEqual(expect.arrayContaining(['3', '3']));
    await world.clock.advance(4_900);
    expect(world.rows().open).toEqual(['2']);
    await world.clock.advance(100);
    expect([world.lastOf('2')?.last, world.rows().open]).toEqual([true, []]);
    // Their commands know it, since what was counted then is not counted again.
    expect(world.repeated).toEqual(['1', '2']);
  });

  it('whose answer can never be shown is given up when it is too old, which admins read', async () => {
    const one = world.start({ maxAgeMs: 60_000 });
    world.platform.works = false;
    await one.ask('1', 'echo');
    await one.ask('2', 'echo');
    await world.clock.advance(200_000);
    const kinds = one.alerts.map(({ kind }) => kind);
    expect([kinds, world.rows().open]).toEqual([
      ['replies-undeliverable', 'replies-undeliverable'],
      [],
    ]);
  });

  it('that is too old when a process takes it up is closed with an apology', async () => {
    const before = world.start();
    await before.ask('1', 'hang');
    before.kill();
    await world.clock.advance(30 * HOUR_MS + 1);
    world.start();
    await world.clock.settle();
    expect(world.titles('1')).toHaveLength(1);
    expect([world.ran, world.rows().open]).toEqual([['1'], []]);
  });

  it('whose platform is not served any more is closed when it is too old, at a start and by the hour', async () => {
    const before = world.start();
    for (const id of ['1', '2']) await before.ask(id, 'hang', { requester: `gone:user:${id}` });
    before.kill();
    await world.clock.advance(29 * HOUR_MS);
    const long = world.start();
    await world.clock.settle();
    await long.requests.closeExpired();
    expect([long.requests.openCount(), world.rows().open]).toEqual([2, ['1', '2']]);
    await world.clock.advance(HOUR_MS + 1);
    world.start({ adapterOf: () => undefined }).kill();
    await long.requests.closeExpired();
    expect([long.requests.openCount(), world.rows()]).toEqual([0, { open: [], done: ['1', '2'] }]);
    expect(long.alerts).toEqual([{ kind: 'replies-undeliverable' }]);
    expect(world.sql.look('SELECT person, body FROM request')).toEqual(
      Array(2).fill({ person: null, body: null }),
    );
  });

  it('is carried to the next run of its process where the store was lost, and answered once', async () => {
    const one = world.start();
    await one.ask('1', 'hang');
    await one.ask('answered', 'echo');
    await world.clock.advanceUntil(one.stop());
    await world.sql.tx((t) => t`DELETE FROM request`);
    world.release();
    world.start({ left: one.requests.left() });
    await world.clock.settle();
    expect([world.titles('1').at(-1), world.rows().done]).toEqual(['let go', ['1']]);
  });

  it('is carried over again when the store fails before the next run has written it', async () => {
    const one = world.start();
    await one.ask('1', 'hang');
    await world.clock.advanceUntil(one.stop());
    await world.sql.tx((t) => t`DELETE FROM request`);
    world.fault = 'all';
    const two = world.start({ left: one.requests.left() });
    await world.clock.advanceUntil(two.stop());
    world.fault = 'none';
    world.release();
    world.start({ left: two.requests.left() });
    await world.clock.settle();
    expect([world.titles('1').at(-1), world.rows().done]).toEqual(['let go', ['1']]);
  });

  it.each([
    ['waits', 0],
    ['begins to wait while the process ends', 60],
  ])('that %s for a check is left to the next process at once', async (_which, waitsAfterMs) => {
    const waits = new Waits();
    const one = world.start({ waits });
    await one.ask('1', 'hang');
    const since = world.clock.elapsed();
    world.clock.later(waitsAfterMs, () => waits.during('1', NEVER));
    await world.clock.advanceUntil(one.stop());
    expect(world.clock.elapsed() - since).toBeLessThan(100);
    world.release();
    world.start();
    await world.clock.settle();
    expect(world.titles('1').at(-1)).toBe('let go');
  });
});

describe('as many requests as may be open', () => {
  it('are fifty of one person, and of all chats that speak for themselves, also in one moment', async () => {
    const one = world.start();
    await Promise.all(Array.from({ length: 60 }, (_, n) => one.ask(`${n}`, 'hang')));
    for (let chat = 0; chat < 60; chat += 1)
      await one.ask(`chat ${chat}`, 'hang', { requester: `test:chat:-100${chat}` });
    await one.ask('bob', 'echo', { requester: BOB });
    expect(world.ran).toHaveLength(101);
    expect(one.requests.openCount()).toBe(100);
    world.release();
    await world.clock.settle();
    expect(one.requests.openCount()).toBe(0);
  });

  it('leave room for a press of cancel, and for events that are delivered again', async () => {
    const one = world.start();
    await one.ask('answered', 'echo');
    for (let n = 0; n < 50; n += 1) await one.ask(`${n}`, 'hang');
    await world.clock.advance(50);
    for (const id of ['answered', '7']) expect(await one.ask(id, 'hang')).toBe('persisted');
    expect(world.shown.filter(({ last }) => last)).toHaveLength(1);
    await one.press('press', world.token('7', 'stop'), { on: '7' });
    expect(world.lastOf('7')?.title).toBe('stopped');
    expect(one.requests.openCount()).toBe(49);
  });
});

describe('what a process leaves open', () => {
  it('goes on in the next one, in the message where it was shown', async () => {
    const before = world.start();
    await before.ask('1', 'hang');
    await world.clock.advance(50);
    before.kill();
    const [row] = openBodies();
    expect(row.target).toEqual({ place: '1', message: 'message of 1' });
    world.release();
    const after = world.start();
    await world.clock.settle();
    expect(world.titles('1')).toEqual(['begun', 'let go']);
    expect(world.repeated).toEqual(['1']);
    expect([after.requests.openCount(), world.rows().open]).toEqual([0, []]);
  });

  it('is tried again where its adapter has a bug, which is logged and not silent for a day', async () => {
    const before = world.start();
    await before.ask('1', 'hang');
    before.kill();
    world.release();
    world.platform.reopens = false;
    world.start();
    await world.clock.advance(1_000);
    expect(world.logged).toContainEqual(
      expect.objectContaining({
        request: '1',
        msg: 'A reply could not be continued; it will be tried again',
        err: expect.objectContaining({ message: 'a bug in the adapter' }),
      }),
    );
    world.platform.reopens = true;
    await world.clock.advance(10_000);
    expect(world.lastOf('1')?.title).toBe('let go');
  });

  it('goes on where a state is shown that was on its way when it was left', async () => {
    const waits = new Waits();
    waits.during('1', NEVER);
    const before = world.start({ waits });
    world.platform.slowMs = 500;
    await before.ask('1', 'hang');
    await world.clock.advance(100);
    await world.clock.advanceUntil(before.stop());
    expect([world.titles('1'), openBodies()[0].target.message]).toEqual([
      ['begun'],
      'message of 1',
    ]);
  });

  it('is what still runs, or could not be shown, when its process has waited long enough', async () => {
    const one = world.start();
    await one.ask('1', 'hang');
    const stopped = one.stop();
    await world.clock.advance(900);
    world.release();
    await world.clock.advanceUntil(stopped);
    expect([world.titles('1'), world.clock.elapsed() < 1_500]).toEqual([['begun', 'let go'], true]);
    const slow = world.start();
    world.platform.slowMs = 1_000_000;
    await slow.ask('2', 'echo');
    const before = world.clock.elapsed();
    await world.clock.advanceUntil(slow.stop());
    expect([world.clock.elapsed() - before, world.rows().open]).toEqual([6_000, ['2']]);
  });

  it('is not tried again by a process that has stopped', async () => {
    const one = world.start();
    await one.ask('1', 'hang');
    await world.clock.advance(50);
    world.platform.works = false;
    await one.ask('2', 'echo');
    await world.clock.advanceUntil(one.stop());
    world.platform.works = true;
    await world.clock.advance(HOUR_MS);
    expect([world.titles(), world.rows().open]).toEqual([['begun'], ['1', '2']]);
  });

  it('goes on once, also where its platform delivers it again at that very moment', async () => {
    const before = world.start();
    await before.ask('1', 'hang');
    before.kill();
    world.release();
    world.writesMs = 100;
    const again = world.start().ask('1', 'hang');
    await world.clock.advance(1_000);
    expect([await again, world.titles('1')]).toEqual(['persisted', ['let go']]);
  });
});

describe('a request during which processes end', () => {
  const lives = async (
    many: number,
    lastsMs: number,
    needs: Parameters<World['start']>[0] = {},
  ) => {
    for (let life = 0; life < many; life += 1) {
      const dying = world.start(needs);
      await world.clock.advance(lastsMs);
      dying.kill();
    }
  };
  const ended = async (): Promise<void> => {
    const first = world.start();
    await first.ask('1', 'hang');
    first.kill();
  };

  it('closes a request after ten crashes in its first moments, and tells its asker and the admins', async () => {
    await ended();
    await lives(9, 10);
    expect([world.ran.length, world.titles()]).toEqual([10, []]);
    world.platform.works = false;
    const last = world.start();
    await world.clock.settle();
    expect([last.alerts, world.rows().open]).toEqual([[], ['1']]);
    world.platform.works = true;
    await world.clock.advance(5_000);
    expect([world.ran.length, last.alerts]).toEqual([10, [{ kind: 'request-poisoned' }]]);
    expect([world.titles('1'), world.rows().open]).toEqual([
      ['Sorry, I can’t answer this one'],
      [],
    ]);
  });

  it('does not count clean stops, or crashes after three seconds, against a request', async () => {
    await ended();
    await lives(10, LASTS_MS + 100);
    for (let stops = 0; stops < 10; stops += 1) {
      const one = world.start();
      await world.clock.settle();
      await world.clock.advanceUntil(one.stop());
    }
    expect(world.ran).toHaveLength(21);
    world.release();
    const last = world.start();
    await world.clock.settle();
    expect([world.titles('1').at(-1), last.alerts]).toEqual(['let go', []]);
  });

  it('runs the other open requests alone, one after the other, to find which one crashes', async () => {
    const first = world.start();
    for (let n = 0; n < 20; n += 1) await first.ask(`${n}`, 'hang');
    first.kill();
    await lives(1, 10);
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
    expect([world.rows().open, last.alerts]).toEqual([[], []]);
  });

  it('is no suspect because processes end in order before they have begun with it', async () => {
    const first = world.start();
    for (let n = 0; n < 20; n += 1) await first.ask(`${n}`, 'hang');
    first.kill();
    const isGone = { adapterOf: () => undefined };
    for (let life = 0; life < 3; life += 1) await world.start(isGone).stop();
    world.ran.length = 0;
    world.start();
    await world.clock.advance(10);
    expect(world.ran).toHaveLength(20);
  });

  it('does not close a request because kills always come at the same moment', async () => {
    const first = world.start();
    for (let n = 0; n < 20; n += 1) await first.ask(`${n}`, 'hang');
    first.kill();
    await lives(40, 10);
    world.release();
    world.start();
    await world.clock.settle();
    expect(world.titles()).toEqual(Array(20).fill('let go'));
  });

  it('is closed as the cause among others that only wait for their checks', async () => {
    const first = world.start();
    for (const id of ['1', 'poison', '2', '3']) await first.ask(id, 'hang');
    first.kill();
    const waits = new Waits();
    for (const id of ['1', '2', '3']) waits.during(id, NEVER);
    await lives(9, 300, { waits });
    world.release();
    const last = world.start();
    await world.clock.settle();
    expect([last.alerts, world.rows().open]).toEqual([[{ kind: 'request-poisoned' }], []]);
    expect(world.titles().filter((title) => title === 'let go')).toHaveLength(3);
  });

  it('leaves all that wait for their checks as they are, whenever twelve processes are killed', async () => {
    const first = world.start();
    for (let n = 0; n < 60; n += 1)
      await first.ask(`${n}`, 'hang', { requester: `test:user:${n}` });
    first.kill();
    for (let life = 0; life < 12; life += 1) {
      // A request waits for its check soon after it began.
      const listen: Waits['listen'] = (listener, signal) => {
        world.clock.later(40, () => {
          for (let n = 0; n < 60 && !signal.aborted; n += 1) listener(`${n}`);
        });
      };
      const dying = world.start({ waits: { listen } });
      await world.clock.advance(life * 30);
      dying.kill();
    }
    world.release();
    const last = world.start();
    await world.clock.settle();
    expect([last.alerts, world.rows().open]).toEqual([[], []]);
    expect(world.titles().filter((title) => title === 'let go')).toHaveLength(60);
  });
});

describe('a request while the store fails', () => {
  it('keeps working in memory while the store fails, logs it once, and writes when it works again', async () => {
    const one = world.start();
    world.fault = 'writing';
    expect(await one.ask('1', 'hang')).toBe('not-persisted');
    expect(await one.ask('1', 'hang')).toBe('not-persisted');
    expect([world.ran, one.alerts]).toEqual([['1'], [{ kind: 'store-failing', message: '' }]]);
    world.fault = 'none';
    await world.clock.advance(3_000);
    expect(world.rows().open).toEqual(['1']);
    expect(await one.ask('1', 'hang')).toBe('persisted');
    one.kill();
    world.release();
    world.start();
    await world.clock.settle();
    expect(world.titles('1')).toEqual(['begun', 'let go']);
  });

  it('is answered meanwhile, and remembered as done afterwards, never open', async () => {
    const one = world.start();
    world.fault = 'all';
    await one.ask('1', 'echo');
    expect(world.lastOf('1')).toBeDefined();
    expect(await one.ask('1', 'echo')).toBe('not-persisted');
    expect(one.requests.openCount()).toBe(0);
    world.fault = 'none';
    await world.clock.advance(3_000);
    expect(world.rows()).toEqual({ open: [], done: ['1'] });
    expect(await one.ask('1', 'echo')).toBe('persisted');
    expect(world.ran).toEqual(['1']);
  });

  it('is known for one that an earlier process has answered, where the store can be read', async () => {
    const before = world.start();
    await before.ask('1', 'echo');
    before.kill();
    world.fault = 'writing';
    expect(await world.start().ask('1', 'echo')).toBe('persisted');
    expect(world.ran).toEqual(['1']);
  });

  it('and was left open is taken up as soon as the store works, by itself, and what came meanwhile only once', async () => {
    const before = world.start();
    await before.ask('1', 'hang');
    before.kill();
    world.release();
    world.fault = 'all';
    const after = world.start();
    await after.ask('2', 'echo');
    await world.clock.advance(10_000);
    expect(world.titles('1')).toEqual([]);
    world.fault = 'none';
    await world.clock.advance(3_000);
    expect(world.titles('1')).toEqual(['let go']);
    expect([world.ran, world.rows().open]).toEqual([['1', '2', '1'], []]);
  });
});

describe('what cannot be read of the store', () => {
  it('keeps nobody from the others', async () => {
    const one = world.start();
    for (const id of ['1', '2', '3']) await one.ask(id, 'hang');
    one.kill();
    await world.sql.tx((t) => t`UPDATE request SET body = ${'nonsense'} WHERE id = ${'1'}`);
    await world.sql.tx(
      (t) =>
        t`UPDATE request SET body = (SELECT body FROM request WHERE id = ${'3'}) WHERE id = ${'2'}`,
    );
    world.release();
    world.start();
    await world.clock.settle();
    expect(world.shown.map(({ at, title }) => [at, title])).toEqual([['3', 'let go']]);
  });
});

describe('a person who wants to be forgotten', () => {
  it('is, of all that they asked for before, and nobody else is', async () => {
    const before = world.start();
    await before.ask('left open', 'hang');
    before.kill();
    const one = world.start();
    await one.ask('2', 'hang');
    await one.ask('bob', 'hang', { requester: BOB });
    world.platform.works = false;
    await one.ask('undelivered', 'echo');
    for (const id of ['asks', 'later']) await one.ask(id, 'hang');
    world.platform.works = true;
    await world.clock.advance(50);
    expect(await one.requests.forget(ANN, { requestId: 'asks' })).toBe(3);
    await world.clock.advance(10_000);
    expect([world.titles('2').at(-1), world.titles('undelivered')]).toEqual(['stopped', []]);
    expect(world.rows().open).toEqual(['asks', 'bob', 'later']);
    expect(one.requests.openCount()).toBe(3);
  });

  it('is answered what they ask while that is being written', async () => {
    const one = world.start();
    await one.ask('before', 'hang');
    world.writesMs = 100;
    const forgotten = one.requests.forget(ANN, { requestId: 'none' });
    await world.clock.advance(50);
    const asked = ['meanwhile', 'too'].map((id) => one.ask(id, 'echo'));
    await world.clock.advance(500);
    await Promise.all(asked);
    expect([await forgotten, world.titles('before').at(-1)]).toEqual([1, 'stopped']);
    for (const id of ['meanwhile', 'too'])
      expect(world.titles(id)).toEqual(['nothing for a member, private']);
    expect(world.rows()).toEqual({ open: [], done: ['before', 'meanwhile', 'too'] });
  });

  it('has no buttons afterwards of a request that is answered while that is being written', async () => {
    const one = world.start();
    await one.ask('1', 'hang');
    world.writesMs = 100;
    const forgotten = one.requests.forget(ANN, { requestId: 'none' });
    await world.clock.advance(50);
    world.release();
    await world.clock.advance(1_000);
    expect([await forgotten, world.titles('1').at(-1), world.rows().done]).toEqual([
      1,
      'let go',
      ['1'],
    ]);
    expect(world.sql.look('SELECT id FROM request WHERE person IS NOT NULL')).toEqual([]);
  });

  it('has no buttons afterwards of a request that was cancelled before, and still ran', async () => {
    const one = world.start();
    await one.ask('1', 'slow');
    await world.clock.advance(100);
    await one.press('2', world.token('1', 'stop'), { on: '1' });
    await one.requests.forget(ANN, { requestId: 'none' });
    await world.clock.advance(3_000);
    expect([world.lastOf('1')?.title, world.rows().open]).toEqual(['third', []]);
    expect(world.sql.look('SELECT id FROM request WHERE person IS NOT NULL')).toEqual([]);
  });

  it('is refused while the store fails, which reads as such', async () => {
    const one = world.start();
    await one.ask('1', 'hang');
    world.fault = 'writing';
    await expect(one.requests.forget(ANN, { requestId: 'none' })).rejects.toThrow(
      'the store fails at writing',
    );
  });
});

/** The bodies of the open requests, as the next process reads them. */
function openBodies() {
  const rows = world.sql.look('SELECT id, body FROM request WHERE done IS NULL ORDER BY at');
  return rows.map(({ id, body }) =>
    JSON.parse(SEAL.open(String(body), `request.body ${id}`) ?? ''),
  );
}
