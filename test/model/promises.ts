import { brokenAnswers } from './answered.ts';
import { wasThere } from './history.ts';
import { brokenPayments } from './paid.ts';
import type { Arrival, Outcome } from './service.ts';
import { storeWorked, type World, wasLost } from './world.ts';

interface Limits {
  readonly concurrent: number;
  readonly perWindow: number;
  readonly windowMs: number;
}

/** What left before its process knew better arrives within so long. */
const ON_ITS_WAY_MS = 500;
/** After so long, what a process has learned stands in the store. */
const TOLD_MS = 2_000;

/** What a run has broken of the two promises, in words; none is the only good outcome. */
export function brokenPromises(world: World, limits: Limits): string[] {
  return [...brokenLimits(world, limits), ...brokenAnswers(world), ...brokenPayments(world)];
}

function brokenLimits(world: World, limits: Limits): string[] {
  const { arrivals, mostInWindow, mostAtOnce } = world.service;
  const inWindow = mostInWindow();
  const atOnce = mostAtOnce();
  return [
    ...(inWindow > limits.perWindow ? [`${inWindow} arrivals in a window`] : []),
    ...(atOnce > limits.concurrent ? [`${atOnce} requests at once`] : []),
    ...(arrivals.some((arrival) => askedAgainTooSoon(world, arrival, limits))
      ? ['the service was asked again right after it had refused']
      : []),
  ];
}

/** Whoever was told to ask less asks nothing for a window; whoever was refused checks nothing until the status allows it. */
function askedAgainTooSoon(world: World, refusal: Arrival, { windowMs }: Limits): boolean {
  const { fate, outcome } = refusal;
  const { knownAt } = outcome;
  if (knownAt === undefined || (fate.kind !== 'refused' && fate.kind !== 'limited')) return false;
  const isPause = fate.kind === 'refused' && fate.httpStatus === 429;
  return world.service.arrivals.some(
    (next) =>
      next.at > knownAt + ON_ITS_WAY_MS &&
      knewOf(world, refusal, next) &&
      (isPause
        ? next.at < knownAt + windowMs - ON_ITS_WAY_MS
        : next.imei !== undefined && !isSuperseded(world, refusal, next)),
  );
}

/** Whether the life that asked next was the one that was refused, or began after that was written down. */
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

/** Whether something came between that says more than the refusal: the status, or another failure. */
function isSuperseded({ service }: World, refusal: Arrival, next: Arrival): boolean {
  const { knownAt = 0 } = refusal.outcome;
  return service.arrivals.some(({ imei, fate, outcome, at }) =>
    imei === undefined
      ? (at > knownAt && at < next.at) || isCrossedBy(refusal, outcome, next)
      : fate.kind !== 'answer' && (outcome.knownAt ?? 0) > knownAt && at < next.at,
  );
}

/** Whether the status itself was refused, while another one was under way whose good answer was heard later. */
function isCrossedBy(refusal: Arrival, { answeredAt = 0 }: Outcome, next: Arrival): boolean {
  const { knownAt = 0 } = refusal.outcome;
  return refusal.imei === undefined && answeredAt > knownAt && answeredAt < next.at;
}
