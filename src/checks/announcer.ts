import type { Wait } from './answer.ts';
import { type Forecast, lastOf } from './estimate.ts';
import type { Line, Rank } from './line.ts';

/** Somebody who is told where it stands. */
export interface Listener {
  readonly onWait: ((wait: Wait) => void) | undefined;
  /** The place it was told last. */
  told?: number | undefined;
}

/** So many at the head of the line are told of every change. */
const NEAR = 25;

/** Tells those in the line where they stand. */
export interface Announcer {
  /** Somebody has joined the line as the last of these. */
  joined(listener: Listener, as: { readonly rank: Rank; readonly fairnessKey: string }): void;
  /** Tells those whose place has changed, once for many changes in a row; those far behind, when it is worth it. */
  update(): void;
  /** Tells all, since their times have changed. */
  updateAll(): void;
}

export function createAnnouncer(line: Line<Listener>, forecastNow: () => Forecast): Announcer {
  let due = false;
  /** Changes since the whole line was told. */
  let changes = 0;
  let newcomers: { readonly listener: Listener; readonly place: number }[] = [];

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
    for (const { item, rank } of line.inOrder(most)) {
      place += 1;
      tell(item, place, forecast.next(rank));
    }
  };
  const tellNewcomers = (): void => {
    const singles = line.length - line.batchLength;
    for (const { listener, place } of newcomers) {
      if (listener.told !== undefined || place <= NEAR) continue;
      const forecast = forecastNow();
      const ahead = { singles: Math.min(place, singles), batches: Math.max(place - singles, 0) };
      tell(listener, place, lastOf(forecast, ahead));
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
    joined: (listener, as) => newcomers.push({ listener, place: line.lastPlace(as) }),
    update,
    updateAll: () => {
      for (const { item } of line.inOrder()) item.told = undefined;
      changes = line.length;
      update();
    },
  };
}

function tell(listener: Listener, place: number, inMs: number): void {
  const startsInMs = Math.round(inMs);
  const goesAtOnce = startsInMs === 0;
  if (goesAtOnce || listener.told === place) return;
  listener.told = place;
  listener.onWait?.({ place, startsInMs });
}
