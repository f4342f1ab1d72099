import { lastOf, type QueueForecast } from './forecast.ts';
import type { JobQueue, Standing } from './queue.ts';

/** Where a check stands in the queue. */
export interface Wait {
  /** 1 is next. */
  readonly position: number;
  /** Until it is sent, in milliseconds. */
  readonly startsInMs: number;
  /**
   * Why nothing is sent at present. `store`: the store is unreachable, and nothing is sent without it; `startsInMs` means
   * nothing then. `start`: this process does not know what was sent before it started, and waits until none of that can hold
   * a slot any more.
   */
  readonly held?: 'store' | 'start';
}

/** Hears where it stands in the queue. */
export interface Listener {
  readonly onWait: ((wait: Wait) => void) | undefined;
  /** The position that it was told last; undefined before that, and where the times of all have changed since. */
  told?: number | undefined;
  /** Why nothing was sent when it was told that. */
  toldHeld?: Wait['held'];
  /** Its position when it joined. */
  joinedAt?: number;
}

/** This many at the head of the queue hear of every change. */
const NEAR = 25;
/** Of those who join far behind, so many are told in one turn of the event loop: with all of a long list it would stand still. */
const AT_ONCE = 2_000;

/** Tells everybody in the queue where they stand. */
export interface Announcer {
  /** A listener has joined the queue, behind all others of its priority, person and list. */
  joined(listener: Listener, as: Standing): void;
  /** Tells those whose position has changed, once for many changes in a row; those far behind less often. */
  update(): void;
  /** Tells everybody anew, since their times have changed. */
  updateAll(): void;
}

export interface AnnouncerNeeds {
  readonly forecastNow: () => QueueForecast;
  /** Why nothing is sent at present; undefined if only the limit holds it back. */
  readonly held: () => Wait['held'];
}

export function createAnnouncer(queue: JobQueue<Listener>, { forecastNow, held }: AnnouncerNeeds): Announcer {
  let due = false;
  /** Changes since the whole queue was told. */
  let changes = 0;
  let newcomers: Listener[] = [];
  /** Those of earlier turns whose turn to be told has not come, foremost first. */
  let untold: Listener[] = [];
  /** Whether they are told in the next turn. */
  let isTelling = false;

  /** A long queue is told as a whole once it has moved by a part of its length, so that a change costs the same in any queue. */
  const mostToTell = (): number => {
    changes += 1;
    if (changes < queue.length / NEAR) return NEAR;
    changes = 0;
    return queue.length;
  };
  const tellFirst = (most: number): void => {
    const forecast = forecastNow();
    const cause = held();
    let position = 0;
    for (const { item, priority } of queue.inOrder(most)) {
      position += 1;
      tell(item, { position, inMs: forecast.next(priority), cause });
    }
  };
  const tellNewcomers = (): void => {
    const isUntold = (listener: Listener): boolean =>
      listener.told === undefined && positionOf(listener) > NEAR && queue.has(listener);
    const far = [...untold, ...newcomers].filter(isUntold);
    far.sort((one, other) => positionOf(one) - positionOf(other));
    newcomers = [];
    untold = far.splice(AT_ONCE);
    isTelling = untold.length > 0;
    if (isTelling) setImmediate(tellNewcomers);
    if (far.length === 0) return;
    const singles = queue.singleLength;
    // Of many who join at once, the queue is played through a single time, from one of them to the next.
    const forecast = forecastNow();
    const cause = held();
    let played = { singles: 0, batches: 0 };
    let inMs = 0;
    for (const listener of far) {
      const position = positionOf(listener);
      const ahead = { singles: Math.min(position, singles), batches: Math.max(position - singles, 0) };
      const more = { singles: ahead.singles - played.singles, batches: ahead.batches - played.batches };
      if (more.singles + more.batches > 0) inMs = lastOf(forecast, more);
      played = ahead;
      tell(listener, { position, inMs, cause });
    }
  };
  const update = (): void => {
    if (due || queue.length === 0) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      tellFirst(mostToTell());
      if (!isTelling && newcomers.length > 0) tellNewcomers();
    });
  };
  return {
    joined: (listener, as) => {
      // `tellFirst` reaches everybody in a shorter queue.
      if (queue.length <= NEAR) return;
      listener.joinedAt = queue.lastPosition(as);
      newcomers.push(listener);
    },
    update,
    updateAll: () => {
      for (const { item } of queue.inOrder()) item.told = undefined;
      changes = queue.length;
      update();
    },
  };
}

function positionOf({ joinedAt = 0 }: Listener): number {
  return joinedAt;
}

function tell(
  listener: Listener,
  { position, inMs, cause }: { position: number; inMs: number; cause: Wait['held'] },
): void {
  const startsInMs = Math.round(inMs);
  const goesAtOnce = startsInMs === 0 && cause === undefined;
  if (goesAtOnce || (listener.told === position && listener.toldHeld === cause)) return;
  listener.told = position;
  listener.toldHeld = cause;
  listener.onWait?.({ position, startsInMs, ...(cause !== undefined && { held: cause }) });
}
