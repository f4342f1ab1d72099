import type { ServiceLimits } from '../../src/core/service-limits.ts';
import { mostWithin } from '../support/most-within.ts';
import { CLOSES_MS } from './life.ts';
import type { Arrival, Outcome } from './service.ts';
import {
  BUSY,
  type Event,
  hadGoodTime,
  type Shown,
  storeWorked,
  type World,
  WRITTEN_MS,
  wasLost,
  wasThere,
  wasTimeSet,
} from './world.ts';

/** What left before its process knew better arrives within so long. */
const ON_ITS_WAY_MS = 500;
/** After so long, what a process has learned stands in the store. */
const TOLD_MS = 2_000;

/** What a run has broken of the two promises, in words; none is the only good outcome. */
export function brokenPromises(world: World, limits: ServiceLimits): string[] {
  return [
    ...brokenLimits(world, limits),
    ...brokenAnswers(world),
    ...brokenPayments(world),
    ...brokenStops(world),
  ];
}

/**
 * The longest pause before a reply that could not be shown is tried again, and as long as it takes
 * to try.
 */
const LAST_PAUSE_MS = 11 * 60_000;
/** An answered request is remembered for so long, less a little. */
const ANSWERED_KEPT_MS = 47 * 3_600_000;

/**
 * What was broken of the promise that nothing accepted is lost, and each is answered once, in time
 * or not at all.
 */
function brokenAnswers(world: World): string[] {
  return world.platform.events.flatMap((event) => brokenAnswer(world, event));
}

/**
 * Whether a request need not be answered: it was refused, it was lost with the store, or nothing
 * could be shown in its time.
 */
export function isExcused(world: World, event: Event): boolean {
  const { platform, requestMaxAgeMs, time } = world;
  const { isRefused, sentAt } = event;
  const couldNotBeShown = platform.downs.some(
    ({ to }) =>
      to >= sentAt &&
      (to + LAST_PAUSE_MS - sentAt > requestMaxAgeMs ||
        wasTimeSet(world, sentAt, to + LAST_PAUSE_MS)),
  );
  return isRefused || couldNotBeShown || wasLost(world, sentAt, time.now());
}

/** Accepted: answered. Answered: once, unless a process ended before it could be completed. */
function brokenAnswer(world: World, event: Event): string[] {
  const { request, sentAt, shown } = event;
  if (shown.every(({ at }) => at > world.settledAt) && !isExcused(world, event)) {
    return [`${request.id} was never answered`];
  }
  return shown.slice(1).flatMap((again, index) => {
    const before = shown[index];
    if (before === undefined || !couldBeCompleted(world, before, again)) return [];
    if (wasForgotten(world, before, again)) return [];
    // What is refused as one too many is not stored, or it would cost what an answer costs.
    const isUnstored = ({ reply, at }: Shown): boolean =>
      reply.title === BUSY && !storeWorked(world, sentAt, at);
    if (isUnstored(before) || isUnstored(again)) return [];
    // A request that cannot be read any more cannot be known to be answered either.
    if (wasLost(world, sentAt, again.at)) return [];
    return [`${request.id} was answered by life ${before.life} and again by life ${again.life}`];
  });
}

/** Whether the life that answered again could know what a life had answered. */
function couldBeCompleted(world: World, { life, at }: Shown, again: Shown): boolean {
  const end = world.ends.get(life);
  if (end !== undefined && end.at <= again.at) {
    // What is shown while it closes the store is shown again.
    if (end.orderly && end.at - at > 2 * CLOSES_MS && storeWorked(world, at, end.at)) return true;
    return end.at - at > WRITTEN_MS && hadGoodTime(world, at, end.at);
  }
  // While it lives it knows what it has answered, whatever the store does; others know what it
  // could write.
  return (
    again.life === life || storeWorked(world, at, again.at) || hadGoodTime(world, at, again.at)
  );
}

/**
 * Whether its row had expired by the time of day: a platform that got no receipt delivers the event
 * again.
 */
function wasForgotten({ timesSet }: World, before: Shown, again: Shown): boolean {
  const shiftAt = (at: number): number => timesSet.findLast((set) => set.at <= at)?.shiftMs ?? 0;
  return again.at - before.at + shiftAt(again.at) - shiftAt(before.at) > ANSWERED_KEPT_MS;
}

