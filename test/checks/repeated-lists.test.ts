import { expect, it } from 'vitest';
import { Interrupted } from '../../src/core/lifetime/interruption.ts';
import type { ServiceFailureCode } from '../../src/provider/service-failure.ts';
import { testImei } from '../support/checks/checking.ts';
import { createQuickWorld, type QuickChecks } from '../support/checks/quick-checks.ts';
import { conversation, type Setup } from '../support/conversation.ts';

const IMEIS = Array.from({ length: 10 }, (_, index) => testImei(index + 1));
const LIST = IMEIS.join('\n');
/** A person whose ten checks of the day are just enough for the list. */
const TEN_A_DAY = { allowance: { checksPerAccountPerDay: 10, reserve: 0 } };

interface Killed {
  /** What its first checks end with; the others are answered. */
  readonly fates?: readonly ServiceFailureCode[];
  readonly wantsFresh?: boolean;
  /** The seventh check is on its way. */
  readonly isOneOnItsWay?: boolean;
}

/** A list of ten, whose process is killed when the first six of them were sent. */
async function killedAfterSix({ fates = [], wantsFresh = false, isOneOnItsWay }: Killed) {
  const world = createQuickWorld();
  const { clock, service } = world;
  const request = { requestId: 'the list', acceptedAt: clock.now(), wantsFresh };
  const first = await world.start({ settings: TEN_A_DAY });
  service.fates.push(...fates);
  for (const imei of IMEIS.slice(0, 6)) {
    await clock.advanceUntil(first.check(imei, request).catch(() => undefined));
  }
  if (isOneOnItsWay === true) {
    first.check(testImei(7), request).catch(() => undefined);
    while (service.arrivals.length < 7) await clock.advance(1);
  }
  first.kill();
  const next = await world.start({ settings: TEN_A_DAY });
  return {
    clock,
    service,
    /** The request begins again in the next process. */
    again: (line: string, setup: Setup = {}) => {
      const as = { ...request, isRepeat: true, ...setup.as };
      return clock.advanceUntil(conversation({ ...setup, ...servicesOf(next), as }).say(line));
    },
    /** Meanwhile the person has asked for something else. */
    spend: async (count: number): Promise<void> => {
      for (let serial = 100; serial < 100 + count; serial += 1) {
        await next.ask(testImei(serial));
      }
    },
  };
}

function servicesOf({ checks }: QuickChecks): Setup {
  const { checker, allowance } = checks;
  return { services: { checker }, supply: { allowance: (person) => allowance.leftToday(person) } };
}

it.each(['--fresh', '--fresh --accepted', ''])(
  'a list that begins again has what it paid for, and asks nothing: “%s”',
  async (flags) => {
    const { again, service } = await killedAfterSix({ wantsFresh: flags !== '' });
    const reply = await again(`${LIST} ${flags}`);
    reply.expect('All 10 found', '10 checked now').expectNot('[Check');
    expect(service.arrivals).toEqual(IMEIS);
  },
);

it('a list that begins again when the day has become too short gives what it has, without a question', async () => {
  const { again, spend } = await killedAfterSix({ wantsFresh: true });
  await spend(2);
  const reply = await again(`${LIST} --fresh`);
  reply.expect('8 found, 2 not checked\n2 IMEIs, no checks left today.');
});

it('what is left of the day is right after a list that has begun again', async () => {
  const { again, service, spend } = await killedAfterSix({ wantsFresh: true });
  await spend(1);
  service.fates.push('unexpected', 'unexpected');
  const reply = await again(`${LIST} --fresh`);
  // A check in doubt does not count for the day of a person.
  reply.expect('7 found, 2 with no answer, 1 not checked\n1 IMEI, 2 checks left today.');
});

it('a list that was stopped before it began again shows what it paid for', async () => {
  const { again, service } = await killedAfterSix({ wantsFresh: true });
  const as = { signal: AbortSignal.abort(new Error('stopped')) };
  (await again(`${LIST} --fresh`, { as })).expect('6 found, 4 not checked');
  expect(service.arrivals).toHaveLength(6);
});

it.each([
  ['before it began again', 0],
  ['before it has sent anything again', 1],
])('a list that was stopped %s says which check may have been charged', async (_when, afterMs) => {
  const { again, service, clock } = await killedAfterSix({ isOneOnItsWay: true });
  const stop = new AbortController();
  const abort = (): void => stop.abort(new Interrupted('stopped'));
  service.connectMs = 1_000;
  if (afterMs === 0) abort();
  else clock.later(afterMs, abort);
  const reply = await again(LIST, { as: { signal: stop.signal } });
  reply.expect('6 found, 1 with no answer, 3 not checked', 'may have been charged', testImei(7));
  expect(service.arrivals).toHaveLength(7);
});

it('a list that begins again checks no more than the rest of its answer', async () => {
  const { again, service } = await killedAfterSix({});
  const reply = await again(`${LIST} --accepted`, { settings: { batchMax: 8 } });
  reply.expect('8 found, 2 not checked', '[Check the next 2]');
  expect(service.arrivals).toEqual(IMEIS.slice(0, 8));
});

it('what ended in doubt before the list began again is its failure, and costs nothing more', async () => {
  const { again, service, spend } = await killedAfterSix({ fates: ['timeout', 'timeout'] });
  await spend(2);
  const reply = await again(LIST);
  reply.expect('8 found, 2 with no answer').expectNot('[Check');
  expect(service.arrivals.filter((imei) => LIST.includes(imei))).toEqual(IMEIS);
});
