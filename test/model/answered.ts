import {
  BUSY,
  type Event,
  hadGoodTime,
  type Shown,
  storeWorked,
  type World,
  WRITTEN_MS,
  wasLost,
  wasTimeSet,
} from './world.ts';

/** The longest pause before a reply that could not be shown is tried again, and as long as it takes to try. */
const LAST_PAUSE_MS = 11 * 60_000;
/** A life that begins when it is too late tries once more, and says so to a person who asks something new. */
const TRIES_TOO_LATE = 2;
/** So many requests of one person are open at once. */
const OPEN_PER_PERSON = 50;
/** An answered request is remembered for so long, less a little. */
const ANSWERED_KEPT_MS = 47 * 3_600_000;
/** A life stores what it gets within so long. */
const ACCEPTED_MS = 5_000;

/** What was broken of the promise that nothing accepted is lost, and each is answered once, in time or not at all. */
export function brokenAnswers(world: World): string[] {
  const { events } = world.platform;
  return [
    ...events.flatMap((event) => [...brokenAnswer(world, event), ...triedForEver(world, event)]),
    ...tooManyOpen(world),
  ];
}

/** Whether a request need not be answered: it was refused, it was lost with the store, or nothing could be shown in its time. */
export function isExcused(world: World, event: Event): boolean {
  const { platform, requestMaxAgeMs, time } = world;
  const { isRefused, sentAt } = event;
  const couldNotBeShown = platform.downs.some(
    ({ to }) =>
      to >= sentAt &&
      (to + LAST_PAUSE_MS - sentAt > requestMaxAgeMs || wasTimeSet(world, sentAt, to + LAST_PAUSE_MS)),
  );
  return isRefused || couldNotBeShown || wasLost(world, sentAt, time.now());
}

/** Accepted: answered. Answered: once, unless a process ended before it could be completed. */
function brokenAnswer(world: World, event: Event): string[] {
  const { request, sentAt, shown } = event;
  if (shown.every(({ at }) => at > world.settledAt) && !isExcused(world, event))
    return [`${request.id} was never answered`];
  return shown.slice(1).flatMap((again, index) => {
    const before = shown[index];
    return before !== undefined &&
      couldBeCompleted(world, before, again) &&
      !wasForgotten(world, before, again) &&
      // What is refused as one too many is not stored, or it would cost what an answer costs.
      ![before, again].some((one) => one.reply.title === BUSY && !storeWorked(world, sentAt, one.at)) &&
      // A request that cannot be read any more cannot be known to be answered either.
      !wasLost(world, sentAt, again.at)
      ? [`${request.id} was answered by life ${before.life} and again by life ${again.life}`]
      : [];
  });
}

/** Whether the life that answered again could know what a life had answered. */
function couldBeCompleted(world: World, { life, at }: Shown, again: Shown): boolean {
  const end = world.ends.get(life);
  if (end !== undefined && end.at <= again.at) {
    if (end.orderly && storeWorked(world, at, end.at)) return true;
    return end.at - at > WRITTEN_MS && hadGoodTime(world, at, end.at);
  }
  // While it lives it knows what it has answered, whatever the store does; others know what it could write.
  return again.life === life || storeWorked(world, at, again.at) || hadGoodTime(world, at, again.at);
}

/** Whether its row had expired by the time of day: a platform that got no receipt delivers the event again. */
function wasForgotten({ timesSet }: World, before: Shown, again: Shown): boolean {
  const shiftAt = (at: number): number => timesSet.findLast((set) => set.at <= at)?.shiftMs ?? 0;
  return again.at - before.at + shiftAt(again.at) - shiftAt(before.at) > ANSWERED_KEPT_MS;
}

/** A reply that cannot be shown is given up with its request. */
function triedForEver(world: World, event: Event): string[] {
  const { request, sentAt, tries, isDecided } = event;
  // What could not be stored is accepted again by the next life that gets it: nobody sees when that was.
  const isKnown = isDecided === true && storeWorked(world, sentAt, sentAt + ACCEPTED_MS);
  if (!isKnown || wasTimeSet(world, sentAt, world.time.now())) return [];
  const late = tries.filter(({ at }) => at - sentAt > world.requestMaxAgeMs + LAST_PAUSE_MS);
  const most = Math.max(...late.map(({ life }) => late.filter((other) => other.life === life).length), 0);
  return most > TRIES_TOO_LATE
    ? [`${request.id} was tried ${most} times by one life after it had grown too old`]
    : [];
}

/** Of what one life got and took, as long as it was not answered. */
function tooManyOpen({ platform, ends, timesSet, requestMaxAgeMs }: World): string[] {
  if (timesSet.length > 0) return [];
  const open = platform.events.flatMap((event) => {
    const { isRefused, isDecided, deliveredTo, request, shown, sentAt } = event;
    // A life that ends before it has decided has taken nothing.
    if (isRefused || deliveredTo === undefined || isDecided === undefined) return [];
    const { life, at } = deliveredTo;
    const to = Math.min(
      shown[0]?.at ?? Number.POSITIVE_INFINITY,
      ends.get(life)?.at ?? Number.POSITIVE_INFINITY,
      sentAt + requestMaxAgeMs,
    );
    return [{ at, to, of: `${life} ${request.requester}` }];
  });
  if (open.length <= OPEN_PER_PERSON) return [];
  const together = open.map(
    ({ at, of }) => open.filter((other) => other.of === of && other.at <= at && at < other.to).length,
  );
  const most = Math.max(...together);
  return most > OPEN_PER_PERSON ? [`${most} requests of one person were open at once`] : [];
}
