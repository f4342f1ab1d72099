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
  /** What it was told last; undefined before that. */
  told?: string | undefined;
}

/** This many at the head of the queue hear of every change. */
const NEAR = 25;

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
  let newcomers: { readonly listener: Listener; readonly position: number }[] = [];

  const waitAt = (position: number, inMs: number): Wait => {
    const cause = held();
    return { position, startsInMs: Math.round(inMs), ...(cause !== undefined && { held: cause }) };
  };
  /** A long queue is told as a whole once it has moved by a part of its length, so that a change costs the same in any queue. */
  const mostToTell = (): number => {
    changes += 1;
    if (changes < queue.length / NEAR) return NEAR;
    changes = 0;
    return queue.length;
  };
  const tellFirst = (most: number): void => {
    const forecast = forecastNow();
    let position = 0;
    for (const { item, priority } of queue.inOrder(most)) {
      position += 1;
      tell(item, waitAt(position, forecast.next(priority)));
    }
  };
  const tellNewcomers = (): void => {
    const singles = queue.length - queue.batchLength;
    const far = newcomers.filter(({ listener, position }) => listener.told === undefined && position > NEAR);
    newcomers = [];
    if (far.length === 0) return;
    // Of many who join at once, the queue is played through a single time, from one of them to the next.
    const forecast = forecastNow();
    let played = { singles: 0, batches: 0 };
    let inMs = 0;
    for (const { listener, position } of far.sort((one, other) => one.position - other.position)) {
      const ahead = { singles: Math.min(position, singles), batches: Math.max(position - singles, 0) };
      const more = { singles: ahead.singles - played.singles, batches: ahead.batches - played.batches };
      if (more.singles + more.batches > 0) inMs = lastOf(forecast, more);
      played = ahead;
      tell(listener, waitAt(position, inMs));
    }
  };
  const update = (): void => {
    if (due || queue.length === 0) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      tellFirst(mostToTell());
      tellNewcomers();
    });
  };
  return {
    joined: (listener, as) => {
      // `tellFirst` reaches everybody in a shorter queue.
      if (queue.length > NEAR) newcomers.push({ listener, position: queue.lastPosition(as) });
    },
    update,
    updateAll: () => {
      for (const { item } of queue.inOrder()) item.told = undefined;
      changes = queue.length;
      update();
    },
  };
}

function tell(listener: Listener, wait: Wait): void {
  const goesAtOnce = wait.startsInMs === 0 && wait.held === undefined;
  const news = `${wait.position} ${wait.held}`;
  if (goesAtOnce || listener.told === news) return;
  listener.told = news;
  listener.onWait?.(wait);
}
