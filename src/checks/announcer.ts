import type { Wait } from './answer.ts';
import type { Forecast } from './estimate.ts';
import type { Line } from './line.ts';

/** Somebody who is told where it stands. */
export interface Listener {
  readonly onWait: ((wait: Wait) => void) | undefined;
  /** The place it was told last. */
  told?: number | undefined;
}

/** Tells those in the line where they stand. */
export interface Announcer {
  /** Tells those whose place has changed, once for many changes in a row. */
  update(): void;
  /** Tells all, since their times have changed. */
  updateAll(): void;
}

export function createAnnouncer(line: Line<Listener>, forecastNow: () => Forecast): Announcer {
  let due = false;
  const update = (): void => {
    if (due || line.length === 0) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      const forecast = forecastNow();
      for (const [index, { item, rank }] of line.inOrder().entries()) {
        tell(item, { place: index + 1, startsInMs: Math.round(forecast.next(rank)) });
      }
    });
  };
  return {
    update,
    updateAll: () => {
      for (const { item } of line.inOrder()) item.told = undefined;
      update();
    },
  };
}

function tell(listener: Listener, wait: Wait): void {
  const goesAtOnce = wait.startsInMs === 0;
  if (goesAtOnce || listener.told === wait.place) return;
  listener.told = wait.place;
  listener.onWait?.(wait);
}