/** What was sent for those alone who had taken back what they asked, as the store knew. */
function brokenStops(world: World): string[] {
  const { events } = world.platform;
  return events.flatMap(({ request, imeis, acknowledgedAt = Infinity, takenBackAt = 0 }) => {
    if (acknowledgedAt > takenBackAt) return [];
    const own = imeis.filter(
      (imei) => events.filter((event) => event.imeis.includes(imei)).length === 1,
    );
    const sent = world.service.arrivals.filter(
      ({ imei = '', at }) =>
        own.includes(imei) &&
        at > takenBackAt + ON_ITS_WAY_MS &&
        storeWorked(world, acknowledgedAt, at) &&
        !wasLost(world, acknowledgedAt, at),
    );
    return sent.map(({ imei }) => `${imei} was sent after ${request.id} was taken back`);
  });
}

function brokenLimits(world: World, limits: ServiceLimits): string[] {
  const { arrivals, mostAtOnce } = world.service;
  const inWindow = mostWithin(
    arrivals.map(({ at }) => at),
    limits.windowMs,
  );
  const isTooSoon = arrivals.some((arrival) => sentAgainTooSoon(world, arrival, limits));
  return [
    ...(inWindow > limits.perWindow ? [`${inWindow} arrivals in a window`] : []),
    ...(mostAtOnce() > limits.concurrent ? [`${mostAtOnce()} requests at once`] : []),
    ...(isTooSoon ? ['the service got a request right after it had refused one'] : []),
  ];
}

/**
 * After a 429 no check is sent for a window, and one status at most, which has to tell why; after
 * another refusal none until the status allows it, or for a window if that was wrong.
 */
function sentAgainTooSoon(world: World, refusal: Arrival, { windowMs }: ServiceLimits): boolean {
  const { fate, outcome } = refusal;
  const { knownAt } = outcome;
  if (knownAt === undefined || (fate.kind !== 'refused' && fate.kind !== 'limited')) return false;
  const isPause = fate.kind === 'refused' && fate.httpStatus === 429;
  const until =
    isPause || wasAllowed(world, refusal)
      ? knownAt + windowMs - ON_ITS_WAY_MS
      : Number.POSITIVE_INFINITY;
  const later = world.service.arrivals.filter(
    (next) => next.at > knownAt && next.at < until && knewOf(world, refusal, next),
  );
  const statuses = later.filter(({ imei }) => imei === undefined);
  if (isPause && statuses.length > 1) return true;
  return later.some(
    (next) =>
      next.imei !== undefined &&
      next.at > knownAt + ON_ITS_WAY_MS &&
      (isPause || !isSuperseded(world, refusal, next)),
  );
}

/**
 * Whether the status had ended an earlier refusal in this life: from then on a check may be the
 * trial.
 */
function wasAllowed(
  { service: { arrivals } }: World,
  { life, outcome: { knownAt = 0 } }: Arrival,
): boolean {
  const first = arrivals.findIndex(
    ({ fate }) => fate.kind === 'refused' || fate.kind === 'limited',
  );
  const statuses = arrivals
    .slice(first)
    .filter((one) => one.imei === undefined && one.life === life);
  return statuses.some(({ outcome: { answeredAt = knownAt } }) => answeredAt < knownAt);
}

/**
 * Whether the life that asked next was the one that was refused, or began after that was written
 * down.
 */
function knewOf(world: World, { life, outcome: { knownAt = 0 } }: Arrival, next: Arrival): boolean {
  if (next.life === life) return true;
  const startedAt = world.starts.get(next.life) ?? 0;
  return (
    startedAt > knownAt + TOLD_MS &&
    wasThere(world, life, knownAt, knownAt + TOLD_MS) &&
    storeWorked(world, knownAt, startedAt + TOLD_MS) &&
    !wasLost(world, knownAt, next.at) &&
    world.timesSet.length === 0
  );
}

/**
 * Whether something came between that says more than the refusal: the status, or another failure.
 */
function isSuperseded({ service }: World, refusal: Arrival, next: Arrival): boolean {
  const { knownAt = 0 } = refusal.outcome;
  return service.arrivals.some(({ imei, fate, outcome, at }) =>
    imei === undefined
      ? (at > knownAt && at < next.at) || isCrossedBy(refusal, outcome, next)
      : fate.kind !== 'answer' && (outcome.knownAt ?? 0) > knownAt && at < next.at,
  );
}

/**
 * Whether the status itself was refused, while another status call was running whose good answer
 * arrived later.
 */
function isCrossedBy(refusal: Arrival, { answeredAt = 0 }: Outcome, next: Arrival): boolean {
  const { knownAt = 0 } = refusal.outcome;
  return refusal.imei === undefined && answeredAt > knownAt && answeredAt < next.at;
}

/**
 * So long before a check is sent its answer is looked up, on a store that may take its time to
 * fail.
 */
const LOOKED_UP_MS = 10_000;
/** After so long a request without an answer is given up. */
const LONGEST_MS = 15_000;
/**
 * Requests that arrive this long before the result of a request is known wait for it; later ones
 * may try again.
 */
const WAITS_MS = 1_000;

