import { beforeEach, describe, expect, it } from 'vitest';
import { checkTerms, testImei } from '../support/checks/checking.ts';
import {
  createQuickWorld,
  type QuickChecks,
  type QuickOptions,
  type QuickWorld,
} from '../support/checks/quick-checks.ts';
import { NOT_FOUND_BODY } from '../support/checks/quick-service.ts';

const IMEI = testImei(1);
const REQUEST = { requestId: 'the one', acceptedAt: 0 };
/** More steps with the store and the service than a process takes from its start to an answer. */
const MAX_STEPS = 14;
const steps = Array.from({ length: MAX_STEPS }, (_, index) => index);
const ABOUT_ANOTHER_IMEI = JSON.stringify({ imei: testImei(2), brand: 'NOKIA', model: '3110' });

let world: QuickWorld;

beforeEach(() => {
  world = createQuickWorld();
});

/**
 * The process ends before its step of this number; the next one goes on with the request.
 * @param perDay with 1, what was lost in the kill must not use up the last check of the day
 */
async function killedAt(step: number, fate: string, perDay = 1) {
  const { clock, service } = world;
  const allowance = { checksPerAccountPerDay: perDay, reserve: 0 };
  const options: QuickOptions = { settings: { allowance } };
  service.fates.push(fate);
  const first = await world.start({ ...options, killedAt: step });
  first.check(IMEI, REQUEST).catch(() => undefined);
  await clock.advance(1_000);
  const states = world.states();
  const sentBefore = service.arrivals.length;
  first.kill();
  service.fates.length = 0;
  const next = await world.start(options);
  const outcome = await next.ask(IMEI, { ...REQUEST, isRepeat: true }).then(
    (answer) => [answer.found, answer.source],
    (error) => error.code,
  );
  return { states, sentBefore, outcome, next };
}

it('has no more steps than are tried here, from the start of its process to its answer', async () => {
  const process = await world.start({ killedAt: MAX_STEPS });
  const answer = await process.ask(IMEI, REQUEST);
  expect(answer).toMatchObject({ source: 'service' });
});

describe('a process that is killed before any step of a check', () => {
  it.each(steps)(
    '%i: the next one answers, and pays again only for what was on its way',
    async (step) => {
      const { states, sentBefore, outcome, next } = await killedAt(step, NOT_FOUND_BODY);
      // Also open if the check was not sent: its row is stored before it leaves.
      const wasOpen = states[0] === 'open';
      // `service`: the request has paid itself, even if in the process before.
      expect(outcome).toEqual([expect.any(Boolean), 'service']);
      expect(world.service.arrivals).toHaveLength(sentBefore === 1 && wasOpen ? 2 : 1);
      expect(world.states()).not.toContain('open');
      expect(await next.today()).toEqual({ paid: 1, saved: 0, inDoubt: wasOpen ? 1 : 0 });
    },
  );

  it.each(
    steps.flatMap(
      (step) =>
        [
          [step, 'timeout', 'timeout'],
          [step, ABOUT_ANOTHER_IMEI, 'unexpected'],
        ] as const,
    ),
  )(
    '%i: the next one does not send again what ended with %s, and may have been paid for',
    async (step, fate, code) => {
      const { states, outcome } = await killedAt(step, fate);
      const wasStored = ['answered', 'doubt'].includes(states[0] ?? '');
      if (wasStored) expect([outcome, world.service.arrivals.length]).toEqual([code, 1]);
      else expect(outcome).toEqual([true, 'service']);
    },
  );
});

it.each(steps)(
  '%i: what the service refused costs nothing, even if the process ended before it read that',
  async (step) => {
    // Until the next process has read the refusal again, it counts as a check of the day.
    const { outcome, next } = await killedAt(step, '{"error":"Daily limit exceeded"}', 2);
    expect(outcome).toEqual([true, 'service']);
    const kept = "SELECT id FROM send WHERE imei IS NOT NULL AND state = 'answered'";
    expect(world.sql.look(kept)).toHaveLength(1);
    expect((await next.today()).paid).toBe(1);
  },
);

/** Until then, a call that was not answered may still be at the service: twice the time-out. */
const TIMED_OUT_MS = 40_000;

