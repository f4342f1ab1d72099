import { beforeEach, describe, expect, it } from 'vitest';
import { Lifetime, RunEnding } from '../../src/core/lifetime/lifetime.ts';
import { deferred } from '../../src/core/promises.ts';
import { createFakeClock, type FakeClock } from '../support/clocks/fake.ts';

let clock: FakeClock;
let lifetime: Lifetime;
let events: string[];

beforeEach(() => {
  clock = createFakeClock();
  events = [];
  lifetime = new Lifetime((error, name) => events.push(`${name}: ${error}`), clock);
  lifetime.draining.addEventListener('abort', () => events.push('draining'));
  lifetime.over.addEventListener('abort', () => events.push('over'));
  lifetime.onClose('first', () => events.push('first closed'));
  lifetime.onClose('second', () => events.push('second closed'));
});

describe('a lifetime', () => {
  it('drains, stops and closes what was opened, the latest first', async () => {
    await lifetime.end(1_000);
    expect(events).toEqual(['draining', 'over', 'second closed', 'first closed']);
    expect([lifetime.draining.reason, lifetime.over.reason]).toEqual(
      Array(2).fill(expect.any(RunEnding)),
    );
  });

  it('waits for what is tracked, but not longer than the grace and a second', async () => {
    const [short, endless] = [deferred<void>(), deferred<void>()];
    lifetime.track(short.promise);
    const ended = lifetime.end(1_000);
    await clock.advance(500);
    expect(events).toEqual(['draining']);
    lifetime.track(endless.promise);
    short.resolve();
    await clock.settle();
    expect(events).toEqual(['draining', 'over']);
    await clock.advance(999);
    expect(events).toHaveLength(2);
    await clock.advance(1);
    await ended;
    expect(events).toHaveLength(4);
    expect(clock.sleeping).toBe(0);
  });

  it('waits for work that the end begins', async () => {
    const work = deferred<void>();
    const done = lifetime.whenDraining('work', () => work.promise);
    const ended = lifetime.end(1_000);
    await clock.settle();
    expect(events).toEqual(['draining']);
    work.resolve();
    await Promise.all([done, ended]);
    expect(events).toHaveLength(4);
  });

  it('closes nothing before the work has ended that begins when it stops', async () => {
    const work = deferred<void>();
    lifetime.whenOver('work', () => {
      events.push('work begun');
      return work.promise;
    });
    const ended = lifetime.end(1_000);
    await clock.advance(10_000);
    expect(events).toEqual(['draining', 'over', 'work begun']);
    work.resolve();
    await ended;
    expect(events.slice(3)).toEqual(['second closed', 'first closed']);
  });

  it('ends all the same when something fails, and says what', async () => {
    void lifetime.whenDraining('work', () => Promise.reject(new Error('broken')));
    lifetime.track(Promise.reject(new Error('somebody else’s'))).catch(() => undefined);
    lifetime.onClose('third', () => {
      throw new Error('stuck');
    });
    await lifetime.end(1_000);
    expect(events).toEqual([
      'draining',
      'work: Error: broken',
      'over',
      'third: Error: stuck',
      'second closed',
      'first closed',
    ]);
  });

  it('reports what fails in the background by its name, but not that the run ends', async () => {
    await lifetime.background('a bug', () => Promise.reject(new TypeError('odd')));
    const sleeping = lifetime.background('asleep', () => clock.sleep(1_000, lifetime.draining));
    await lifetime.end(0);
    await sleeping;
    expect(events).toEqual([
      'a bug: TypeError: odd',
      'draining',
      'over',
      'second closed',
      'first closed',
    ]);
  });

  it('begins at once what comes after its moment', async () => {
    const work = deferred<void>();
    const ended = lifetime.end(1_000);
    const done = lifetime.whenDraining('late work', () => work.promise);
    work.resolve();
    await done;
    await ended;
    lifetime.whenOver('late', async () => events.push('begun'));
    lifetime.onClose('third', () => events.push('third closed'));
    expect(events).toEqual([
      'draining',
      'over',
      'second closed',
      'first closed',
      'begun',
      'third closed',
    ]);
  });

  it('closes also what is opened while it closes', async () => {
    lifetime.onClose('third', () => {
      lifetime.onClose('fourth', () => events.push('fourth closed'));
    });
    await lifetime.end(0);
    expect(events.slice(2)).toEqual(['fourth closed', 'second closed', 'first closed']);
  });

  it('ends once', async () => {
    await Promise.all([lifetime.end(1_000), lifetime.end(0)]);
    expect(events).toHaveLength(4);
  });
});
