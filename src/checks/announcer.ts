import type { Wait } from './answer.ts';
import type { Forecast } from './estimate.ts';
import type { Line } from './line.ts';

/** Somebody who is told where it stands. */
export interface Listener {
  readonly onWait: ((wait: Wait) => void) | undefined;
  /** The place it was told last, and what held it. */
  told?: string | undefined;
}

/** Tells those in the line where they stand. */
export interface Announcer {
  /** Tells those whose place has changed, once for many changes in a row. */
  update(): void;
  /** Tells all, since their times have changed. */
  updateAll(): void;
}

export interface AnnouncerNeeds {
  readonly forecastNow: () => Forecast;
  /** What keeps everybody from going, other than those before them. */
  readonly held: () => Wait['held'];
}

export function createAnnouncer(line: Line<Listener>, { forecastNow, held }: AnnouncerNeeds): Announcer {
  let due = false;
  const update = (): void => {
    if (due || line.length === 0) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      const forecast = forecastNow();
      for (const [index, { item, rank }] of line.inOrder().entries()) {
        const startsInMs = Math.round(forecast.next(rank));
        const cause = held();
        tell(item, { place: index + 1, startsInMs, ...(cause !== undefined && { held: cause }) });
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
  const goesAtOnce = wait.startsInMs === 0 && wait.held === undefined;
  const news = `${wait.place} ${wait.held}`;
  if (goesAtOnce || listener.told === news) return;
  listener.told = news;
  listener.onWait?.(wait);
}
