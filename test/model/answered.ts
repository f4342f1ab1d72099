import { couldBeStruckOut, wasTimeSet } from './history.ts';
import { BUSY, type Event, type Shown } from './platform.ts';
import { storeWorked, type World, wasLost } from './world.ts';

/** The longest pause before a reply that could not be shown is tried again, and as long as it takes to try. */
const LAST_PAUSE_MS = 11 * 60_000;
/** A life that begins when it is too late tries once more, and whoever asks something new hears of it. */
const TRIES_TOO_LATE = 2;
/** So many requests of one person are open at once. */
const OPEN_PER_PERSON = 50;
/** An answered request is remembered for so long, less a little. */
const ANSWERED_KEPT_MS = 47 * 3_600_000;
/** What a life is told of is written down within so long. */
const ACCEPTED_MS = 5_000;
/** A process that stood still goes on within so long. */
const JUST_MS = 100;

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
  return (
    event.isRefused || wasLost(world, event.sentAt, world.time.now()) || couldNotBeShownInTime(world, event)
  );
}

function couldNotBeShownInTime(world: World, event: Event): boolean {
  const { platform, timesSet, requestMaxAgeMs } = world;
  return acceptancesOf(world, event).some((accepted) =>
    platform.downs.some(({ from, to }) => {
      const moments = [to, ...timesSet.map(({ at }) => at).filter((at) => at >= from && at <= to)];
      return moments.some(
        (at) =>
          at >= accepted.at &&
          at + LAST_PAUSE_MS + shiftAt(world, at) - accepted.at - accepted.shiftMs > requestMaxAgeMs,
      );
    }),
  );
}

/** Accepted: answered. Answered: once, but where a process ended before it could be completed. */
function brokenAnswer(world: World, event: Event): string[] {
  const { request, sentAt, shown } = event;
  if (shown.every(({ at }) => at > world.settledAt) && !isExcused(world, event))
    return [`${request.id} was never answered`];
  return shown.slice(1).flatMap((again, index) => {
    const before = shown[index];
    return before !== undefined &&
      couldBeStruckOut(world, before, again) &&
      !hasJustThawed(world, again) &&
      !wasForgotten(world, before, again) &&
      !wasRefusedUnseen(world, event, [before, again]) &&
      // Whose journal cannot be read any more cannot be known to be answered either.
      !wasLost(world, sentAt, again.at)
      ? [`${request.id} was answered by life ${before.life} and again by life ${again.life}`]
      : [];
  });
}

/**
 * What is refused as one too many is not written down, or it would cost what an answer costs. So where a store that stalls carries
 * out the row of a killed process only after the next one has refused, it is answered as well.
 */
function wasRefusedUnseen(world: World, { sentAt }: Event, both: readonly Shown[]): boolean {
  return both.some(({ reply, at }) => reply.title === BUSY && !storeWorked(world, sentAt, at));
}

/** Whether its row had expired by the time of day: a platform that was told nothing delivers the event again. */
function wasForgotten(world: World, before: Shown, again: Shown): boolean {
  const passedMs = again.at - before.at + shiftAt(world, again.at) - shiftAt(world, before.at);
  return passedMs > ANSWERED_KEPT_MS;
}

type TimeSet = World['timesSet'][number];

/**
 * When an event may have been accepted, and how far the time of day was off: as it came, or right after the time of day was set
 * before a life said that it was written down.
 */
function acceptancesOf({ timesSet }: World, { sentAt, acknowledgedAt }: Event): readonly TimeSet[] {
  const before = timesSet.findLast(({ at }) => at < sentAt)?.shiftMs ?? 0;
  const writtenAt = acknowledgedAt ?? Number.POSITIVE_INFINITY;
  return [{ at: sentAt, shiftMs: before }, ...timesSet.filter(({ at }) => at >= sentAt && at <= writtenAt)];
}

/** How far the time of day was from the truth. */
function shiftAt({ timesSet }: World, at: number): number {
  return timesSet.findLast((set) => set.at <= at)?.shiftMs ?? 0;
}

/** A process that stood still between its last look at the store and the platform cannot know what happened meanwhile. */
function hasJustThawed({ freezes, platform }: World, { life, at }: Shown): boolean {
  return freezes.some(
    (freeze) => freeze.life === life && freeze.to <= at && at - freeze.to < JUST_MS + platform.slowestMs,
  );
}

/**
 * A life that ended before it had decided accepted nothing, and what could not be written is accepted anew by the next life that
 * is told of it: nobody sees when that was.
 */
function isAcceptanceKnown(world: World, { sentAt, isDecided }: Event): boolean {
  return isDecided === true && storeWorked(world, sentAt, sentAt + ACCEPTED_MS);
}

/** A reply that cannot be shown is given up with its request. */
function triedForEver(world: World, event: Event): string[] {
  const { request, sentAt, tries } = event;
  if (!isAcceptanceKnown(world, event)) return [];
  const late = tries.filter(({ at }) => at - sentAt > world.requestMaxAgeMs + LAST_PAUSE_MS);
  const most = Math.max(...late.map(({ life }) => late.filter((other) => other.life === life).length), 0);
  return most > TRIES_TOO_LATE && !wasTimeSet(world, sentAt, world.time.now())
    ? [`${request.id} was tried ${most} times by one life after it had grown too old`]
    : [];
}

/** Of what one life was told of and took, as long as it was not answered. */
function tooManyOpen(world: World): string[] {
  const {
    platform: { events },
    ends,
  } = world;
  const open = events.flatMap((event) => {
    const { isRefused, isDecided, toldTo, request, shown } = event;
    // A life that ends before it has decided has taken nothing.
    if (isRefused || toldTo === undefined || isDecided === undefined) return [];
    const end = Math.min(
      ends.get(toldTo.life)?.at ?? Number.POSITIVE_INFINITY,
      ...acceptancesOf(world, event).map((accepted) => givenUpFrom(world, accepted)),
    );
    return [{ ...toldTo, to: Math.min(shown[0]?.at ?? end, end), of: `${toldTo.life} ${request.requester}` }];
  });
  if (open.length <= OPEN_PER_PERSON) return [];
  const most = Math.max(
    ...open.map(
      ({ at, of }) => open.filter((other) => other.of === of && other.at <= at && at < other.to).length,
    ),
  );
  return most > OPEN_PER_PERSON ? [`${most} requests of one person were open at once`] : [];
}

/** What has grown too old by the time of day is given up, and open no more. */
function givenUpFrom({ timesSet, requestMaxAgeMs }: World, accepted: TimeSet): number {
  const spans = [accepted, ...timesSet.filter(({ at }) => at >= accepted.at)];
  const moments = spans.flatMap(({ at, shiftMs }, index) => {
    const from = Math.max(at, accepted.at + requestMaxAgeMs - shiftMs + accepted.shiftMs);
    const to = spans[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    return from <= to ? [from] : [];
  });
  return moments[0] ?? Number.POSITIVE_INFINITY;
}