describe('the process after one that was killed, while the service refuses all checks', () => {
  /** Each request asks, in this process, for an IMEI of its own. */
  const askAll = ({ check }: QuickChecks, requests: number): void => {
    for (let serial = 1; serial <= requests; serial += 1) {
      const request = { requestId: `request ${serial}`, acceptedAt: 0, isRepeat: true };
      check(testImei(serial), request).catch(() => undefined);
    }
  };
  /** Counts the checks that the next process sends for the requests until it is killed, too. */
  const sentByNext = async (requests: number): Promise<number> => {
    const { clock, service, start } = world;
    service.arrivals.length = 0;
    const next = await start();
    askAll(next, requests);
    await clock.advance(10_000);
    next.kill();
    return service.arrivals.filter((arrival) => arrival !== 'status').length;
  };

  it.each(
    ['access-refused', 'limit-exceeded', '{"error":"Daily limit exceeded"}'].flatMap((refusal) =>
      steps.map((step) => [step, refusal] as const),
    ),
  )('%i: sends no check if the refusal %s was written, and else one', async (step, refusal) => {
    const { clock, service, sql, start } = world;
    service.fates.push(...Array<string>(MAX_STEPS).fill(refusal));
    const first = await start({ killedAt: step });
    askAll(first, 1);
    await clock.advance(1_000);
    first.kill();
    const isWritten = sql.look("SELECT name FROM metadata WHERE name LIKE 'pause %'").length > 0;
    expect(await sentByNext(1)).toBe(isWritten ? 0 : 1);
    // Written by now: if not by the first process, then by the second.
    expect(await sentByNext(5)).toBe(0);
  });

  it.each([
    [1, 0, 3],
    [3, 0, 1],
    [4, 0, 0],
    [1, TIMED_OUT_MS, 4],
    [4, TIMED_OUT_MS, 4],
  ])(
    'with %i checks under way at the kill and a start %i ms later, sends %i before it knows',
    async (underWay, startsAfterMs, sent) => {
      const { clock, service, start } = world;
      service.fates.push(...Array<string>(MAX_STEPS).fill('access-refused'));
      const first = await start();
      askAll(first, underWay);
      await clock.advance(100);
      first.kill();
      await clock.advance(startsAfterMs);
      expect(await sentByNext(9)).toBe(sent);
    },
  );
});

describe('after the process that sent it has ended', () => {
  it('gives a list the answer that somebody else got meanwhile, even one that asks for new answers', async () => {
    const first = await world.start();
    await first.ask(IMEI, { wantsFresh: true });
    first.kill();
    const next = await world.start();
    const resumed = { requestId: 'list', acceptedAt: world.clock.now() - 10_000, wantsFresh: true };
    expect(await next.check(IMEI, resumed)).toMatchObject({ source: 'cache' });
    await next.ask(IMEI, { wantsFresh: true, acceptedAt: world.clock.now() });
    expect(world.service.arrivals).toHaveLength(2);
  });

  it('counts its saved answer once, when the request is closed', async () => {
    const first = await world.start();
    await first.ask(IMEI);
    await first.checks.checker.check(IMEI, checkTerms(world.clock, REQUEST));
    first.kill();
    const next = await world.start();
    expect(await next.check(IMEI, { ...REQUEST, isRepeat: true })).toMatchObject({
      source: 'cache',
    });
    await world.clock.settle();
    expect(await next.today()).toEqual({ paid: 1, saved: 1, inDoubt: 0 });
  });

  it('a doubt is shown to all who had asked before, and to nobody who asks after it', async () => {
    world.service.fates.push('timeout');
    const first = await world.start();
    const acceptedAt = world.clock.now() - 1;
    await expect(first.ask(IMEI)).rejects.toThrow('timeout');
    await expect(first.check(IMEI, { acceptedAt })).rejects.toMatchObject({ code: 'timeout' });
    first.kill();
    const next = await world.start();
    await expect(next.check(IMEI, { acceptedAt })).rejects.toMatchObject({ code: 'timeout' });
    expect(world.service.arrivals).toHaveLength(1);
    expect(await next.ask(IMEI)).toMatchObject({ source: 'service' });
  });

  it.each([
    ['in time is paid for once', 8_000, { paid: 1, inDoubt: 0 }],
    ['too late is paid for twice', 15_000, { paid: 1, inDoubt: 1 }],
  ])(
    'an answer that comes %s, when Docker cuts a stop off after ten seconds',
    async (_, latencyMs, today) => {
      const { clock, service } = world;
      service.latencyMs = latencyMs;
      const first = await world.start();
      first.check(IMEI, REQUEST).catch(() => undefined);
      await clock.advance(1_000);
      first.end().catch(() => undefined);
      await clock.advance(10_000);
      first.kill();
      const next = await world.start();
      const answer = next.check(IMEI, { ...REQUEST, isRepeat: true });
      expect(await clock.advanceUntil(answer)).toMatchObject({ found: true });
      expect(service.arrivals).toHaveLength(today.paid + today.inDoubt);
      expect(await next.today()).toMatchObject(today);
    },
  );

  it('with another secret nothing is known of its answers, and nothing fails', async () => {
    const first = await world.start();
    await first.ask(IMEI);
    first.kill();
    const next = await world.start({ secret: 'fedcba9876543210' });
    expect(await next.ask(IMEI)).toMatchObject({ source: 'service' });
    expect(next.storeErrors).toEqual([]);
  });
});
