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
/** An answered request is remembered for so long, less a little. */
const ANSWERED_KEPT_MS = 47 * 3_600_000;

/** What was broken of the promise that nothing accepted is lost, and each is answered once, in time or not at all. */
export function brokenAnswers(world: World): string[] {
  return world.platform.events.flatMap((event) => brokenAnswer(world, event));
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
