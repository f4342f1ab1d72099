import type { Event, Shown } from './platform.ts';
import type { Arrival } from './service.ts';
import { secretChanged, storeWorked, type World } from './world.ts';

/** After so long on a store that works, all that a process had to write is written. */
const WRITTEN_MS = 5_000;

/** What a run has broken of the two promises, in words; none is the only good outcome. */
export function brokenPromises(world: World, limits: { concurrent: number; perWindow: number }): string[] {
  return [
    ...brokenLimits(world, limits),
    ...world.platform.events.flatMap((event) => brokenAnswer(world, event)),
    ...[...new Set(world.service.arrivals.flatMap(({ imei }) => imei ?? []))].flatMap((imei) =>
      paidAgain(world, imei),
    ),
  ];
}

function brokenLimits({ service }: World, limits: { concurrent: number; perWindow: number }): string[] {
  const inWindow = service.mostInWindow();
  const atOnce = service.mostAtOnce();
  return [
    ...(inWindow > limits.perWindow ? [`${inWindow} arrivals in a window`] : []),
    ...(atOnce > limits.concurrent ? [`${atOnce} requests at once`] : []),
  ];
}

/** Accepted: answered. Answered: once, but where a process ended before it could be struck out. */
function brokenAnswer(world: World, { request, sentAt, shown }: Event): string[] {
  if (shown.length === 0) {
    // What was sealed with a secret that is gone is gone.
    return secretChanged(world, sentAt, world.time.now()) ? [] : [`${request.id} was never answered`];
  }
  return shown.slice(1).flatMap((again, index) => {
    const before = shown[index];
    return before !== undefined &&
      couldBeStruckOut(world, before.life, before.at) &&
      !hasJustThawed(world, again) &&
      // Whose journal cannot be read any more cannot be known to be answered either.
      !secretChanged(world, sentAt, again.at)
      ? [`${request.id} was answered by life ${before.life} and again by life ${again.life}`]
      : [];
  });
}

/** A process that stood still between its last look at the store and the platform cannot know what happened meanwhile. */
function hasJustThawed({ freezes }: World, { life, at }: Shown): boolean {
  return freezes.some((freeze) => freeze.life === life && freeze.to <= at && at - freeze.to < JUST_MS);
}
const JUST_MS = 100;

/** Whether a life had the time, and a store that works, to write down what it did at that moment. */
function couldBeStruckOut(world: World, life: number, at: number): boolean {
  const end = world.ends.get(life);
  if (end?.orderly) return storeWorked(world, at, end.at);
  // While it lives it knows what it has answered, whatever the store does.
  return end === undefined || (end.at - at > WRITTEN_MS && hadGoodTime(world, at, end.at));
}

/** Whether the store worked for long enough at some time between. */
function hadGoodTime({ storeTroubles }: World, from: number, to: number): boolean {
  let good = from;
  for (const trouble of [...storeTroubles].sort((one, other) => one.from - other.from)) {
    if (trouble.from - good > WRITTEN_MS) return true;
    good = Math.max(good, trouble.to + HEALS_MS);
  }
  return to - good > WRITTEN_MS;
}

/** A process finds out within so long that the store works again. */
const HEALS_MS = 5_000;

/**
 * An IMEI is paid again only where nobody can know what became of it: its process died on the way, or could not write; or
 * where another request asks for it after a doubt.
 */
function paidAgain(world: World, imei: string): string[] {
  const arrivals = world.service.arrivals.filter((arrival) => arrival.imei === imei && arrival.paid);
  const known = arrivals.findIndex((arrival) => isKnown(world, arrival));
  const knownAt = arrivals[known]?.answeredAt ?? Number.POSITIVE_INFINITY;
  const after = arrivals.filter(({ at }) => at > knownAt && !secretChanged(world, knownAt, at));
  const asked = world.platform.events.filter(({ imeis }) => imeis.includes(imei)).length;
  // What was sealed with an older secret cannot be read, so each new one may pay once more.
  const lost = arrivals.filter((arrival) => !isWritten(world, arrival)).length + world.secretChanges.length;
  return [
    ...(after.length > 0 ? [`${imei} was paid again although its answer was known`] : []),
    ...(arrivals.length > asked + lost
      ? [`${imei} was paid ${arrivals.length} times for ${asked} requests`]
      : []),
  ];
}

/** An answer that its process had in its hands, and had time to write. */
function isKnown(world: World, arrival: Arrival): boolean {
  return arrival.answeredAt !== undefined && isWritten(world, arrival);
}

/** Whether the life that sent it lived to write down what came of it. */
function isWritten(world: World, { life, at, answeredAt }: Arrival): boolean {
  const end = world.ends.get(life);
  const since = answeredAt ?? at + LONGEST_MS;
  if (wasTakenForGone(world, life, { from: at - LONGEST_MS, to: since + WRITTEN_MS })) return false;
  if (end === undefined) return true;
  if (end.orderly) return since <= end.at && storeWorked(world, at, end.at);
  return end.at - since > WRITTEN_MS && hadGoodTime(world, since, end.at);
}

/** Whether it stood still so long meanwhile that others may have gone on with what it had to do. */
function wasTakenForGone(
  { freezes }: World,
  life: number,
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  return freezes.some(
    (freeze) =>
      freeze.life === life && freeze.to - freeze.from >= GONE_MS && freeze.from <= to && freeze.to >= from,
  );
}
/** A little less than what members wait for each other. */
const GONE_MS = 14_000;

/** After so long a request without an answer is given up. */
const LONGEST_MS = 15_000;
