import { lastOf, type QueueForecast } from './forecast.ts';
import type { JobQueue, Standing } from './queue.ts';

/** A check's place in the waiting line. */
export interface Wait {
  /** 1 is next. */
  readonly position: number;
  /** Until it is sent, in milliseconds. */
  readonly startsInMs: number;
  /**
   * `store`: it cannot be reached, and nothing is sent without it; the time above says nothing then. `start`: the process
   * has begun without knowing what was sent before, and waits until that holds nothing any more.
   */
  readonly held?: 'store' | 'start';
}

/** Somebody who is told where it stands. */
export interface Listener {
  readonly onWait: ((wait: Wait) => void) | undefined;
  /** The place it was told last, and what held it. */
  told?: string | undefined;
}

/** So many at the head of the line are told of every change. */
const NEAR = 25;

/** Tells those in the line where they stand. */
export interface Announcer {
  /** Somebody has joined the line as the last of these. */
  joined(listener: Listener, as: Standing): void;
  /** Tells those whose place has changed, once for many changes in a row; those far behind, when it is worth it. */
  update(): void;
  /** Tells all, since their times have changed. */
  updateAll(): void;
}

export interface AnnouncerNeeds {
  readonly forecastNow: () => QueueForecast;
  /** What keeps everybody from going, other than those before them. */
  readonly held: () => Wait['held'];
}

export function createAnnouncer(line: JobQueue<Listener>, { forecastNow, held }: AnnouncerNeeds): Announcer {
  let due = false;
  /** Changes since the whole line was told. */
  let changes = 0;
  let newcomers: { readonly listener: Listener; readonly place: number }[] = [];

  const waitAt = (place: number, inMs: number): Wait => {
    const cause = held();
    return { position: place, startsInMs: Math.round(inMs), ...(cause !== undefined && { held: cause }) };
  };
  /** A long line is told as a whole when it has moved by a part of its length, so that a change costs the same in any. */
  const mostToTell = (): number => {
    changes += 1;
    if (changes < line.length / NEAR) return NEAR;
    changes = 0;
    return line.length;
  };
  const tellFirst = (most: number): void => {
    const forecast = forecastNow();
    let place = 0;
    for (const { item, priority } of line.inOrder(most)) {
      place += 1;
      tell(item, waitAt(place, forecast.next(priority)));
    }
  };
  const tellNewcomers = (): void => {
    const singles = line.length - line.batchLength;
    for (const { listener, place } of newcomers) {
      if (listener.told !== undefined || place <= NEAR) continue;
      const forecast = forecastNow();
      const ahead = { singles: Math.min(place, singles), batches: Math.max(place - singles, 0) };
      tell(listener, waitAt(place, lastOf(forecast, ahead)));
    }
    newcomers = [];
  };
  const update = (): void => {
    if (due || line.length === 0) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      tellFirst(mostToTell());
      tellNewcomers();
    });
  };
  return {
    joined: (listener, as) => {
      // Whoever is near the head is told with all the others there.
      if (line.length > NEAR) newcomers.push({ listener, place: line.lastPosition(as) });
    },
    update,
    updateAll: () => {
      for (const { item } of line.inOrder()) item.told = undefined;
      changes = line.length;
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
