import { beforeEach, describe, expect, it } from 'vitest';
import { testImei } from '../support/checks/checking.ts';
import {
  createMarkInMemory,
  createQuickWorld,
  type QuickChecks,
  type QuickOptions,
  type QuickWorld,
} from '../support/checks/quick-checks.ts';
import { mostWithin } from '../support/recorder.ts';

const HOUR_MS = 3_600_000;
const WINDOW_MS = 60_000;
const MAX = 5;
const REAL: QuickOptions = {
  isReal: true,
  limits: { concurrent: 4, perWindow: MAX, windowMs: WINDOW_MS },
  boot: 'one',
};

let world: QuickWorld;
let serial = 0;

beforeEach(() => {
  world = createQuickWorld();
  serial = 0;
});

/** As many checks as a window has room for, each a new IMEI. */
function askAll({ check }: QuickChecks): Promise<unknown>[] {
  return Array.from({ length: MAX }, () => {
    serial += 1;
    return check(testImei(serial));
  });
}

/** A process that has just used up its window, ten seconds after its start. */
async function usedUp(options: QuickOptions = {}): Promise<QuickChecks> {
  const first = await world.start({ ...REAL, isNew: true, ...options });
  await world.clock.advance(10_000);
  await world.clock.advanceUntil(Promise.all(askAll(first)));
  return first;
}

const inOrder = (life: QuickChecks) => world.clock.advanceUntil(life.checks.drain());
const killed = async (life: QuickChecks) => life.kill();
const set = (ms: number) => (life: QuickChecks) => {
  life.kill();
  world.clock.step(ms);
};

describe('no more requests arrive in any window than the service allows', () => {
  it.each<[string, (life: QuickChecks) => unknown, QuickOptions]>([
    ['after an orderly end', inOrder, {}],
    ['after a kill', killed, {}],
    ['when the clock was set forward meanwhile', set(HOUR_MS), {}],
    ['when it was set forward by a year', set(8_760 * HOUR_MS), {}],
    ['when it was set back to 1970', set(-Date.UTC(2026, 0, 15, 11)), {}],
    ['when the secret is another one', killed, { secret: 'fedcba9876543210' }],
    ['when another store stands there', killed, { markFile: createMarkInMemory() }],
    ['when the machine was started again after an orderly end', inOrder, { boot: 'two' }],
    ['when another machine takes over from one that was killed', killed, { boot: 'two' }],
  ])('%s', async (_when, end, options) => {
    const { clock, service } = world;
    const first = await usedUp();
    await end(first);
    await clock.advance(5_000);
    const startedAt = clock.elapsed();
    const next = await world.start({ ...REAL, ...options });
    expect(next.checks.limiter.usage().windowUsed).toBe(MAX);
    await clock.advanceUntil(Promise.all(askAll(next)));
    expect(mostWithin(service.times, WINDOW_MS)).toBe(MAX);
    expect((service.times.at(-1) ?? 0) - startedAt).toBeLessThan(2.1 * WINDOW_MS);
  });

  it('however shortly the processes live: each holds what the last one took for used', async () => {
    const { clock, service } = world;
    await killed(await usedUp());
    const unknowing = await world.start({ ...REAL, markFile: createMarkInMemory() });
    expect(unknowing.checks.hasUnknownWindow).toBe(true);
    unknowing.kill();
    const markFile = createMarkInMemory();
    for (const end of [inOrder, killed, inOrder]) {
      const life = await world.start({ ...REAL, markFile });
      await end(life);
      await clock.advance(1_000);
    }
    await clock.advanceUntil(Promise.all(askAll(await world.start({ ...REAL, markFile }))));
    expect(mostWithin(service.times, WINDOW_MS)).toBe(MAX);
  });

  it('when the store was put back from a backup that was made since the last start', async () => {
    const { clock, service, sql } = world;
    const first = await world.start({ ...REAL, isNew: true });
    const [backup] = sql.look("SELECT value FROM setting WHERE name = 'process'");
    await clock.advance(WINDOW_MS);
    await clock.advanceUntil(Promise.all(askAll(first)));
    await inOrder(first);
    await sql.tx(async (t) => {
      await t`DELETE FROM send`;
      await t`UPDATE setting SET value = ${String(backup?.value)} WHERE name = 'process'`;
    });
    await clock.advanceUntil(Promise.all(askAll(await world.start(REAL))));
    expect(mostWithin(service.times, WINDOW_MS)).toBe(MAX);
  });

  it('on its way before a kill: an open send holds its slots as one that may still arrive', async () => {
    const { clock, service } = world;
    service.latencyMs = 10_000_000;
    const first = await world.start({ ...REAL, isNew: true });
    for (const asked of askAll(first)) asked.catch(() => undefined);
    await clock.advance(1_000);
    first.kill();
    const next = await world.start(REAL);
    expect(next.checks.limiter.usage()).toMatchObject({ windowUsed: 4, inFlight: 4 });
    expect(world.states()).toEqual(['lost', 'lost', 'lost', 'lost']);
  });

  it('a send that was vetoed when it stood holds nothing, and a refused one does', async () => {
    const { clock, service } = world;
    const { check, checks } = await world.start();
    service.fates.push('unreachable', 'vetoed', '{"error":"IMEI cannot be empty"}');
    const asked = check(testImei(1), { priority: 'batch' });
    await expect(clock.advanceUntil(asked)).rejects.toMatchObject({ code: 'imei-empty' });
    expect(checks.limiter.usage().windowUsed).toBe(1);
    expect(world.states()).toEqual(['failed']);
  });
});

