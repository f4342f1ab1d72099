import { storeWorked, type World } from './world.ts';

/** After so long on a store that works, all that a process had to write is written. */
export const WRITTEN_MS = 5_000;
/** An answer is completed within so long after the last state of its reply that was under way. */
const STRUCK_OUT_MS = 100;
/** A process finds out within so long that the store works again. */
const HEALS_MS = 5_000;

/** A life showed an answer. */
interface Answering {
  readonly life: number;
  readonly at: number;
}

/** Whether the life that answered again could know what a life had answered. */
export function couldBeStruckOut(world: World, { life, at }: Answering, again: Answering): boolean {
  const end = world.ends.get(life);
  if (end !== undefined && end.at <= again.at) {
    if (end.orderly && storeWorked(world, at, end.at)) return true;
    return end.at - at > WRITTEN_MS && hadGoodTime(world, at, end.at, life);
  }
  // While it lives it knows what it has answered, whatever the store does; others know what it could write down.
  return (
    again.life === life ||
    (storeWorked(world, at, again.at) && !fellStillBeforeStruckOut(world, { life, at })) ||
    hadGoodTime(world, at, again.at, life)
  );
}

/** Whether a life fell still right after its answer: what was under way before it may take a slow platform longer. */
function fellStillBeforeStruckOut({ freezes, platform }: World, { life, at }: Answering): boolean {
  return freezes.some(
    (freeze) =>
      freeze.life === life && freeze.from >= at && freeze.from <= at + platform.slowestMs + STRUCK_OUT_MS,
  );
}

/** Whether the store worked for long enough at some time between, and the life that was to write did not stand still. */
export function hadGoodTime(
  { storeTroubles, freezes }: World,
  from: number,
  to: number,
  life?: number,
): boolean {
  let good = from;
  const stills = freezes.filter((freeze) => freeze.life === life);
  for (const trouble of [...storeTroubles, ...stills].sort((one, other) => one.from - other.from)) {
    if (Math.min(trouble.from, to) - good > WRITTEN_MS) return true;
    good = Math.max(good, trouble.to + HEALS_MS);
  }
  return to - good > WRITTEN_MS;
}

/** Whether a life led its whole life between, and did not stand still. */
export function wasThere({ starts, ends, freezes }: World, life: number, from: number, to: number): boolean {
  return (
    (starts.get(life) ?? Number.POSITIVE_INFINITY) <= from &&
    (ends.get(life)?.at ?? Number.POSITIVE_INFINITY) >= to &&
    !freezes.some((freeze) => freeze.life === life && freeze.from <= to && freeze.to >= from)
  );
}

/** Whether the time of day was set in a span of true time. */
export function wasTimeSet({ timesSet }: World, from: number, to: number): boolean {
  return timesSet.some(({ at }) => at >= from && at <= to);
}