/**
 * What was broken of the promise that nothing is paid twice, and nothing that was paid is thrown
 * away.
 */
function brokenPayments(world: World): string[] {
  const imeis = new Set(world.service.arrivals.flatMap(({ imei }) => imei ?? []));
  return [...imeis].flatMap((imei) => [
    ...paidAgain(world, imei),
    ...sentTwiceAtOnce(world, imei),
    ...sentAgainForThoseWhoWaited(world, imei),
  ]);
}

/**
 * An IMEI is paid again only where nobody can know what became of it: its process died on the way,
 * or could not write; or where another request asks for it after a doubt.
 */
function paidAgain(world: World, imei: string): string[] {
  const arrivals = world.service.arrivals.filter(
    (arrival) => arrival.imei === imei && arrival.paid,
  );
  const known = arrivals.find((arrival) => isKnown(world, arrival));
  const knownAt = known?.outcome.answeredAt ?? Number.POSITIVE_INFINITY;
  const after = arrivals.filter(
    (arrival) => arrival.at > knownAt && !wasLost(world, knownAt, arrival.at),
  );
  const asked = world.platform.events.filter(({ imeis }) => imeis.includes(imei)).length;
  // What was lost cannot be read, so each loss may have one more paid.
  const lost =
    arrivals.filter((arrival) => !isWritten(world, arrival)).length + world.losses.length;
  return [
    ...(after.length > 0 ? [`${imei} was paid again although its answer was known`] : []),
    ...(arrivals.length > asked + lost
      ? [`${imei} was paid ${arrivals.length} times for ${asked} requests`]
      : []),
  ];
}

/** An answer that its process had in its hands, and had time to write. */
function isKnown(world: World, arrival: Arrival): boolean {
  return arrival.outcome.answeredAt !== undefined && isWritten(world, arrival);
}

/** Whether the life that sent it lived to write down what came of it. */
function isWritten(world: World, arrival: Arrival): boolean {
  const { life, at, outcome } = arrival;
  const end = world.ends.get(life);
  const since = outcome.knownAt ?? at + LONGEST_MS;
  if (end === undefined) return true;
  if (end.orderly && since <= end.at && storeWorked(world, at, end.at)) return true;
  return end.at - since > WRITTEN_MS && hadGoodTime(world, since, end.at);
}

/**
 * While a request for an IMEI is running, nobody sends another: requests that arrive meanwhile wait
 * for it.
 */
function sentTwiceAtOnce(world: World, imei: string): string[] {
  const arrivals = world.service.arrivals.filter((arrival) => arrival.imei === imei);
  const isOneTooMany = (first: Arrival, again: Arrival): boolean =>
    first !== again &&
    first.at <= again.at &&
    again.at < (first.outcome.knownAt ?? first.at) &&
    storeWorked(world, first.at - LOOKED_UP_MS, again.at) &&
    !wasLost(world, first.at - LOOKED_UP_MS, again.at) &&
    [first, again].every(({ life }) => wasThere(world, life, first.at, again.at));
  return arrivals.some((first) => arrivals.some((again) => isOneTooMany(first, again)))
    ? [`${imei} was sent while it was under way`]
    : [];
}

/**
 * A failure that may have been paid belongs to all who waited, wherever they did: only who asks
 * after it may try again.
 */
function sentAgainForThoseWhoWaited(world: World, imei: string): string[] {
  const { service, platform } = world;
  const arrivals = service.arrivals.filter((arrival) => arrival.imei === imei && arrival.paid);
  const asking = platform.events.filter(({ imeis }) => imeis.includes(imei));
  // Of a list, nobody sees from outside when its turn has come.
  if (asking.some(({ imeis }) => imeis.length > 1)) return [];
  return arrivals.some((doubt) =>
    arrivals.some((again) => isForWhoWaited(world, doubt, again, asking)),
  )
    ? [`${imei} was sent again for somebody who had waited for it`]
    : [];
}

function isForWhoWaited(
  world: World,
  doubt: Arrival,
  again: Arrival,
  asking: readonly Event[],
): boolean {
  const { knownAt, answeredAt } = doubt.outcome;
  if (knownAt === undefined || answeredAt !== undefined || again.at <= knownAt) return false;
  const from = doubt.at - LONGEST_MS;
  return (
    storeWorked(world, from, again.at) &&
    !wasLost(world, from, again.at) &&
    [doubt, again].every(({ life }) => wasThere(world, life, doubt.at - WAITS_MS, again.at)) &&
    // Another life has the time of day alone to know what was asked before the failure.
    world.timesSet.length === 0 &&
    asking.every(({ sentAt }) => sentAt < knownAt - WAITS_MS || sentAt > again.at)
  );
}