describe('nobody waits for longer than that', () => {
  it('after short lives in order, each with its check: as in `npm start -- IMEI`', async () => {
    const { clock } = world;
    const times: number[] = [];
    for (let life = 0; life < MAX; life += 1) {
      const one = await world.start({ ...REAL, isNew: life === 0 });
      expect(one.checks.hasUnknownWindow).toBe(false);
      const before = clock.elapsed();
      serial += 1;
      await clock.advanceUntil(one.check(testImei(serial)));
      times.push(clock.elapsed() - before);
      await inOrder(one);
    }
    expect(Math.max(...times)).toBeLessThan(1_000);
  });

  it('after an orderly end on another machine: only what was sent in the last window is held', async () => {
    const { clock } = world;
    const first = await usedUp();
    await clock.advance(3 * WINDOW_MS);
    await clock.advanceUntil(first.check(testImei(99)));
    await inOrder(first);
    const next = await world.start({ ...REAL, boot: 'two' });
    expect(next.checks.limiter.usage()).toMatchObject({ windowUsed: 1, inFlight: 0 });
    // Uptimes of another boot say nothing here.
    await inOrder(next);
    await clock.advance(2 * WINDOW_MS);
    const third = await world.start({ ...REAL, boot: 'two' });
    expect(third.checks.limiter.usage().windowUsed).toBe(0);
  });

  it.each([
    ['in order', inOrder],
    ['by a kill', killed],
  ])(
    'after a new start of a machine that names each the same, when the last process ended %s',
    async (_how, end) => {
      const { clock, service } = world;
      const first = await world.start({ ...REAL, isNew: true });
      const upFor = clock.uptime();
      await clock.advance(HOUR_MS);
      await clock.advanceUntil(Promise.all(askAll(first)));
      await end(first);
      clock.reboot(upFor + 5_000);
      const startedAt = clock.elapsed();
      for (const how of [killed, inOrder]) {
        const next = await world.start(REAL);
        expect(next.checks.limiter.usage().windowUsed).toBe(MAX);
        await how(next);
      }
      await clock.advanceUntil(Promise.all(askAll(await world.start(REAL))));
      expect(mostWithin(service.times, WINDOW_MS)).toBe(MAX);
      expect((service.times.at(-1) ?? 0) - startedAt).toBeLessThan(2.1 * WINDOW_MS);
    },
  );

  it('on a store that the first process cannot know: it waits for one window, and reads that', async () => {
    const { clock, service } = world;
    const life = await world.start(REAL);
    expect(life.checks.hasUnknownWindow).toBe(true);
    const waits: unknown[] = [];
    await clock.advanceUntil(life.check(testImei(1), { onWait: (wait) => waits.push(wait) }));
    expect(waits[0]).toMatchObject({ position: 1, blockedBy: 'start' });
    expect(service.times[0]).toBeLessThan(1.1 * WINDOW_MS);
  });

  it('although the mark file cannot be written: then the next start waits for one', async () => {
    const { clock } = world;
    const broken = { ...createMarkInMemory(), write: () => Promise.reject(new Error('EROFS')) };
    const life = await world.start({ ...REAL, markFile: broken });
    await clock.advanceUntil(life.check(testImei(1)));
    await inOrder(life);
    expect(life.storeErrors).toEqual([]);
    expect((await world.start({ ...REAL, markFile: broken })).checks.hasUnknownWindow).toBe(true);
  });
});

describe('a store that is not this process’ any more', () => {
  it('lets nothing leave, not even on a connection that stands', async () => {
    const { clock, service } = world;
    let isOurs = true;
    service.connectMs = 500;
    const { check } = await world.start({ holds: () => isOurs });
    const waits: unknown[] = [];
    const asked = check(testImei(1), { onWait: (wait) => waits.push(wait) });
    await clock.advance(100);
    isOurs = false;
    await clock.advance(60_000);
    expect(service.arrivals).toEqual([]);
    expect(world.states()).toEqual([]);
    expect(waits.at(-1)).toMatchObject({ blockedBy: 'store' });
    isOurs = true;
    await clock.advanceUntil(asked);
    expect(service.arrivals).toHaveLength(1);
  });
});
