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

/** The longest time until a request that has left arrives. */
const ON_ITS_WAY_MS = 500;
/** The longest time until a process has stored what it learned. */
const TOLD_MS = 2_000;

/** Describes each breach of the two promises in a run. A good run has none. */
export function brokenPromises(world: World, limits: ServiceLimits): string[] {
  return [
    ...brokenLimits(world, limits),
    ...brokenAnswers(world),
    ...brokenPayments(world),
    ...brokenStops(world),
  ];
}

/** The longest pause before a failed reply is shown again, plus the time of that try. */
const LAST_PAUSE_MS = 11 * 60_000;
/** How long an answered request is remembered, with some margin. */
const ANSWERED_KEPT_MS = 47 * 3_600_000;

/**
 * Breaches of the promise: each accepted request is answered once and in time, unless it is
 * excused (see {@link isExcused}).
 */
function brokenAnswers(world: World): string[] {
  return world.platform.events.flatMap((event) => brokenAnswer(world, event));
}

/**
 * Whether a request may stay unanswered: the bot refused it, the store was replaced, or the
 * platform was down in its time.
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

/** An accepted request is answered, and only once unless the first process could not store that. */
function brokenAnswer(world: World, event: Event): string[] {
  const { request, sentAt, shown } = event;
  if (shown.every(({ at }) => at > world.settledAt) && !isExcused(world, event)) {
    return [`${request.id} was never answered`];
  }
  return shown.slice(1).flatMap((again, index) => {
    const before = shown[index];
    if (before === undefined || !couldBeCompleted(world, before, again)) return [];
    if (wasForgotten(world, before, again)) return [];
    // A request over the limit of open requests is refused without a row, which costs less.
    const isUnstored = ({ reply, at }: Shown): boolean =>
      reply.title === BUSY && !storeWorked(world, sentAt, at);
    if (isUnstored(before) || isUnstored(again)) return [];
    // The new store does not know that the request was answered.
    if (wasLost(world, sentAt, again.at)) return [];
    return [`${request.id} was answered by life ${before.life} and again by life ${again.life}`];
  });
}

/** Whether the life that answered again could know about the first answer. */
function couldBeCompleted(world: World, { life, at }: Shown, again: Shown): boolean {
  const end = world.ends.get(life);
  if (end !== undefined && end.at <= again.at) {
    // A state that is shown while the store closes may be shown again.
    if (end.orderly && end.at - at > 2 * CLOSES_MS && storeWorked(world, at, end.at)) return true;
    return end.at - at > WRITTEN_MS && hadGoodTime(world, at, end.at);
  }
  // A life knows its own answers without the store. Other lives know only the stored ones.
  return (
    again.life === life || storeWorked(world, at, again.at) || hadGoodTime(world, at, again.at)
  );
}

/**
 * Whether the row of the event may have expired, since the time of day was set. A platform without
 * a receipt delivers the event again.
 */
function wasForgotten({ timesSet }: World, before: Shown, again: Shown): boolean {
  const shiftAt = (at: number): number => timesSet.findLast((set) => set.at <= at)?.shiftMs ?? 0;
  return again.at - before.at + shiftAt(again.at) - shiftAt(before.at) > ANSWERED_KEPT_MS;
}

/** Checks that were sent although everybody who asked for them had taken that back in the store. */
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
 * Rule after a 429: no check for a window, and at most one status call, which must explain the 429.
 * Rule after another refusal: no check until the status allows one, or for a window if the status
 * was wrong.
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

/** Whether the status ended an earlier refusal in this life, so that a trial check may be sent. */
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
 * Whether the life that sent the next request was the refused one, or started after the refusal was
 * stored.
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

/** Whether the status or another failure replaced the refusal before the next request. */
function isSuperseded({ service }: World, refusal: Arrival, next: Arrival): boolean {
  const { knownAt = 0 } = refusal.outcome;
  return service.arrivals.some(({ imei, fate, outcome, at }) =>
    imei === undefined
      ? (at > knownAt && at < next.at) || isCrossedBy(refusal, outcome, next)
      : fate.kind !== 'answer' && (outcome.knownAt ?? 0) > knownAt && at < next.at,
  );
}

/** Whether a status call was refused while another one ran, whose good answer arrived later. */
function isCrossedBy(refusal: Arrival, { answeredAt = 0 }: Outcome, next: Arrival): boolean {
  const { knownAt = 0 } = refusal.outcome;
  return refusal.imei === undefined && answeredAt > knownAt && answeredAt < next.at;
}

/** The longest time between the lookup of a saved answer and the send: a store may fail slowly. */
const LOOKED_UP_MS = 10_000;
/** The time after which a request without an answer is given up. */
const LONGEST_MS = 15_000;
/**
 * Requests that arrive this long before the result of a request is known wait for it; later ones
 * may try again.
 */
const WAITS_MS = 1_000;

/** Breaches of the promise: no IMEI is paid twice, and no paid answer is thrown away. */
function brokenPayments(world: World): string[] {
  const imeis = new Set(world.service.arrivals.flatMap(({ imei }) => imei ?? []));
  return [...imeis].flatMap((imei) => [
    ...paidAgain(world, imei),
    ...sentTwiceAtOnce(world, imei),
    ...sentAgainForThoseWhoWaited(world, imei),
  ]);
}

/**
 * An IMEI is paid again only if its first result is unknown (the process died or could not write),
 * or if a person asks again after a doubt.
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
  // A new store has no answers, so each loss may cost one more payment.
  const lost =
    arrivals.filter((arrival) => !isWritten(world, arrival)).length + world.losses.length;
  return [
    ...(after.length > 0 ? [`${imei} was paid again although its answer was known`] : []),
    ...(arrivals.length > asked + lost
      ? [`${imei} was paid ${arrivals.length} times for ${asked} requests`]
      : []),
  ];
}

/** Whether the process received the answer, and had time to store it. */
function isKnown(world: World, arrival: Arrival): boolean {
  return arrival.outcome.answeredAt !== undefined && isWritten(world, arrival);
}

/** Whether the life that sent the request lived long enough to store its result. */
function isWritten(world: World, arrival: Arrival): boolean {
  const { life, at, outcome } = arrival;
  const end = world.ends.get(life);
  const since = outcome.knownAt ?? at + LONGEST_MS;
  if (end === undefined) return true;
  if (end.orderly && since <= end.at && storeWorked(world, at, end.at)) return true;
  return end.at - since > WRITTEN_MS && hadGoodTime(world, since, end.at);
}

/** Rule: while a check of an IMEI runs, no second one is sent. Other requests for the IMEI wait. */
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
 * Rule: a failure that may have been paid counts for everybody who waited. Only a request that
 * arrives after the failure may try again.
 */
function sentAgainForThoseWhoWaited(world: World, imei: string): string[] {
  const { service, platform } = world;
  const arrivals = service.arrivals.filter((arrival) => arrival.imei === imei && arrival.paid);
  const asking = platform.events.filter(({ imeis }) => imeis.includes(imei));
  // The model cannot see when a number of a list has its turn.
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
    // Another life can only compare by the time of day what was asked before the failure.
    world.timesSet.length === 0 &&
    asking.every(({ sentAt }) => sentAt < knownAt - WAITS_MS || sentAt > again.at)
  );
}
